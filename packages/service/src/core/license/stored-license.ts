import type { License } from './license.ts'

/** A license with its number in the storage, and that of its project. */
export interface StoredLicense {
  readonly row: number
  readonly projectRow: number
  readonly license: License
  /** The last day on which a check of its key was accepted: Unix time divided by 86,400. */
  readonly usedDay: number
}
