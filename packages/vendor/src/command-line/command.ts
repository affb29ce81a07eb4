import type { VendorClient } from '../client/vendor-client.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { Times } from './times.ts'

export interface OptionSpec {
  readonly type: 'string' | 'boolean'
  /** What stands for the value in the help, such as `DATE`. */
  readonly value?: string
  readonly help: string
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>

export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]?: Specs[Name]['type'] extends 'boolean' ? boolean : string
}

/** What every command works with. */
export interface Tools {
  readonly client: VendorClient
  /** Empty for a command that needs none. */
  readonly projectId: string
  readonly output: Output
  readonly times: Times
  readonly wait: (ms: number) => Promise<void>
}

export interface ArgumentSpec {
  readonly name: string
  readonly isOptional?: true
}

export interface Command {
  /** One word or two: `stats`, `users list`. */
  readonly verb: string
  /** One line for the list of commands. */
  readonly summary: string
  /** What else the help of the command says. */
  readonly details?: string
  readonly arguments: readonly ArgumentSpec[]
  /** In the help, where it is not what follows from `arguments`. */
  readonly usage?: string
  readonly options: OptionSpecs
  readonly needs: 'nothing' | 'api-key' | 'project'
  run(
    tools: Tools,
    options: Readonly<Record<string, string | boolean | undefined>>,
    words: readonly string[],
  ): Promise<ExitCode>
}

/** Arguments that are required are there when a command runs: reads the one at `index`, as a text. */
export const wordAt = (words: readonly string[], index: number): string => words[index] ?? ''

/** Gives `run` the types of the options that the command declares. The command line has been held against them. */
export function defineCommand<const Specs extends OptionSpecs>(
  command: Omit<Command, 'run' | 'options'> & {
    readonly options: Specs
    run(tools: Tools, options: OptionValues<Specs>, words: readonly string[]): Promise<ExitCode>
  },
): Command {
  return {
    ...command,
    run: (tools, options, words) => command.run(tools, options as OptionValues<Specs>, words),
  }
}

/** Only what was given: an option that is not there must not become a field that is undefined. */
export const given = <const Fields extends Readonly<Record<string, unknown>>>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }
