import { describeMisuse } from '@latchkey/management'
import { Command as CommanderCommand, CommanderError, Help, Option } from 'commander'
import { StorageUnavailable } from '../storage/storage.ts'
import { UsageError, UserError } from '../user-error.ts'
import { accountCreate } from './account-create.ts'
import { accountUpdate } from './account-update.ts'
import { backup } from './backup.ts'
import type { Command, OptionSpec, Terminal } from './command.ts'
import { doctor } from './doctor.ts'
import { keyCreate } from './key-create.ts'
import { projectCreate } from './project-create.ts'
import { projectUpdate } from './project-update.ts'
import { scriptCreate } from './script-create.ts'
import { serve } from './serve.ts'

const COMMANDS: readonly Command[] = [
  serve,
  accountCreate,
  accountUpdate,
  projectCreate,
  projectUpdate,
  scriptCreate,
  keyCreate,
  backup,
  doctor,
]

/**
 * Runs one command. The text that it returns, if any, is for people to read on standard output.
 * @throws UsageError or UserError when there is something to put right
 */
export async function runCommandLine(
  args: readonly string[],
  terminal: Terminal,
): Promise<string | undefined> {
  let help = ''
  const program = createProgram(args, terminal, (text) => {
    help += text
  })
  try {
    await program.parseAsync(args.length === 0 ? ['--help'] : args, { from: 'user' })
    return undefined
  } catch (error) {
    if (error instanceof StorageUnavailable) {
      throw new UserError(
        `The database operation failed (${error.message}). Nothing was changed. Try again.`,
        error,
      )
    }
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return help.trimEnd()
    // A group without a command: commander has written its help.
    throw new UsageError(error.code === 'commander.help' ? help.trimEnd() : describeMisuse(error))
  }
}

function createProgram(
  args: readonly string[],
  terminal: Terminal,
  write: (text: string) => void,
): CommanderCommand {
  const program = new CommanderCommand('latchkey-service')
    .description('The Latchkey license service.')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    .configureHelp({
      subcommandTerm: nameOf,
      formatHelp(command, help) {
        // The overview lists every command, not only the groups. Suggestions are made from the
        // groups.
        help.visibleCommands = (parent) => parent.commands.flatMap(leavesOf)
        return Help.prototype.formatHelp.call(help, command, help)
      },
    })
    .addHelpText('after', '\nData goes to standard output as JSON, everything else to standard error.')

  for (const command of COMMANDS) {
    const [name = '', inGroup] = command.name.split(' ')
    const parent = inGroup === undefined ? program : groupOf(program, name)
    const leaf = parent.command(inGroup ?? name)
    leaf.summary(command.summary).description(command.description)
    for (const [option, spec] of Object.entries(command.options)) leaf.addOption(optionOf(option, spec, args))
    if (command.notes !== undefined) leaf.addHelpText('after', `\n${command.notes}`)
    leaf.action(() => command.run(valuesOf(leaf), terminal))
  }
  return program
}

const leavesOf = (command: CommanderCommand): CommanderCommand[] =>
  command.commands.length > 0 ? [...command.commands] : [command]

/** Below the program: `account create`. */
const nameOf = (command: CommanderCommand): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

const groupOf = (program: CommanderCommand, name: string): CommanderCommand =>
  program.commands.find((group) => group.name() === name) ?? program.command(name)

function optionOf(name: string, spec: OptionSpec, args: readonly string[]): Option {
  const { value, help, isRequired = false, isRepeatable } = spec
  if (value === undefined) return new Option(`--${name}`, help)
  return new Option(`--${name} <${value}>`, isRequired ? `${help} (required)` : help)
    .makeOptionMandatory(isRequired)
    .argParser<unknown>((given, before) => {
      // `--region --demo` is a forgotten value, and not the region "--demo".
      if (/^--\w/.test(given) && args.includes(given)) throw new UsageError(`--${name} needs a value.`)
      const text = isRequired ? given.trim() : given
      if (isRequired && text === '') throw new UsageError(`--${name} is empty.`)
      return isRepeatable ? [...(Array.isArray(before) ? before : []), text] : text
    })
}

/** By the names that the options have on the command line. */
const valuesOf = (command: CommanderCommand): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    command.options.map((option) => [
      option.long?.slice('--'.length),
      command.getOptionValue(option.attributeName()),
    ]),
  )
