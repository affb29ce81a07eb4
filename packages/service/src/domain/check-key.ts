import {
  fingerprintHeader,
  isDeviceId,
  isLicenseKey,
  KEY_VALID,
  type KeyCheckData,
  signaturesMatch,
  signRequest,
  signResponse,
} from '@latchkey/protocol'
import type { CheckAttempt, CheckDecision, CheckEffects, CheckSnapshot } from '../storage/storage.ts'
import { judgeLicense, NO_DATA } from './judge-license.ts'
import type { Project, User } from './records.ts'
import { type Refusal, refusal } from './refusals.ts'
import { isUserAgentAllowed } from './user-agents.ts'

/** How far `clienttime` may lie from the service's time, either way. */
export const TIME_WINDOW_SECONDS = 120

const VALID_MESSAGE = 'This license key is valid.'

/**
 * Decides one key check. Pure: the same attempt, snapshot and second always give the same decision.
 * Source: interface, "External key check"; the order of the checks is fixed, and the first that fails answers.
 */
export function decideCheck(attempt: CheckAttempt, snapshot: CheckSnapshot, now: number): CheckDecision {
  const { project } = snapshot
  if (project === undefined || !project.approved) return refuse(refusal('APP_NOT_APPROVED'))

  const malformed = refusalOfForm(attempt, project)
  if (malformed !== undefined) return refuse(malformed)

  const distrusted = refusalOfTrust(attempt, project, snapshot.nonceTaken, now)
  if (distrusted !== undefined) return refuse(distrusted, { attackBlocked: true })

  // The same request cannot be in time any longer once this second has passed.
  const authentic: CheckEffects = { rememberNonceUntil: Number(attempt.time) + TIME_WINDOW_SECONDS }
  const { user } = snapshot
  if (user === undefined) return refuse(refusal('KEY_INCORRECT'), authentic)
  return decideForUser(attempt, { ...snapshot, project, user }, now, { ...authentic, execution: true })
}

function refusalOfForm(attempt: CheckAttempt, project: Project): Refusal | undefined {
  if (!isUserAgentAllowed(attempt.userAgent, project.userAgents)) return refusal('USER_AGENT_NOT_ALLOWED')
  if (!isLicenseKey(attempt.key)) return refusal('KEY_INVALID')
  const fingerprint = attempt.fingerprints[fingerprintHeader(project.executor)]
  if (!isDeviceId(attempt.deviceId) || fingerprint !== attempt.deviceId) return refusal('INVALID_EXECUTOR')
  return undefined
}

function refusalOfTrust(
  attempt: CheckAttempt,
  project: Project,
  nonceTaken: boolean,
  now: number,
): Refusal | undefined {
  if (Math.abs(Number(attempt.time) - now) > TIME_WINDOW_SECONDS) return refusal('TIME_ERROR')
  const isSigned = signaturesMatch(signRequest(attempt, project.secrets), attempt.signature)
  return isSigned && !nonceTaken ? undefined : refusal('SECURITY_ERROR')
}

/** The check is authentic and its key exists: whatever is answered now counts as an execution. */
function decideForUser(
  attempt: CheckAttempt,
  known: { readonly project: Project; readonly user: User; readonly bannedDevice: User | undefined },
  now: number,
  effects: CheckEffects,
): CheckDecision {
  const { refusal: refused, data, user } = judgeLicense(known, attempt.deviceId, now)
  const kept = user === undefined ? effects : { ...effects, user }
  return refused === undefined ? accept(attempt, known.project, data, kept) : refuse(refused, kept, data)
}

const accept = (
  attempt: CheckAttempt,
  project: Project,
  data: KeyCheckData,
  effects: CheckEffects,
): CheckDecision => ({
  answer: {
    code: KEY_VALID,
    message: VALID_MESSAGE,
    data,
    signature: signResponse(attempt.nonce, KEY_VALID, project.secrets),
  },
  effects,
})

const refuse = (
  { code, message }: Refusal,
  effects: CheckEffects = {},
  data: KeyCheckData = NO_DATA,
): CheckDecision => ({ answer: { code, message, data }, effects })
