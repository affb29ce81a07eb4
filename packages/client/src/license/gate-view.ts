import { nextReminderAt } from './countdown.ts'
import { endCheckDueAt, graceEnd } from './gate-state.ts'
import type { GateState, Moment } from './gate-values.ts'
import type { LicenseView } from './license-view.ts'

/** What a window may see of the state at this moment. */
export function viewOf(state: GateState, { now, graceSeconds }: Moment): LicenseView {
  const { standing, attempt } = state
  if (standing.kind === 'licensed') {
    const { source, proof, reminder, notice } = standing
    return {
      kind: 'licensed',
      ...proof.license,
      checkedAt: Math.floor(proof.checkedAt),
      source,
      ...(source === 'grace' && { graceEndsAt: Math.floor(graceEnd(proof, graceSeconds)) }),
      serviceTime: now,
      isChecking: attempt !== undefined,
      ...(reminder && { reminder }),
      ...(notice && { notice }),
      keptBy: state.keptBy,
    }
  }
  if (attempt !== undefined) return { kind: 'checking', phase: attempt.phase }
  if (state.isLoading) return { kind: 'checking', phase: 'identify' }
  if (standing.kind === 'locked' && state.isKeptKeyUnreadable) {
    return { kind: 'locked', isKeptKeyUnreadable: true }
  }
  return standing
}

/** The next moment at which time alone changes something; undefined when nothing is to come. */
export function nextMomentOf(state: GateState, { now, graceSeconds }: Moment): number | undefined {
  const { standing, attempt } = state
  // A check under way changes the state when it ends.
  if (standing.kind !== 'licensed' || attempt !== undefined) return undefined
  const { proof, source } = standing
  const { expiresAt } = proof.license
  const moments = [
    nextReminderAt(expiresAt, now),
    endCheckDueAt(state, proof),
    source === 'grace' ? graceEnd(proof, graceSeconds) : undefined,
  ].filter((moment) => moment !== undefined)
  return moments.length === 0 ? undefined : Math.min(...moments)
}
