import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Seal } from '../../security/seal.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** Runs a method of the storage, or a part of one. */
export type Run = <T>(work: () => Promise<T>) => Promise<T>

/** The part of an engine for the queries that both engines share. */
export interface StorageParts {
  readonly db: Db
  /**
   * For long reads, for which key checks do not wait. It sees everything that was committed before.
   */
  readonly reader: Db
  readonly seal: Seal
  readonly dialect: SqlDialect
  /** See `StorageModule`: for the rows of all modules. */
  readonly moveCustomer: (trx: Db, customer: number, into: number | null) => Promise<void>
  /** Runs `work` in one transaction. An engine may run it more than once. */
  transaction<T>(work: (trx: Db) => Promise<T>): Promise<T>
  /**
   * Runs `work` in one transaction with large values, which must not replace what key checks have
   * cached.
   */
  largeTransaction<T>(work: (trx: Db) => Promise<T>): Promise<T>
  /** Runs `work` in one transaction that only reads: it sees one moment of the database. */
  snapshot<T>(work: (trx: Db) => Promise<T>): Promise<T>
  /** Runs `work` in one long transaction that only reads, by `reader`. */
  longSnapshot<T>(work: (trx: Db) => Promise<T>): Promise<T>
  /**
   * Empties the log of the database, which has earlier versions of rows. Only on SQLite: PostgreSQL
   * deletes its own.
   * @returns false: a long read uses the log at the moment
   */
  emptyLog(): Promise<boolean>
}

/** A table with an index of texts, joined with the table of licenses or of customers. */
export interface SearchIndex {
  readonly from: RawBuilder<unknown>
  readonly matches: RawBuilder<boolean>
  /** The number of the row. */
  readonly row: RawBuilder<number>
}

type EventIndex = `events_${'of_account' | 'of_project' | 'of_kind' | 'by_actor' | 'of_subject' | 'of_bulk'}`

/** The SQL in which the engines differ. */
export interface SqlDialect {
  emailIs(email: string): RawBuilder<boolean>
  /**
   * A column in the form in which it is compared with a text in lower case: A to Z equal a to z.
   */
  compared(column: 'email' | 'name'): RawBuilder<string>
  /** See `EVENT_BY`. */
  readonly eventBy: RawBuilder<string>
  /** The table of events, read by this index. */
  eventsBy(index: EventIndex): RawBuilder<unknown>
  /** The table of licenses, read by an index of those with `banned = 1`. */
  readonly licensesByBan: RawBuilder<unknown>
  /** Whether one of these texts of a row contains this text. A to Z equal a to z. */
  contains(text: string, columns: readonly SearchedColumn[], table?: Searched): RawBuilder<boolean>
  /**
   * The rows that may contain a text, in the order of their numbers. Undefined: `contains` uses an
   * index by itself, or the text is too short for one.
   */
  searchIndex(text: string, table?: Searched): SearchIndex | undefined
  /**
   * Runs changes of a few rows, and also removes their old texts from the indexes of searches,
   * which would otherwise contain them until their parts are merged.
   */
  erasing<T>(trx: Db, work: () => Promise<T>): Promise<T>
  /** Locks the selected rows until the transaction ends. Only inside `transaction`. */
  locked<Table extends keyof Tables, Row>(
    query: SelectQueryBuilder<Tables, Table, Row>,
    table: Table,
  ): SelectQueryBuilder<Tables, Table, Row>
}

/** The texts in which Get Users searches. Source: interface, "Get Users". */
export const LISTED_TEXTS = ['identifier', 'license_key', 'chat_id', 'note'] as const
/** The texts in which List Keys searches. */
export const SEARCHED_TEXTS = [...LISTED_TEXTS, 'vendor_note'] as const
type SearchedColumn = (typeof SEARCHED_TEXTS)[number] | 'ban_reason' | 'email' | 'name'
/** The table that is searched. Default: the licenses. */
type Searched = 'licenses' | 'customers'

/** A pattern for LIKE, with the backslash as its escape character. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/**
 * Whether a column, in the form of `compared`, starts with a text. The condition uses the index of
 * the column. No text has the last character.
 */
export const startingWith = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  const start = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  return sql<boolean>`(${column} >= ${start} and ${column} < ${`${start}\u{10ffff}`})`
}

/** A list for `in (…)`: PostgreSQL allows no empty list. No row has the ID 0. */
export const anyOf = (ids: readonly number[]): readonly number[] => (ids.length === 0 ? [0] : ids)

/** A sum as a number. PostgreSQL sums into another type, which would arrive as text. */
export const sumOf = (value: string | RawBuilder<unknown>) =>
  sql<number>`cast(coalesce(sum(${typeof value === 'string' ? sql.ref(value) : value}), 0) as bigint)`

/** The licenses of a project that count for a plan. */
export const LICENSES = sql`license_count - trial_count`

export const COUNT = sql<number>`count(*)`.as('count')

/** Selects projects with the fields of their account that `toProject` needs. */
export const selectProjectsWith = (db: Db) =>
  db
    .selectFrom('projects')
    .innerJoin('accounts', 'accounts.id', 'projects.account_id')
    .selectAll('projects')
    .select('accounts.public_id as account_public_id')

/** The row IDs of a project and of its account. */
export interface ProjectRowIds {
  readonly id: number
  readonly account_id: number
}

export const findProjectRow = (db: Db, projectId: string): Promise<ProjectRowIds | undefined> =>
  db.selectFrom('projects').select(['id', 'account_id']).where('public_id', '=', projectId).executeTakeFirst()

export const findAppRow = (db: Db, appName: string) =>
  db.selectFrom('projects').selectAll().where('app_name', '=', appName).executeTakeFirst()

export const findAccountRow = (db: Db, accountId: string) =>
  db.selectFrom('accounts').select('id').where('public_id', '=', accountId).executeTakeFirst()

/** The row IDs of an account's projects. */
export const projectsOfAccount = (db: Db, accountRowId: number) =>
  db.selectFrom('projects').select('id').where('account_id', '=', accountRowId)

/**
 * The row of a project before a write: the changes of one account are serialised, because its
 * limits are counted over all its projects.
 */
export async function lockProjectRow(
  { dialect }: Pick<StorageParts, 'dialect'>,
  trx: Db,
  projectId: string,
): Promise<ProjectRowIds | undefined> {
  const project = await findProjectRow(trx, projectId)
  if (project === undefined) return undefined
  await dialect
    .locked(trx.selectFrom('accounts').select('id').where('id', '=', project.account_id), 'accounts')
    .execute()
  return project
}
