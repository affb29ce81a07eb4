import { ENDPOINTS, routePath } from '@latchkey/management'
import { CLIENT_NONCE_HEADER, isNonce, PUBLIC_KEYS_HEADER, parseKeyIds } from '@latchkey/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { isUserAgentAllowed } from '../../domain/projects.ts'
import type { ProjectSigners } from '../../security/signing.ts'
import type { HttpParts } from '../parts.ts'
import { isRefusal, sendRefusal } from '../refusals.ts'
import { createSignAnswerOf } from '../sign-answers.ts'
import { attemptOf, limitChecks } from './key-check.ts'

/**
 * The offer of a trial, and its start. Both need an app that has one of the project's public keys:
 * without a signature, anybody between the app and the service could make up a trial.
 */
export function registerTrials(app: FastifyInstance, parts: HttpParts): void {
  const { storage, checkLimit, signing, startTrial } = parts
  const { getOffer, startTrial: endpoint } = ENDPOINTS
  const signAnswerOf = createSignAnswerOf(parts)

  /** The key that signs for this app, if it has one of the project's. */
  const commonSigners = async (appName: string, request: FastifyRequest): Promise<ProjectSigners> => {
    const known = parseKeyIds(request.headers[PUBLIC_KEYS_HEADER])
    const signer = signing.choose(await signing.signersOf(appName), known)
    return signer !== undefined && known.includes(signer.id) ? [signer] : []
  }

  app.route<{ Querystring: Static<typeof getOffer.query> }>({
    method: getOffer.method,
    url: routePath(getOffer),
    config: { endpoint: getOffer },
    onRequest: limitChecks(checkLimit),
    schema: { querystring: getOffer.query, response: { 200: getOffer.success } },
    async handler(request, reply) {
      const nonce = String(request.headers[CLIENT_NONCE_HEADER] ?? '')
      if (!isNonce(nonce)) {
        const message = `${CLIENT_NONCE_HEADER} must be 16 letters and digits`
        return sendRefusal(request, reply, { kind: 'malformed', message })
      }
      const project = await storage.findProjectByAppName(request.query.by)
      const userAgent = request.headers['user-agent'] ?? ''
      const isOffered =
        project?.approved && project.trialDays > 0 && isUserAgentAllowed(userAgent, project.userAgents)
      const signers = isOffered ? await commonSigners(project.appName, request) : []
      if (!isOffered || signers.length === 0) return sendRefusal(request, reply, { kind: 'no-offer' })
      signAnswerOf(reply, signers, (path, query) => ({ kind: 'offer', path, query, nonce }))
      return { trial_days: project.trialDays, weak_devices: project.trialWeakDevices }
    },
  })

  app.route<{ Querystring: Static<typeof endpoint.query> }>({
    method: endpoint.method,
    url: routePath(endpoint),
    config: { endpoint },
    onRequest: limitChecks(checkLimit),
    schema: { querystring: endpoint.query, response: { 200: endpoint.success } },
    async handler(request, reply) {
      const { by, strength } = request.query
      const attempt = attemptOf('trial', { by, key: '' }, request)
      if (isRefusal(attempt)) return sendRefusal(request, reply, attempt)
      // Before the trial, which must not start if its answer cannot be signed.
      const signers = await commonSigners(by, request)
      const canSign = signers.length > 0
      const { key, ...answer } = await startTrial({ attempt, strength, canSign })
      const { nonce, deviceId } = attempt
      if (deviceId !== '') {
        signAnswerOf(
          reply,
          canSign ? signers : await signing.signersOf(by),
          (path, query) => ({ kind: 'check', use: 'trial', path, query, nonce, deviceId }),
          answer.license ?? {},
          key,
        )
      }
      return answer
    },
  })
}
