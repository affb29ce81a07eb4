import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { connect } from '../storage/postgres/database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a server that runs for as long as the tests. */
    readonly postgresUrl: string
  }
}

export interface TestDatabase extends AsyncDisposable {
  readonly url: string
  /** Leaves the tables, and nothing in them. */
  empty(): Promise<void>
  drop(): Promise<void>
}

/** A database of its own on the server of the test run. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = inject('postgresUrl')
  await ask(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = () => ask(server, `drop database ${name} with (force)`)
  return {
    url: url.href,
    empty: () =>
      ask(
        url.href,
        `do $$ begin execute coalesce((select 'truncate ' || string_agg(tablename, ', ') || ' restart identity' from pg_tables
         where schemaname = 'public' and tablename <> 'schema_version'), ''); exception when null_value_not_allowed then null; end $$`,
      ),
    drop,
    [Symbol.asyncDispose]: drop,
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
