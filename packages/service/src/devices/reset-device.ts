import { isBanInForce, withoutBan } from '../core/license/bans.ts'
import { linkedDevices, offlineEnd, unlinkAll, unlinkDevice } from '../core/license/devices.ts'
import type { User, UserChange } from '../core/license/users.ts'

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
  const outcome = outcomeOfReset(known, reset, lastOfflineEnd(known), now)
  return outcome === 'reset' ? { outcome, user: asReset(known, unlinkAll, now) } : { outcome }
}

/** The vendor unlinks one device. It counts as a reset, and follows the same rules. */
export function decideRelease(
  known: User,
  device: string,
  reset: Reset,
  now: number,
): UserChange<Exclude<ResetOutcome, 'reset'> | 'released'> {
  const outcome = outcomeOfReset(known, reset, offlineEnd(known, device), now)
  if (outcome !== 'reset') return { outcome }
  const user = asReset(known, (one) => unlinkDevice(one, device), now)
  return { outcome: 'released', user, event: 'released' }
}

/** `heldUntil`: the end of an offline license, which no reset takes from a device. */
function outcomeOfReset(
  known: User,
  { force, cooldownSeconds }: Reset,
  heldUntil: number,
  now: number,
): ResetOutcome {
  if (isBanInForce(known, now)) return 'user-banned'
  if (!force && cooldownSeconds === RESETS_DISABLED) return 'resets-disabled'
  if (!force && cooldownEnd(known, cooldownSeconds) > now) return 'on-cooldown'
  return !force && heldUntil > now ? 'offline-license-active' : 'reset'
}

const asReset = (known: User, unlink: (user: User) => User, now: number): User => ({
  ...unlink(withoutBan(known)),
  lastReset: now,
  totalResets: known.totalResets + 1,
})

/** The end of the last offline license on a linked device; 0 without one. */
export const lastOfflineEnd = (user: User): number =>
  Math.max(0, ...linkedDevices(user).map((device) => offlineEnd(user, device)))

/** A key that was never reset has no cooldown. */
export const cooldownEnd = ({ lastReset }: User, cooldownSeconds: number): number =>
  lastReset === 0 ? 0 : lastReset + cooldownSeconds

/**
 * The second from which a reset needs no `force`: 0 now, `RESETS_DISABLED` never. A ban refuses it
 * also then.
 */
export function resetFrom(user: User, cooldownSeconds: number, now: number): number {
  if (cooldownSeconds === RESETS_DISABLED) return RESETS_DISABLED
  const from = Math.max(cooldownEnd(user, cooldownSeconds), lastOfflineEnd(user))
  return from > now ? from : 0
}
