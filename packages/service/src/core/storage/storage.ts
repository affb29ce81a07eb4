import type { AccountStorage } from '../accounts/storage.ts'
import type { BanStorage } from '../license/storage.ts'
import type { NodeStorage } from './node-storage.ts'

/**
 * The most seconds by which the clocks of nodes may differ. A count or a node that ends later was
 * written with a wrong clock.
 */
export const CLOCKS_AGREE_WITHIN_SECONDS = 60

/**
 * The database could not carry out the operation and nothing was changed. If the connection broke
 * during a commit, the result is unknown. The caller decides whether to try again.
 */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The files of the database were deleted or replaced while it was open. */
export class DatabaseReplaced extends StorageUnavailable {}

/** The database's secrets were sealed with another service key. */
export class WrongServiceKey extends Error {
  override readonly name = 'WrongServiceKey'
}

/** Development versions before the first release had databases of up to this version. */
const LAST_UNRELEASED = 12

/** The database was written by a later version, whose tables this one does not know. */
export class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew'

  constructor(version: number, known: number) {
    const unreleased =
      version <= LAST_UNRELEASED
        ? ' If an unreleased Latchkey wrote it, export the keys with that one, and import them into a new database.'
        : ''
    super(
      `The database has version ${version}, this service knows versions up to ${known}. Start the newer service that wrote it, or restore a backup.${unreleased}`,
    )
  }
}

/**
 * The methods of the storage in the core. Each module adds its own; `storage.ts` above has all of
 * them. The `testing/contract.ts` of each tests them for every adapter. Every method is atomic and
 * durable: when its promise has resolved, its changes survive a crash of the process and of the
 * machine. A method that cannot be carried out rejects with `StorageUnavailable`, and has changed
 * nothing. No error of a driver and no transaction passes this interface. A change by an `Origin`
 * adds its events in the same transaction, if something was written.
 */
export interface CoreStorage extends AccountStorage, BanStorage, NodeStorage {
  /** Waits for pending operations. Afterwards every method rejects. */
  close(): Promise<void>
}
