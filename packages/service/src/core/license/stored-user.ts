import type { User } from './users.ts'

/** A user with its number in the storage, and that of its project. */
export interface StoredUser {
  readonly row: number
  readonly projectRow: number
  readonly user: User
  /** The last day on which a check of its key was accepted: Unix time divided by 86,400. */
  readonly usedDay: number
}
