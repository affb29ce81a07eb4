import type { MonotonicClock } from '../clock.ts'
import type { Seal } from '../security/seal.ts'
import type { Hosts } from './postgres/writer.ts'
import type { Db, StorageParts } from './sql/access.ts'
import type { TablesPart } from './sql/columns.ts'
import type { SqliteConnection } from './sqlite/database.ts'

/** What a module stores, and its methods of the storage. */
export interface StorageModule<Methods extends object = object> {
  readonly tables?: TablesPart
  /** Queries that both engines share. */
  readonly methods?: (parts: StorageParts) => Methods
  /** Methods with statements of each engine. */
  readonly sqlite?: (parts: SqliteParts) => EngineMethods<Methods>
  readonly postgres?: (parts: PostgresParts) => EngineMethods<Methods>
  /** Deletes rows that have expired, a batch at a time, because key checks wait meanwhile. */
  readonly forget?: (parts: StorageParts, trx: Db, now: number) => Promise<void>
  /**
   * Gives the rows of a customer to another one, or takes the customer from them: null, when the
   * customer is erased. It runs before the customer is deleted.
   */
  readonly moveCustomer?: (trx: Db, customer: number, into: number | null) => Promise<void>
  /** Deletes rows that belong to a project by another table. */
  readonly deleteOf?: (trx: Db, projectRow: number) => Promise<void>
}

/** The part of an engine that these methods need. */
interface EngineParts {
  readonly seal: Seal
  readonly monotonic: MonotonicClock
}
export interface SqliteParts extends EngineParts {
  readonly connection: SqliteConnection
}
export interface PostgresParts extends EngineParts {
  readonly hosts: Hosts
  readonly db: Db
}

export interface EngineMethods<Methods> {
  readonly methods: Methods
  /** Called after an error of any method: the data in memory may differ from the stored data. */
  distrust?(): void
  /** Called every four seconds, in a transaction: reads what other processes have written. */
  catchUp?(): void
  close?(): Promise<void>
}
