import type { CommanderError } from 'commander'

/**
 * Describes an error in a command line in one sentence. SECURITY: commander repeats unexpected
 * arguments. One of them may be a secret in the wrong place, and errors are logged.
 */
export function describeMisuse({ code, message }: CommanderError): string {
  const [, problem = '', suggestion] = /^error: (.*?)(?:\n\((Did you mean .+)\))?$/s.exec(message) ?? []
  return `${describeProblem(code, problem)} ${suggestion ?? 'See --help.'}`
}

function describeProblem(code: string, problem: string): string {
  switch (code) {
    case 'commander.unknownCommand':
      return 'There is no such command.'
    case 'commander.excessArguments':
      return 'Too many arguments.'
    default:
      // An unknown option with a value: --option=VALUE.
      return `${problem.charAt(0).toUpperCase()}${problem.slice(1).replace(/=.*'$/s, "=…'")}.`
  }
}
