import { randomBytes } from 'node:crypto'
import { isChallenge, solveChallenge } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { CHALLENGE_KEY_BYTES, createChallenges } from './challenges.ts'
import { NOW } from './testing/records.ts'

const KEY = randomBytes(CHALLENGE_KEY_BYTES)
const EASY = 6

const solved = (challenges = createChallenges(KEY, EASY)): string => {
  const challenge = challenges.issue('account', NOW)
  expect(isChallenge(challenge)).toBe(true)
  return solveChallenge(challenge) ?? ''
}

test('a solution is accepted once, and by whoever shares the key', () => {
  const challenges = createChallenges(KEY, EASY)
  const solution = solved(challenges)
  expect(challenges.accept('account', solution, NOW)).toBe(true)
  expect(challenges.accept('account', solution, NOW)).toBe(false)
  expect(createChallenges(KEY, EASY).accept('account', solution, NOW)).toBe(true)
})

test('a solution is good for five minutes', () => {
  const solution = solved()
  expect(createChallenges(KEY, EASY).accept('account', solution, NOW + 301)).toBe(false)
  expect(createChallenges(KEY, EASY).accept('account', solution, NOW + 300)).toBe(true)
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
] as const)('no solution %s is accepted', (_what, change, account, key) => {
  expect(createChallenges(key, EASY).accept(account, change(solved()), NOW)).toBe(false)
})

test('work for an easier challenge is not enough', () => {
  const challenges = createChallenges(KEY, 1)
  for (let round = 0; round < 20; round += 1) {
    const solution = solved(challenges)
    if (createChallenges(KEY, EASY).accept('account', solution, NOW)) continue
    return
  }
  throw new Error('Twenty solutions of one bit were all solutions of six.')
})
