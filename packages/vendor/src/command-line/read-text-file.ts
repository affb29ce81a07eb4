import { readFile } from 'node:fs/promises'
import { UsageError } from '@latchkey/management/command-line'

/** Reads a file that the command line names. @throws UsageError */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new UsageError(`${path} cannot be read (${code}).`)
  }
}
