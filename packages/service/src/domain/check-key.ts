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
import type { Project, User } from '../storage/records.ts'
import type { CheckAttempt, CheckDecision, CheckEffects, CheckSnapshot } from '../storage/storage.ts'
import { isBanInForce, withoutBan } from './bans.ts'
import { expiryAfterClaim, isExpired } from './key-expiry.ts'
import { bannedRefusal, expiredRefusal, type Refusal, refusal } from './refusals.ts'
import { isUserAgentAllowed } from './user-agents.ts'

/** How far `clienttime` may lie from the service's time, either way. */
export const TIME_WINDOW_SECONDS = 120

const NO_DATA: KeyCheckData = { note: '', total_executions: 0, auth_expire: 0 }
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
  const user = isBanInForce(known.user, now) ? known.user : withoutBan(known.user)
  const kept = user === known.user ? effects : { ...effects, user }
  // What a key is good for concerns nobody but the device that holds it.
  const isOwner = user.identifier === '' || user.identifier === attempt.deviceId
  const data = isOwner ? dataOf(user) : NO_DATA

  if (user.banned) return refuse(bannedRefusal(user), kept, data)
  if (known.bannedDevice !== undefined && isBanInForce(known.bannedDevice, now)) {
    return refuse(bannedRefusal(known.bannedDevice), kept, data)
  }
  if (isExpired(user, now)) return refuse(expiredRefusal(user), kept, data)
  if (!isOwner) return refuse(refusal('KEY_HWID_LOCKED'), kept)
  if (user.identifier !== '') return accept(attempt, known.project, data, kept)

  const claimed = claim(user, attempt.deviceId, now)
  return accept(attempt, known.project, dataOf(claimed), { ...kept, user: claimed })
}

/** The first device to use an unassigned key owns it from then on. */
const claim = (user: User, deviceId: string, now: number): User => ({
  ...user,
  identifier: deviceId,
  identifierType: 'HWID',
  status: 'active',
  authExpire: expiryAfterClaim(user, now),
})

/** This check is counted already. */
const dataOf = (user: User): KeyCheckData => ({
  note: user.note,
  total_executions: user.totalExecutions + 1,
  auth_expire: user.authExpire,
})

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
