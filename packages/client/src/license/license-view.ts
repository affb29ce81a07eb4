/**
 * What a window may know about the license: display state, and nothing else.
 * Device facts, secrets, signatures and the key itself stay in the main process.
 */
export type LicenseView =
  | LockedView
  | { readonly kind: 'checking'; readonly phase: CheckPhase }
  | LicensedView
  | RefusedView
  | UnreachableView

export interface LockedView {
  readonly kind: 'locked'
  /** A key was kept on this device and cannot be read any more; the user has to enter it again. */
  readonly isKeptKeyUnreadable?: true
}

export interface RefusedView {
  readonly kind: 'refused'
  readonly code: string
  /** The service's words, as text: control characters removed, cut to a sane length. May be empty. */
  readonly message: string
}

export interface UnreachableView {
  readonly kind: 'unreachable'
  readonly failure: FailureView
}

/** Identify: the device ID is derived. Connect: the sync. Check: the signed request is on its way. */
export type CheckPhase = 'identify' | 'connect' | 'check'

export interface LicensedView {
  readonly kind: 'licensed'
  readonly note: string
  /** Unix seconds of the service's clock. */
  readonly expiresAt: number | 'never'
  readonly executions: number
  /** Unix seconds of the service's clock. */
  readonly checkedAt: number
  /** `grace`: the service was not reached, and an earlier verified answer still counts. */
  readonly source: 'online' | 'grace'
  /** Unix seconds of the service's clock. With `grace` alone. */
  readonly graceEndsAt?: number
  /**
   * Unix seconds of the service's clock when this view was made. Count down from here with a clock that cannot
   * be set (`performance.now()`); the computer's own date may be wrong.
   */
  readonly serviceTime: number
  /** A check is under way while the product stays open. */
  readonly isChecking: boolean
  /** Days before the end, once each: set from the moment it is due until the next check or start. */
  readonly reminder?: ReminderDays
  /** What the last attempt said when it did not change the license: why it is grace, why a new key was refused. */
  readonly notice?: RefusedView | UnreachableView
  /** Where the key rests until the next start. */
  readonly keptBy: KeptBy
}

export type ReminderDays = 7 | 3 | 1

/**
 * `keyring`: sealed by the operating system. `device`: there is no keyring; sealed with a key made from this
 * device's facts, which stops a copy to another machine and not someone who sits at this one.
 * `nothing`: the key is asked for at every start.
 */
export type KeptBy = 'keyring' | 'device' | 'nothing'

/** Why a check could not be decided. A network fault is never shown as a bad key. */
export interface FailureView {
  readonly kind: FailureKind
  /** Seconds the service asked to wait. */
  readonly retryAfterSeconds?: number
  /** Who issued the certificate that was not trusted. With `tls` and `clock` alone. */
  readonly certificateIssuer?: string
  /** For support: host names, phases, error codes. Never a key, a secret or a device ID. */
  readonly details: readonly string[]
}

export type FailureKind =
  /** This computer has no network. */
  | 'offline'
  | 'name-not-found'
  | 'connection-refused'
  | 'proxy'
  /** A network that wants a login answered in the service's place. */
  | 'captive-portal'
  | 'tls'
  /** No answer in time, and the check was never sent: trying again costs nothing. */
  | 'timed-out'
  /** The check may have arrived, and no answer came: it may have been counted. */
  | 'outcome-unknown'
  | 'too-many-requests'
  | 'service-unwell'
  | 'answer-malformed'
  /** The answer's signature is missing or wrong. */
  | 'answer-not-authentic'
  | 'no-usable-node'
  /** This computer's clock was set back, or is so wrong that certificates cannot be checked. */
  | 'clock'
  /** Too little could be read of this computer to know it again: a check might link the key to a wrong device. */
  | 'device-unsure'
  /** This copy of the app lacks its licensing settings. */
  | 'not-configured'

/** For a window's tables of words: every refusal that the service is known to give. */
export type { RefusalCode } from '@latchkey/protocol'
