import type { LicenseKey } from '@latchkey/protocol'
import type { GivenReminder } from './countdown.ts'
import type {
  AskView,
  CheckPhase,
  FailureView,
  RefusedView,
  ReminderDays,
  StoredBy,
  TrialOffer,
  UnreachableView,
} from './license-view.ts'
import type { RegularChecks } from './regular-check.ts'
import type { CheckAnswer } from './send-request.ts'
import type { SignedAnswer } from './signed-answer.ts'
import type { License } from './verify-answer.ts'

/** A license from an answer whose signature was verified. */
export interface Proof {
  readonly license: License
  /** When the answer arrived: Unix seconds of the service's clock. */
  readonly checkedAt: number
  /** The answer itself, in an app with public keys. The next start verifies it again. */
  readonly signed?: SignedAnswer
}

/** A verified license file, for a computer without a network. */
export interface OfflineProof {
  /** The license in it, and when it was issued. */
  readonly proof: Proof
  /** Unix seconds of the first second in which it holds, and of the first in which it does not. */
  readonly notBefore: number
  readonly until: number
  /** The text of the license file. The next start verifies it again. */
  readonly file: string
}

/** The license as it is stored on this device between two starts. */
export interface StoredLicense {
  readonly key: LicenseKey
  /** Missing after a refusal, and when it could not be decrypted or belongs to another key. */
  readonly proof?: Proof
  readonly offline?: OfflineProof
  readonly reminded?: GivenReminder
  /** The key is that of a trial. Kept after its end, for what the gate says then. */
  readonly isTrial?: true
}

export interface Attempt {
  readonly id: number
  /** Undefined for a trial, whose answer has the key. */
  readonly key: LicenseKey | undefined
  /** `move`: a check that links the key to this computer in the place of another one. */
  readonly use: 'check' | 'move' | 'trial'
  readonly phase: CheckPhase
}

export type LicenseStatus =
  | { readonly kind: 'locked'; readonly isReleased?: true }
  | RefusedView
  | UnreachableView
  | {
      readonly kind: 'licensed'
      /** `stored`: the check that confirms the stored proof is in progress. `file`: a license file. */
      readonly source: 'stored' | 'online' | 'grace' | 'file'
      /** SECURITY: required by the type, so that no state opens the product without a proof. */
      readonly proof: Proof
      /** The key was refused. The product closes when the disk has no proof that opens it. */
      readonly ending?: RefusedView
      readonly reminder?: ReminderDays
      readonly notice?: RefusedView | UnreachableView
    }

export interface GateState {
  readonly status: LicenseStatus
  /** The stored license is being loaded. */
  readonly isLoading: boolean
  /** A stored key was found but could not be decrypted. */
  readonly isStoredKeyUnreadable: boolean
  /** The check in progress. There is at most one. */
  readonly attempt: Attempt | undefined
  readonly lastAttemptId: number
  readonly lastTriedKey: LicenseKey | undefined
  /** The key of the last refusal, which can be moved here if the service offers that. */
  readonly refusedKey?: LicenseKey | undefined
  readonly stored: StoredLicense | undefined
  /** While this computer is being released: what to store again if that fails. */
  readonly releasing?: StoredLicense
  /** What encrypts the stored key, or would encrypt a key that is stored now. */
  readonly storedBy: StoredBy
  /** When a license was last checked because it expired: Unix seconds of the service's clock. */
  readonly expiryCheckedAt?: number
  /**
   * When the license in use was last opened or checked, with any answer: Unix seconds of the
   * service's clock.
   */
  readonly lastCheckAt?: number
  /** Whether this device can have a trial. Undefined: the service was not asked. */
  readonly offer: OfferAnswer | 'asked' | undefined
}

/**
 * `weak-device`: the service offers trials, but not to a device whose ID is weak.
 * `unanswered`: the service was asked, and there was no usable answer.
 */
export type OfferAnswer = TrialOffer | 'none' | 'weak-device' | 'unanswered'

export type GateEvent =
  | { readonly kind: 'started'; readonly mayHaveKey: boolean }
  | {
      readonly kind: 'store-opened'
      readonly stored: StoredLicense | undefined
      /** What encrypted the stored key. */
      readonly storedBy?: StoredBy
      readonly isUnreadable: boolean
      /** Set when the computer was not recognised. An unreadable key may be readable later. */
      readonly deviceUnsure?: FailureView
    }
  /** `key` is undefined when the text that the user entered is not a license key. */
  | { readonly kind: 'key-entered'; readonly key: LicenseKey | undefined }
  /** The user requests a license file for this key. */
  | { readonly kind: 'file-requested'; readonly key: LicenseKey }
  /** The user gave a license file for this key. It is verified, and in force. */
  | { readonly kind: 'file-accepted'; readonly key: LicenseKey; readonly offline: OfflineProof }
  /** The user wants the current key to be checked again. */
  | { readonly kind: 'check-requested' }
  /** The user wants to use the refused key on this computer instead of another one. */
  | { readonly kind: 'move-requested' }
  /** The user asks the owner of the refused key for a place. `name`: of this computer. */
  | { readonly kind: 'owner-wanted'; readonly name: string }
  | { readonly kind: 'owner-answered'; readonly id: number; readonly result: AskView | 'allowed' }
  /** The service was asked for the offer of a trial. */
  | { readonly kind: 'offer-answered'; readonly offer: OfferAnswer }
  /** The service may be reachable again, so an offer without an answer may be asked for again. */
  | { readonly kind: 'offer-wanted' }
  /** The user starts a trial. */
  | { readonly kind: 'trial-requested' }
  /** Another computer of the refused key was released. */
  | { readonly kind: 'device-released' }
  /** The user releases this computer. */
  | { readonly kind: 'release-started' }
  | { readonly kind: 'release-finished'; readonly isReleased: boolean }
  | { readonly kind: 'phase-changed'; readonly attemptId: number; readonly phase: CheckPhase }
  | { readonly kind: 'check-finished'; readonly attemptId: number; readonly answer: CheckAnswer }
  | { readonly kind: 'cancelled' }
  /** The user registered this computer as a new device. */
  | { readonly kind: 'device-accepted' }
  | { readonly kind: 'forgotten' }
  /** A timer fired: something may be due. */
  | { readonly kind: 'time-passed' }
  /** The computer woke from sleep. */
  | { readonly kind: 'resumed'; readonly sleptSeconds: number }
  /** The license was written to the disk; `by` is `nothing` when it was not. */
  | { readonly kind: 'saved'; readonly by: StoredBy }
  /** The disk has no proof that opens a refused key, unless the disk cannot be written. */
  | { readonly kind: 'proof-erased' }

/** A side effect that the gate runs for the state machine. */
export type Effect =
  | { readonly kind: 'load' }
  | { readonly kind: 'check'; readonly attempt: Attempt }
  | { readonly kind: 'ask-for-offer' }
  | { readonly kind: 'ask-owner'; readonly id: number; readonly key: LicenseKey; readonly name: string }
  | { readonly kind: 'abort' }
  | { readonly kind: 'save'; readonly stored: StoredLicense }
  /** Erases the proof, or writes one that is not for this build. Keeps the key. */
  | { readonly kind: 'erase-proof'; readonly stored: StoredLicense }
  | { readonly kind: 'erase' }

/** The values besides the state and the event that a transition depends on. */
export interface TransitionContext {
  /** Unix seconds of the service's clock. */
  readonly now: number
  /** The computer's date was set back. */
  readonly isClockSetBack: boolean
  /**
   * The latest time is stored with the proof, or the proof in use is not on the disk. SECURITY:
   * otherwise a restart could repeat a part of the grace period.
   */
  readonly isTimeStored: boolean
  readonly graceSeconds: number
  /** A stored license opens the product only after a check. */
  readonly isCheckFirst: boolean
  /** When this version of the app was built: Unix seconds. Infinity if that is unknown. */
  readonly builtAt: number
  /** The gate offers a trial, if the service does. */
  readonly hasTrials: boolean
  readonly regularChecks: RegularChecks
}

/** The next state, and the effects to run in this order. */
export type Transition = readonly [GateState, readonly Effect[]]
