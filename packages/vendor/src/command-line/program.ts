import { isPathWord } from '@latchkey/management'
import { Command as Commander, Help, Option } from 'commander'
import type { VendorClient } from '../client/vendor-client.ts'
import { type ExitCode, UsageError } from './exit.ts'
import type { Output, Streams } from './output.ts'
import type { Times } from './times.ts'

/** Flags in commander's syntax with their help texts: `{ '--days <N>': 'The number of days.' }`. */
export type Flags = Readonly<Record<string, string>>

type CamelCase<Text extends string> = Text extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text
type NameOf<Flag> = Flag extends `--no-${infer Name}` | `--${infer Name} <${string}>` | `--${infer Name}`
  ? CamelCase<Name>
  : never

/** The values as commander names them: `--chat-id <ID>` is `chatId: string`. */
export type Options<F extends Flags> = {
  readonly [Flag in keyof F as NameOf<Flag>]?: Flag extends `${string}<${string}` ? string : boolean
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

export interface Command<F extends Flags = Flags> {
  /** In commander's syntax: `users link <KEY> <CHAT-ID>`. */
  readonly syntax: string
  /** One line for the list of commands. */
  readonly summary: string
  /** More text for the help of the command. */
  readonly details?: string
  /** Replaces the usage line that follows from `syntax`. */
  readonly usage?: string
  readonly flags?: F
  /** A project by default. */
  readonly needs?: 'nothing' | 'api-key'
  /** `words` holds the arguments; the required ones are never missing. */
  run(tools: Tools, options: Options<F>, words: readonly string[]): Promise<ExitCode | undefined>
}

/** Derives the type of the options from the flags. */
export const defineCommand = <const F extends Flags>(command: Command<F>): Command =>
  command as unknown as Command

/** Removes undefined fields: an option that is not given must not become a field of the request. */
export const given = <const Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>
  }

const GLOBAL_FLAGS = {
  '--json': 'Print data as JSON.',
  '--url <URL>': 'The address of the service. Default: LATCHKEY_URL.',
}

const PROJECT_FLAG = {
  '--project <ID>': 'The project. Default: LATCHKEY_PROJECT, or the only project of the account.',
}

const ENVIRONMENT = `
The API key is read from LATCHKEY_API_KEY or from a prompt, never from an argument.
LATCHKEY_URL is the address of the service, LATCHKEY_PROJECT the ID of the project.

Data is written to standard output, everything else to standard error.
Exit codes: 0 done, 1 refused, 2 wrong command line, 3 no answer.`

export interface ProgramParts extends Streams {
  readonly argv: readonly string[]
  readonly version: string
  run(
    command: Command,
    options: Readonly<Record<string, string | boolean>>,
    words: readonly string[],
  ): Promise<void>
}

/** Builds the commander program. It throws instead of ending the process, and prints no errors. */
export function createProgram(commands: readonly Command[], parts: ProgramParts): Commander {
  const { argv, version, stdout, stderr, run } = parts
  const program = new Commander('latchkey')
    .version(version, '--version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: () => undefined,
    })
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: nameOf,
      formatHelp(command, help) {
        // Lists all commands in the overview, not only the groups. Suggestions need the groups.
        help.visibleCommands = (parent) =>
          parent.commands.flatMap((group) => (group.commands.length > 0 ? [...group.commands] : [group]))
        return Help.prototype.formatHelp.call(help, command, help)
      },
    })
    .addHelpText('after', ENVIRONMENT)
  addFlags(program, GLOBAL_FLAGS, argv)

  for (const command of commands) {
    const words = command.syntax.split(' ')
    const names = words.filter((word) => /^\w/.test(word))
    const group = names.length > 1 ? groupOf(program, names[0] ?? '') : program
    const leaf = group.command(names.at(-1) ?? '').summary(command.summary)
    leaf.description([command.summary, command.details].filter(Boolean).join('\n\n'))
    for (const word of words.slice(names.length)) leaf.argument(word, '', readWord)
    if (command.usage !== undefined) leaf.usage(command.usage)
    addFlags(leaf, { ...command.flags, ...(command.needs === undefined && PROJECT_FLAG) }, argv)
    leaf.action(() => run(command, leaf.optsWithGlobals(), leaf.args))
  }
  return program
}

/** Without the name of the program: `users list`. */
const nameOf = (command: Commander): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

const groupOf = (program: Commander, name: string): Commander =>
  program.commands.find((group) => group.name() === name) ?? program.command(name)

function addFlags(command: Commander, flags: Flags, argv: readonly string[]): void {
  for (const [flag, help] of Object.entries(flags)) {
    const option = new Option(flag, help)
    const name = option.long
    if (option.required) {
      option.argParser((value: string, before: unknown) => {
        if (before !== undefined) throw new UsageError(`${name} is given twice.`)
        // In `--note --json` the value is missing. The note "--json" is written as --note=--json.
        if (/^--\w/.test(value) && argv.includes(value)) throw new UsageError(`${name} needs a value.`)
        return value
      })
    }
    command.addOption(option)
  }
}

function readWord(word: string): string {
  if (isPathWord(word)) return word
  throw new UsageError('An argument is empty, or it has only dots.')
}
