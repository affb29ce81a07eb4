import { type CommandSyntax, type OptionSpecs, type OptionValues, UsageError } from '@latchkey/command-line'
import { systemClock } from '../core/clock.ts'
import type { Origin } from '../core/event-log/events.ts'
import { DEFAULT_SETTINGS } from '../core/settings.ts'
import { parseDatabase } from '../core/storage/open.ts'
import { UserError } from '../core/user-error.ts'
import { openStorage, type Storage } from '../modules.ts'

/** The environment and the output of a command. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Prints one line of JSON on standard output. */
  print(data: unknown): void
}

/** One command of the command line. */
export interface Command<Options = Readonly<Record<string, unknown>>> {
  /** @throws UserError or UsageError when the user has to correct something */
  run(options: Options, terminal: Terminal, words: readonly string[]): Promise<void>
}

/** Derives the types of the options from their specifications. */
export const defineCommand = <const Specs extends OptionSpecs>(
  command: CommandSyntax<Specs> & Command<OptionValues<Specs>>,
): CommandSyntax & Command => command as unknown as CommandSyntax & Command

/** How long a command waits for a lock: longer than a service, whose clients wait for an answer. */
const LOCK_WAIT_MS = 5_000

const DATABASE_VARIABLE = 'LATCHKEY_DATABASE'

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

/** An option for scripts that give it to every command. */
export const JSON_OPTION = { help: 'print JSON, as without this option' } as const

export const databaseUrl = (given: string | undefined, { environment }: Terminal): string =>
  given ?? environment[DATABASE_VARIABLE] ?? DEFAULT_SETTINGS.databaseUrl

/** The origin of the events of a change. `options` are those that name what is changed. */
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

interface StorageCommand<Specs extends OptionSpecs> extends CommandSyntax<Specs> {
  /**
   * Checks options before the database is opened.
   * @throws UsageError
   */
  check?(options: OptionValues<Specs>): void
  /**
   * Runs the command.
   * @param words the arguments
   * @returns what the command prints
   */
  run(options: OptionValues<Specs>, storage: Storage, words: readonly string[]): Promise<unknown>
}

/** Defines a command for which a database is opened, and closed afterwards. */
export const defineStorageCommand = <const Specs extends OptionSpecs>(command: StorageCommand<Specs>) =>
  defineCommand({
    ...command,
    options: { ...command.options, ...DATABASE_OPTION },
    notes: SERVICE_KEY_NOTE,
    async run(values, terminal, words) {
      const { database, ...rest } = values as OptionValues<typeof DATABASE_OPTION>
      const options = rest as OptionValues<Specs>
      command.check?.(options)
      const url = databaseUrl(database, terminal)
      const { storage } = await openStorage(url, terminal.environment, LOCK_WAIT_MS)
      try {
        terminal.print(await command.run(options, storage, words))
      } finally {
        await storage.close()
      }
    },
  })

/** Accepts a text for which `isValid` holds. */
export const textThat =
  (isValid: (text: string) => boolean, rule: string) =>
  (text: string, option: string): string => {
    if (isValid(text)) return text
    throw new UsageError(`${option} must be ${rule}.`)
  }

/** Reads the base of other addresses, so it ends in a slash. */
export function baseUrl(text: string, option: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new UsageError(`${option} must be an http: or https: address without a query.`)
  }
  return url.href.endsWith('/') ? url.href : `${url.href}/`
}
