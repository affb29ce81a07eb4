import type { LicenseKey, TrialRefusal } from '@latchkey/protocol'
import { assertNever } from '../assert-never.ts'
import { dueReminder } from './countdown.ts'
import { closesAt, hasEnded, notCovered } from './coverage.ts'
import type {
  Attempt,
  Effect,
  GateEvent,
  GateState,
  LicenseStatus,
  OfflineProof,
  Proof,
  StoredLicense,
  Transition,
  TransitionContext,
} from './gate-types.ts'
import type {
  AskView,
  CheckPhase,
  FailureKind,
  FailureView,
  RefusedView,
  StoredBy,
  TrialOffer,
  UnreachableView,
} from './license-view.ts'
import { isAboutKey } from './refusal-codes.ts'
import { regularCheckDueAt } from './regular-check.ts'
import type { CheckAnswer } from './send-request.ts'
import type { License } from './verify-answer.ts'

/** After a longer sleep the license is checked again, which counts as an execution. */
export const LONG_SLEEP_SECONDS = 86_400
const MIN_SECONDS_BETWEEN_EXPIRY_CHECKS = 3_600

export const initialState = (storedBy: StoredBy): GateState => ({
  status: { kind: 'locked' },
  isLoading: false,
  isStoredKeyUnreadable: false,
  attempt: undefined,
  lastAttemptId: 0,
  lastTriedKey: undefined,
  stored: undefined,
  storedBy,
  offer: undefined,
})

/**
 * The state machine of the gate, without side effects: returns the next state and the effects to
 * run. gate-states.md lists every transition. The product is open only while `status.kind` is
 * `licensed`. That state requires a verified answer of this run, or a stored one whose grace period
 * has not ended.
 */
export function transition(state: GateState, event: GateEvent, context: TransitionContext): Transition {
  const [next, effects] = react(state, event, context)
  return context.hasTrials && next.offer === undefined && needsKey(next)
    ? [{ ...next, offer: 'asked' }, [...effects, { kind: 'ask-for-offer' }]]
    : [next, effects]
}

function react(state: GateState, event: GateEvent, context: TransitionContext): Transition {
  switch (event.kind) {
    case 'started':
      return event.mayHaveKey && isInitial(state)
        ? [{ ...state, isLoading: true }, [{ kind: 'load' }]]
        : [state, []]
    case 'store-opened':
      return onStoreOpened(state, event, context)
    case 'key-entered':
      return onKeyEntered(state, event.key)
    case 'file-requested':
      return onFileRequested(state, event.key)
    case 'file-accepted':
      return onFileAccepted({ ...state, lastCheckAt: context.now }, event)
    case 'check-requested':
      return onCheckRequested(state)
    case 'move-requested': {
      const key = movableKey(state)
      return key === undefined || isBusy(state) ? [state, []] : beginCheck(state, key, 'move')
    }
    case 'owner-wanted':
      return onOwnerWanted(state, event.name)
    case 'owner-answered':
      return onOwnerAnswered(state, event)
    case 'offer-answered':
      return [{ ...state, offer: event.offer }, []]
    case 'offer-wanted':
      return [state.offer === 'unanswered' ? { ...state, offer: undefined } : state, []]
    case 'trial-requested':
      return trialOffer(state) === undefined
        ? [state, []]
        : beginCheck({ ...state, isStoredKeyUnreadable: false }, undefined, 'trial')
    case 'device-released':
      return state.refusedKey === undefined || state.status.kind !== 'refused' || isBusy(state)
        ? [state, []]
        : beginCheck(state, state.refusedKey)
    case 'release-started':
      return onReleaseStarted(state)
    case 'release-finished':
      return onReleaseFinished(state, event.isReleased)
    case 'phase-changed':
      return [onPhaseChanged(state, event), []]
    case 'check-finished':
      return state.attempt?.id === event.attemptId
        ? onCheckFinished(
            { ...state, attempt: undefined, lastCheckAt: context.now },
            state.attempt.key,
            event.answer,
            context,
          )
        : [state, []]
    case 'cancelled':
      return onCancelled(state)
    case 'device-accepted':
      return onDeviceAccepted(state)
    case 'forgotten':
      return [
        { ...initialState(state.storedBy), lastAttemptId: state.lastAttemptId },
        [ABORT, { kind: 'erase' }],
      ]
    case 'time-passed':
      return onTimePassed(state, context)
    case 'resumed':
      return event.sleptSeconds > LONG_SLEEP_SECONDS ? recheck(state) : onTimePassed(state, context)
    case 'saved':
      return [{ ...state, storedBy: event.by }, []]
    case 'proof-erased':
      return [onProofErased(state), []]
    default:
      return assertNever(event)
  }
}

const ABORT: Effect = { kind: 'abort' }
const isInitial = (state: GateState): boolean =>
  state.status.kind === 'locked' && !isBusy(state) && state.stored === undefined
export const isBusy = ({ attempt, isLoading, releasing, status }: GateState): boolean =>
  attempt !== undefined ||
  isLoading ||
  releasing !== undefined ||
  (status.kind === 'licensed' && status.ending !== undefined)

/** The gate is shown, and no key is stored. */
const needsKey = (state: GateState): boolean =>
  state.status.kind !== 'licensed' && state.stored === undefined && !isBusy(state) && !isDeviceUnsure(state)

/** The trial that the user can start now. */
export const trialOffer = (state: GateState): TrialOffer | undefined =>
  typeof state.offer === 'object' && needsKey(state) ? state.offer : undefined

function beginCheck(state: GateState, key: Attempt['key'], use: Attempt['use'] = 'check'): Transition {
  const attempt: Attempt = { id: state.lastAttemptId + 1, key, use, phase: 'identify' }
  const status: LicenseStatus = state.status.kind === 'licensed' ? state.status : { kind: 'locked' }
  return [
    { ...state, status, attempt, lastAttemptId: attempt.id, lastTriedKey: key },
    [{ kind: 'check', attempt }],
  ]
}

function onStoreOpened(
  state: GateState,
  event: Extract<GateEvent, { kind: 'store-opened' }>,
  context: TransitionContext,
): Transition {
  // The user cancelled the loading and entered another key, so the stored key must not replace it.
  if (!state.isLoading && !isInitial(state)) return [state, []]
  const next: GateState = {
    ...state,
    isLoading: false,
    stored: event.stored,
    lastTriedKey: event.stored?.key,
    storedBy: event.storedBy ?? state.storedBy,
    isStoredKeyUnreadable: event.isUnreadable,
  }
  if (!state.isLoading) return [next, []]
  const { stored, deviceUnsure } = event
  if (stored === undefined) {
    const isUnsure = event.isUnreadable && deviceUnsure !== undefined
    return [isUnsure ? { ...next, status: unreachable(deviceUnsure) } : next, []]
  }
  const isWaiting = deviceUnsure !== undefined || context.isCheckFirst
  const status = isWaiting ? undefined : statusAtOnce(stored, context)
  return beginCheck(status === undefined ? next : { ...next, status }, stored.key)
}

/** Opens the product before the check has an answer. */
function statusAtOnce(
  { proof, offline }: StoredLicense,
  context: TransitionContext,
): LicenseStatus | undefined {
  if (offline !== undefined && isFileUsable(offline, context)) {
    return { kind: 'licensed', source: 'file', proof: offline.proof }
  }
  return proof !== undefined && isUsable(proof, context)
    ? { kind: 'licensed', source: 'stored', proof }
    : undefined
}

export const isDeviceUnsure = ({ status }: GateState): boolean =>
  status.kind === 'unreachable' && status.failure.kind === 'device-unsure'

function onDeviceAccepted(state: GateState): Transition {
  if (!isDeviceUnsure(state) || isBusy(state)) return [state, []]
  return state.lastTriedKey === undefined
    ? [{ ...state, status: { kind: 'locked' } }, []]
    : beginCheck(state, state.lastTriedKey)
}

/** The key that "check again" checks: the licensed key, or the key last tried while locked. */
export const currentKey = ({ status, stored, lastTriedKey }: GateState): LicenseKey | undefined =>
  status.kind === 'licensed' ? stored?.key : lastTriedKey

function onCheckRequested(state: GateState): Transition {
  const key = currentKey(state)
  if (isDeviceUnsure(state) && key === state.stored?.key && !isBusy(state)) {
    // Load the store again: it can be opened if the computer is recognised this time.
    return [{ ...state, status: { kind: 'locked' }, stored: undefined, isLoading: true }, [{ kind: 'load' }]]
  }
  return key === undefined || isBusy(state) ? [state, []] : beginCheck(state, key)
}

function onKeyEntered(state: GateState, key: LicenseKey | undefined): Transition {
  if (isBusy(state)) return [state, []]
  if (key !== undefined) return beginCheck({ ...state, isStoredKeyUnreadable: false }, key)
  return [reject(state, { kind: 'refused', code: 'KEY_INVALID', message: '' }), []]
}

/** Remembers the key for the file, unless another one has a license on this device. */
function onFileRequested(state: GateState, key: LicenseKey): Transition {
  if (isBusy(state) || state.status.kind === 'licensed') return [state, []]
  const next = { ...state, lastTriedKey: key }
  if (state.stored?.key === key || evidenceOf(state.stored) !== undefined) return [next, []]
  const stored = { key }
  return [{ ...next, stored }, [{ kind: 'save', stored }]]
}

function onFileAccepted(
  state: GateState,
  { key, offline }: Extract<GateEvent, { kind: 'file-accepted' }>,
): Transition {
  if (isBusy(state)) return [state, []]
  const known = state.stored?.key === key ? state.stored : undefined
  const stored: StoredLicense = { key, ...known, offline }
  const isOnline = state.status.kind === 'licensed' && state.status.source === 'online'
  const status: LicenseStatus =
    isOnline && known !== undefined
      ? state.status
      : { kind: 'licensed', source: 'file', proof: offline.proof }
  const next = { ...state, stored, status, lastTriedKey: key, isStoredKeyUnreadable: false }
  return [next, [{ kind: 'save', stored }]]
}

/** While licensed, a refusal or failure of another key is only a notice. */
const reject = (state: GateState, why: RefusedView | UnreachableView): GateState => ({
  ...state,
  status: state.status.kind === 'licensed' ? { ...state.status, notice: why } : why,
})

/** The refused key, if the service offers to move it to this computer now. */
function movableKey({ status, refusedKey }: GateState): LicenseKey | undefined {
  const shown = status.kind === 'licensed' ? status.notice : status
  return shown?.kind === 'refused' && shown.move !== undefined && shown.move.wait === undefined
    ? refusedKey
    : undefined
}

/** Whether the gate waits for the owner of the refused key. */
export const isAsking = ({ status }: GateState): boolean =>
  status.kind === 'refused' && (status.asking?.kind === 'sending' || status.asking?.kind === 'waiting')

function onOwnerWanted(state: GateState, name: string): Transition {
  const { status, refusedKey: key } = state
  const isOffered = status.kind === 'refused' && status.mayAskOwner && key !== undefined
  if (!isOffered || isBusy(state) || isAsking(state)) return [state, []]
  const id = state.lastAttemptId + 1
  const asking = { ...status, asking: { kind: 'sending' } } as const
  return [{ ...state, lastAttemptId: id, status: asking }, [{ kind: 'ask-owner', id, key, name }]]
}

/** The place is for this computer once the owner has allowed it, so one check follows. */
function onOwnerAnswered(
  state: GateState,
  { id, result }: { readonly id: number; readonly result: AskView | 'allowed' },
): Transition {
  const { status, refusedKey } = state
  if (status.kind !== 'refused' || !isAsking(state) || id !== state.lastAttemptId) return [state, []]
  if (result !== 'allowed') return [{ ...state, status: { ...status, asking: result } }, []]
  return refusedKey === undefined ? [state, []] : beginCheck(state, refusedKey)
}

/**
 * SECURITY: the request is sent after the proof is erased. The user may kill the app at any time,
 * and a released computer must be locked at its next start.
 */
function onReleaseStarted(state: GateState): Transition {
  const { status, stored: releasing } = state
  if (status.kind !== 'licensed' || releasing === undefined || isBusy(state)) return [state, []]
  const stored = withoutProof(releasing)
  return [{ ...state, stored, releasing }, [{ kind: 'erase-proof', stored }]]
}

function onReleaseFinished({ releasing, ...state }: GateState, isReleased: boolean): Transition {
  if (releasing === undefined) return [state, []]
  // The request may have arrived all the same. The license then lasts until the next check, or until
  // the end of the grace period without one, as after a move to another computer.
  if (!isReleased) return [{ ...state, stored: releasing }, [{ kind: 'save', stored: releasing }]]
  // The key is erased, too: a check at the next start would link this computer again.
  const { storedBy, lastAttemptId } = state
  const status: LicenseStatus = { kind: 'locked', isReleased: true }
  return [{ ...initialState(storedBy), lastAttemptId, status }, [{ kind: 'erase' }]]
}

/** The stored license without its proof, which opens nothing. Keeps the key for a renewal. */
const withoutProof = ({ key, isTrial }: StoredLicense): StoredLicense => ({
  key,
  ...(isTrial && { isTrial }),
})

function onPhaseChanged(
  state: GateState,
  { attemptId, phase }: { attemptId: number; phase: CheckPhase },
): GateState {
  if (state.attempt?.id !== attemptId) return state
  return { ...state, attempt: { ...state.attempt, phase } }
}

function onCancelled(state: GateState): Transition {
  // A check of the license in use cannot be cancelled. It ends by its time limits.
  const { status } = state
  if (status.kind === 'refused' && status.asking !== undefined && !isBusy(state)) {
    const { asking: _, ...refused } = status
    return [{ ...state, status: refused }, []]
  }
  if (status.kind === 'licensed' || !isBusy(state)) return [state, []]
  return [{ ...state, isLoading: false, attempt: undefined }, [ABORT]]
}

function onCheckFinished(
  state: GateState,
  key: Attempt['key'],
  answer: CheckAnswer,
  context: TransitionContext,
): Transition {
  const isStoredKey = key !== undefined && state.stored?.key === key
  switch (answer.kind) {
    case 'valid': {
      const { license, signed } = answer
      const proof = { license, checkedAt: context.now, ...(signed && { signed }) }
      const ownKey = key ?? answer.trialKey
      if (ownKey === undefined) return [reject(state, unreachable(WITHOUT_KEY)), []]
      const { isTrial: _, ...known }: Partial<StoredLicense> = (isStoredKey && state.stored) || {}
      const stored: StoredLicense = {
        ...known,
        key: ownKey,
        proof,
        ...(license.isTrial && { isTrial: true }),
      }
      const refusal = notCovered(license, context)
      // The proof opens the versions that it is for, such as the one before an update.
      if (refusal) return refuse(state, key, refusal, isStoredKey ? stored : undefined)
      const licensed: GateState = {
        ...state,
        stored,
        status: { kind: 'licensed', source: 'online', proof },
        lastTriedKey: ownKey,
      }
      const [next] = addReminder(licensed, context)
      return [next, saveEffects(next)]
    }
    case 'refused': {
      const { serviceTime: _, ...refusal } = answer
      // SECURITY: somebody on the network can cause these without any secret.
      if (isStoredKey && !isAboutKey(answer.code)) return [continueInGrace(state, refusal, context), []]
      const isFinal = key === undefined && NO_TRIAL.has(answer.code)
      const next: GateState = isFinal ? { ...state, offer: 'none' } : state
      // Erase the proof, so that it opens nothing any more.
      return refuse(next, key, refusal, isStoredKey && state.stored ? withoutProof(state.stored) : undefined)
    }
    case 'failed':
      return [
        isStoredKey
          ? continueInGrace(state, unreachable(answer.failure), context)
          : reject(state, unreachable(answer.failure)),
        [],
      ]
    default:
      return assertNever(answer)
  }
}

/** @param stored the stored license from now on, if the refused key is the stored one */
function refuse(
  state: GateState,
  key: LicenseKey | undefined,
  why: RefusedView,
  stored: StoredLicense | undefined,
): Transition {
  const refused: GateState = { ...state, refusedKey: key }
  if (stored === undefined) return [reject(refused, why), []]
  // SECURITY: the product closes after this is written. The user may kill the app while the product
  // saves, and the next start must be locked.
  const status = state.status.kind === 'licensed' ? { ...state.status, ending: why } : why
  return [{ ...refused, stored, status }, [{ kind: 'erase-proof', stored }]]
}

/** After these refusals a trial is not offered again. */
const NO_TRIAL: ReadonlySet<string> = new Set<TrialRefusal>([
  'TRIAL_NOT_OFFERED',
  'TRIAL_USED',
  'TRIAL_DEVICE_WEAK',
])
const WITHOUT_KEY: FailureView = { kind: 'answer-malformed', details: ['A trial without a key.'] }

const onProofErased = (state: GateState): GateState =>
  state.status.kind === 'licensed' && state.status.ending !== undefined
    ? { ...state, status: state.status.ending }
    : state

const unreachable = (failure: FailureView): UnreachableView => ({ kind: 'unreachable', failure })
const saveEffects = ({ stored }: GateState): Effect[] =>
  stored === undefined ? [] : [{ kind: 'save', stored }]

/** Failures that do not start a grace period: the service was not unreachable. */
const NO_GRACE: ReadonlySet<FailureKind> = new Set(['device-unsure', 'not-configured'])

/** The stored key could not be checked: its last proof stays valid until the grace period ends. */
function continueInGrace(
  state: GateState,
  why: UnreachableView | RefusedView,
  context: TransitionContext,
): GateState {
  const { proof: last, offline } = state.stored ?? {}
  if (why.kind === 'unreachable' && NO_GRACE.has(why.failure.kind)) return { ...state, status: why }
  const file = offline && isInForce(offline, context.now) ? offline.proof : undefined
  const online = last && context.now < last.checkedAt + context.graceSeconds ? last : undefined
  const proofs = [file, online].filter((each) => each !== undefined)
  const proof = proofs.find(({ license }) => !hasEnded(license, context))
  if (proof === undefined) {
    const refusals = proofs.map(({ license }) => notCovered(license, context))
    return { ...state, status: refusals.find((each) => each !== undefined) ?? why }
  }
  // SECURITY: if the time were not stored, every start would begin a new grace period.
  if (!context.isTimeStored) {
    if (why.kind === 'refused') return { ...state, status: why }
    const details = [...why.failure.details, 'The license file cannot be written.']
    return { ...state, status: unreachable({ ...why.failure, details }) }
  }
  if (context.isClockSetBack) {
    const details = why.kind === 'refused' ? [why.code] : why.failure.details
    return { ...state, status: unreachable({ kind: 'clock', details }) }
  }
  const reminder = state.status.kind === 'licensed' ? state.status.reminder : undefined
  return {
    ...state,
    status: {
      kind: 'licensed',
      // A computer with a license file needs no network, so its failures are no news.
      ...(proof === file ? { source: 'file' } : { source: 'grace', notice: why }),
      proof,
      ...(reminder && { reminder }),
    },
  }
}

/** Unix seconds of the service's clock. The grace period never ends after the license. */
export function graceEnd(
  { license, checkedAt }: Proof,
  context: Pick<TransitionContext, 'builtAt' | 'graceSeconds'>,
): number {
  const end = checkedAt + context.graceSeconds
  const closes = closesAt(license, context)
  return closes === 'never' ? end : Math.min(end, closes)
}

/** Whether a proof may open the product without an answer of this run. */
const isUsable = (proof: Proof, context: TransitionContext): boolean =>
  context.now < graceEnd(proof, context) && context.isTimeStored && !context.isClockSetBack

const isInForce = ({ notBefore, until }: OfflineProof, now: number): boolean =>
  now >= notBefore && now < until
const isFileUsable = (offline: OfflineProof, context: TransitionContext): boolean =>
  isInForce(offline, context.now) &&
  !hasEnded(offline.proof.license, context) &&
  context.isTimeStored &&
  !context.isClockSetBack

/** What may open the product at the next start without an answer. */
export const evidenceOf = (stored: StoredLicense | undefined): OfflineProof | Proof | undefined =>
  stored?.offline ?? stored?.proof

/** The license in use, or the stored one. */
export function licenseOf({ status, stored }: GateState): License | undefined {
  const proof = status.kind === 'licensed' ? status.proof : (stored?.proof ?? stored?.offline?.proof)
  return proof?.license
}

/** Checks the license in use, unless a check is in progress. */
function recheck(state: GateState): Transition {
  return state.status.kind === 'licensed' ? onCheckRequested(state) : [state, []]
}

function onTimePassed(state: GateState, context: TransitionContext): Transition {
  const { status } = state
  if (status.kind !== 'licensed') return [state, []]
  if (status.source === 'grace' && !isUsable(status.proof, context)) return recheck(state)
  const { offline } = state.stored ?? {}
  if (status.source === 'file' && !(offline && isFileUsable(offline, context))) return recheck(state)
  const dueAt = expiryCheckDueAt(state, status.proof, context)
  if (dueAt !== undefined && context.now >= dueAt && !isBusy(state)) {
    return recheck({ ...state, expiryCheckedAt: context.now })
  }
  const regularAt = regularCheckDueAt(context.regularChecks, state.lastCheckAt ?? context.now)
  if (regularAt !== undefined && context.now >= regularAt && !isBusy(state)) return recheck(state)
  const [next, isNew] = addReminder(state, context)
  return [next, isNew ? saveEffects(next) : []]
}

/**
 * When to check because the license expires: Unix seconds of the service's clock, or undefined. The
 * license is checked once when it expires, and not again while the service reports the same expiry.
 * A new expiry is checked too, but at most once an hour: each check counts as an execution, and a
 * service that always answers with an expiry in the near future would otherwise cause many of them.
 */
export function expiryCheckDueAt(
  { expiryCheckedAt }: GateState,
  { license, checkedAt }: Proof,
  build: Pick<TransitionContext, 'builtAt'>,
): number | undefined {
  const closes = closesAt(license, build)
  if (closes === 'never' || checkedAt >= closes) return undefined
  return expiryCheckedAt === undefined
    ? closes
    : Math.max(closes, expiryCheckedAt + MIN_SECONDS_BETWEEN_EXPIRY_CHECKS)
}

function addReminder(state: GateState, context: TransitionContext): [GateState, isNew: boolean] {
  const { status, stored } = state
  if (status.kind !== 'licensed' || stored === undefined) return [state, false]
  const due = dueReminder(closesAt(status.proof.license, context), context.now, stored.reminded)
  if (due === undefined) return [state, false]
  return [{ ...state, status: { ...status, reminder: due.days }, stored: { ...stored, reminded: due } }, true]
}
