import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServiceKey, SERVICE_KEY_BYTES } from '../security/seal.ts'
import { parseServiceKey, readOrCreateServiceKey } from '../security/service-key-file.ts'
import { UserError } from '../user-error.ts'
import type { StorageModule } from './module.ts'
import { urlsOfHosts } from './postgres/hosts.ts'
import { createPostgresStorage } from './postgres/storage.ts'
import { isBusy } from './sqlite/database.ts'
import { isMissingOrEmpty, restrictToOwner } from './sqlite/database-file.ts'
import { createSqliteStorage, createTables, hasServiceKeyProof } from './sqlite/storage.ts'
import { DatabaseTooNew, StorageUnavailable, WrongServiceKey } from './storage.ts'

export const SERVICE_KEY_VARIABLE = 'LATCHKEY_SERVICE_KEY'
const MEMORY = ':memory:'

export type Database =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string }

/**
 * Opens the database of a URL: `sqlite:PATH`, `sqlite::memory:` or `postgres://…`. The service key
 * comes from the environment, or from a file beside the database that is made at first use. A
 * database in memory gets a random key; a PostgreSQL server has no place for a file.
 * @param lockWaitMs see `createSqliteStorage`
 * @returns also `warnings` for the operator
 * @throws UserError when the user has to correct something
 */
export async function openStorageWith(
  modules: readonly StorageModule[],
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
  lockWaitMs?: number,
) {
  const database = parseDatabase(url)
  const givenKey = environment[SERVICE_KEY_VARIABLE]
  let source = SERVICE_KEY_VARIABLE
  try {
    const warnings = await prepareFile(database, givenKey, modules)
    const found = await findServiceKey(database, givenKey)
    source = found.source
    const serviceKey = createServiceKey(found.bytes)
    const storage = await (database.kind === 'sqlite'
      ? createSqliteStorage({ path: database.path, seal: serviceKey, modules, lockWaitMs })
      : createPostgresStorage({ url: database.url, seal: serviceKey, modules }))
    return { storage, serviceKey, warnings }
  } catch (error) {
    if (error instanceof DatabaseTooNew) throw new UserError(error.message, error)
    if (error instanceof WrongServiceKey) {
      throw new UserError(`${error.message} Start with the original one, in ${source}`, error)
    }
    if (error instanceof StorageUnavailable) {
      if (isBusy(error.cause)) {
        const message = `Another process has locked the database ${url}. End it, or try again later.`
        throw new UserError(message, error)
      }
      throw new UserError(
        database.kind === 'sqlite'
          ? `The database ${database.path} cannot be opened (${error.message}). Check that its folder exists, that it is a Latchkey database and that this user can write it.`
          : `The database ${redactUrl(url)} cannot be opened (${error.message}). Check that the server runs, and the address, user and password.`,
        error,
      )
    }
    throw error
  }
}

/**
 * Reads a database URL.
 * @throws UserError when it is not valid
 */
export function parseDatabase(url: string): Database {
  const [, path] = /^sqlite:(.+)$/s.exec(url) ?? []
  if (path !== undefined) return { kind: 'sqlite', path }
  if (/^postgres(ql)?:\/\//.test(url) && urlsOfHosts(url).every((one) => URL.canParse(one))) {
    return { kind: 'postgres', url }
  }
  throw new UserError(
    `"${redactUrl(url)}" is not a database. Use sqlite:PATH, sqlite::memory: or postgres://…`,
  )
}

export const serviceKeyPath = (databasePath: string): string => `${databasePath}.service-key`

/**
 * Prepares the file of a database before it is opened. The tables of a new one are made before its
 * service key: a key without a database is then one whose database was moved or lost.
 * @returns warnings
 */
async function prepareFile(
  database: Database,
  givenKey: string | undefined,
  modules: readonly StorageModule[],
): Promise<readonly string[]> {
  if (database.kind !== 'sqlite' || database.path === MEMORY) return []
  const { path } = database
  const keyPath = serviceKeyPath(path)
  // The key is looked for first: another process may be making both at this moment.
  const hasKey = givenKey === undefined && existsSync(keyPath)
  if (!isMissingOrEmpty(path)) {
    return restrictToOwner(path).map(
      (file) => `Other users can read ${file}, and its owner is another user. Restrict it with: chmod 600`,
    )
  }
  if (hasKey) {
    throw new UserError(
      `The database ${path} is missing or empty, but its service key ${keyPath} is there, so it was in use before. If the path is mistyped, correct it. If the database was moved or lost, restore it or a backup. To start with an empty one, move the service key away.`,
    )
  }
  await createTables(path, modules)
  return [
    `The database ${path} is new and has no account yet. If you expected one, check the path in --database.`,
  ]
}

async function findServiceKey(database: Database, given: string | undefined) {
  if (given !== undefined) {
    return { bytes: parseServiceKey(given, SERVICE_KEY_VARIABLE), source: SERVICE_KEY_VARIABLE }
  }
  if (database.kind === 'postgres') {
    throw new UserError(
      `Every node on a PostgreSQL server needs the same service key, in ${SERVICE_KEY_VARIABLE}. Make one with: openssl rand -hex ${SERVICE_KEY_BYTES}`,
    )
  }
  if (database.path === MEMORY) return { bytes: randomBytes(SERVICE_KEY_BYTES), source: 'memory' }
  const path = serviceKeyPath(database.path)
  // The order matters: another process that makes both at this moment makes the key before its
  // proof.
  if ((await hasServiceKeyProof(database.path)) && !existsSync(path)) {
    throw new UserError(
      `The service key ${path} of the database ${database.path} is missing. Restore it from where you keep it, or set ${SERVICE_KEY_VARIABLE}. A new one would be of no use: the shared secrets and the signing keys in this database can be read only with the one that sealed them.`,
    )
  }
  return { bytes: readOrCreateServiceKey(path), source: `${SERVICE_KEY_VARIABLE} or in ${path}` }
}

/** Removes the password from a database URL. SECURITY: a URL may contain one. */
export const redactUrl = (url: string): string =>
  url.replace(/\/\/.*@/s, '//…@').replace(/(?<=password=)[^&]*/gi, '…')
