import type { LicenseFields } from '@latchkey/protocol'
import type { Entitlements } from './verify-answer.ts'

/**
 * The state of the license that is sent to a window: display state only.
 * SECURITY: device facts, secrets, signatures and the key stay in the main process.
 */
export type LicenseView =
  | LockedView
  | { readonly kind: 'checking'; readonly phase: CheckPhase }
  | LicensedView
  | RefusedView
  | UnreachableView

export interface LockedView {
  readonly kind: 'locked'
  /** A stored key cannot be decrypted. The user has to enter it again. */
  readonly isStoredKeyUnreadable?: true
  /** The user has released this computer, and its key was removed. */
  readonly isReleased?: true
  readonly trial?: TrialOffer
  /** The service offers trials, but not to this device, because its ID is weak. */
  readonly noTrial?: 'weak-device'
}

/** The user can start a trial in place of entering a key. */
export interface TrialOffer {
  readonly days: number
}

/**
 * The service has refused the key. In an app with public keys, with what it offers instead: on how
 * many computers the key is in use, and whether and when it can be moved to this one.
 */
export interface RefusedView extends LicenseFields {
  readonly kind: 'refused'
  /** The owner of the license is being asked for a place, or was. */
  readonly asking?: AskView
  readonly code: string
  /** The service's message: plain text, cleaned and of limited length. May be empty. */
  readonly message: string
  readonly trial?: TrialOffer
  /** The key is that of a trial, and its days are over. */
  readonly isTrialOver?: true
}

/** The request to the owner of a license to free a computer. */
export type AskView =
  | { readonly kind: 'sending' }
  /** The user tells the owner these two words. `late`: the app no longer looks for the answer. */
  | { readonly kind: 'waiting' | 'late'; readonly words: readonly string[] }
  /** Why there is no place: the code of an answer, or a `FailureKind`. */
  | { readonly kind: 'ended'; readonly code: string }

/** There was no decision about the key. */
export interface UnreachableView {
  readonly kind: 'unreachable'
  readonly failure: FailureView
  readonly trial?: TrialOffer
  /** The key is that of a trial, and its days are over. */
  readonly isTrialOver?: true
}

/** `identify`: deriving the device ID. `connect`: the sync. `check`: the signed key check. */
export type CheckPhase = 'identify' | 'connect' | 'check'

/** The license that is in use, for display. */
export interface LicensedView extends Entitlements {
  /** The license goes on after `expiresAt`: it is perpetual, and for this version. */
  readonly isPerpetual?: true
  readonly kind: 'licensed'
  readonly note: string
  /** Unix seconds of the service's clock. */
  readonly expiresAt: number | 'never'
  readonly executions: number
  /** Unix seconds of the service's clock. */
  readonly checkedAt: number
  /**
   * `stored`: the answer of an earlier run opened the product, and the check of this start is in
   * progress. `grace`: the service did not decide, and an earlier answer still allows the use.
   * `file`: a license file for computers without a network allows it.
   */
  readonly source: 'stored' | 'online' | 'grace' | 'file'
  /** The end of the license file: Unix seconds of the service's clock. Present only with `file`. */
  readonly offlineUntil?: number
  /** The license file ends soon, so a new one should be requested. Present only with `file`. */
  readonly isRenewalDue?: boolean
  /** Unix seconds of the service's clock. Present only with `grace`. */
  readonly graceEndsAt?: number
  /**
   * Unix seconds of the service's clock when this view was created. For a countdown use this time
   * and a monotonic clock (`performance.now()`), because the computer's date may be wrong.
   */
  readonly serviceTime: number
  /** A check is in progress. The product stays open. */
  readonly isChecking: boolean
  /**
   * Days before the expiry. Each is shown once: from its due time until the next check or start.
   */
  readonly reminder?: ReminderDays
  /** Why the license is in its grace period, or why the last key that was entered was rejected. */
  readonly notice?: RefusedView | UnreachableView
  /** What encrypts the stored key. */
  readonly storedBy: StoredBy
  /** The user can manage the computers of the key. Only in an app with public keys. */
  readonly hasDevices?: true
}

/** A computer that a key is linked to. SECURITY: never its device ID. */
export interface LinkedDevice {
  /** Random, for `releaseDevice`. */
  readonly id: string
  /** The name as its user typed it; may be empty. */
  readonly name: string
  /** Unix seconds. Missing if it is unknown. */
  readonly linkedAt?: number
  /** Unix seconds of the day on which it was last used, at midnight UTC. Missing if unknown. */
  readonly usedAt?: number
  readonly isThis: boolean
}

/** The computers of a key, or why there is no list. */
export type DevicesView =
  | {
      readonly kind: 'devices'
      readonly devices: readonly LinkedDevice[]
      /** How many computers the key may be in use on. */
      readonly most: number
      /** How many can be released, and from when. Missing: none. */
      readonly move?: NonNullable<LicenseFields['move']>
    }
  | RefusedView
  | UnreachableView

export type ReminderDays = 7 | 3 | 1

/**
 * `keyring`: the key is encrypted by the operating system. `device`: there is no keyring, so the
 * key is encrypted with a secret derived from this device. That protects a copy on another
 * computer, but not against programs on this one. `nothing`: the key is not stored, and is needed
 * at every start.
 */
export type StoredBy = 'keyring' | 'device' | 'nothing'

/** The request for a license file, or why there is none. */
export type OfflineRequestView =
  | { readonly kind: 'request'; readonly text: string }
  /** `device-unsure`: as in `FailureKind`. */
  | { readonly kind: 'no-key' | 'device-unsure' }

/** What became of a license file that the user gave. */
export type OfflineFileView = { readonly kind: 'accepted' } | { readonly kind: OfflineFileProblem }

/** Why a text was not accepted as a license file. */
export type OfflineFileProblem =
  | 'no-key'
  | 'device-unsure'
  /** A check is in progress. */
  | 'busy'
  | 'not-a-license'
  | 'altered'
  /** Signed by a key that this version of the app does not know. */
  | 'unknown-key'
  | 'other-app'
  | 'other-key'
  | 'other-device'
  | 'expired'
  | 'not-yet-valid'
  /** The date of this computer is earlier than one that the app has seen. */
  | 'clock-set-back'
  /** The service has refused the key since the file was issued. */
  | 'ended'
  /** The license does not cover this version of the app. */
  | 'version-not-covered'

/** Why a check has no result. A network fault is never reported as a wrong key. */
export interface FailureView {
  readonly kind: FailureKind
  /** Seconds to wait before the next check, from the service's `Retry-After`. */
  readonly retryAfterSeconds?: number
  /** The issuer of the certificate that was not trusted. Present only with `tls` and `clock`. */
  readonly certificateIssuer?: string
  /**
   * Texts for support: hosts, phases, error codes. SECURITY: never a key, a secret or a device ID.
   */
  readonly details: readonly string[]
}

/** Why there was no decision about a key. */
export type FailureKind =
  /** This computer has no network. */
  | 'offline'
  | 'name-not-found'
  | 'connection-refused'
  | 'proxy'
  /** The network answered instead of the service, for example with a login page. */
  | 'captive-portal'
  | 'tls'
  /** No answer in time, and no check was sent: a new attempt cannot be counted twice. */
  | 'timed-out'
  /** The check may have arrived and may have been counted, but no complete answer came. */
  | 'outcome-unknown'
  | 'too-many-requests'
  | 'service-unwell'
  | 'answer-malformed'
  /** The answer's signature is missing or wrong. */
  | 'answer-not-authentic'
  | 'no-usable-node'
  /** This computer's clock was set back, or is too wrong to verify certificates. */
  | 'clock'
  /**
   * Too few facts were read to recognise this computer: a check could link the key to a wrong ID.
   */
  | 'device-unsure'
  /** The app was built without licensing settings. */
  | 'not-configured'

/** A refusal by this app: the license is perpetual, but not for a version as new as this one. */
export type LocalRefusal = 'VERSION_NOT_COVERED'

/** The known codes of refusals, for the tables of messages in a window. */
export type {
  LicenseStop,
  MoveRefusal,
  OwnerAnswer,
  OwnerRefusal,
  RefusalCode,
  TrialRefusal,
} from '@latchkey/protocol'
