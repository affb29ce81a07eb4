import type { Command, OptionSpecs } from './command.ts'

const ENVIRONMENT = `The API key comes from LATCHKEY_API_KEY, or is asked for; never from an argument.
LATCHKEY_URL says where the service stands, LATCHKEY_PROJECT which project is meant.

Data goes to standard output, everything else to standard error.
Ends with 0 when it was done, 1 when it was refused, 2 when the command line is wrong, 3 when there was no answer.`

/** The list of commands. */
export function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ verb }) => verb.length))
  const lines = commands.map(({ verb, summary }) => `  ${verb.padEnd(width)}  ${summary}`)
  return `Usage: latchkey COMMAND [OPTIONS]\n\n${lines.join('\n')}\n\nlatchkey COMMAND --help says more about one.\n\n${ENVIRONMENT}`
}

export function commandHelp(command: Command, specs: OptionSpecs): string {
  const words = command.arguments.map(({ name, isOptional }) => (isOptional === true ? `[${name}]` : name))
  const usage = ['latchkey', command.verb, ...words, '[OPTIONS]'].join(' ')
  const options = Object.entries(specs).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  )
  const width = Math.max(...options.map(([option]) => option.length))
  const lines = options.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`)
  const details = command.details === undefined ? '' : `\n${wrap(command.details)}\n`
  return `${command.summary}\n\nUsage: ${usage}\n${details}\n${lines.join('\n')}`
}

/** A paragraph in lines of 80 characters at most. */
const wrap = (text: string): string => text.replaceAll(/(.{1,80})(?: |$)/g, '$1\n').trimEnd()
