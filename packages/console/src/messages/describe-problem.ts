import type { Failure } from '../api/outcome.ts'
import type { SHELL } from './shell.ts'

/** A sentence about a request that was refused or lost. Other refusals have the service's text. */
export function describeProblem(outcome: Failure, { problems }: typeof SHELL.en): string {
  if (outcome.kind === 'lost') return problems.lost
  const known: Readonly<Record<string, string>> = problems.codes
  const words = known[outcome.code ?? '']
  if (words !== undefined) return words
  if (outcome.status === 429) return problems.tooMany(outcome.retryAfterSeconds ?? 60)
  if (outcome.status >= 500) return problems.notNow
  return outcome.message
}
