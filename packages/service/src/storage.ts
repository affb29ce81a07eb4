import { checks } from './checks/module.ts'
import type { StorageModule } from './core/storage/module.ts'
import { openStorageWith } from './core/storage/open.ts'
import {
  createPostgresStorage as createPostgres,
  type PostgresStorageParts,
} from './core/storage/postgres/storage.ts'
import {
  createSqliteStorage as createSqlite,
  type SqliteStorageParts,
} from './core/storage/sqlite/storage.ts'
import type { CoreStorage } from './core/storage/storage.ts'
import { events } from './events/module.ts'
import { licenses } from './licenses/module.ts'
import { overview } from './overview/module.ts'
import { people } from './people/module.ts'
import { scripts } from './scripts/module.ts'
import { trials } from './trials/module.ts'

/** The modules that store something. Tables are created in this order. */
export const STORAGE_MODULES = [
  checks.storage,
  licenses.storage,
  trials.storage,
  scripts.storage,
  people.storage,
  events.storage,
  overview.storage,
] as const

type MethodsOf<M> = M extends StorageModule<infer Methods> ? (one: Methods) => void : never
type All = MethodsOf<(typeof STORAGE_MODULES)[number]> extends (all: infer Methods) => void ? Methods : never

/** The storage with the methods of all modules. */
export type Storage = CoreStorage & All

/** @see createSqlite */
export const createSqliteStorage = (parts: Omit<SqliteStorageParts, 'modules'>) =>
  createSqlite({ ...parts, modules: STORAGE_MODULES }) as Promise<Storage>

/** @see createPostgres */
export const createPostgresStorage = (parts: Omit<PostgresStorageParts, 'modules'>) =>
  createPostgres({ ...parts, modules: STORAGE_MODULES }) as Promise<Storage>

/** @see openStorageWith */
export async function openStorage(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  lockWaitMs?: number,
) {
  const { storage, ...opened } = await openStorageWith(STORAGE_MODULES, url, environment, lockWaitMs)
  return { ...opened, storage: storage as Storage }
}
