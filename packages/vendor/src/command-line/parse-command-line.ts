import { parseArgs } from 'node:util'
import { isPathWord } from '@latchkey/management'
import type { Command, OptionSpecs } from './command.ts'
import { commandHelp, overview } from './help.ts'
import { suggest } from './suggest.ts'
import { UsageError } from './usage-error.ts'

/** What every command takes. */
export const COMMON_OPTIONS = {
  json: { type: 'boolean', help: 'Data as JSON.' },
  url: { type: 'string', value: 'URL', help: 'Where the service stands. Otherwise LATCHKEY_URL.' },
  help: { type: 'boolean', help: 'This text.' },
} as const satisfies OptionSpecs

export const PROJECT_OPTION = {
  project: {
    type: 'string',
    value: 'ID',
    help: 'The project. Otherwise LATCHKEY_PROJECT, or the only one of the account.',
  },
} as const satisfies OptionSpecs

export type CommandLine =
  | { readonly kind: 'tell'; readonly text: string }
  | {
      readonly kind: 'run'
      readonly command: Command
      readonly options: Readonly<Record<string, string | boolean | undefined>>
      readonly words: readonly string[]
    }

export const optionsOf = (command: Command): OptionSpecs => ({
  ...command.options,
  ...(command.needs === 'project' && PROJECT_OPTION),
  ...COMMON_OPTIONS,
})

/** Reads a command line. Throws `UsageError`, whose message never repeats the value of an option. */
export function parseCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
  version: string,
): CommandLine {
  const { tokens } = parseArgs({
    args: [...argv],
    options: { ...typesOf(commands), version: { type: 'boolean' } },
    strict: false,
    tokens: true,
  })
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []))
  const given = tokens.filter((token) => token.kind === 'option')
  const names = given.map(({ name }) => name)
  const command = commands.find(({ verb }) => verb.split(' ').every((word, index) => word === words[index]))

  if (command === undefined) {
    if (names.includes('version')) return { kind: 'tell', text: version }
    refuseApiKey(names)
    return withoutCommand(words, names.includes('help'), commands)
  }

  const specs = optionsOf(command)
  const options: Record<string, string | boolean> = {}
  for (const { name, rawName, value, inlineValue } of given) {
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined
    if (spec === undefined) throw unknownOption(name, rawName, command)
    if (options[name] !== undefined) throw new UsageError(`${rawName} is given twice.`)
    options[name] = spec.type === 'boolean' ? flag(rawName, value) : text(rawName, value, inlineValue)
  }
  if (options['help'] === true) return { kind: 'tell', text: commandHelp(command, specs) }

  const rest = words.slice(command.verb.split(' ').length)
  const required = command.arguments.filter(({ isOptional }) => isOptional !== true)
  const missing = required[rest.length]
  if (missing !== undefined)
    throw new UsageError(`${missing.name} is missing. See latchkey ${command.verb} --help.`)
  if (rest.length > command.arguments.length) {
    throw new UsageError(`Too many words. See latchkey ${command.verb} --help.`)
  }
  if (!rest.every(isPathWord)) throw new UsageError('A word that is empty, or dots alone, names nothing.')
  return { kind: 'run', command, options, words: rest }
}

/** An option is of the same type in every command, so that one reading of the words fits all of them. */
const typesOf = (commands: readonly Command[]): Record<string, { type: 'string' | 'boolean' }> =>
  Object.fromEntries(
    commands.flatMap((command) =>
      Object.entries(optionsOf(command)).map(([name, { type }]) => [name, { type }]),
    ),
  )

function withoutCommand(
  words: readonly string[],
  wantsHelp: boolean,
  commands: readonly Command[],
): CommandLine {
  const [first] = words
  if (first === undefined || (first === 'help' && words.length === 1)) {
    return { kind: 'tell', text: overview(commands) }
  }
  const group = commands.filter(({ verb }) => verb.startsWith(`${first} `))
  if (group.length > 0 && words.length === 1) {
    if (wantsHelp) return { kind: 'tell', text: overview(group) }
    throw new UsageError(
      `${first} needs one word more: ${group.map(({ verb }) => verb.split(' ')[1]).join(', ')}.`,
    )
  }
  const verbs = commands.map(({ verb }) => verb)
  const meant = suggest(words.slice(0, 2).join(' '), verbs) ?? suggest(first, verbs)
  const hint = meant === undefined ? 'See latchkey --help.' : `Did you mean latchkey ${meant}?`
  throw new UsageError(`There is no such command. ${hint}`)
}

function unknownOption(name: string, rawName: string, command: Command): UsageError {
  refuseApiKey([name])
  const meant = suggest(name, Object.keys(optionsOf(command)))
  const hint = meant === undefined ? `See latchkey ${command.verb} --help.` : `Did you mean --${meant}?`
  return new UsageError(`latchkey ${command.verb} has no option ${rawName}. ${hint}`)
}

function refuseApiKey(names: readonly string[]): void {
  // SECURITY: said before anything else, so that nobody gets used to the attempt.
  if (names.some((name) => /^api[-_]?key/i.test(name))) {
    throw new UsageError(
      'The API key is never an argument: everybody on this machine can read the arguments of a running program, and shells keep them in their history. Set LATCHKEY_API_KEY, or leave it out and be asked.',
    )
  }
}

function flag(rawName: string, value: string | undefined): true {
  if (value !== undefined) throw new UsageError(`${rawName} takes no value.`)
  return true
}

function text(rawName: string, value: string | undefined, isInline: boolean | undefined): string {
  // `--note --json` is a forgotten value; one that does begin with a dash can be written as --note=-x.
  if (value === undefined || (isInline !== true && value.startsWith('-'))) {
    throw new UsageError(`${rawName} needs a value. One that begins with a dash is written ${rawName}=VALUE.`)
  }
  return value
}
