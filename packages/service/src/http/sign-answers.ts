import {
  type CoveredRequest,
  formatLicenseFields,
  type LicenseFields,
  type LicenseKey,
  PUBLIC_KEYS_HEADER,
  parseKeyIds,
  signAnswerInThread,
} from '@latchkey/protocol'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ProjectSigners } from '../security/signing.ts'
import type { HttpParts } from './parts.ts'

type SignatureDone = Parameters<typeof signAnswerInThread>[4]

declare module 'fastify' {
  interface FastifyReply {
    /** Signs the body of a decided answer. Undefined: the answer is not signed. */
    signatureOf: ((body: string, done: SignatureDone) => void) | undefined
  }
}

/** A cache would repeat a decision. A proxy that compresses a body would break its signature. */
const UNCHANGED = 'no-store, no-transform'

/** Adds the signature to the answers for which a handler has called `signAnswerOf`. */
export function registerSigning(app: FastifyInstance): void {
  app.decorateReply('signatureOf', undefined)
  app.addHook('onSend', (_request, reply, payload, next) => {
    if (reply.signatureOf === undefined || reply.statusCode !== 200 || typeof payload !== 'string') {
      return next(null, payload)
    }
    reply.signatureOf(payload, (error, signature) => {
      if (error !== null) return next(error)
      if (signature !== undefined) void reply.headers(signature).header('cache-control', UNCHANGED)
      next(null, payload)
    })
  })
}

export type SignAnswerOf = (
  reply: FastifyReply,
  signers: ProjectSigners,
  covered: (path: string, query: string) => CoveredRequest,
  license?: LicenseFields,
  trialKey?: LicenseKey,
) => void

/**
 * Has the answer signed with one of these keys, if there is one and the request has what the
 * signature covers. `path` is the one that the app used: it goes through the path of the public URL.
 */
export function createSignAnswerOf({ signing, clock, settings, publicUrl }: HttpParts): SignAnswerOf {
  let base: string | undefined
  return (reply, signers, covered, fields, trialKey) => {
    const { url = '', headers } = reply.request.raw
    const [path = '', query] = url.split(/\?(.*)/s)
    // Most projects have one key, and then it does not matter which ones the app has.
    const known = signers.length > 1 ? parseKeyIds(headers[PUBLIC_KEYS_HEADER]) : []
    const signer = signing.choose(signers, known)
    if (signer === undefined) return
    base ??= new URL(settings.nodes[0] ?? publicUrl()).pathname.replace(/\/$/, '')
    const request = covered(base + path, query === undefined ? '?' : `?${query}`)
    const license = fields && formatLicenseFields(fields, trialKey)
    reply.signatureOf = (body, done) =>
      signAnswerInThread(
        request,
        { body, license },
        clock(),
        { keyId: signer.id, privateKey: signer.privateKey },
        done,
      )
  }
}
