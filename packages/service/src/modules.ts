import { askOwner } from './ask-owner/module.ts'
import { chat } from './chat/module.ts'
import { checks } from './checks/module.ts'
import type { Module, StoringModule } from './core/http/module.ts'
import type { Examination } from './core/operations/doctor.ts'
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
import { customers } from './customers/module.ts'
import { events } from './events/module.ts'
import { keyMail } from './key-mail/module.ts'
import { keyPages } from './key-pages/module.ts'
import { licenses } from './licenses/module.ts'
import { mail } from './mail/module.ts'
import { my } from './my/module.ts'
import { myLicenses } from './my-licenses/module.ts'
import { offline } from './offline/module.ts'
import { orders } from './orders/module.ts'
import { outbox } from './outbox/module.ts'
import { overview } from './overview/module.ts'
import { people } from './people/module.ts'
import { plants } from './plants/module.ts'
import { releases } from './releases/module.ts'
import { scripts } from './scripts/module.ts'
import { shops } from './shops/module.ts'
import { trials } from './trials/module.ts'

/**
 * All modules of the service. To remove one, delete it here. Checks come first, because they add to
 * the answers of the others. Tables are created in this order.
 */
export const MODULES = [
  checks,
  licenses,
  customers,
  trials,
  offline,
  scripts,
  people,
  events,
  overview,
  chat,
  plants,
  outbox,
  mail,
  keyMail,
  orders,
  shops,
  keyPages,
  releases,
  my,
  myLicenses,
  askOwner,
] as const

/** The modules that store something. */
export const STORAGE_MODULES: readonly StorageModule[] = MODULES.flatMap(
  (module: Module<never>) => module.storage ?? [],
)

/** What `doctor` examines for the modules. */
export const EXAMINATIONS: readonly Examination[] = MODULES.flatMap(
  (module: Module<never>) => module.examination ?? [],
)

type MethodsOf<M> = M extends StoringModule<infer Methods, never> ? (one: Methods) => void : never
type All = MethodsOf<(typeof MODULES)[number]> extends (all: infer Methods) => void ? Methods : never

/** The storage with the methods of all modules. */
export type Storage = CoreStorage & All

/** Opens an SQLite database with the tables of all modules. */
export const createSqliteStorage = (parts: Omit<SqliteStorageParts, 'modules'>) =>
  createSqlite({ ...parts, modules: STORAGE_MODULES }) as Promise<Storage>

/** Opens a PostgreSQL database with the tables of all modules. */
export const createPostgresStorage = (parts: Omit<PostgresStorageParts, 'modules'>) =>
  createPostgres({ ...parts, modules: STORAGE_MODULES }) as Promise<Storage>

/** Opens the database of a URL with the tables of all modules. See `openStorageWith`. */
export async function openStorage(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  lockWaitMs?: number,
) {
  const { storage, ...opened } = await openStorageWith(STORAGE_MODULES, url, environment, lockWaitMs)
  return { ...opened, storage: storage as Storage }
}
