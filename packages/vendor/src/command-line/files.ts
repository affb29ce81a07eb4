import { readFile, writeFile } from 'node:fs/promises'
import { UsageError } from '@latchkey/command-line'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'

/** Reads a file that the command line names. @throws UsageError */
export async function readFileBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${codeOf(error)}).`)
  }
}

/**
 * Reads a text file that the command line names.
 * @throws UsageError
 */
export const readTextFile = async (path: string): Promise<string> =>
  Buffer.from(await readFileBytes(path)).toString('utf8')

/** Writes a file that the command line names and only its user can read. @throws UsageError */
export async function writeTextFile(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600 })
  } catch (error) {
    throw new UsageError(`${path} cannot be written (${codeOf(error)}).`)
  }
}
