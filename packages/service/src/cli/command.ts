import { DEFAULT_SETTINGS } from '../settings.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import { UsageError } from '../user-error.ts'

/** The environment and the output of a command. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** One line of JSON on standard output. */
  print(data: unknown): void
}

export interface OptionSpec {
  /** Stands for the value in the help, such as `URL`. Without one, the option is a switch. */
  readonly value?: string
  readonly help: string
  /** It must be given, and not be blank. */
  readonly isRequired?: true
  readonly isRepeatable?: true
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>

type Value<Spec extends OptionSpec> = Spec extends { readonly value: string }
  ? Spec extends { readonly isRepeatable: true }
    ? readonly string[]
    : string
  : boolean

export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends { readonly isRequired: true }
    ? Value<Specs[Name]>
    : Value<Specs[Name]> | undefined
}

/** One verb of the command line. */
export interface Command {
  /** As it is typed: `serve`, `account create`. */
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly options: OptionSpecs
  /** Below the options in the help. */
  readonly notes?: string
  /** @throws UserError when there is something to put right */
  run(options: Readonly<Record<string, unknown>>, terminal: Terminal): Promise<void>
}

/**
 * Gives `run` the types of the options that the command declares. The command line was checked
 * against them.
 */
export function defineCommand<const Specs extends OptionSpecs>(
  command: Omit<Command, 'run' | 'options'> & {
    readonly options: Specs
    run(options: OptionValues<Specs>, terminal: Terminal): Promise<void>
  },
): Command {
  return { ...command, run: (options, terminal) => command.run(options as OptionValues<Specs>, terminal) }
}

const DATABASE_VARIABLE = 'LATCHKEY_DATABASE'

/** Options that every command on a database takes. */
export const DATABASE_OPTION = {
  database: {
    value: 'URL',
    help: `sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST,HOST/NAME (${DATABASE_VARIABLE}, or ${DEFAULT_SETTINGS.databaseUrl})`,
  },
} as const satisfies OptionSpecs

export const databaseUrl = (given: string | undefined, { environment }: Terminal): string =>
  given ?? environment[DATABASE_VARIABLE] ?? DEFAULT_SETTINGS.databaseUrl

/** Opens the database for one command and closes it afterwards. */
export async function withStorage(
  given: string | undefined,
  terminal: Terminal,
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  const { storage } = await openStorage(databaseUrl(given, terminal), terminal.environment)
  try {
    await work(storage)
  } finally {
    await storage.close()
  }
}

export const SERVICE_KEY_NOTE = `The service key, which seals the shared secrets, comes from LATCHKEY_SERVICE_KEY
(64 hexadecimal characters) or from PATH.service-key beside the database, made at
first use; for postgres://, only from LATCHKEY_SERVICE_KEY. Keep a copy: without it, the
secrets cannot be read.`

/** @throws UsageError when it is not a whole number of that range */
export function wholeNumber(text: string, option: string, from: number, to: number): number {
  const value = Number(text)
  if (/^-?\d+$/.test(text) && value >= from && value <= to) return value
  throw new UsageError(`${option} must be a whole number from ${from} to ${to}.`)
}
