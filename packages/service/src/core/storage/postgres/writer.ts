import type { Ask } from './identity.ts'

/** The server that took writes when it was last asked. */
export interface Writer {
  readonly url: string
  /** A session on it broke, or it refused a write: the hosts are asked again. */
  lose(): void
  isLost(): boolean
}

export interface Hosts {
  /** @throws StorageUnavailable when none takes writes, or two do */
  findWriter(): Promise<Writer>
  /** @throws OtherDatabase */
  verify(ask: Ask): Promise<void>
  /** Asks the other hosts whether one of them takes writes beside this one. */
  look(): Promise<void>
  /** @throws StorageUnavailable unless the database is new at every host */
  refuseOtherTables(ask: Ask): Promise<void>
}
