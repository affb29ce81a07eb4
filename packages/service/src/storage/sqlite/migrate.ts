import type { DatabaseSync } from 'node:sqlite'
import { DatabaseTooNew } from '../storage.ts'
import { MIGRATIONS } from './migrations/index.ts'

/**
 * Brings the tables to this version. Safe when several processes open the same new file at once.
 */
export function migrate(raw: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  if (versionOf(raw) === migrations.length) return
  raw.exec('begin immediate')
  try {
    // Read again, now that no other process can migrate.
    const version = versionOf(raw)
    if (version > migrations.length) throw new DatabaseTooNew(version, migrations.length)
    for (const migration of migrations.slice(version)) raw.exec(migration)
    raw.exec(`pragma user_version = ${migrations.length}`)
    raw.exec('commit')
  } catch (error) {
    if (raw.isTransaction) raw.exec('rollback')
    throw error
  }
}

function versionOf(raw: DatabaseSync): number {
  const { user_version } = raw.prepare('pragma user_version').get() ?? {}
  return Number(user_version)
}
