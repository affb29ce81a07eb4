import { isBanInForce, withoutBan } from './bans.ts'
import type { User, UserChange } from './users.ts'

/** A project's `reset_hwid_cooldown` that disables resets. */
export const RESETS_DISABLED = -1

export type ResetOutcome = 'reset' | 'user-banned' | 'resets-disabled' | 'on-cooldown'

export interface Reset {
  /** Passes over the cooldown and over disabled resets; not over a ban. */
  readonly force: boolean
  /** Of the project. Seconds; 0 none; `RESETS_DISABLED`. */
  readonly cooldownSeconds: number
}

/** Source: interface, "User status", active → reset. */
export function decideReset(known: User, reset: Reset, now: number): UserChange<ResetOutcome> {
  if (isBanInForce(known, now)) return { outcome: 'user-banned' }
  if (!reset.force && reset.cooldownSeconds === RESETS_DISABLED) return { outcome: 'resets-disabled' }
  if (!reset.force && cooldownEnd(known, reset.cooldownSeconds) > now) return { outcome: 'on-cooldown' }
  const user: User = {
    ...withoutBan(known),
    identifier: '',
    identifierType: '',
    status: 'reset',
    lastReset: now,
    totalResets: known.totalResets + 1,
  }
  return { outcome: 'reset', user }
}

/** A key that was never reset has no cooldown. */
const cooldownEnd = ({ lastReset }: User, cooldownSeconds: number): number =>
  lastReset === 0 ? 0 : lastReset + cooldownSeconds
