import type { LicenseKey } from '@latchkey/protocol'
import type { Reminded } from './countdown.ts'
import type { License } from './judge-check.ts'
import type {
  CheckPhase,
  FailureView,
  KeptBy,
  RefusedView,
  ReminderDays,
  UnreachableView,
} from './license-view.ts'
import type { CheckAnswer } from './send-check.ts'

/** What a verified answer said, and when, in Unix seconds of the service's clock. */
export interface Proof {
  readonly license: License
  readonly checkedAt: number
}

/** What stays on this device between two starts. */
export interface Kept {
  readonly key: LicenseKey
  /** Absent after a refusal, and when what was kept of it is not genuine. */
  readonly proof?: Proof
  readonly reminded?: Reminded
}

export interface Attempt {
  readonly id: number
  readonly key: LicenseKey
  readonly phase: CheckPhase
}

export type Standing =
  | { readonly kind: 'locked' }
  | RefusedView
  | UnreachableView
  | {
      readonly kind: 'licensed'
      readonly source: 'online' | 'grace'
      /** The only thing that opens the product. */
      readonly proof: Proof
      readonly reminder?: ReminderDays
      readonly notice?: RefusedView | UnreachableView
    }

export interface GateState {
  readonly standing: Standing
  /** What is kept on this device is still being opened. */
  readonly isLoading: boolean
  /** Something was kept on this device and could not be opened. */
  readonly isKeptKeyUnreadable: boolean
  /** The check under way. One at a time. */
  readonly attempt: Attempt | undefined
  readonly lastAttemptId: number
  /** The key to check when the user asks again: the one last tried. */
  readonly candidate: LicenseKey | undefined
  readonly kept: Kept | undefined
  readonly keptBy: KeptBy
  /** When the end of a license last led to a check, in Unix seconds of the service's clock. */
  readonly endCheckedAt?: number
}

export type GateEvent =
  | { readonly kind: 'opening'; readonly mayHoldKey: boolean }
  | {
      readonly kind: 'opened'
      readonly kept: Kept | undefined
      /** What sealed the key that was found. */
      readonly keptBy?: KeptBy
      readonly isUnreadable: boolean
      /** Why what is kept may be readable another time: this computer was not recognised. */
      readonly deviceUnsure?: FailureView
    }
  /** The user gave a text; undefined when it is not a license key. */
  | { readonly kind: 'entered'; readonly key: LicenseKey | undefined }
  | { readonly kind: 'asked' }
  | { readonly kind: 'progressed'; readonly attemptId: number; readonly phase: CheckPhase }
  | { readonly kind: 'decided'; readonly attemptId: number; readonly answer: CheckAnswer }
  | { readonly kind: 'cancelled' }
  /** This computer counts as a new device from now on. */
  | { readonly kind: 'adopted' }
  | { readonly kind: 'forgotten' }
  /** Time has passed. */
  | { readonly kind: 'ticked' }
  | { readonly kind: 'woke'; readonly sleptSeconds: number }
  | { readonly kind: 'saved'; readonly by: KeptBy }

export type Effect =
  | { readonly kind: 'load' }
  | { readonly kind: 'check'; readonly attempt: Attempt }
  | { readonly kind: 'abort' }
  | { readonly kind: 'save'; readonly kept: Kept }
  | { readonly kind: 'erase' }

/** What a transition needs to know of the moment it happens in. */
export interface Moment {
  /** Unix seconds of the service's clock. */
  readonly now: number
  /** The computer's date is earlier than it can be. */
  readonly isClockSetBack: boolean
  /** What is kept on this device cannot be opened later with less time on its clock: the time is stored beside it. */
  readonly isTimeStored: boolean
  readonly graceSeconds: number
}

export type Step = readonly [GateState, readonly Effect[]]
