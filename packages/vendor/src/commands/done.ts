import type { Outcome } from '../client/outcome.ts'
import { EXIT, type ExitCode } from '../command-line/exit-codes.ts'
import type { Output } from '../command-line/output.ts'

/** Ends a command that has nothing to show but that it was done. */
export function reportDone(outcome: Outcome<unknown>, output: Output, sentence: string): ExitCode {
  if (outcome.kind !== 'ok') return output.refuse(outcome)
  output.show(outcome.value, [])
  output.say(sentence)
  return EXIT.ok
}
