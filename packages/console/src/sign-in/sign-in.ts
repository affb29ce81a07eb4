import type { Challenge } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import { type Parameters, send } from '../api/send.ts'
import { beginSession } from '../api/session.ts'

type Credentials = NonNullable<Parameters<'signIn'>['body']>

/** Signs in, and solves a challenge on the way if the service sends one. */
export async function signIn(credentials: Credentials): Promise<Outcome<unknown>> {
  const outcome = await send('signIn', { body: credentials })
  if (outcome.kind !== 'refused' || outcome.body['challenge'] === undefined) return begin(outcome)
  const { solveChallenge } = await import('./solve-challenge.ts')
  const solved = await solveChallenge(outcome.body['challenge'] as Challenge)
  if (solved === undefined) return outcome
  return begin(await send('signIn', { body: credentials }, { solved }))
}

/** Signs in with the token of a one-time link, which is good once. */
export const signInByLink = async (token: string): Promise<Outcome<unknown>> =>
  begin(await send('signInByLink', { body: { token } }))

async function begin(outcome: Outcome<{ readonly proof: string }>): Promise<Outcome<unknown>> {
  if (outcome.kind === 'done') await beginSession(outcome.answer.proof)
  return outcome
}
