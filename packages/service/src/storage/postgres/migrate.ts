import { DatabaseTooNew } from '../storage.ts'
import type { Connection } from './database.ts'
import { MIGRATIONS } from './migrations/index.ts'

/** Any number that nobody else locks in this database. */
const MIGRATION_LOCK = 7_236_518_203

/**
 * Brings the tables to this version. Safe when several nodes start on the same new database at
 * once.
 */
export async function migrate(
  connection: Connection,
  migrations: readonly string[] = MIGRATIONS,
): Promise<void> {
  await connection.query('begin')
  try {
    // Until the commit, the others wait here, and then find the work done.
    await connection.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    await connection.query('create table if not exists schema_version (version integer not null)')
    const { rows } = await connection.query('select version from schema_version')
    const version = Number(rows[0]?.['version'] ?? 0)
    if (version > migrations.length) throw new DatabaseTooNew(version, migrations.length)
    for (const migration of migrations.slice(version)) await connection.query(migration)
    if (version < migrations.length) {
      await connection.query('delete from schema_version')
      await connection.query('insert into schema_version values ($1)', [migrations.length])
    }
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback').catch(() => undefined)
    throw error
  }
}
