import { randomBytes } from 'node:crypto'
import { createServiceKey, SERVICE_KEY_BYTES, type ServiceKey } from '../seal.ts'
import { parseServiceKey, readOrCreateServiceKey } from '../service-key-file.ts'
import { UserError } from '../user-error.ts'
import { createSqliteStorage } from './sqlite/storage.ts'
import { DatabaseTooNew, type Storage, StorageUnavailable, WrongServiceKey } from './storage.ts'

export const SERVICE_KEY_VARIABLE = 'LATCHKEY_SERVICE_KEY'
const MEMORY = ':memory:'

export interface OpenStorage {
  readonly storage: Storage
  readonly serviceKey: ServiceKey
}

/**
 * Opens the database of a URL: `sqlite:PATH` or `sqlite::memory:`.
 * The service key comes from the environment, or from a file beside the database that is made at first use; a database
 * in memory gets a random one.
 * @throws UserError when there is something to put right
 */
export async function openStorage(
  url: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<OpenStorage> {
  const path = sqlitePath(url)
  const given = environment[SERVICE_KEY_VARIABLE]
  const serviceKey = createServiceKey(
    given !== undefined
      ? parseServiceKey(given, SERVICE_KEY_VARIABLE)
      : path === MEMORY
        ? randomBytes(SERVICE_KEY_BYTES)
        : readOrCreateServiceKey(`${path}.service-key`),
  )
  try {
    return { storage: await createSqliteStorage({ path, seal: serviceKey }), serviceKey }
  } catch (error) {
    if (error instanceof DatabaseTooNew) throw new UserError(error.message, error)
    if (error instanceof WrongServiceKey) {
      throw new UserError(
        `${error.message} Start with the first one, in ${SERVICE_KEY_VARIABLE} or in ${path}.service-key`,
        error,
      )
    }
    if (error instanceof StorageUnavailable) {
      throw new UserError(
        `The database ${path} cannot be opened (${error.message}). Check that its folder exists, that it is a Latchkey database and that this user may write it.`,
        error,
      )
    }
    throw error
  }
}

function sqlitePath(url: string): string {
  const path = url.startsWith('sqlite:') ? url.slice('sqlite:'.length) : ''
  if (path !== '') return path
  throw new UserError(`"${redactUrl(url)}" is not a database. Use sqlite:PATH or sqlite::memory:`)
}

/** SECURITY: a database URL may carry a password. */
const redactUrl = (url: string): string => url.replace(/\/\/[^@/]*@/, '//…@')
