import {
  type CoveredRequest,
  PUBLIC_KEYS_HEADER,
  parseKeyIds,
  type SignedHeaders,
  signAnswer,
} from '@latchkey/protocol'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { chooseSigningKey } from '../core/accounts/signing-keys.ts'
import type { Clock, MonotonicClock } from '../core/clock.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { type KeyStorage, type ProjectSigners, projectSigners } from '../core/security/signing.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** Signs the body of a decided answer. Undefined: the answer is not signed. */
    signatureOf: ((body: string) => SignedHeaders | undefined) | undefined
  }
}

/** A cache would repeat a decision. A proxy that compresses a body would break its signature. */
const UNCHANGED = 'no-store, no-transform'

/** Adds the signature to the answers for which a handler has called `signAnswerOf`. */
export function registerSigning(app: FastifyInstance): void {
  app.decorateReply('signatureOf', undefined)
  // The hook returns a promise although it waits for nothing. So the answers of a group take turns,
  // and all of them are signed before the first is sent. If each was sent when it is signed, each
  // would wake its client, which takes longer.
  app.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const signature = reply.signatureOf?.(payload)
    if (signature !== undefined) void reply.headers(signature).header('cache-control', UNCHANGED)
    return payload
  })
}

export interface Signing {
  /**
   * Returns the keys that sign for a project. A project that is older than signing gets its first
   * key here. The result is not a promise if the keys were read lately, because key checks wait for
   * it. Empty for an unknown project.
   */
  signersOf(appName: string): ProjectSigners | Promise<ProjectSigners>
}

/** A rotation at another node is used here within this time. */
const READ_EVERY_SECONDS = 10
/** This is more than the projects that one service uses. */
const MOST_REMEMBERED = 10_000

interface Remembered {
  readonly signers: ProjectSigners
  readAt: number
}

export function createSigning({
  storage,
  clock,
  monotonic,
  log,
}: {
  readonly storage: KeyStorage
  readonly clock: Clock
  readonly monotonic: MonotonicClock
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>
}): Signing {
  const remembered = new Map<string, Remembered>()
  /** The projects whose keys could not be read again. */
  const stale = new Set<string>()

  async function read(appName: string): Promise<ProjectSigners> {
    const signers = await projectSigners(storage, appName, clock())
    if (signers.length === 0) return signers
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(appName, { signers, readAt: monotonic() })
    return signers
  }

  /**
   * Reads the keys again. No check waits for it: if the database is lost, the next check notices
   * that.
   */
  const refresh = (appName: string): Promise<void> =>
    read(appName).then(
      () => {
        if (stale.delete(appName)) log.info({ appName }, 'the signing keys can be read again')
      },
      (error: unknown) => {
        if (stale.has(appName)) return
        stale.add(appName)
        log.warn({ err: error, appName }, 'the signing keys cannot be read: the earlier ones go on signing')
      },
    )

  return {
    signersOf(appName) {
      const known = remembered.get(appName)
      if (known === undefined) return read(appName)
      if (monotonic() - known.readAt > READ_EVERY_SECONDS) {
        known.readAt = monotonic()
        void refresh(appName)
      }
      return known.signers
    },
  }
}

export type SignAnswerOf = (
  reply: FastifyReply,
  signers: ProjectSigners,
  covered: (path: string, query: string) => CoveredRequest,
  license?: string,
) => void

/**
 * Signs the answer with one of these keys, if there is one and the request has what the signature
 * covers. `path` is the one that the app used: it includes the path of the public URL.
 */
export function createSignAnswerOf({
  clock,
  settings,
  publicUrl,
}: Pick<HttpParts, 'clock' | 'settings' | 'publicUrl'>): SignAnswerOf {
  let base: string | undefined
  return (reply, signers, covered, license) => {
    const { url = '', headers } = reply.request.raw
    const [path = '', query] = url.split(/\?(.*)/s)
    // Most projects have one key. Then it does not matter which keys the app has.
    const known = signers.length > 1 ? parseKeyIds(headers[PUBLIC_KEYS_HEADER]) : []
    const signer = chooseSigningKey(signers, known, clock())
    if (signer === undefined) return
    // All nodes have this path: `serve` refuses others.
    base ??= new URL(settings.nodes[0] ?? publicUrl()).pathname.replace(/\/$/, '')
    const request = covered(base + path, query === undefined ? '?' : `?${query}`)
    reply.signatureOf = (body) =>
      signAnswer(request, { body, license }, clock(), { keyId: signer.id, privateKey: signer.privateKey })
  }
}
