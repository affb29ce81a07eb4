import type { IssueLicenseBody, LicenseIssued } from '@latchkey/management'
import {
  type ActivationRequestReading,
  hasKeyId,
  KEY_VALID,
  keyFingerprint,
  NEVER,
  parseActivationRequest,
  signOfflineLicense,
} from '@latchkey/protocol'
import { decideOne } from '../checks/decide-one.ts'
import type { CheckStorage } from '../checks/storage.ts'
import { type Project, secretsInUse } from '../core/accounts/projects.ts'
import { isUsed } from '../core/accounts/signing-keys.ts'
import type { Origin } from '../core/event-log/events.ts'
import { done } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { dateOf } from '../core/license/refusals.ts'
import type { Refusal } from '../core/refusal.ts'
import { projectSigners } from '../core/security/signing.ts'
import type { LicenseStorage } from '../licenses/storage.ts'
import { decideIssue, decideOfflineUse, endOfUse } from './offline-use.ts'

export type OfflineParts = HttpParts<CheckStorage & Pick<LicenseStorage, 'changeLicense'>>

interface Context {
  readonly project: Project
  readonly now: number
  readonly by: Origin
}

/** Makes the license file for an activation request. */
export async function issueLicense(
  { storage }: Pick<OfflineParts, 'storage'>,
  { project, now, by }: Context,
  { request: text, days, move = false, force = false }: IssueLicenseBody,
): Promise<LicenseIssued | Refusal> {
  const reading = parseActivationRequest(text)
  if (reading.kind !== 'request') return refuse('INVALID_REQUEST', READING_MESSAGES[reading.kind])
  const { request } = reading
  if (request.appName !== project.appName) return refuse('APP_NOT_APPROVED', OTHER_APP)
  if (!secretsInUse(project, now).some(reading.isSignedWith)) return refuse('SECURITY_ERROR', WRONG_SIGNATURE)
  // The keys are read before the use, which must not be decided if the app cannot verify the
  // license.
  const signers = await projectSigners(storage, project.appName, now)
  const signer = signers.find((key) => hasKeyId(request, key.id) && isUsed(key, now))
  if (signer === undefined) return refuse('PUBLIC_KEY_UNKNOWN', OTHER_KEYS)

  const { key, deviceId, nonce } = request
  const rule = decideOfflineUse({ move, force })
  const decided = await decideOne(
    storage,
    project,
    { key, deviceId, actor: by.actor, address: by.address },
    rule,
    now,
  )
  const { code, message, data, fields: terms = {} } = decided
  if (code !== KEY_VALID || data === undefined) return refuse(code, message)
  const until = endOfUse(days, terms.isPerpetual ? NEVER : data.auth_expire, now)
  const record = await storage.changeLicense(
    project.id,
    key,
    (known) => decideIssue(known, { deviceId, until }),
    by,
  )
  if (record !== 'issued') return refuse('KEY_HWID_LOCKED', CHANGED_MEANWHILE)

  const license = await signOfflineLicense(
    {
      appName: project.appName,
      fingerprint: keyFingerprint(key),
      deviceId,
      nonce,
      issuedAt: now,
      // The clock of a computer without a network may be behind.
      notBefore: now - SECONDS_A_DAY,
      expiresAt: until,
      note: data.note,
      keyExpiresAt: data.auth_expire,
      executions: data.total_executions,
      ...terms,
    },
    { keyId: signer.id, privateKey: signer.privateKey },
  )
  const isCut = !terms.isPerpetual && until === data.auth_expire
  return {
    ...done(`The license is valid until ${dateOf(until)}${isCut ? ', when the key expires' : ''}.`),
    license,
    expires_at: until,
    user_key: key,
  }
}

const refuse = (code: string, message: string): Refusal => ({
  kind: 'no-offline-license',
  status: STATUS[code] ?? 400,
  message,
  code,
})

/**
 * The codes whose status is not 400. 409: the vendor may repeat the request with `move`, then with
 * `force`.
 */
const STATUS: Readonly<Record<string, number>> = {
  KEY_INCORRECT: 404,
  KEY_HWID_LOCKED: 409,
  RESET_ON_COOLDOWN: 409,
  RESETS_DISABLED: 409,
  OFFLINE_LICENSE_ACTIVE: 409,
}

const READING_MESSAGES: Readonly<Record<Exclude<ActivationRequestReading['kind'], 'request'>, string>> = {
  'not-a-request':
    'There is no activation request in this text. It begins with BEGIN LATCHKEY ACTIVATION REQUEST, and needs its last line, too.',
  'several-requests': 'There are several activation requests in this text. Send one of them.',
  'damaged-request':
    'The activation request was damaged on its way. Ask for it again, as a file if possible.',
  'newer-request': 'The activation request is from a newer app than this service. Update the service.',
}
const OTHER_APP = 'The request is from another app than the one of this project.'
const WRONG_SIGNATURE =
  'The signature of the request is wrong: it was changed on its way, or it is not from your app.'
const OTHER_KEYS =
  'The app on that computer could not verify the license: it has none of the public keys that are in use. Install a version with the present keys there.'
const CHANGED_MEANWHILE = 'The key was changed at the same moment. Try again.'
