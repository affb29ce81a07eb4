import type { Ask } from './identity.ts'

/** The server that took writes when it was last asked. */
export interface Writer {
  readonly url: string
  /**
   * Called when a session on it broke, or when it refused a write: then the hosts are asked again.
   */
  lose(): void
  isLost(): boolean
}

export interface Hosts {
  /**
   * Finds the server that takes writes.
   * @throws StorageUnavailable when there is none, or when there are two
   */
  findWriter(): Promise<Writer>
  /**
   * Verifies that a session leads to the known database.
   * @throws OtherDatabase
   */
  verify(ask: Ask): Promise<void>
  /** Finds out whether another host takes writes as well. */
  look(): Promise<void>
  /**
   * Verifies that the database is new at every host.
   * @throws StorageUnavailable when it is not
   */
  refuseOtherTables(ask: Ask): Promise<void>
}
