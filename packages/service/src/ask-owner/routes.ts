import { randomBytes, randomInt } from 'node:crypto'
import { ENDPOINTS, MY_ENDPOINTS } from '@latchkey/management'
import { KEY_VALID } from '@latchkey/protocol'
import type { FastifyInstance } from 'fastify'
import { type CheckAttempt, refuse as refuseCheck } from '../checks/check-key.ts'
import type { CheckParts } from '../checks/parts.ts'
import { registerUse, type UseAnswer } from '../checks/routes.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import { refusal } from '../core/license/refusals.ts'
import { refusals } from '../core/refusal.ts'
import { createId, createToken } from '../core/security/credentials.ts'
import { createRateLimit } from '../core/security/rate-limit.ts'
import { decideAsk } from './rules.ts'
import type { OwnerRequestStorage } from './storage.ts'
import { chooseWords } from './words.ts'

export type AskOwnerParts = CheckParts<OwnerRequestStorage>

/** An app sends one in ten seconds. */
const STATUS_PER_MINUTE = 6

/** Registers what the gate sends. It is decided and signed as a key check is. */
export function registerAskOwner(app: FastifyInstance, parts: AskOwnerParts): void {
  const { storage, submit, clock } = parts
  const statusLimit = createRateLimit('status of requests to owners', STATUS_PER_MINUTE)
  const { askOwner, getAskStatus } = ENDPOINTS

  registerUse(app, parts, 'ask-owner', askOwner, async (attempt): Promise<UseAnswer> => {
    const trusted = await submit({ ...attempt, rule: decideAsk })
    if (trusted.code !== KEY_VALID) return trusted
    const { appName, key, deviceId, address, name: computer = '' } = attempt
    const [id, mailId] = [createId(randomBytes), createId(randomBytes)]
    const of = { appName, key, deviceId, computer }
    const request = { id, ...of, words: chooseWords(randomInt), token: createToken(), mailId }
    const by = { at: clock(), actor: 'user', address, fields: [] } as const
    const asked = await storage.askOwner(request, by)
    if (asked.kind === 'limited') return refuseCheck(refusal('ASK_LIMIT_REACHED')).answer
    if (asked.kind === 'not-offered') return refuseCheck(refusal('ASK_NOT_OFFERED')).answer
    return { code: 'OWNER_ASKED', message: '', words: [...asked.words], until: asked.until }
  })

  registerUse(app, parts, 'ask-status', getAskStatus, async (attempt): Promise<UseAnswer> => {
    const trusted = await submit({ ...attempt, rule: decideAsk })
    const isAsking = trusted.code === KEY_VALID || trusted.code === 'ASK_NOT_OFFERED'
    if (!isAsking) return trusted
    if (isTooOften(attempt)) return refuseCheck(refusal('RATE_LIMITED')).answer
    return { code: await storage.ownerRequestStatus(attempt, clock()), message: '' }
  })

  const isTooOften = ({ appName, key, deviceId }: CheckAttempt): boolean =>
    statusLimit.take(`${appName} ${key} ${deviceId}`, clock()) > 0
}

const refuse = refusals({
  'no-such-request': [404, 'There is no such request, or it has ended. Load the page again.'],
  'no-such-computer': [404, 'The license has no such computer. Load the page again.'],
  'held-by-file': [409, 'The computer has a license file, with which it goes on. Choose another one.'],
  'not-working': [409, 'The license does not work at the moment, so no computer can use it.'],
  'words-wrong': [409, 'These are not the words. Ask the person at the other computer for both of them.'],
  'request-over': [409, 'The words were wrong three times. The request has ended; none follows for a day.'],
})

/** Registers what the owner answers on the customer's page. */
export function registerOwnerAnswers(register: RegisterEndpoint, { storage }: AskOwnerParts): void {
  register(MY_ENDPOINTS.allowRequest, async ({ params, customer, body, by }) => {
    const choice = {
      id: body.request_id,
      words: body.words,
      computer: body.computer_id,
      mailId: createId(randomBytes),
    }
    const outcome = await storage.allowOwnerRequest(params.project_id, customer.row, choice, by)
    return outcome === 'allowed' ? done('The computer was allowed.') : refuse(outcome)
  })

  register(MY_ENDPOINTS.denyRequest, async ({ params, customer, body, now }) => {
    const outcome = await storage.denyOwnerRequest(params.project_id, customer.row, body.request_id, now)
    return outcome === 'denied' ? done('The request was refused.') : refuse(outcome)
  })
}
