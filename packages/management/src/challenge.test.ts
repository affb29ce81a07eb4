import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Challenge, isChallengeSolved, solveChallenge, tokenOfSolved } from './challenge.ts'

const challenge: Challenge = { algorithm: 'sha256', token: 'a.token-of_ours', difficulty: 12 }

test('the hash of a solution begins with the required number of zero bits', () => {
  const solved = solveChallenge(challenge) ?? ''
  const hash = createHash('sha256').update(solved).digest('hex')
  expect(hash.startsWith('000')).toBe(true)
  expect(tokenOfSolved(solved)).toBe(challenge.token)
  expect(isChallengeSolved(challenge, solved)).toBe(true)
})

test('rejects a solution for another token or a lower difficulty', () => {
  const solved = solveChallenge(challenge) ?? ''
  expect(isChallengeSolved({ ...challenge, token: 'another' }, solved)).toBe(false)
  const easy = solveChallenge({ ...challenge, difficulty: 1 }) ?? ''
  expect(isChallengeSolved(challenge, easy)).toBe(false)
  expect(isChallengeSolved({ ...challenge, difficulty: 1 }, easy)).toBe(true)
})

test('counts zero bits, not zero digits', () => {
  for (const difficulty of [1, 2, 3, 5, 7, 8, 9]) {
    const bits = (text: string) =>
      [...createHash('sha256').update(text).digest()]
        .map((byte) => byte.toString(2).padStart(8, '0'))
        .join('')
    const solved = solveChallenge({ ...challenge, difficulty }) ?? ''
    expect(bits(solved).slice(0, difficulty)).toBe('0'.repeat(difficulty))
    const exact = bits(solved).indexOf('1')
    expect(isChallengeSolved({ ...challenge, difficulty: exact }, solved)).toBe(true)
    expect(isChallengeSolved({ ...challenge, difficulty: exact + 1 }, solved)).toBe(false)
  }
})

test('refuses to solve a challenge that would take too long', () => {
  expect(solveChallenge({ ...challenge, difficulty: 25 })).toBeUndefined()
})

test.each(['', 'a.token-of_ours', 'a.token-of_ours:', 'a.token-of_ours:x1', 'a.token-of_ours:1:2', `a\n:1`])(
  'rejects %j as malformed',
  (solved) => {
    expect(tokenOfSolved(solved)).toBeUndefined()
    expect(isChallengeSolved({ ...challenge, difficulty: 1 }, solved)).toBe(false)
  },
)
