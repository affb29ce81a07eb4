/**
 * What a window may show of the device ID: where it comes from and how far to trust it, and no raw value.
 * Reasons are codes: the sentences are the window's, in its language.
 */
export interface DeviceView {
  /** The ID as it goes over the wire (HWID). */
  readonly id: string
  /** Of the derivation. */
  readonly version: number
  readonly strength: DeviceStrength
  /** Why it is not stronger. Empty when it is strong. */
  readonly reasons: readonly DeviceReason[]
  readonly facts: readonly DeviceFactView[]
}

export type DeviceStrength = 'strong' | 'medium' | 'weak'

/** `facts` are the names of those it is about. */
export type DeviceReason =
  | { readonly code: 'nothing-known' }
  | { readonly code: 'one-fact'; readonly facts: readonly string[] }
  | { readonly code: 'two-facts'; readonly facts: readonly string[] }
  | { readonly code: 'container' }
  /** `product` is empty when the machine does not say which. */
  | { readonly code: 'virtual-machine'; readonly product: string }
  | { readonly code: 'timed-out'; readonly facts: readonly string[] }
  | { readonly code: 'another-id-kept' }
  | { readonly code: 'not-written' }

export interface DeviceFactView {
  /** The technical term, the same in every language. */
  readonly name: string
  /** The call that was asked, such as `uuid().os`. */
  readonly source: string
  readonly counted: boolean
  /** Why it counts, or why it does not. */
  readonly reason: FactReason
  /** It is another than last time; the others still match, so the device ID stays. */
  readonly changed: boolean
}

export type FactReason =
  | { readonly code: FactReasonCode }
  /** It has the value of another fact. */
  | { readonly code: 'twin'; readonly of: string }

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
