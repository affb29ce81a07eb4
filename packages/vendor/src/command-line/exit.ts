import type { Outcome, Unsuccessful } from '../client/outcome.ts'

export const EXIT = {
  ok: 0,
  /** The service refused the request, or the result is negative. */
  refused: 1,
  usage: 2,
  /** There was no answer, or it could not be read. */
  unreachable: 3,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const exitCodeOf = ({ kind }: Unsuccessful): ExitCode =>
  kind === 'failed' ? EXIT.unreachable : EXIT.refused

export class UnsuccessfulRequest extends Error {
  readonly outcome: Unsuccessful
  constructor(outcome: Unsuccessful) {
    super(outcome.kind)
    this.outcome = outcome
  }
}

/** @throws UnsuccessfulRequest */
export function expectOk<Value>(outcome: Outcome<Value>): Value {
  if (outcome.kind !== 'ok') throw new UnsuccessfulRequest(outcome)
  return outcome.value
}

/** Makes a refusal, as the service sends it, for something that its answer does not contain. */
export const refusal = (status: number, message: string): UnsuccessfulRequest =>
  new UnsuccessfulRequest({ kind: 'refused', status, message })
