import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  initialState,
  isAsking,
  isDeviceUnsure,
  LONG_SLEEP_SECONDS,
  transition,
  trialOffer,
} from './gate-state.ts'
import type {
  Attempt,
  Effect,
  GateEvent,
  GateState,
  OfflineProof,
  Proof,
  StoredLicense,
  TransitionContext,
} from './gate-types.ts'
import type { AskView, FailureKind } from './license-view.ts'
import type { CheckAnswer } from './send-request.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'
import type { License } from './verify-answer.ts'

const DAY = 86_400
const NOW = 1_800_000_000
const GRACE = 3 * DAY
const EXPIRY = NOW + 20 * DAY
const BUILT_AT = NOW - 100 * DAY

const proof: Proof = { license: { note: 'n', executions: 1, expiresAt: EXPIRY }, checkedAt: NOW - DAY }
const stored: StoredLicense = { key: KEY, proof }
/** The license file holds longer than the grace period, and ends before the license. */
const FILE_END = NOW + 10 * DAY
const offlineProof: OfflineProof = {
  proof: { ...proof, checkedAt: NOW - 5 * DAY },
  notBefore: NOW - 6 * DAY,
  until: FILE_END,
  file: 'a.b.c',
}
const withFile: StoredLicense = { key: KEY, offline: offlineProof }
const attemptOn = (key: Attempt['key'], use: Attempt['use'] = 'check'): Attempt => ({
  ...{ id: 7, key, use },
  phase: 'check',
})
const failure = (kind: FailureKind) => ({ kind, details: ['check at node.example'] })

const locked: GateState = { ...initialState('keyring'), lastAttemptId: 7 }
const CHECKED_AT = NOW - 20 * 3600
const withStoredKey: GateState = { ...locked, stored, lastTriedKey: KEY, lastCheckAt: CHECKED_AT }
const REGULAR = { regularChecks: { everySeconds: DAY, slotSeconds: NOW % DAY } }
const licensed: GateState = { ...withStoredKey, status: { kind: 'licensed', source: 'online', proof } }
const opened: GateState = { ...licensed, status: { kind: 'licensed', source: 'stored', proof } }
const grace: GateState = {
  ...withStoredKey,
  status: {
    kind: 'licensed',
    source: 'grace',
    proof,
    notice: { kind: 'unreachable', failure: failure('offline') },
  },
}

const file: GateState = {
  ...withStoredKey,
  stored: withFile,
  status: { kind: 'licensed', source: 'file', proof: offlineProof.proof },
}

const mayMove: GateState = {
  ...locked,
  stored: { key: KEY },
  lastTriedKey: KEY,
  refusedKey: KEY,
  status: { kind: 'refused', code: 'KEY_HWID_LOCKED', message: '', move: { left: 1 } },
}

const mayAsk: GateState = {
  ...mayMove,
  status: { kind: 'refused', code: 'KEY_HWID_LOCKED', message: '', mayAskOwner: true },
}
const asking = (view: AskView): GateState => ({
  ...mayAsk,
  status: { kind: 'refused', code: 'KEY_HWID_LOCKED', message: '', mayAskOwner: true, asking: view },
})
const ownerAnswered = (result: AskView | 'allowed', id = 7): GateEvent => ({
  kind: 'owner-answered',
  id,
  result,
})

/** The columns of gate-states.md. */
const STATES: Readonly<Record<string, GateState>> = {
  locked,
  'locked, with a trial': { ...locked, offer: { days: 14 } },
  'starting a trial': { ...locked, offer: { days: 14 }, attempt: attemptOn(undefined, 'trial') },
  loading: { ...locked, isLoading: true },
  'checking a new key': { ...locked, attempt: attemptOn(OTHER_KEY), lastTriedKey: OTHER_KEY },
  'checking the stored key': { ...withStoredKey, attempt: attemptOn(KEY) },
  refused: {
    ...locked,
    stored: { key: KEY },
    lastTriedKey: KEY,
    status: { kind: 'refused', code: 'KEY_BANNED', message: 'Banned.' },
  },
  'refused, may move': mayMove,
  'refused, may ask': mayAsk,
  'asking the owner': asking({ kind: 'waiting', words: ['tiger', 'lamp'] }),
  moving: { ...mayMove, status: { kind: 'locked' }, attempt: attemptOn(KEY, 'move') },
  'device not recognised': { ...locked, status: { kind: 'unreachable', failure: failure('device-unsure') } },
  unreachable: { ...withStoredKey, status: { kind: 'unreachable', failure: failure('offline') } },
  'stored, checking': { ...opened, attempt: attemptOn(KEY) },
  licensed,
  'licensed, checking': { ...licensed, attempt: attemptOn(KEY) },
  'licensed, checking a new key': { ...licensed, attempt: attemptOn(OTHER_KEY), lastTriedKey: OTHER_KEY },
  grace,
  'grace, checking': { ...grace, attempt: attemptOn(KEY) },
  file,
  'file, checking': { ...file, attempt: attemptOn(KEY) },
  'file, checking a new key': { ...file, attempt: attemptOn(OTHER_KEY), lastTriedKey: OTHER_KEY },
  releasing: { ...licensed, stored: { key: KEY }, releasing: stored },
  ending: {
    ...withStoredKey,
    stored: { key: KEY },
    status: {
      kind: 'licensed',
      source: 'stored',
      proof,
      ending: { kind: 'refused', code: 'KEY_BANNED', message: 'Banned.' },
    },
  },
}

const answered = (answer: CheckAnswer): GateEvent => ({ kind: 'check-finished', attemptId: 7, answer })
const valid = answered({ kind: 'valid', license: proof.license, serviceTime: NOW })
const ofTrial = answered({
  ...{ kind: 'valid', license: { ...proof.license, isTrial: true }, serviceTime: NOW },
  trialKey: OTHER_KEY,
})
const offline = answered({ kind: 'failed', failure: failure('offline') })
const loaded: GateEvent = { kind: 'store-opened', stored, isUnreadable: false }
const soon: TransitionContext = {
  now: NOW,
  isClockSetBack: false,
  isTimeStored: true,
  graceSeconds: GRACE,
  isCheckFirst: false,
  builtAt: BUILT_AT,
  hasTrials: false,
  regularChecks: { everySeconds: 0, slotSeconds: 0 },
}

/** What makes a license perpetual, with updates until a time between these two. */
const PERPETUAL = { isPerpetual: true, updatesUntil: NOW - 50 * DAY } as const
const NOT_COVERED = { builtAt: NOW - 30 * DAY, now: EXPIRY, graceSeconds: 90 * DAY }
const perpetual = <Of extends { readonly license: License }>(of: Of): Of => ({
  ...of,
  license: { ...of.license, ...PERPETUAL },
})
const perpetualFile: OfflineProof = {
  ...offlineProof,
  proof: perpetual(offlineProof.proof),
  until: EXPIRY + DAY,
}

/** The state with a license that is perpetual. */
function withPerpetual(state: GateState): GateState {
  const { status, stored } = state
  const { proof, offline } = stored ?? {}
  return {
    ...state,
    status: status.kind === 'licensed' ? { ...status, proof: perpetual(status.proof) } : status,
    stored: stored && {
      ...stored,
      ...(proof && { proof: perpetual(proof) }),
      ...(offline && { offline: perpetualFile }),
    },
  }
}

type Row = readonly [GateEvent, Partial<TransitionContext>?, typeof withPerpetual?]

/**
 * The rows of gate-states.md: the event, what differs from `soon`, and what differs from the states.
 */
const EVENTS: Readonly<Record<string, Row>> = {
  'start without a stored key': [{ kind: 'started', mayHaveKey: false }],
  'start without a stored key, the app has trials': [
    { kind: 'started', mayHaveKey: false },
    { hasTrials: true },
  ],
  'start with a stored key': [{ kind: 'started', mayHaveKey: true }],
  'the stored license is loaded': [loaded],
  'the stored license is loaded, without a proof': [{ ...loaded, stored: { key: KEY } } as GateEvent],
  'the stored license is loaded after the grace period': [loaded, { now: proof.checkedAt + GRACE }],
  'the stored license is loaded, it has expired': [loaded, { now: EXPIRY, graceSeconds: 90 * DAY }],
  'the stored license is loaded, the grace period is disabled': [loaded, { graceSeconds: 0 }],
  'the stored license is loaded, the clock was set back': [loaded, { isClockSetBack: true }],
  'the stored license is loaded, the time cannot be stored': [loaded, { isTimeStored: false }],
  'the stored license is loaded, the device is not recognised': [
    { ...loaded, deviceUnsure: failure('device-unsure') } as GateEvent,
  ],
  'the stored license is loaded, the setting requires a check first': [loaded, { isCheckFirst: true }],
  'the stored license is loaded, with a license file': [
    { ...loaded, stored: withFile } as GateEvent,
    { now: proof.checkedAt + GRACE },
  ],
  'the stored license is loaded, its license file has ended': [
    { ...loaded, stored: withFile } as GateEvent,
    { now: FILE_END },
  ],
  'the stored license is loaded, its license file does not hold yet': [
    { ...loaded, stored: withFile } as GateEvent,
    { now: offlineProof.notBefore - 1 },
  ],
  'the stored license is loaded, with a license file, the clock was set back': [
    { ...loaded, stored: withFile } as GateEvent,
    { isClockSetBack: true },
  ],
  'the stored license is loaded, it is perpetual and its key has expired': [
    { ...loaded, stored: { ...stored, proof: perpetual(proof) } } as GateEvent,
    { now: EXPIRY, graceSeconds: 90 * DAY },
  ],
  'the stored license is loaded, its key has expired, it is not for this version': [
    { ...loaded, stored: { ...stored, proof: perpetual(proof) } } as GateEvent,
    NOT_COVERED,
  ],
  'the stored license is loaded, with a license file, the key has expired': [
    { ...loaded, stored: { key: KEY, offline: perpetualFile } } as GateEvent,
    { now: EXPIRY },
  ],
  'the stored license is loaded, its license file is not for this version': [
    { ...loaded, stored: { key: KEY, offline: perpetualFile } } as GateEvent,
    NOT_COVERED,
  ],
  'the stored key cannot be decrypted': [{ kind: 'store-opened', stored: undefined, isUnreadable: true }],
  'the stored key cannot be decrypted, the app has trials': [
    { kind: 'store-opened', stored: undefined, isUnreadable: true },
    { hasTrials: true },
  ],
  'the stored key cannot be decrypted, the device is not recognised': [
    { kind: 'store-opened', stored: undefined, isUnreadable: true, deviceUnsure: failure('device-unsure') },
  ],
  'the user enters a key': [{ kind: 'key-entered', key: OTHER_KEY }],
  'the user enters an invalid key': [{ kind: 'key-entered', key: undefined }],
  'the user requests a license file': [{ kind: 'file-requested', key: OTHER_KEY }],
  'the user gives a license file': [{ kind: 'file-accepted', key: KEY, offline: offlineProof }],
  'the user requests a check': [{ kind: 'check-requested' }],
  'the user moves the license here': [{ kind: 'move-requested' }],
  'the user asks the owner': [{ kind: 'owner-wanted', name: 'Laptop' }],
  'the owner allows it': [ownerAnswered('allowed')],
  'the owner refuses': [ownerAnswered({ kind: 'ended', code: 'OWNER_DENIED' })],
  'the owner has not answered in five minutes': [ownerAnswered({ kind: 'late', words: ['tiger', 'lamp'] })],
  'the answer to an earlier request to the owner arrives': [ownerAnswered('allowed', 6)],
  'the service offers a trial': [{ kind: 'offer-answered', offer: { days: 14 } }],
  'the service offers no trial': [{ kind: 'offer-answered', offer: 'none' }],
  'the service may be reachable again': [{ kind: 'offer-wanted' }, { hasTrials: true }],
  'the user starts a trial': [{ kind: 'trial-requested' }],
  'another computer is released': [{ kind: 'device-released' }],
  'the user releases this computer': [{ kind: 'release-started' }],
  'this computer is released': [{ kind: 'release-finished', isReleased: true }],
  'this computer is not released': [{ kind: 'release-finished', isReleased: false }],
  'the user accepts a new device': [{ kind: 'device-accepted' }],
  'the user cancels': [{ kind: 'cancelled' }],
  'the user forgets the key': [{ kind: 'forgotten' }],
  'the user forgets the key, the app has trials': [{ kind: 'forgotten' }, { hasTrials: true }],
  'the answer is valid': [valid],
  'the answer is valid, the license is perpetual and its key has expired': [
    answered({ kind: 'valid', ...perpetual({ license: proof.license }), serviceTime: EXPIRY }),
    { now: EXPIRY },
  ],
  'the answer is valid, the key has expired, the license is not for this version': [
    answered({ kind: 'valid', ...perpetual({ license: proof.license }), serviceTime: EXPIRY }),
    NOT_COVERED,
  ],
  'the answer is valid, the license is not for this version, the key has not expired': [
    answered({ kind: 'valid', ...perpetual({ license: proof.license }), serviceTime: NOW }),
    { ...NOT_COVERED, now: NOW },
  ],
  'the answer is valid, with the key of a trial': [ofTrial],
  'the answer is a refusal': [answered({ kind: 'refused', code: 'KEY_BANNED', message: 'Banned.' })],
  'the answer is a refusal that offers a move': [
    answered({ kind: 'refused', code: 'KEY_HWID_LOCKED', message: '', move: { left: 1 } }),
  ],
  'the answer refuses the request': [
    answered({ kind: 'refused', code: 'SECURITY_ERROR', message: 'Not signed.' }),
  ],
  'the answer refuses the request after the grace period': [
    answered({ kind: 'refused', code: 'TIME_ERROR', message: '' }),
    { now: proof.checkedAt + GRACE },
  ],
  'the answer refuses the request, the time cannot be stored': [
    answered({ kind: 'refused', code: 'INVALID_EXECUTOR', message: '' }),
    { isTimeStored: false },
  ],
  'the proof is erased': [{ kind: 'proof-erased' }],
  'the check fails': [offline],
  'the check fails after the grace period': [offline, { now: proof.checkedAt + GRACE }],
  'the check fails, the license has expired': [offline, { now: EXPIRY, graceSeconds: 90 * DAY }],
  'the check fails, the license is perpetual and its key has expired': [
    offline,
    { now: EXPIRY, graceSeconds: 90 * DAY },
    withPerpetual,
  ],
  'the check fails, the key has expired, the license is not for this version': [
    offline,
    NOT_COVERED,
    withPerpetual,
  ],
  'the check fails, the grace period is disabled': [offline, { graceSeconds: 0 }],
  'the check fails, the license file has ended': [offline, { now: FILE_END }],
  'the check fails, the clock was set back': [offline, { isClockSetBack: true }],
  'the check fails, the time cannot be stored': [offline, { isTimeStored: false }],
  'the device is not recognised, no check was sent': [
    answered({ kind: 'failed', failure: failure('device-unsure') }),
  ],
  'the answer has no valid signature': [
    answered({ kind: 'failed', failure: failure('answer-not-authentic') }),
  ],
  'the answer to an earlier check arrives': [{ ...valid, attemptId: 6 } as GateEvent],
  'a timer fires, nothing is due': [{ kind: 'time-passed' }],
  'a timer fires, the grace period ends': [{ kind: 'time-passed' }, { now: proof.checkedAt + GRACE }],
  'a timer fires, the license file ends': [{ kind: 'time-passed' }, { now: FILE_END }],
  'a timer fires, the license expires': [{ kind: 'time-passed' }, { now: EXPIRY }],
  'a timer fires, the key of a perpetual license expires': [
    { kind: 'time-passed' },
    { now: EXPIRY, graceSeconds: 90 * DAY },
    withPerpetual,
  ],
  'a timer fires, the key expires, the license is not for this version': [
    { kind: 'time-passed' },
    NOT_COVERED,
    withPerpetual,
  ],
  'a timer fires, the regular check is due': [{ kind: 'time-passed' }, REGULAR],
  'a timer fires, the regular check is not due yet': [
    { kind: 'time-passed' },
    { regularChecks: { everySeconds: DAY, slotSeconds: (NOW + 1) % DAY } },
  ],
  'a timer fires, the clock was set back': [{ kind: 'time-passed' }, { isClockSetBack: true }],
  'a timer fires, the time cannot be stored': [{ kind: 'time-passed' }, { isTimeStored: false }],
  'the computer wakes after one day or less': [{ kind: 'resumed', sleptSeconds: LONG_SLEEP_SECONDS }],
  'the computer wakes after more than one day': [{ kind: 'resumed', sleptSeconds: LONG_SLEEP_SECONDS + 1 }],
}

/** The name of a state in the table. */
function nameOf(state: GateState): string {
  const { status, attempt, isLoading } = state
  if (status.kind === 'licensed') {
    if (status.ending !== undefined) return 'ending'
    if (state.releasing !== undefined) return 'releasing'
    const name = status.source === 'online' ? 'licensed' : status.source
    if (attempt === undefined) return name
    return attempt.key === state.stored?.key ? `${name}, checking` : `${name}, checking a new key`
  }
  if (attempt?.use === 'move') return 'moving'
  if (attempt?.use === 'trial') return 'starting a trial'
  if (attempt !== undefined)
    return attempt.key === state.stored?.key ? 'checking the stored key' : 'checking a new key'
  if (isLoading) return 'loading'
  if (isDeviceUnsure(state)) return 'device not recognised'
  if (isAsking(state)) return 'asking the owner'
  if (status.kind === 'refused' && status.mayAskOwner) return 'refused, may ask'
  if (status.kind === 'refused' && status.move !== undefined) return 'refused, may move'
  return status.kind === 'locked' && trialOffer(state) !== undefined ? 'locked, with a trial' : status.kind
}

const describeCell = (
  before: GateState,
  [after, effects]: readonly [GateState, readonly Effect[]],
): string => {
  const done = effects.map(({ kind }) => kind).join(', ')
  const name = nameOf(after) === nameOf(before) ? '·' : nameOf(after)
  return effects.length === 0 ? name : `${name} (${done})`
}

const page = readFileSync(new URL('./gate-states.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const [columns = [], ...cells] = rows

test('the table contains every state and every event', () => {
  expect(columns.slice(1)).toEqual(Object.keys(STATES))
  expect(cells.map(([event]) => event)).toEqual(Object.keys(EVENTS))
})

describe.each(cells)('%s', (eventName, ...outcomes) => {
  test.each(outcomes.map((outcome, index) => [columns[index + 1] ?? '', outcome] as const))(
    'in state %s: %s',
    (stateName, outcome) => {
      const [state, entry] = [STATES[stateName], EVENTS[eventName]]
      if (state === undefined || entry === undefined) throw new Error('Not in the table.')
      const [event, context, change = (same) => same] = entry
      expect(describeCell(state, transition(change(state), event, { ...soon, ...context }))).toBe(outcome)
    },
  )
})
