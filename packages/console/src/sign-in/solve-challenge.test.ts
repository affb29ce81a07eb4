import { isChallengeSolved } from '@latchkey/management'
import { expect, test } from 'vitest'
import { solveChallenge } from './solve-challenge.ts'

test.each([1, 8, 13])('solves a challenge of %i bits as the service expects it', async (difficulty) => {
  const challenge = { algorithm: 'sha256', token: '1795360434.id.mac', difficulty } as const
  const solved = await solveChallenge(challenge)
  expect(isChallengeSolved(challenge, solved ?? '')).toBe(true)
  // No lower counter solves the challenge, so none was skipped.
  const [, counter] = solved?.split(':') ?? []
  for (let lower = 0; lower < Number(counter); lower += 1) {
    expect(isChallengeSolved(challenge, `${challenge.token}:${lower}`)).toBe(false)
  }
})

test('does not work for a service that asks for too much', async () => {
  expect(await solveChallenge({ algorithm: 'sha256', token: 'a', difficulty: 25 })).toBeUndefined()
})
