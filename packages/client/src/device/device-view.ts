import type { DeviceStrength } from '@latchkey/protocol'

export type { DeviceStrength }

/**
 * The device ID with its origin and strength, for display. Contains no raw value of the machine.
 * Reasons are codes, because a window has the sentences in its own language.
 */
export interface DeviceView {
  /** The ID that is sent to the service (HWID). */
  readonly id: string
  /** Version of the derivation. */
  readonly version: number
  readonly strength: DeviceStrength
  /** Why the strength is reduced. Empty when it is `strong`. */
  readonly reasons: readonly DeviceReason[]
  readonly facts: readonly DeviceFactView[]
}

/** A technical term. `DeviceTexts` has it in the language of the window. */
export type FactName =
  | 'OS installation ID'
  | 'System UUID'
  | 'Board serial number'
  | 'Hardware UUID'
  | 'Serial number'

/** Why a device ID is strong, medium or weak. */
export type DeviceReason =
  | { readonly code: 'nothing-known' }
  | { readonly code: 'one-fact'; readonly facts: readonly FactName[] }
  | { readonly code: 'two-facts'; readonly facts: readonly FactName[] }
  | { readonly code: 'container' }
  /** `product` names the hypervisor or cloud; empty when it is unknown. */
  | { readonly code: 'virtual-machine'; readonly product: string }
  | { readonly code: 'timed-out'; readonly facts: readonly FactName[] }
  | { readonly code: 'another-id-stored' }
  | { readonly code: 'not-written' }

/** One fact about this computer, without its value. */
export interface DeviceFactView {
  readonly name: FactName
  readonly counted: boolean
  /** Why the fact counts or does not count. */
  readonly reason: FactReason
  /** The value differs from the stored one. The other facts still match, so the device ID stays. */
  readonly changed: boolean
}

export type FactReason =
  | { readonly code: FactReasonCode }
  /** The fact has the same value as the fact named `of`. */
  | { readonly code: 'twin'; readonly of: FactName }

/** Why a fact counts for the device ID or does not, without details. */
export type FactReasonCode =
  | 'set-at-installation'
  | 'set-by-apple'
  | 'set-by-computer-maker'
  | 'set-by-board-maker'
  | 'timed-out'
  | 'not-shown'
  | 'none-on-macos'
  | 'no-value'
  | 'placeholder'
  | 'wrong-form'
  | 'too-short'
  | 'words'
