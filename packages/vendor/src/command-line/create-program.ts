import { isPathWord } from '@latchkey/management'
import { Command as CommanderCommand, Help, Option } from 'commander'
import type { Command, OptionSpec, OptionSpecs } from './command.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Streams } from './output.ts'
import { UsageError } from './usage-error.ts'

/** What every command takes, before or after its name. */
const GLOBAL_OPTIONS = {
  json: { type: 'boolean', help: 'Data as JSON.' },
  url: { type: 'string', value: 'URL', help: 'Where the service runs. Otherwise LATCHKEY_URL.' },
} as const satisfies OptionSpecs

const PROJECT_OPTION = {
  project: {
    type: 'string',
    value: 'ID',
    help: 'The project. Otherwise LATCHKEY_PROJECT, or the only one of the account.',
  },
} as const satisfies OptionSpecs

const ENVIRONMENT = `
The API key comes from LATCHKEY_API_KEY, or is asked for; never from an argument.
LATCHKEY_URL is the address of the service, LATCHKEY_PROJECT the ID of the project.

Data goes to standard output, everything else to standard error.
Ends with 0 when it was done, 1 when it was refused, 2 when the command line is wrong, 3 when there was no answer.`

export interface ProgramParts extends Streams {
  readonly argv: readonly string[]
  readonly version: string
  run(
    command: Command,
    options: Readonly<Record<string, string | boolean | undefined>>,
    words: readonly string[],
  ): Promise<ExitCode>
}

/** The command line as a commander program. It throws instead of ending the process, and prints no errors. */
export function createProgram(
  commands: readonly Command[],
  { argv, version, stdout, stderr, run }: ProgramParts,
): { readonly program: CommanderCommand; readonly exitCode: () => ExitCode | undefined } {
  let exitCode: ExitCode | undefined
  const program = new CommanderCommand('latchkey')
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
        // The overview lists every command, not only the groups. Suggestions are made from the groups.
        help.visibleCommands = (parent) => parent.commands.flatMap(leavesOf)
        return Help.prototype.formatHelp.call(help, command, help)
      },
    })
    .addHelpText('after', ENVIRONMENT)
  addOptions(program, GLOBAL_OPTIONS, argv)

  for (const command of commands) {
    const specs = { ...command.options, ...(command.needs === 'project' && PROJECT_OPTION) }
    const [name = '', inGroup] = command.verb.split(' ')
    const parent = inGroup === undefined ? program : groupOf(program, name)
    const leaf = parent.command(inGroup ?? name).summary(command.summary)
    leaf.description([command.summary, command.details].filter(Boolean).join('\n\n'))
    for (const { name: word, isOptional } of command.arguments) {
      leaf.argument(isOptional === true ? `[${word}]` : `<${word}>`, '', readWord)
    }
    if (command.usage !== undefined) leaf.usage(command.usage)
    addOptions(leaf, specs, argv)
    leaf.action(async () => {
      const options = { ...valuesOf(program, GLOBAL_OPTIONS), ...valuesOf(leaf, specs) }
      exitCode = await run(command, options, leaf.args)
    })
  }
  return { program, exitCode: () => exitCode }
}

const leavesOf = (command: CommanderCommand): CommanderCommand[] =>
  command.commands.length > 0 ? [...command.commands] : [command]

/** Below the program: `users list`. */
const nameOf = (command: CommanderCommand): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

const groupOf = (program: CommanderCommand, name: string): CommanderCommand =>
  program.commands.find((group) => group.name() === name) ?? program.command(name)

function addOptions(command: CommanderCommand, specs: OptionSpecs, argv: readonly string[]): void {
  for (const [name, spec] of Object.entries(specs)) command.addOption(optionOf(name, spec, argv))
}

function optionOf(name: string, { value, help }: OptionSpec, argv: readonly string[]): Option {
  if (value === undefined) return new Option(`--${name}`, help)
  return new Option(`--${name} <${value}>`, help).argParser((given: string, before: unknown) => {
    if (before !== undefined) throw new UsageError(`--${name} is given twice.`)
    // `--note --json` is a forgotten value, and not the note "--json". That can be written as --note=--json.
    if (/^--\w/.test(given) && argv.includes(given)) throw new UsageError(`--${name} needs a value.`)
    return given
  })
}

function readWord(word: string): string {
  if (isPathWord(word)) return word
  throw new UsageError('A word that is empty, or dots alone, names nothing.')
}

/** By the names of `specs`. Commander stores `--no-users` as a `users` that is false. */
function valuesOf(command: CommanderCommand, specs: OptionSpecs): Record<string, string | boolean> {
  const given = command.options.filter(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli',
  )
  return Object.fromEntries(
    given.flatMap((option) => {
      const name = option.long?.slice('--'.length) ?? ''
      if (!Object.hasOwn(specs, name)) return []
      return [[name, option.negate || command.getOptionValue(option.attributeName())]]
    }),
  )
}
