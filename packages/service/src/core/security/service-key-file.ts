import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { UserError } from '../user-error.ts'
import { SERVICE_KEY_BYTES } from './seal.ts'

const HEX = /^[0-9a-f]{64}$/i

/** Reads 64 hexadecimal characters. The error names their `source`, and never repeats the text. */
export function parseServiceKey(text: string, source: string): Uint8Array {
  if (!HEX.test(text.trim())) {
    throw new UserError(
      `${source} must hold a service key of ${SERVICE_KEY_BYTES * 2} hexadecimal characters. Make one with: openssl rand -hex ${SERVICE_KEY_BYTES}`,
    )
  }
  return Buffer.from(text.trim(), 'hex')
}

/** Reads the service key in a file, or creates the file, which only its owner can read. */
export function readOrCreateServiceKey(path: string): Uint8Array {
  const text = readIfThere(path) ?? create(path)
  // SECURITY: a file that others may have read is refused, as ssh does with its keys.
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new UserError(`Other users can read the service key. Restrict it with: chmod 600 ${path}`)
  }
  return parseServiceKey(text, path)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw new UserError(`The service key cannot be read. Check that this user may read ${path}`, error)
  }
}

/**
 * Creates the file. If another process does the same, the process that links its finished file
 * first has made the key.
 */
function create(path: string): string {
  const draftPath = `${path}.${randomBytes(6).toString('hex')}`
  try {
    writeFileSync(draftPath, `${randomBytes(SERVICE_KEY_BYTES).toString('hex')}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
    try {
      linkSync(draftPath, path)
    } catch (error) {
      if (!isCode(error, 'EEXIST')) throw error
    } finally {
      rmSync(draftPath)
    }
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UserError(
      `The service key cannot be written. Check that the folder of ${path} exists and is yours`,
      error,
    )
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
