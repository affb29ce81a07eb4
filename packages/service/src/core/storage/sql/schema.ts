import { DatabaseTooNew } from '../storage.ts'

/** The tables of a database. Its version is the number of upgrades plus one. */
export interface Schema {
  /** Statements that create the tables of a new database. */
  readonly tables: string
  /**
   * Each brings the tables of one version to the next one; the first is from version 1. Append-only:
   * a released one is never edited.
   */
  readonly upgrades: readonly string[]
}

export const versionOf = ({ upgrades }: Pick<Schema, 'upgrades'>): number => 1 + upgrades.length

/**
 * The statements that bring a database of this version to the schema; 0 is an empty one.
 * @throws DatabaseTooNew
 */
export function stepsFrom(version: number, schema: Schema): readonly string[] {
  const newest = versionOf(schema)
  if (version > newest) throw new DatabaseTooNew(version, newest)
  return version === 0 ? [schema.tables] : schema.upgrades.slice(version - 1)
}
