import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, connect } from '../core/storage/postgres/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of a server that runs as long as the tests. Undefined if they have none. */
    readonly postgresUrl: string | undefined
  }
}

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
  /** Deletes all rows, and keeps the tables. */
  empty(): Promise<void>
  drop(): Promise<void>
}

/**
 * Deletes the rows of all tables, in any order because foreign keys are not checked. `truncate` takes
 * several times as long: it makes new files for each table.
 */
const DELETE_ALL = `do $$ begin
  set local session_replication_role = replica;
  execute coalesce(
    (select string_agg('delete from ' || tablename, '; ') from pg_tables
      where schemaname = 'public' and tablename <> 'schema_version'),
    'select 1');
end $$`

/** A separate database on the server of the test run. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = serverUrl()
  await ask(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  // The session is kept for the next test: PostgreSQL starts a process for each connection.
  let connection: Connection | undefined
  const drop = async () => {
    await connection?.close()
    await ask(server, `drop database ${name} with (force)`)
  }
  return {
    url: url.href,
    async empty() {
      connection ??= await connect(url.href)
      await connection.query(DELETE_ALL)
    },
    drop,
    [Symbol.asyncDispose]: drop,
  }
}

export function serverUrl(): string {
  const url = inject('postgresUrl')
  if (url === undefined) throw new Error('This test belongs into the project that has a PostgreSQL server.')
  return url
}

const free: TestDatabase[] = []

/** Takes an empty database, which must be released after use. Undefined without a server. */
export async function takeDatabase(): Promise<
  { readonly url: string; release(): Promise<void> } | undefined
> {
  if (inject('postgresUrl') === undefined) return undefined
  const database = free.pop() ?? (await createDatabase())
  return {
    url: database.url,
    async release() {
      await database.empty()
      free.push(database)
    },
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const connection = await connect(url)
  try {
    await connection.query(statement)
  } finally {
    await connection.close()
  }
}
