import type { CommanderError } from 'commander'

/**
 * What is wrong with a command line, as a sentence.
 * SECURITY: commander repeats words that it does not expect. One of them may be a secret that was pasted into the wrong
 * place, and errors end up in logs.
 */
export function describeMisuse({ code, message }: CommanderError): string {
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
