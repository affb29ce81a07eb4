/** What a window may show of the device ID: where it comes from and how far to trust it, and no raw value. */
export interface DeviceView {
  /** The ID as it goes over the wire (HWID). */
  readonly id: string
  /** Of the derivation. */
  readonly version: number
  readonly strength: DeviceStrength
  /** Why it is not stronger. Empty when it is strong. */
  readonly reasons: readonly string[]
  readonly facts: readonly DeviceFactView[]
}

export type DeviceStrength = 'strong' | 'medium' | 'weak'

export interface DeviceFactView {
  readonly name: string
  /** The call that was asked, such as `uuid().os`. */
  readonly source: string
  readonly counted: boolean
  /** Why it counts, or why it does not. */
  readonly why: string
}
