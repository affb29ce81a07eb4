import type { StorageModule } from '../module.ts'
import { type Engine, tablesOf } from './columns.ts'
import { tablesWith } from './methods.ts'
import type { Schema } from './schema.ts'

/** The steps to later versions, by engine. See `Schema`. */
export const UPGRADES: Readonly<Record<Engine, readonly string[]>> = { sqlite: [], postgres: [] }

/** The schema of the core with these modules. */
export const schemaOf = (modules: readonly StorageModule[], engine: Engine): Schema => ({
  tables: tablesOf(tablesWith(modules), engine),
  upgrades: UPGRADES[engine],
})
