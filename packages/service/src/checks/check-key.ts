import {
  type DeviceRecord,
  fingerprintHeader,
  isDeviceId,
  isLicenseKey,
  KEY_VALID,
  type KeyCheckData,
  type KeyCheckRecord,
  type LicenseFields,
  type OwnerUse,
  type RefusalCode,
  type RequestUse,
  type SharedSecrets,
  signaturesMatch,
  signedKey,
  signRequest,
  signResponse,
  UPDATE_TOKEN_GIVEN,
} from '@latchkey/protocol'
import { isUserAgentAllowed, type Project, secretsInUse } from '../core/accounts/projects.ts'
import type { Origin } from '../core/event-log/events.ts'
import { isLinked } from '../core/license/devices.ts'
import type { DeviceEvent, License } from '../core/license/license.ts'
import { type Refusal, refusal } from '../core/license/refusals.ts'
import { decideLicense, decideState, type KnownKey, NO_DATA } from '../devices/decide-license.ts'
import {
  type DeviceRequest,
  decideDevices,
  decideMove,
  deviceRecords,
  LISTED,
  type UseDecision,
} from '../devices/device-requests.ts'
import { deviceFields, mayAskOwner } from '../devices/moves.ts'
import { termFields } from '../features/features.ts'
import { isInTime, TIME_WINDOW_SECONDS } from './time-window.ts'

/** A well-formed key check or other signed request. Nothing in it is verified. */
export interface CheckAttempt extends Omit<DeviceRequest, 'use'> {
  /** The kind of request. Default: a check. */
  readonly use?: RequestUse | OwnerUse | 'trial' | 'updates'
  readonly appName: string
  readonly userAgent: string
  /** The key as the user typed it. Empty in a request for a trial. */
  readonly key: string
  /** The device ID. Empty when the header is missing. */
  readonly deviceId: string
  /**
   * Every header that ends in `-fingerprint`, by its lower-case name: the project decides which one
   * counts.
   */
  readonly fingerprints: Readonly<Record<string, string>>
  readonly nonce: string
  /** The decimal text of the header, because the signature covers the text. */
  readonly time: string
  readonly signature: string
  /** The address of the sender. */
  readonly address: string
  /** The app has no public keys: it did not send `latchkey-public-keys`. */
  readonly isUnsigned?: boolean
  /** The actor of the events. Default: the user. */
  readonly actor?: Origin['actor']
}

/** The stored state that an attempt is decided on, with the effects of the attempts before it. */
export interface CheckSnapshot {
  readonly project: Project | undefined
  /** The project has accepted this nonce before, and it has not expired. */
  readonly nonceTaken: boolean
  /** The license of the key in this project. */
  readonly license: License | undefined
  /**
   * A banned license of this project that is linked to this device. If there are several, the one
   * whose ban lasts longest.
   */
  readonly bannedDevice: License | undefined
}

/** The changes that an attempt causes. */
export interface CheckEffects {
  /** The last second at which the nonce is refused. Absent: the attempt is not authentic. */
  readonly rememberNonceUntil?: number
  /**
   * Adds one to the project's hour, and to the total of the license if there is one. Only if the
   * snapshot has a project.
   */
  readonly execution?: boolean
  /** Adds one to the project's hour. Only if the snapshot has a project. */
  readonly attackBlocked?: boolean
  /** The license from now on. Its `totalExecutions` is ignored: executions are counted. */
  readonly license?: License
  /** The event that replaces those of the devices. */
  readonly event?: DeviceEvent
}

/** An answer, and the values that are sent with it. */
export interface CheckAnswer extends KeyCheckRecord {
  /** The devices in the answer to a device request. */
  readonly devices?: DeviceRecord[]
  /** The device gets a token for updates: it is linked, and the project has releases. */
  readonly mayUpdate?: true
  /** Undefined: the answer has only what the interface defines. */
  readonly fields?: LicenseFields
  /**
   * An app with public keys would get another answer. SECURITY: this one is not signed. The request
   * does not sign whether the app has public keys, so an attacker on the network can change that.
   */
  readonly isForUnsigned?: true
}

export interface CheckDecision {
  readonly answer: CheckAnswer
  readonly effects: CheckEffects
}

/** A rule for one attempt. Pure. */
export type DecideCheck = (attempt: CheckAttempt, snapshot: CheckSnapshot, now: number) => CheckDecision

const VALID_MESSAGE = 'This license key is valid.'

/**
 * Decides one key check or device request. Pure: the same attempt, snapshot and second always give
 * the same decision. Source: interface, "External key check"; the order of the checks is fixed, and
 * the first that fails answers.
 */
export const decideCheck: DecideCheck = (attempt, snapshot, now) =>
  decideAuthentic(attempt, snapshot, now, ({ project, secrets, authentic }) => {
    const { license, bannedDevice } = snapshot
    const { use = 'check' } = attempt
    if (use === 'trial' || use === 'updates' || use === 'ask-owner' || use === 'ask-status') {
      throw new Error('Such a request has a rule of its own.')
    }
    if (license === undefined) return refuse(refusal('KEY_INCORRECT'), authentic)
    return decideTrusted({ ...attempt, use }, { project, license, bannedDevice, secrets }, now, authentic)
  })

/** What is known of an attempt that was found authentic, before its key is examined. */
interface Authentic {
  readonly project: Project
  /** The shared secrets with which the request is signed. */
  readonly secrets: SharedSecrets
  /** The effects of every decision from here on. */
  readonly authentic: CheckEffects
}

/** Refuses an attempt that is not authentic, and lets `decide` decide about every other one. */
export function decideAuthentic(
  attempt: CheckAttempt,
  snapshot: CheckSnapshot,
  now: number,
  decide: (known: Authentic) => CheckDecision,
): CheckDecision {
  const { project } = snapshot
  if (project === undefined || !project.approved) return refuse(refusal('APP_NOT_APPROVED'))

  const malformed = refusalOfForm(attempt, project)
  if (malformed !== undefined) return refuse(malformed)

  const secrets = trust(attempt, project, snapshot.nonceTaken, now)
  if ('code' in secrets) return refuse(secrets, { attackBlocked: true })

  // After this second, a repeated request is too late anyway.
  const authentic: CheckEffects = { rememberNonceUntil: Number(attempt.time) + TIME_WINDOW_SECONDS }
  return decide({ project, secrets, authentic })
}

/**
 * The first use of a trial's key, by the request that started the trial and was found authentic.
 */
export const decideTrialUse: DecideCheck = (attempt, { project, license, bannedDevice }, now) => {
  if (project === undefined || license === undefined) return refuse(refusal('TRIAL_USED'))
  // The signature is that of the request for a trial, which names no key.
  const secrets = secretsOf({ ...attempt, use: 'trial', key: '' }, project, now) ?? project.secrets
  return decideTrusted({ ...attempt, use: 'check' }, { project, license, bannedDevice, secrets }, now, {})
}

interface Trusted {
  readonly project: Project
  readonly license: License
  readonly bannedDevice: License | undefined
  /** The shared secrets with which the request is signed. */
  readonly secrets: SharedSecrets
}

/** Decides a request about an existing key when everything else was verified. */
function decideTrusted(
  attempt: CheckAttempt & { readonly use: RequestUse },
  { project, license, bannedDevice, secrets }: Trusted,
  now: number,
  authentic: CheckEffects,
): CheckDecision {
  const { use, deviceId, isUnsigned = false } = attempt
  const decision = decideUse(attempt, { license, bannedDevice, limits: project, isUnsigned }, now)
  const effects: CheckEffects = {
    ...authentic,
    // The check is authentic and its key exists, so it counts as an execution, valid or not.
    ...((use === 'check' || use === 'move') && { execution: true }),
    ...(decision.license && { license: decision.license }),
    ...(decision.event && { event: decision.event }),
  }
  const after = decision.license ?? license
  const decided = answerOf(attempt, secrets, decision, after, effects)
  const isForUnsigned = isUnsigned && license.perpetual && decision.refusal?.code === 'KEY_EXPIRED'
  if (isForUnsigned) return { ...decided, answer: { ...decided.answer, isForUnsigned } }
  const isUsable = decision.refusal === undefined || !UNUSABLE.has(decision.refusal.code)
  const fields = {
    ...(isUsable && deviceFields(after, project, deviceId, now)),
    ...(isLocked(decision) && mayAskOwner(after, project, now) && MAY_ASK_OWNER),
    // SECURITY: sent only to the trial's own device, also after the end of the trial.
    ...decided.answer.fields,
    ...(after.trial && isLinked(after, deviceId) && IS_TRIAL),
    // SECURITY: sent only to a device that owns the key. A list of devices does not show that.
    ...(decided.answer.code === KEY_VALID && termFields(after, project)),
  }
  const hasFields = Object.keys(fields).length > 0
  const more = { ...(hasFields && { fields }), ...mayUpdate(project, after, deviceId) }
  return Object.keys(more).length > 0 ? { ...decided, answer: { ...decided.answer, ...more } } : decided
}

const mayUpdate = (project: Project, license: License, deviceId: string): Pick<CheckAnswer, 'mayUpdate'> =>
  project.hasReleases && isLinked(license, deviceId) ? { mayUpdate: true } : {}

/**
 * Decides a request for a token for updates, which links no device and counts no execution. An
 * answer that refuses the key has a token, too: its device may get what was covered, and security
 * fixes.
 */
export const decideUpdateToken: DecideCheck = (attempt, snapshot, now) =>
  decideAuthentic(attempt, snapshot, now, ({ project, authentic }) => {
    const { license: known, bannedDevice } = snapshot
    if (known === undefined) return refuse(refusal('KEY_INCORRECT'), authentic)
    const { refusal: refused } = decideState({ license: known, bannedDevice }, now)
    const granted = mayUpdate(project, known, attempt.deviceId)
    const decided = refused ?? (granted.mayUpdate ? TOKEN_GIVEN : refusal('DEVICE_NOT_FOUND'))
    return { answer: { ...decided, ...granted }, effects: authentic }
  })

const TOKEN_GIVEN = { code: UPDATE_TOKEN_GIVEN, message: 'The feed of updates can be read.' }

/** Decides an authentic request about an existing key. */
export function decideUse(request: DeviceRequest, known: KnownKey, now: number): UseDecision {
  const { use = 'check', deviceId } = request
  switch (use) {
    case 'check':
      return decideLicense(known, deviceId, now)
    case 'move':
      return decideMove(known, deviceId, now)
    default:
      return decideDevices({ ...request, use }, known, now)
  }
}

const IS_TRIAL = { isTrial: true } as const
const MAY_ASK_OWNER = { mayAskOwner: true } as const

/** With these codes, other computers have the key. */
const LOCKED: ReadonlySet<string> = new Set<Refusal['code']>([
  'KEY_HWID_LOCKED',
  'MOVE_DISABLED',
  'MOVE_ON_COOLDOWN',
  'MOVE_LIMIT_REACHED',
  'OFFLINE_LICENSE_ACTIVE',
])
const isLocked = ({ refusal: refused }: UseDecision): boolean =>
  refused !== undefined && LOCKED.has(refused.code)

/** With these codes, a device only learns that its key was a trial. */
const UNUSABLE: ReadonlySet<string> = new Set<RefusalCode>(['KEY_BANNED', 'KEY_EXPIRED'])

function answerOf(
  attempt: CheckAttempt,
  secrets: SharedSecrets,
  { refusal: refused, data, listed }: UseDecision,
  license: License,
  effects: CheckEffects,
): CheckDecision {
  if (refused !== undefined) return refuse(refused, effects, data)
  if (listed === undefined) return accept(attempt, secrets, data, effects)
  const devices = deviceRecords(license, attempt.deviceId)
  return { answer: { code: listed, message: LISTED[listed], devices }, effects }
}

function refusalOfForm(attempt: CheckAttempt, project: Project): Refusal | undefined {
  if (!isUserAgentAllowed(attempt.userAgent, project.userAgents)) return refusal('USER_AGENT_NOT_ALLOWED')
  if (attempt.use !== 'trial' && !isLicenseKey(attempt.key)) return refusal('KEY_INVALID')
  const fingerprint = attempt.fingerprints[fingerprintHeader(project.executor)]
  if (!isDeviceId(attempt.deviceId) || fingerprint !== attempt.deviceId) return refusal('INVALID_EXECUTOR')
  return undefined
}

/** Finds the shared secrets with which the app signs, and which must sign its answer. */
function trust(
  attempt: CheckAttempt,
  project: Project,
  nonceTaken: boolean,
  now: number,
): Refusal | SharedSecrets {
  if (!isInTime(Number(attempt.time), now)) return refusal('TIME_ERROR')
  const secrets = secretsOf(attempt, project, now)
  return secrets === undefined || nonceTaken ? refusal('SECURITY_ERROR') : secrets
}

/** Finds the shared secrets with which an attempt is signed. Undefined: none of the project's. */
function secretsOf(
  { use = 'check', key, nonce, time, deviceId, signature }: CheckAttempt,
  project: Project,
  now: number,
): SharedSecrets | undefined {
  // SECURITY: a request for one use is never accepted for another.
  const signed = { nonce, key: signedKey(use, key), time, deviceId }
  return secretsInUse(project, now).find((one) => signaturesMatch(signRequest(signed, one), signature))
}

const accept = (
  attempt: CheckAttempt,
  secrets: SharedSecrets,
  data: KeyCheckData,
  effects: CheckEffects,
): CheckDecision => ({
  answer: {
    code: KEY_VALID,
    message: VALID_MESSAGE,
    data,
    signature: signResponse(attempt.nonce, KEY_VALID, secrets),
  },
  effects,
})

export const refuse = (
  { code, message, fields }: Refusal,
  effects: CheckEffects = {},
  data: KeyCheckData = NO_DATA,
): CheckDecision => ({
  answer: { code, message, data, ...(fields && { fields }) },
  effects,
})
