import { isBanInForce, withoutBan } from './bans.ts'
import type { User, UserChange } from './users.ts'

/** A project's `reset_hwid_cooldown` that disables resets. */
export const RESETS_DISABLED = -1

export type ResetOutcome =
  | 'reset'
  | 'user-banned'
  | 'resets-disabled'
  | 'on-cooldown'
  | 'offline-license-active'

export interface Reset {
  /** Passes over the cooldown, disabled resets and an offline license; not over a ban. */
  readonly force: boolean
  /** Of the project. Seconds; 0 none; `RESETS_DISABLED`. */
  readonly cooldownSeconds: number
}

/** Source: interface, "User status", active → reset. */
export function decideReset(known: User, reset: Reset, now: number): UserChange<ResetOutcome> {
  if (isBanInForce(known, now)) return { outcome: 'user-banned' }
  if (!reset.force && reset.cooldownSeconds === RESETS_DISABLED) return { outcome: 'resets-disabled' }
  if (!reset.force && cooldownEnd(known, reset.cooldownSeconds) > now) return { outcome: 'on-cooldown' }
  if (!reset.force && isHeldOffline(known, now)) return { outcome: 'offline-license-active' }
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

/** The linked device has an offline license, which no reset takes from it. */
export const isHeldOffline = (user: User, now: number): boolean =>
  user.identifier !== '' && user.identifier === user.offlineDevice && now < user.offlineUntil

/** A key that was never reset has no cooldown. */
const cooldownEnd = ({ lastReset }: User, cooldownSeconds: number): number =>
  lastReset === 0 ? 0 : lastReset + cooldownSeconds

/**
 * The second from which a reset needs no `force`: 0 now, `RESETS_DISABLED` never. A ban refuses it
 * also then.
 */
export function resetFrom(user: User, cooldownSeconds: number, now: number): number {
  if (cooldownSeconds === RESETS_DISABLED) return RESETS_DISABLED
  const from = Math.max(cooldownEnd(user, cooldownSeconds), isHeldOffline(user, now) ? user.offlineUntil : 0)
  return from > now ? from : 0
}
