import { Command as Commander, CommanderError, Help, Option } from 'commander'

/** The command line is wrong. The message explains what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** One option of a command. */
export interface OptionSpec {
  /** Stands for the value in the help, such as `URL`. Without it, the option is a switch. */
  readonly value?: string
  readonly help: string
  /** Reads the value of the option with this name. @throws UsageError */
  readonly parse?: (text: string, option: string) => unknown
  /** The value of an option that is not given. The help shows it. */
  readonly fallback?: string | number
  /** Must be given, and not be blank. */
  readonly isRequired?: boolean
  readonly isRepeatable?: true
}

/** Options by name, without the dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>

type ValueOf<Spec extends OptionSpec> = Spec extends { parse(text: string, option: string): infer Value }
  ? Value
  : Spec extends { readonly value: string }
    ? string
    : boolean
type ValuesOf<Spec extends OptionSpec> = Spec extends { readonly isRepeatable: true }
  ? readonly ValueOf<Spec>[]
  : ValueOf<Spec>

type Always = { readonly isRequired: true } | { readonly fallback: string | number }

/** The values of the options, by the names that they have on the command line. */
export type OptionValues<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends Always
    ? ValuesOf<Specs[Name]>
    : ValuesOf<Specs[Name]> | undefined
}

/** What the library knows of a command. Each program adds how the command runs. */
export interface CommandSyntax<Specs extends OptionSpecs = OptionSpecs> {
  /** The command with its arguments, as it is typed: `users link <KEY> <CHAT-ID>`. */
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** The group of the command runs it, too: `events` for `events list`. */
  readonly isDefault?: true
  /** More text for the help of the command. */
  readonly description?: string
  /** Replaces the usage line that follows from `name`. */
  readonly usage?: string
  readonly options?: Specs
  /** Text below the options. */
  readonly notes?: string
}

/** A program with commands. */
export interface Program<Command extends CommandSyntax> {
  readonly name: string
  readonly version?: string
  readonly commands: readonly Command[]
  /** Options of every command, which may also be written before its name. */
  readonly options?: OptionSpecs
  /** Text below the list of commands. */
  readonly notes: string
  /** `values` has the options, `words` the arguments. Nothing that is required is missing. */
  run(command: Command, values: Readonly<Record<string, unknown>>, words: readonly string[]): Promise<void>
}

/**
 * Runs the command that a command line names.
 * @returns the help or the version, if the command line asks for it
 * @throws UsageError
 */
export async function runProgram<Command extends CommandSyntax>(
  argv: readonly string[],
  { name, version, commands, options = {}, notes, run }: Program<Command>,
): Promise<string | undefined> {
  let help = ''
  const write = (text: string): void => {
    help += text
  }
  const program = new Commander(name)
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, outputError: () => undefined })
    .configureHelp({ showGlobalOptions: true, subcommandTerm: nameOf, formatHelp })
    .addHelpText('after', `\n${notes}`)
  if (version !== undefined) program.version(version, '--version')
  const mistakes: string[] = []
  const addOptions = (command: Commander, specs: OptionSpecs): void => {
    for (const [option, spec] of Object.entries(specs)) {
      command.addOption(optionOf(option, spec, argv, mistakes))
    }
  }
  addOptions(program, options)
  for (const command of commands) {
    const words = command.name.split(' ')
    const names = words.filter((word) => /^\w/.test(word))
    const group = names.length > 1 ? groupOf(program, names[0] ?? '') : program
    const { isDefault = false } = command
    const leaf = group.command(names.at(-1) ?? '', { isDefault }).summary(command.summary)
    leaf.description([command.summary, command.description].filter(Boolean).join('\n\n'))
    if (command.usage !== undefined) leaf.usage(command.usage)
    if (command.notes !== undefined) leaf.addHelpText('after', `\n${command.notes}`)
    for (const word of words.slice(names.length)) leaf.argument(word)
    addOptions(leaf, command.options ?? {})
    leaf.action(async () => {
      if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'))
      await run(command, { ...valuesOf(program), ...valuesOf(leaf) }, leaf.args)
    })
  }
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return undefined
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return help.trimEnd()
    // For a group without a command, commander has written the help.
    throw new UsageError(error.code === 'commander.help' ? help.trimEnd() : describeMisuse(error))
  }
}

/** Reads a whole number of a range. */
export const wholeNumber =
  (from: number, to: number) =>
  (text: string, option: string): number => {
    const value = Number(text)
    if (/^-?\d+$/.test(text) && value >= from && value <= to) return value
    throw new UsageError(`${option} must be a whole number from ${from} to ${to}.`)
  }

/** Accepts one of these texts. */
export const oneOf =
  <const Text extends string>(...texts: readonly Text[]) =>
  (text: string, option: string): Text => {
    const found = texts.find((one) => one === text)
    if (found !== undefined) return found
    throw new UsageError(`${option} must be one of ${texts.join(', ')}.`)
  }

/** Reads yes or no. */
export function yesOrNo(text: string, option: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes'
  throw new UsageError(`${option} must be yes or no.`)
}

/** Lists all commands in the overview, not only the groups. Suggestions need the groups. */
function formatHelp(command: Commander, help: Help): string {
  help.visibleCommands = (parent) =>
    parent.commands.flatMap((group) => (group.commands.length > 0 ? [...group.commands] : [group]))
  return Help.prototype.formatHelp.call(help, command, help)
}

/** The name of a command without that of the program: `users list`. */
const nameOf = (command: Commander): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name()

const groupOf = (program: Commander, name: string): Commander =>
  program.commands.find((group) => group.name() === name) ?? program.command(name)

/** @param mistakes collects wrong values: in a container each start shows only one message */
function optionOf(
  name: string,
  { value, help, parse, fallback, isRequired = false, isRepeatable }: OptionSpec,
  argv: readonly string[],
  mistakes: string[],
): Option {
  const flag = `--${name}`
  if (value === undefined) return new Option(flag, help)
  const read = (text: string): unknown => {
    try {
      return parse?.(text, flag) ?? text
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      return void mistakes.push(error.message)
    }
  }
  return new Option(`${flag} <${value}>`, isRequired ? `${help} (required)` : help)
    .default(fallback)
    .makeOptionMandatory(isRequired)
    .argParser<unknown>((given, before) => {
      // In `--note --json` the value is missing. The note "--json" is written as --note=--json.
      if (/^--\w/.test(given) && argv.includes(given)) throw new UsageError(`${flag} needs a value.`)
      const text = isRequired ? given.trim() : given
      if (isRequired && text === '') throw new UsageError(`${flag} is empty.`)
      return isRepeatable ? [...(Array.isArray(before) ? before : []), read(text)] : read(text)
    })
}

const valuesOf = (command: Commander): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    command.options.map((option) => {
      const value = command.getOptionValue(option.attributeName())
      // Commander stores `--no-users` as `users: false`.
      return [option.long?.slice('--'.length), option.negate ? !value : value]
    }),
  )

/**
 * Describes commander's error about a command line in a sentence.
 * SECURITY: commander repeats unexpected words. One of them may be a secret that was pasted into
 * the wrong place, and errors end up in logs.
 */
function describeMisuse({ code, message }: CommanderError): string {
  const [, problem = '', suggestion = 'See --help.'] =
    /^error: (.*?)(?:\n\((Did you mean .+)\))?$/s.exec(message) ?? []
  if (code === 'commander.unknownCommand') return `There is no such command. ${suggestion}`
  if (code === 'commander.excessArguments') return `Too many arguments. ${suggestion}`
  // Only the name of an unknown option is repeated: in `--option=VALUE`, the value is left out.
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1).replace(/=.*'$/s, "=…'")}. ${suggestion}`
}
