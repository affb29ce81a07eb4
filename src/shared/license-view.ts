/**
 * What a window may know about the license: display state, and nothing else.
 * Device facts, secrets, signatures and the key itself stay in the main process.
 */
export type LicenseView =
  | { readonly kind: 'locked' }
  | { readonly kind: 'checking'; readonly phase: CheckPhase }
  | LicensedView
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unreachable'; readonly failure: FailureView }

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
}

/** Why a check could not be decided. A network fault is never shown as a bad key. */
export interface FailureView {
  readonly kind: FailureKind
  /** Seconds the service asked to wait. */
  readonly retryAfterSeconds?: number
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
  /** This copy of the app lacks its licensing settings. */
  | 'not-configured'
