import { randomBytes } from 'node:crypto'
import { createServiceKey, SERVICE_KEY_BYTES, type ServiceKey } from '../seal.ts'
import { parseServiceKey, readOrCreateServiceKey } from '../service-key-file.ts'
import { UserError } from '../user-error.ts'
import { startEmbeddedPostgres } from './postgres/embedded.ts'
import { createPostgresStorage } from './postgres/storage.ts'
import { createSqliteStorage } from './sqlite/storage.ts'
import { DatabaseTooNew, type Storage, StorageUnavailable, WrongServiceKey } from './storage.ts'

export const SERVICE_KEY_VARIABLE = 'LATCHKEY_SERVICE_KEY'
const MEMORY = ':memory:'
const EMBEDDED_DIR = 'latchkey-postgres'

export interface OpenStorage {
  readonly storage: Storage
  readonly serviceKey: ServiceKey
}

type Database =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'embedded'; readonly dir: string }
  | { readonly kind: 'postgres'; readonly url: string }

/**
 * Opens the database of a URL: `sqlite:PATH`, `sqlite::memory:`, `postgres://…`, or `postgres:embedded` with a `:FOLDER`
 * behind it or not.
 * The service key comes from the environment, or from a file beside the database that is made at first use; a database
 * in memory gets a random one, and a PostgreSQL server has no place beside it.
 * @throws UserError when there is something to put right
 */
export async function openStorage(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenStorage> {
  const database = parseDatabase(url)
  const { bytes, source } = findServiceKey(database, environment[SERVICE_KEY_VARIABLE])
  const serviceKey = createServiceKey(bytes)
  try {
    return { storage: await open(database, serviceKey), serviceKey }
  } catch (error) {
    if (error instanceof DatabaseTooNew) throw new UserError(error.message, error)
    if (error instanceof WrongServiceKey) {
      throw new UserError(`${error.message} Start with the first one, in ${source}`, error)
    }
    if (error instanceof StorageUnavailable) {
      throw new UserError(
        database.kind === 'sqlite'
          ? `The database ${database.path} cannot be opened (${error.message}). Check that its folder exists, that it is a Latchkey database and that this user may write it.`
          : `The database ${redactUrl(url)} cannot be opened (${error.message}). Check that the server runs, and the address, user and password.`,
        error,
      )
    }
    throw error
  }
}

/** @throws UserError when it is none */
export function parseDatabase(url: string): Database {
  const [, path] = /^sqlite:(.+)$/s.exec(url) ?? []
  if (path !== undefined) return { kind: 'sqlite', path }
  const embedded = /^postgres:embedded(?::(.+))?$/s.exec(url)
  if (embedded !== null) return { kind: 'embedded', dir: embedded[1] ?? EMBEDDED_DIR }
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return { kind: 'postgres', url }
  throw new UserError(
    `"${redactUrl(url)}" is not a database. Use sqlite:PATH, sqlite::memory:, postgres://… or postgres:embedded`,
  )
}

function findServiceKey(
  database: Database,
  given: string | undefined,
): { readonly bytes: Uint8Array; readonly source: string } {
  if (given !== undefined) {
    return { bytes: parseServiceKey(given, SERVICE_KEY_VARIABLE), source: SERVICE_KEY_VARIABLE }
  }
  if (database.kind === 'postgres') {
    throw new UserError(
      `Every node on a PostgreSQL server needs the same service key, in ${SERVICE_KEY_VARIABLE}. Make one with: openssl rand -hex ${SERVICE_KEY_BYTES}`,
    )
  }
  if (database.kind === 'sqlite' && database.path === MEMORY) {
    return { bytes: randomBytes(SERVICE_KEY_BYTES), source: 'memory' }
  }
  const path = `${database.kind === 'sqlite' ? database.path : database.dir}.service-key`
  return { bytes: readOrCreateServiceKey(path), source: `${SERVICE_KEY_VARIABLE} or in ${path}` }
}

async function open(database: Database, seal: ServiceKey): Promise<Storage> {
  if (database.kind === 'sqlite') return createSqliteStorage({ path: database.path, seal })
  if (database.kind === 'postgres') return createPostgresStorage({ url: database.url, seal })
  const server = await startEmbeddedPostgres(database.dir)
  try {
    const storage = await createPostgresStorage({ url: server.url, seal })
    return {
      ...storage,
      async close() {
        await storage.close()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** SECURITY: a database URL may carry a password. */
export const redactUrl = (url: string): string => url.replace(/\/\/[^@/]*@/, '//…@')
