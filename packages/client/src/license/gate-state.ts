import type { LicenseKey } from '@latchkey/protocol'
import { assertNever } from '../assert-never.ts'
import { dueReminder } from './countdown.ts'
import type { Attempt, Effect, GateEvent, GateState, Moment, Proof, Standing, Step } from './gate-values.ts'
import type {
  CheckPhase,
  FailureKind,
  FailureView,
  KeptBy,
  RefusedView,
  UnreachableView,
} from './license-view.ts'
import type { CheckAnswer } from './send-check.ts'

/** A sleep that is longer is worth a check, and so an execution. */
export const LONG_SLEEP_SECONDS = 86_400
const LEAST_SECONDS_BETWEEN_ENDS = 3_600

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
      return event.mayHoldKey && isUntouched(state)
        ? [{ ...state, isLoading: true }, [{ kind: 'load' }]]
        : [state, []]
    case 'opened':
      return opened(state, event)
    case 'entered':
      return entered(state, event.key)
    case 'asked':
      return asked(state)
    case 'progressed':
      return [progressed(state, event), []]
    case 'decided':
      return state.attempt?.id === event.attemptId
        ? decided({ ...state, attempt: undefined }, state.attempt.key, event.answer, moment)
        : [state, []]
    case 'cancelled':
      return cancelled(state)
    case 'adopted':
      return adopted(state)
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
/** Nothing has happened yet. */
const isUntouched = (state: GateState): boolean =>
  state.standing.kind === 'locked' && !isBusy(state) && state.kept === undefined
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
  // Cancelled while it was being opened, and another key entered: what was kept comes too late.
  if (!state.isLoading && !isUntouched(state)) return [state, []]
  const next = {
    ...state,
    isLoading: false,
    kept: event.kept,
    candidate: event.kept?.key,
    keptBy: event.keptBy ?? state.keptBy,
    isKeptKeyUnreadable: event.isUnreadable,
  }
  if (!state.isLoading) return [next, []]
  if (event.kept !== undefined) return begin(next, event.kept.key)
  const { deviceUnsure } = event
  return [deviceUnsure === undefined ? next : { ...next, standing: unreachable(deviceUnsure) }, []]
}

export const isDeviceUnsure = ({ standing }: GateState): boolean =>
  standing.kind === 'unreachable' && standing.failure.kind === 'device-unsure'

function adopted(state: GateState): Step {
  if (!isDeviceUnsure(state) || isBusy(state)) return [state, []]
  return state.candidate === undefined
    ? [{ ...state, standing: { kind: 'locked' } }, []]
    : begin(state, state.candidate)
}

/** At the gate, the key last tried; with a license in use, its own. */
export const keyInQuestion = ({ standing, kept, candidate }: GateState): LicenseKey | undefined =>
  standing.kind === 'licensed' ? kept?.key : candidate

function asked(state: GateState): Step {
  const key = keyInQuestion(state)
  if (isDeviceUnsure(state) && key === state.kept?.key && !isBusy(state)) {
    // What is kept opens on a computer that is recognised, and is as good as it was.
    return [{ ...state, standing: { kind: 'locked' }, kept: undefined, isLoading: true }, [{ kind: 'load' }]]
  }
  return key === undefined || isBusy(state) ? [state, []] : begin(state, key)
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

/** Somebody else than the service answered, or nobody was asked: not what the grace is for. */
const NO_GRACE: ReadonlySet<FailureKind> = new Set([
  'answer-not-authentic',
  'device-unsure',
  'not-configured',
])

/** The kept key could not be checked: the last proof carries on while its grace lasts. */
function endure(state: GateState, failure: FailureView, moment: Moment): GateState {
  const proof = state.kept?.proof
  const isCovered =
    proof !== undefined && !NO_GRACE.has(failure.kind) && moment.now < graceEnd(proof, moment.graceSeconds)
  if (!isCovered) return { ...state, standing: unreachable(failure) }
  // SECURITY: a grace whose time is not stored would begin anew at every start.
  if (!moment.isTimeStored) {
    const details = [...failure.details, 'The license file cannot be written.']
    return { ...state, standing: unreachable({ ...failure, details }) }
  }
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
  return state.standing.kind === 'licensed' ? asked(state) : [state, []]
}

function ticked(state: GateState, moment: Moment): Step {
  const { standing } = state
  if (standing.kind !== 'licensed') return [state, []]
  const hasGraceEnded =
    standing.source === 'grace' &&
    (moment.isClockSetBack ||
      !moment.isTimeStored ||
      moment.now >= graceEnd(standing.proof, moment.graceSeconds))
  if (hasGraceEnded) return recheck(state)
  const dueAt = endCheckDueAt(state, standing.proof)
  if (dueAt !== undefined && moment.now >= dueAt && !isBusy(state)) {
    return recheck({ ...state, endCheckedAt: moment.now })
  }
  const [next, isNew] = remind(state, moment)
  return [next, isNew ? saving(next) : []]
}

/**
 * One check when the license runs out; not another when the service says it is valid all the same. When it names a new
 * end, that one is checked as well, and not before an hour has passed: each check is counted, and who answers could
 * name one end after another.
 */
export function endCheckDueAt(
  { endCheckedAt }: GateState,
  { license, checkedAt }: Proof,
): number | undefined {
  if (license.expiresAt === 'never' || checkedAt >= license.expiresAt) return undefined
  return endCheckedAt === undefined
    ? license.expiresAt
    : Math.max(license.expiresAt, endCheckedAt + LEAST_SECONDS_BETWEEN_ENDS)
}

function remind(state: GateState, { now }: Moment): [GateState, isNew: boolean] {
  const { standing, kept } = state
  if (standing.kind !== 'licensed' || kept === undefined) return [state, false]
  const due = dueReminder(standing.proof.license.expiresAt, now, kept.reminded)
  if (due === undefined) return [state, false]
  return [{ ...state, standing: { ...standing, reminder: due.days }, kept: { ...kept, reminded: due } }, true]
}
