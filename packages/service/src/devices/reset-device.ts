import { isBanInForce, withoutBan } from '../core/license/bans.ts'
import { linkedDevices, offlineEnd, unlinkAll, unlinkDevice } from '../core/license/devices.ts'
import type { License, LicenseChange } from '../core/license/license.ts'

/** A project's `reset_hwid_cooldown` that disables resets. */
export const RESETS_DISABLED = -1

export type ResetOutcome =
  | 'reset'
  | 'license-banned'
  | 'resets-disabled'
  | 'on-cooldown'
  | 'offline-license-active'

export interface Reset {
  /** Ignores the cooldown, disabled resets and an offline license, but not a ban. */
  readonly force: boolean
  /** The cooldown of the project in seconds; 0: none; `RESETS_DISABLED`. */
  readonly cooldownSeconds: number
}

/** Decides a reset. Source: interface, "User status", active → reset. */
export function decideReset(known: License, reset: Reset, now: number): LicenseChange<ResetOutcome> {
  const outcome = outcomeOfReset(known, reset, lastOfflineEnd(known), now)
  return outcome === 'reset' ? { outcome, license: asReset(known, unlinkAll, now) } : { outcome }
}

/**
 * Decides the release of one device by the vendor. It counts as a reset, and has the same rules.
 */
export function decideRelease(
  known: License,
  device: string,
  reset: Reset,
  now: number,
): LicenseChange<Exclude<ResetOutcome, 'reset'> | 'released'> {
  const outcome = outcomeOfReset(known, reset, offlineEnd(known, device), now)
  if (outcome !== 'reset') return { outcome }
  const license = asReset(known, (one) => unlinkDevice(one, device), now)
  return { outcome: 'released', license, event: 'released' }
}

/**
 * Decides whether devices may be unlinked. `heldUntil`: the end of an offline license, which no
 * reset takes from a device.
 */
function outcomeOfReset(
  known: License,
  { force, cooldownSeconds }: Reset,
  heldUntil: number,
  now: number,
): ResetOutcome {
  if (isBanInForce(known, now)) return 'license-banned'
  if (!force && cooldownSeconds === RESETS_DISABLED) return 'resets-disabled'
  if (!force && cooldownEnd(known, cooldownSeconds) > now) return 'on-cooldown'
  return !force && heldUntil > now ? 'offline-license-active' : 'reset'
}

const asReset = (known: License, unlink: (license: License) => License, now: number): License => ({
  ...unlink(withoutBan(known)),
  lastReset: now,
  totalResets: known.totalResets + 1,
})

/** The latest end of an offline license on a linked device; 0 if there is none. */
export const lastOfflineEnd = (license: License): number =>
  Math.max(0, ...linkedDevices(license).map((device) => offlineEnd(license, device)))

/** The second from which the cooldown has passed. A key that was never reset has no cooldown. */
export const cooldownEnd = ({ lastReset }: License, cooldownSeconds: number): number =>
  lastReset === 0 ? 0 : lastReset + cooldownSeconds

/**
 * The second from which a reset needs no `force`: 0 now, `RESETS_DISABLED` never. A ban refuses it
 * in any case.
 */
export function resetFrom(license: License, cooldownSeconds: number, now: number): number {
  if (cooldownSeconds === RESETS_DISABLED) return RESETS_DISABLED
  const from = Math.max(cooldownEnd(license, cooldownSeconds), lastOfflineEnd(license))
  return from > now ? from : 0
}
