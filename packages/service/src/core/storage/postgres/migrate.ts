import { type Schema, stepsFrom, versionOf } from '../sql/schema.ts'
import type { Connection } from './database.ts'

/** A number that no other program locks in this database. */
const MIGRATION_LOCK = 7_236_518_203

/** Brings the tables to this version. Several nodes may start on the same new database at once. */
export async function migrate(connection: Connection, schema: Schema): Promise<void> {
  await connection.query('begin')
  try {
    // Until the commit, the other nodes wait here. Then they find that nothing is left to do.
    await connection.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await connection.query('create table if not exists schema_version (version integer not null)')
    const { rows } = await connection.query('select version from schema_version')
    for (const step of stepsFrom(Number(rows[0]?.['version'] ?? 0), schema)) await connection.query(step)
    await connection.query('delete from schema_version')
    await connection.query('insert into schema_version values ($1)', [versionOf(schema)])
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}
