import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { UsageError } from '../user-error.ts'

/** What a command sees of the process that it runs in. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** One line of JSON on standard output. */
  print(data: unknown): void
}

/** One verb of the command line. */
export interface Command {
  /** As it is typed: `serve`, `account create`. */
  readonly name: string
  readonly summary: string
  readonly help: string
  /** @throws UserError when there is something to put right */
  run(words: readonly string[], terminal: Terminal): Promise<void>
}

const DATABASE_VARIABLE = 'LATCHKEY_DATABASE'

/** Options that every command on a database takes. */
export const DATABASE_OPTION = { database: { type: 'string' } } as const

export const databaseUrl = (given: string | undefined, { environment }: Terminal): string =>
  given ?? environment[DATABASE_VARIABLE] ?? DEFAULT_SETTINGS.databaseUrl

export const DATABASE_HELP = `  --database URL       sqlite:PATH, sqlite::memory:, postgres://USER:PASSWORD@HOST/NAME or postgres:embedded, which runs a
                       server of its own in the folder latchkey-postgres (${DATABASE_VARIABLE}, or ${DEFAULT_SETTINGS.databaseUrl})`

export const ENVIRONMENT_HELP = `The service key, which seals the shared secrets, comes from LATCHKEY_SERVICE_KEY (64 hexadecimal characters) or from
PATH.service-key beside the database, made at first use; for postgres://, from the former alone. Keep a copy: the secrets cannot be read without it.`

/** @throws UsageError for an unknown option, one without its value, or a stray word */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: false, strict: true }).values
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    // Node explains at length, over several lines.
    const [sentence] = error.message.split(/\.\s|\.$/)
    throw new UsageError(`${sentence}. See --help.`, error)
  }
}

export function required(value: string | undefined, option: string): string {
  if (value === undefined || value.trim() === '') throw new UsageError(`${option} is missing. See --help.`)
  return value.trim()
}

/** @throws UsageError when it is not a whole number of that range */
export function wholeNumber(text: string, option: string, from: number, to: number): number {
  const value = Number(text)
  if (/^-?\d+$/.test(text) && value >= from && value <= to) return value
  throw new UsageError(`${option} must be a whole number from ${from} to ${to}.`)
}
