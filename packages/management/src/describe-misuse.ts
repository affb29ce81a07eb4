/**
 * Describes commander's error about a command line in a sentence.
 * SECURITY: commander repeats unexpected words. One of them may be a secret that was pasted into the
 * wrong place, and errors end up in logs.
 */
export function describeMisuse({ code, message }: { code: string; message: string }): string {
  const [, problem = '', suggestion = 'See --help.'] =
    /^error: (.*?)(?:\n\((Did you mean .+)\))?$/s.exec(message) ?? []
  if (code === 'commander.unknownCommand') return `There is no such command. ${suggestion}`
  if (code === 'commander.excessArguments') return `Too many arguments. ${suggestion}`
  // An unknown option with a value: --option=VALUE.
  return `${problem.charAt(0).toUpperCase()}${problem.slice(1).replace(/=.*'$/s, "=…'")}. ${suggestion}`
}
