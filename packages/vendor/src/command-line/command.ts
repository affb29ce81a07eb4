import type { CommandSyntax, OptionSpecs, OptionValues } from '@latchkey/command-line'
import type { VendorClient } from '../client/vendor-client.ts'
import type { ExitCode } from './exit.ts'
import type { Output } from './output.ts'
import type { Times } from './times.ts'

export interface Tools {
  /** The client, with the project of the command if it needs one. */
  readonly client: VendorClient
  readonly projectId: string | undefined
  readonly output: Output
  readonly times: Times
  readonly wait: (ms: number) => Promise<void>
  /** Asks a question at the terminal. Without a terminal the answer is no. */
  readonly confirm: (question: string) => Promise<boolean>
  /** Reads the secret of a shop, from an option or elsewhere. See `readShopSecret`. */
  readonly readSecret: (option: string | undefined) => Promise<string>
  /** Reads the passphrase of the files with the keys for releases. */
  readonly readPassphrase: () => Promise<string>
}

export interface Command<Options = Readonly<Record<string, unknown>>> {
  /** What the settings must contain. Default: the API key and a project. `no-service`: no URL either. */
  readonly needs?: 'no-service' | 'nothing' | 'api-key'
  /** `words` holds the arguments; the required ones are never missing. */
  run(tools: Tools, options: Options, words: readonly string[]): Promise<ExitCode | undefined>
}

/** Derives the types of the options from their specifications. */
export const defineCommand = <const Specs extends OptionSpecs>(
  command: CommandSyntax<Specs> & Command<OptionValues<Specs>>,
): CommandSyntax & Command => command as unknown as CommandSyntax & Command

/** Removes undefined fields: an option that is not given must not become a field of the request. */
export const given = <const Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
