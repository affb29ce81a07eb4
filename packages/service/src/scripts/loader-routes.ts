import { createHash } from 'node:crypto'
import { ENDPOINTS } from '@latchkey/management'
import { CONTENT_DIGEST_HEADER, KEY_VALID, sealScript, signScript } from '@latchkey/protocol'
import type { FastifyInstance } from 'fastify'
import { decideOne } from '../checks/decide-one.ts'
import { createSignAnswerOf } from '../checks/sign-answers.ts'
import type { RegisterEndpoint } from '../core/http/endpoint.ts'
import { refuseBy, sendRefusal } from '../core/http/refusals.ts'
import { malformed, refusals } from '../core/refusal.ts'
import type { GuardOf } from '../core/security/access.ts'
import { loaderText } from './javascript/loader.ts'
import type { ScriptParts } from './parts.ts'
import { decideHeartbeat, decideLoad } from './script-run.ts'

/**
 * Registers the loader and its requests. The interface only defines `script_key`. A loader does not
 * sign: everyone who can read it would know the shared secrets.
 */
export function registerLoader(
  app: FastifyInstance,
  register: RegisterEndpoint,
  guardOf: GuardOf,
  parts: ScriptParts,
): void {
  const { storage, sessions, signing, publicUrl } = parts
  const signAnswerOf = createSignAnswerOf(parts)

  register(ENDPOINTS.loadScript, async ({ params: { script_id }, body, now, by: { address } }, reply) => {
    const { [CONTENT_DIGEST_HEADER]: contentDigest } = reply.request.headers
    // SECURITY: the signature covers a digest, so it must be the digest of this body.
    if (contentDigest !== undefined && contentDigest !== reply.request.bodyDigest) return OTHER_BODY
    const found = await storage.findScriptToRun(script_id)
    if (!found?.hasSource) return NOT_RUNNABLE
    const { project, script } = found
    const { script_key: key = '', hwid: deviceId = '', nonce, public_key } = body
    const sealFor = (text: string) =>
      public_key === undefined ? 'v4-loader-needed' : seal(text, public_key, script_id)
    // A request that cannot be answered does not count as an execution.
    const tried = script.isV4Loader ? sealFor('') : undefined
    if (typeof tried === 'string') return refuse(tried)
    const signers = await signing.signersOf(project.appName)

    const rule = decideLoad(script)
    const answer = await decideOne(storage, project, { key, deviceId, address }, rule, now)
    if (typeof contentDigest === 'string') {
      signAnswerOf(reply, signers, (path) => ({ kind: 'script', path, contentDigest, nonce }))
    }
    if (answer.code !== KEY_VALID) return answer
    // SECURITY: reading and sealing megabytes is done only for a caller with a valid key.
    const loaded = await storage.findScriptToLoad(script_id)
    if (loaded === undefined) return NOT_RUNNABLE
    const { source } = loaded
    const sealed = loaded.script.isV4Loader ? sealFor(source) : undefined
    if (typeof sealed === 'string') return refuse(sealed)
    return {
      ...answer,
      ...(sealed === undefined ? { script: source } : { sealed }),
      session: sessions.issue({ scriptId: script_id, key: script.ffa ? '' : key, deviceId }),
      signature: signScript(nonce, script_id, source, project.secrets),
    }
  })

  register(ENDPOINTS.beatScript, async ({ params: { script_id }, body, now, by: { address } }) => {
    const found = await storage.findScriptToRun(script_id)
    if (!found?.hasSource) return NOT_RUNNABLE
    const session = sessions.read(body.session)
    if (session?.scriptId !== script_id) return refuse('invalid-session')
    const rule = decideHeartbeat(found.script)
    const { code, message } = await decideOne(storage, found.project, { ...session, address }, rule, now)
    if (code !== KEY_VALID) return { code, message }
    const proof = createHash('sha256').update(sessions.beatSecretOf(script_id) + body.nonce)
    return { code, message, proof: proof.digest('hex') }
  })

  app.get<{ Params: { script_id: string } }>(
    '/v3/scripts/:script_id/loader.js',
    { config: { endpoint: ENDPOINTS.loadScript }, onRequest: refuseBy(guardOf(ENDPOINTS.loadScript)) },
    async (request, reply) => {
      const found = await storage.findScriptToRun(request.params.script_id)
      if (!found?.hasSource) return sendRefusal(request, reply, NOT_RUNNABLE)
      const { project, script } = found
      const loader = loaderText({
        projectId: project.id,
        scriptId: script.id,
        scriptName: script.name,
        serviceUrl: publicUrl(),
        isV4: script.isV4Loader,
      })
      void reply.type('text/javascript; charset=utf-8').header('x-content-type-options', 'nosniff')
      return reply.send(loader)
    },
  )
}

const refuse = refusals({
  'invalid-public-key': [400, 'public_key is not an uncompressed point of P-256'],
  'invalid-session': [400, 'This is not a session of this script'],
  'not-runnable': [404, 'There is no such script, or it has no source yet.'],
  'v4-loader-needed': [400, 'This script needs the v4 loader'],
})

const NOT_RUNNABLE = refuse('not-runnable')
const OTHER_BODY = malformed('content-digest is not the SHA-256 of the body')

function seal(source: string, publicKey: string, scriptId: string) {
  try {
    return sealScript(source, publicKey, scriptId)
  } catch {
    return 'invalid-public-key'
  }
}
