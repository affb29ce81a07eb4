import type { DatabaseSync } from 'node:sqlite'
import { type Schema, stepsFrom, versionOf } from '../sql/schema.ts'

/** Brings the tables to this version. Several processes may open the same new file at once. */
export function migrate(raw: DatabaseSync, schema: Schema): void {
  const version = (): number => Number(raw.prepare('pragma user_version').get()?.['user_version'])
  if (version() === versionOf(schema)) return
  raw.exec('begin immediate')
  try {
    // The version is read again, because no other process can migrate from now on.
    for (const step of stepsFrom(version(), schema)) raw.exec(step)
    raw.exec(`pragma user_version = ${versionOf(schema)}`)
    raw.exec('commit')
  } catch (error) {
    if (raw.isTransaction) raw.exec('rollback')
    throw error
  }
}
