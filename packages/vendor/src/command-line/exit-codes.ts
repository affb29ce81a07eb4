import type { Unsuccessful } from '../client/outcome.ts'

export const EXIT = {
  ok: 0,
  /** The service said no, or what was asked for did not come about. */
  refused: 1,
  usage: 2,
  /** There was no answer, or none that can be understood. */
  unreachable: 3,
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

export const exitCodeOf = ({ kind }: Unsuccessful): ExitCode =>
  kind === 'failed' ? EXIT.unreachable : EXIT.refused
