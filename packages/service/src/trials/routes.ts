import { ENDPOINTS, routePath } from '@latchkey/management'
import { CLIENT_NONCE_HEADER, isNonce, PUBLIC_KEYS_HEADER, parseKeyIds } from '@latchkey/protocol'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { CheckParts } from '../checks/parts.ts'
import { limitChecks, registerUse, WRONG_NONCE } from '../checks/routes.ts'
import { createSignAnswerOf } from '../checks/sign-answers.ts'
import { isUserAgentAllowed } from '../core/accounts/projects.ts'
import { isUsed } from '../core/accounts/signing-keys.ts'
import { sendRefusal } from '../core/http/refusals.ts'
import type { ProjectSigners } from '../core/security/signing.ts'
import { startTrial } from './start-trial.ts'
import type { TrialStorage } from './storage.ts'

export type TrialParts = CheckParts<TrialStorage>

/**
 * Registers the offer of a trial, and its start. Both need an app with one of the project's public
 * keys: without a signature, an attacker between the app and the service could forge a trial.
 */
export function registerTrials(app: FastifyInstance, parts: TrialParts): void {
  const { storage, checkLimit, clock, signing, submit, measured } = parts
  const { getOffer, startTrial: endpoint } = ENDPOINTS
  const signAnswerOf = createSignAnswerOf(parts)

  app.route<{ Querystring: Static<typeof getOffer.query> }>({
    method: getOffer.method,
    url: routePath(getOffer),
    config: { endpoint: getOffer },
    onRequest: limitChecks(checkLimit),
    schema: { querystring: getOffer.query, response: { 200: getOffer.success } },
    async handler(request, reply) {
      const nonce = String(request.headers[CLIENT_NONCE_HEADER] ?? '')
      if (!isNonce(nonce)) return sendRefusal(request, reply, WRONG_NONCE)
      const project = await storage.findProjectByAppName(request.query.by)
      const userAgent = request.headers['user-agent'] ?? ''
      const isOffered =
        project?.approved && project.trialDays > 0 && isUserAgentAllowed(userAgent, project.userAgents)
      const signers = isOffered ? await signing.signersOf(project.appName) : []
      if (!isOffered || !canVerify(request, signers)) return sendRefusal(request, reply, NO_OFFER)
      signAnswerOf(reply, signers, (path, query) => ({ kind: 'offer', path, query, nonce }))
      return { trial_days: project.trialDays, weak_devices: project.trialWeakDevices }
    },
  })

  registerUse<Static<typeof endpoint.query>>(app, parts, 'trial', endpoint, (attempt, signers, request) => {
    const { strength } = request.query
    const start = { attempt, strength, canSign: canVerify(request, signers) }
    return measured(attempt, () => startTrial(start, { storage, clock, submit }))
  })
}

/** Whether the app has a public key that verifies the signature of its answer. */
function canVerify({ headers, now }: FastifyRequest, signers: ProjectSigners): boolean {
  const known = parseKeyIds(headers[PUBLIC_KEYS_HEADER])
  return signers.some((key) => known.includes(key.id) && isUsed(key, now))
}

const NO_OFFER = { kind: 'no-offer', status: 404, message: 'This app offers no trial.' }
