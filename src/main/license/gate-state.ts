import type { LicenseKey } from '@latchkey/protocol'
import { assertNever } from '../../shared/assert-never.ts'
import type {
  CheckPhase,
  FailureKind,
  FailureView,
  KeptBy,
  RefusedView,
  ReminderDays,
  UnreachableView,
} from '../../shared/license-view.ts'
import { dueReminder, type Reminded } from './countdown.ts'
import type { License } from './judge-check.ts'
import type { CheckAnswer } from './send-check.ts'

/** What a verified answer said, and when, in Unix seconds of the service's clock. */
export interface Proof {
  readonly license: License
  readonly checkedAt: number
}

/** What stays on this device between two starts. */
export interface Kept {
  readonly key: LicenseKey
  /** Absent after a refusal, and when what was kept of it is not genuine. */
  readonly proof?: Proof
  readonly reminded?: Reminded
}

export interface Attempt {
  readonly id: number
  readonly key: LicenseKey
  readonly phase: CheckPhase
}

export type Standing =
  | { readonly kind: 'locked' }
  | RefusedView
  | UnreachableView
  | {
      readonly kind: 'licensed'
      readonly source: 'online' | 'grace'
      /** The only thing that opens the product. */
      readonly proof: Proof
      readonly reminder?: ReminderDays
      readonly notice?: RefusedView | UnreachableView
    }

export interface GateState {
  readonly standing: Standing
  /** What is kept on this device is still being opened. */
  readonly isLoading: boolean
  /** Something was kept on this device and could not be opened. */
  readonly isKeptKeyUnreadable: boolean
  /** The check under way. One at a time. */
  readonly attempt: Attempt | undefined
  readonly lastAttemptId: number
  /** The key to check when the user asks again: the one last tried. */
  readonly candidate: LicenseKey | undefined
  readonly kept: Kept | undefined
  readonly keptBy: KeptBy
}

export type GateEvent =
  | { readonly kind: 'opening'; readonly mayHoldKey: boolean }
  | { readonly kind: 'opened'; readonly kept: Kept | undefined; readonly isUnreadable: boolean }
  /** The user gave a text; undefined when it is not a license key. */
  | { readonly kind: 'entered'; readonly key: LicenseKey | undefined }
  | { readonly kind: 'asked' }
  | { readonly kind: 'progressed'; readonly attemptId: number; readonly phase: CheckPhase }
  | { readonly kind: 'decided'; readonly attemptId: number; readonly answer: CheckAnswer }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'forgotten' }
  /** Time has passed. */
  | { readonly kind: 'ticked' }
  | { readonly kind: 'woke'; readonly sleptSeconds: number }
  | { readonly kind: 'saved'; readonly by: KeptBy }

export type Effect =
  | { readonly kind: 'load' }
  | { readonly kind: 'check'; readonly attempt: Attempt }
  | { readonly kind: 'abort' }
  | { readonly kind: 'save'; readonly kept: Kept }
  | { readonly kind: 'erase' }

/** What a transition needs to know of the moment it happens in. */
export interface Moment {
  /** Unix seconds of the service's clock. */
  readonly now: number
  /** The computer's date is earlier than it can be. */
  readonly isClockSetBack: boolean
  readonly graceSeconds: number
}

export type Step = readonly [GateState, readonly Effect[]]

/** A sleep that is longer is worth a check, and so an execution. */
export const LONG_SLEEP_SECONDS = 86_400

export const initialState = (keptBy: KeptBy): GateState => ({
  standing: { kind: 'locked' },
  isLoading: false,
  isKeptKeyUnreadable: false,
  attempt: undefined,
  lastAttemptId: 0,
  candidate: undefined,
  kept: undefined,
  keptBy,
})

/**
 * The whole life of a license, as values. The product is open exactly while `standing.kind` is `licensed`, and
 * only a verified answer, or one kept from an earlier run and still in its grace, leads there.
 */
export function step(state: GateState, event: GateEvent, moment: Moment): Step {
  switch (event.kind) {
    case 'opening':
      return event.mayHoldKey ? [{ ...state, isLoading: true }, [{ kind: 'load' }]] : [state, []]
    case 'opened':
      return opened(state, event)
    case 'entered':
      return entered(state, event.key)
    case 'asked':
      return state.candidate === undefined || isBusy(state) ? [state, []] : begin(state, state.candidate)
    case 'progressed':
      return [progressed(state, event), []]
    case 'decided':
      return state.attempt?.id === event.attemptId
        ? decided({ ...state, attempt: undefined }, state.attempt.key, event.answer, moment)
        : [state, []]
    case 'cancelled':
      return cancelled(state)
    case 'forgotten':
      return [
        { ...initialState(state.keptBy), lastAttemptId: state.lastAttemptId },
        [ABORT, { kind: 'erase' }],
      ]
    case 'ticked':
      return ticked(state, moment)
    case 'woke':
      return event.sleptSeconds > LONG_SLEEP_SECONDS ? recheck(state) : ticked(state, moment)
    case 'saved':
      return [{ ...state, keptBy: event.by }, []]
    default:
      return assertNever(event)
  }
}

const ABORT: Effect = { kind: 'abort' }
const isBusy = ({ attempt, isLoading }: GateState): boolean => attempt !== undefined || isLoading

function begin(state: GateState, key: LicenseKey): Step {
  const attempt: Attempt = { id: state.lastAttemptId + 1, key, phase: 'identify' }
  const standing: Standing = state.standing.kind === 'licensed' ? state.standing : { kind: 'locked' }
  return [
    { ...state, standing, attempt, lastAttemptId: attempt.id, candidate: key },
    [{ kind: 'check', attempt }],
  ]
}

function opened(state: GateState, event: Extract<GateEvent, { kind: 'opened' }>): Step {
  const next = {
    ...state,
    isLoading: false,
    kept: event.kept,
    candidate: event.kept?.key,
    isKeptKeyUnreadable: event.isUnreadable,
  }
  // Cancelled while it was being opened: known, and not checked.
  return state.isLoading && event.kept !== undefined ? begin(next, event.kept.key) : [next, []]
}

function entered(state: GateState, key: LicenseKey | undefined): Step {
  if (isBusy(state)) return [state, []]
  if (key !== undefined) return begin({ ...state, isKeptKeyUnreadable: false }, key)
  return [refuse(state, { kind: 'refused', code: 'KEY_INVALID', message: '' }), []]
}

/** A refusal, or a failure, of something else than the license that stands leaves it standing. */
const refuse = (state: GateState, why: RefusedView | UnreachableView): GateState => ({
  ...state,
  standing: state.standing.kind === 'licensed' ? { ...state.standing, notice: why } : why,
})

function progressed(
  state: GateState,
  { attemptId, phase }: { attemptId: number; phase: CheckPhase },
): GateState {
  if (state.attempt?.id !== attemptId) return state
  return { ...state, attempt: { ...state.attempt, phase } }
}

function cancelled(state: GateState): Step {
  // A check of the license that is in use is not the user's to stop; it ends by itself.
  if (state.standing.kind === 'licensed' || !isBusy(state)) return [state, []]
  return [{ ...state, isLoading: false, attempt: undefined }, [ABORT]]
}

function decided(state: GateState, key: LicenseKey, answer: CheckAnswer, moment: Moment): Step {
  const isKeptKey = state.kept?.key === key
  switch (answer.kind) {
    case 'valid': {
      const proof = { license: answer.license, checkedAt: moment.now }
      const reminded = isKeptKey ? state.kept?.reminded : undefined
      const kept = { key, proof, ...(reminded && { reminded }) }
      const licensed: GateState = { ...state, kept, standing: { kind: 'licensed', source: 'online', proof } }
      const [next] = remind(licensed, moment)
      return [next, saving(next)]
    }
    case 'refused': {
      const { kind, code, message } = answer
      if (!isKeptKey) return [refuse(state, { kind, code, message }), []]
      // The key stays, so that it works again by itself once it is renewed; what it once proved does not.
      const next: GateState = { ...state, kept: { key }, standing: { kind, code, message } }
      return [next, saving(next)]
    }
    case 'failed':
      return [
        isKeptKey ? endure(state, answer.failure, moment) : refuse(state, unreachable(answer.failure)),
        [],
      ]
    default:
      return assertNever(answer)
  }
}

const unreachable = (failure: FailureView): UnreachableView => ({ kind: 'unreachable', failure })
const saving = ({ kept }: GateState): Effect[] => (kept === undefined ? [] : [{ kind: 'save', kept }])

/** Somebody else than the service answered, or this copy cannot ask: not what the grace is for. */
const NO_GRACE: ReadonlySet<FailureKind> = new Set(['answer-not-authentic', 'not-configured'])

/** The kept key could not be checked: the last proof carries on while its grace lasts. */
function endure(state: GateState, failure: FailureView, moment: Moment): GateState {
  const proof = state.kept?.proof
  const isCovered =
    proof !== undefined && !NO_GRACE.has(failure.kind) && moment.now < graceEnd(proof, moment.graceSeconds)
  if (!isCovered) return { ...state, standing: unreachable(failure) }
  if (moment.isClockSetBack) {
    return { ...state, standing: unreachable({ kind: 'clock', details: failure.details }) }
  }
  const reminder = state.standing.kind === 'licensed' ? state.standing.reminder : undefined
  return {
    ...state,
    standing: {
      kind: 'licensed',
      source: 'grace',
      proof,
      notice: unreachable(failure),
      ...(reminder && { reminder }),
    },
  }
}

/** Unix seconds of the service's clock. A grace never outlasts the license. */
export function graceEnd({ license, checkedAt }: Proof, graceSeconds: number): number {
  const end = checkedAt + graceSeconds
  return license.expiresAt === 'never' ? end : Math.min(end, license.expiresAt)
}

/** Checks the license in use, unless that is under way. */
function recheck(state: GateState): Step {
  const isIdle = state.standing.kind === 'licensed' && !isBusy(state) && state.kept !== undefined
  return isIdle && state.kept ? begin(state, state.kept.key) : [state, []]
}

function ticked(state: GateState, moment: Moment): Step {
  const { standing } = state
  if (standing.kind !== 'licensed') return [state, []]
  const hasGraceEnded =
    standing.source === 'grace' &&
    (moment.isClockSetBack || moment.now >= graceEnd(standing.proof, moment.graceSeconds))
  if (hasGraceEnded || isCheckOfExpiryDue(standing.proof, moment.now)) return recheck(state)
  const [next, isNew] = remind(state, moment)
  return [next, isNew ? saving(next) : []]
}

/** One check when the license runs out; not another when the service says it is valid all the same. */
export const isCheckOfExpiryDue = ({ license, checkedAt }: Proof, now: number): boolean =>
  license.expiresAt !== 'never' && now >= license.expiresAt && checkedAt < license.expiresAt

function remind(state: GateState, { now }: Moment): [GateState, isNew: boolean] {
  const { standing, kept } = state
  if (standing.kind !== 'licensed' || kept === undefined) return [state, false]
  const due = dueReminder(standing.proof.license.expiresAt, now, kept.reminded)
  if (due === undefined) return [state, false]
  return [{ ...state, standing: { ...standing, reminder: due.days }, kept: { ...kept, reminded: due } }, true]
}
