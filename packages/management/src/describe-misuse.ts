/**
 * Describes commander's error about a command line, for the service's and the vendor's.
 * SECURITY: commander repeats unexpected arguments. One of them may be a secret in the wrong place,
 * and errors are logged.
 */
export function describeMisuse({ code, message }: { code: string; message: string }): string {
  const [, problem = '', suggestion] = /^error: (.*?)(?:\n\((Did you mean .+)\))?$/s.exec(message) ?? []
  return `${withoutWords(code, problem)} ${suggestion ?? 'See --help.'}`
}

function withoutWords(code: string, problem: string): string {
  switch (code) {
    case 'commander.unknownCommand':
      return 'There is no such command.'
    case 'commander.excessArguments':
      return 'Too many words.'
    default:
      // An unknown option with a value: --option=VALUE.
      return `${problem.charAt(0).toUpperCase()}${problem.slice(1).replace(/=.*'$/s, "=…'")}.`
  }
}
