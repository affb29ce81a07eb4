import {
  type CommandSyntax,
  type OptionSpecs,
  type OptionValues,
  UsageError,
} from '@latchkey/management/command-line'
import { systemClock } from '../clock.ts'
import type { Origin } from '../domain/events.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { openStorage, parseDatabase } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import { UserError } from '../user-error.ts'

/** The environment and the output of a command. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** One line of JSON on standard output. */
  print(data: unknown): void
}

/** One verb of the command line. */
export interface Command<Options = Readonly<Record<string, unknown>>> {
  /** @throws UserError or UsageError when there is something to put right */
  run(options: Options, terminal: Terminal): Promise<void>
}

/** Derives the types of the options from their specifications. */
export const defineCommand = <const Specs extends OptionSpecs>(
  command: CommandSyntax<Specs> & Command<OptionValues<Specs>>,
): CommandSyntax & Command => command as unknown as CommandSyntax & Command

const DATABASE_VARIABLE = 'LATCHKEY_DATABASE'

/** Options that every command on a database takes. */
export const DATABASE_OPTION = {
  database: {
    value: 'URL',
    help: `sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST,HOST/NAME (${DATABASE_VARIABLE}, or ${DEFAULT_SETTINGS.databaseUrl})`,
    parse(url: string) {
      try {
        parseDatabase(url)
        return url
      } catch (error) {
        throw error instanceof UserError ? new UsageError(error.message) : error
      }
    },
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

/** For the events of a change; `options` are those that name what is changed. */
export const byCommandLine = (options: object = {}): Origin => ({
  at: systemClock(),
  actor: 'command-line',
  address: '',
  fields: Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name])),
})

export const SERVICE_KEY_NOTE = `The service key, which seals the shared secrets, comes from LATCHKEY_SERVICE_KEY
(64 hexadecimal characters) or from PATH.service-key beside the database, made at
first use; for postgres://, only from LATCHKEY_SERVICE_KEY. Keep a copy: without it, the
secrets cannot be read.`

/** Accepts a text for which `isValid` holds. */
export const textThat =
  (isValid: (text: string) => boolean, rule: string) =>
  (text: string, option: string): string => {
    if (isValid(text)) return text
    throw new UsageError(`${option} must be ${rule}.`)
  }
