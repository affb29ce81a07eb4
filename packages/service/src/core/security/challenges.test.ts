import { randomBytes } from 'node:crypto'
import { isChallenge, solveChallenge } from '@latchkey/management'
import { expect, test } from 'vitest'
import { NOW } from '../../testing/records.ts'
import { CHALLENGE_KEY_BYTES, createChallenges, type Spend } from './challenges.ts'

const KEY = randomBytes(CHALLENGE_KEY_BYTES)
const EASY = 6

/** The memory that nodes share. */
const spender = (): Spend => {
  const spent = new Set<string>()
  return async (token) => {
    const isFirst = !spent.has(token)
    spent.add(token)
    return isFirst
  }
}

const solved = (challenges = createChallenges(KEY, spender(), EASY)): string => {
  const challenge = challenges.issue('account', NOW)
  expect(isChallenge(challenge)).toBe(true)
  return solveChallenge(challenge) ?? ''
}

test('a solution is accepted once by all services that share the key and the spent tokens', async () => {
  const spend = spender()
  const challenges = createChallenges(KEY, spend, EASY)
  const solution = solved(challenges)
  expect(await challenges.accept('account', solution, NOW)).toBe(true)
  expect(await challenges.accept('account', solution, NOW)).toBe(false)
  expect(await createChallenges(KEY, spend, EASY).accept('account', solution, NOW)).toBe(false)
  expect(await createChallenges(KEY, spender(), EASY).accept('account', solution, NOW)).toBe(true)
})

test('a solution is good for five minutes', async () => {
  const solution = solved()
  expect(await createChallenges(KEY, spender(), EASY).accept('account', solution, NOW + 301)).toBe(false)
  expect(await createChallenges(KEY, spender(), EASY).accept('account', solution, NOW + 300)).toBe(true)
})

test.each([
  ['of another account', (text: string) => text, 'other', KEY],
  ['issued with another key', (text: string) => text, 'account', randomBytes(CHALLENGE_KEY_BYTES)],
  ['given more time', (text: string) => text.replace(/^\d+/, String(NOW + 9_999)), 'account', KEY],
  [
    'with another MAC',
    (text: string) => text.replace(/.(?=:)/, (c) => (c === 'A' ? 'B' : 'A')),
    'account',
    KEY,
  ],
  ['without the work', (text: string) => text.replace(/:.*$/, ''), 'account', KEY],
  ['that is empty', () => '', 'account', KEY],
  ['that is nonsense', () => 'a.b.c:1', 'account', KEY],
] as const)('no solution %s is accepted', async (_what, change, account, key) => {
  expect(await createChallenges(key, spender(), EASY).accept(account, change(solved()), NOW)).toBe(false)
})

test('work for an easier challenge is not enough', async () => {
  const challenges = createChallenges(KEY, spender(), 1)
  for (let round = 0; round < 20; round += 1) {
    const solution = solved(challenges)
    if (await createChallenges(KEY, spender(), EASY).accept('account', solution, NOW)) continue
    return
  }
  throw new Error('Twenty solutions of one bit were all solutions of six.')
})
