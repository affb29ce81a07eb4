import { DatabaseTooNew } from '../storage.ts'

/** The tables of a database. Its version is the number of upgrades, and one for the tables. */
export interface Schema {
  /** Creates the tables of a new database as they are now. */
  readonly tables: string
  /**
   * Each brings the tables of one version to the next one; the first is from version 1. Append-only:
   * a released one is never edited.
   */
  readonly upgrades: readonly string[]
}

export const versionOf = ({ upgrades }: Pick<Schema, 'upgrades'>): number => 1 + upgrades.length

/**
 * What brings a database of this version to the schema; 0 is an empty one.
 * @throws DatabaseTooNew
 */
export function stepsFrom(version: number, schema: Schema): readonly string[] {
  const newest = versionOf(schema)
  if (version > newest) throw new DatabaseTooNew(version, newest)
  return version === 0 ? [schema.tables] : schema.upgrades.slice(version - 1)
}
