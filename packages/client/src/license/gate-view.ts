import { parseLicenseFields, type RefusalCode } from '@latchkey/protocol'
import { nextReminderAt } from './countdown.ts'
import { closesAt, isPerpetualFor } from './coverage.ts'
import { expiryCheckDueAt, graceEnd, isBusy, trialOffer } from './gate-state.ts'
import type { GateState, Proof, TransitionContext } from './gate-types.ts'
import type { LicenseView } from './license-view.ts'
import { regularCheckDueAt } from './regular-check.ts'

/** A new request is offered this long before the end of a license file. */
const RENEW_BEFORE_SECONDS = 30 * 86_400

/** Converts the state to the view that a window may receive. */
export function toLicenseView(state: GateState, context: TransitionContext): LicenseView {
  const { status, attempt } = state
  const { now } = context
  if (status.kind === 'licensed') {
    const { source, proof, reminder, notice } = status
    const until = source === 'file' ? state.stored?.offline?.until : undefined
    const { isPerpetual: _, ...license } = proof.license
    return {
      kind: 'licensed',
      ...license,
      ...(isPerpetualFor(proof.license, context) && { isPerpetual: true }),
      checkedAt: Math.floor(proof.checkedAt),
      source,
      ...(source === 'grace' && { graceEndsAt: Math.floor(graceEnd(proof, context)) }),
      ...(until !== undefined && {
        offlineUntil: until,
        isRenewalDue: now >= until - RENEW_BEFORE_SECONDS,
      }),
      serviceTime: now,
      isChecking: isBusy(state),
      ...(reminder && { reminder }),
      ...(notice && { notice }),
      storedBy: state.storedBy,
      ...(hasDevices(proof) && { hasDevices: true }),
    }
  }
  if (attempt !== undefined) return { kind: 'checking', phase: attempt.phase }
  if (state.isLoading) return { kind: 'checking', phase: 'identify' }
  const trial = trialOffer(state)
  return {
    ...status,
    ...(status.kind === 'locked' && state.isStoredKeyUnreadable && { isStoredKeyUnreadable: true }),
    ...(trial && { trial }),
    ...(status.kind === 'locked' && state.offer === 'weak-device' && { noTrial: 'weak-device' }),
    ...(isTrialOver(state, now) && { isTrialOver: true }),
  }
}

/** Refusals of a key that has ended, and later of one that the service has deleted. */
const ENDED: ReadonlySet<string> = new Set<RefusalCode>(['KEY_EXPIRED', 'KEY_INCORRECT'])

/** Whether the days of a trial are over, as far as this device knows. */
function isTrialOver({ status, stored, lastTriedKey }: GateState, now: number): boolean {
  const isOwn = stored?.isTrial === true && lastTriedKey === stored.key
  if (status.kind === 'refused') return (isOwn || status.isTrial === true) && ENDED.has(status.code)
  const { expiresAt = 'never' } = stored?.proof?.license ?? {}
  return isOwn && status.kind === 'unreachable' && expiresAt !== 'never' && now >= expiresAt
}

/** SECURITY: `signed` exists only in an app with public keys, after its signature was verified. */
function hasDevices({ signed }: Proof): boolean {
  const { devices, move } = parseLicenseFields(signed?.license ?? '')
  return devices !== undefined || move !== undefined
}

/** When the next timed event is due: Unix seconds of the service's clock. */
export function nextTimedEventAt(state: GateState, context: TransitionContext): number | undefined {
  const { status } = state
  const { now } = context
  // The end of the check causes the next transition.
  if (status.kind !== 'licensed' || isBusy(state)) return undefined
  const { proof, source } = status
  const until = source === 'file' ? state.stored?.offline?.until : undefined
  const moments = [
    nextReminderAt(closesAt(proof.license, context), now),
    expiryCheckDueAt(state, proof, context),
    regularCheckDueAt(context.regularChecks, state.lastCheckAt ?? now),
    source === 'grace' ? graceEnd(proof, context) : undefined,
    until,
    until !== undefined && now < until - RENEW_BEFORE_SECONDS ? until - RENEW_BEFORE_SECONDS : undefined,
  ].filter((moment) => moment !== undefined)
  return moments.length === 0 ? undefined : Math.min(...moments)
}
