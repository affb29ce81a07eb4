import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type Challenge, isChallengeSolved, tokenOfSolved } from '@latchkey/management'

/** Returns whether a token is used for the first time, on all nodes. */
export type Spend = (token: string, until: number) => Promise<boolean>

export const CHALLENGE_KEY_BYTES = 32
/**
 * The difficulty: 2^18 hashes on average, which take a command line a second, and a guesser a long
 * time.
 */
const CHALLENGE_DIFFICULTY = 18
const GOOD_FOR_SECONDS = 300
const ID_BYTES = 16

/**
 * A token is `END.ID.MAC`: a challenge is not stored until it is solved, so requesting many costs
 * nothing.
 * @param key secret; services that share it accept each other's challenges
 */
export function createChallenges(key: Uint8Array, spend: Spend, difficulty = CHALLENGE_DIFFICULTY) {
  const macOf = (accountId: string, end: string, id: string): string =>
    createHmac('sha256', key).update(`${accountId}.${end}.${id}`).digest('base64url')

  return {
    issue(accountId: string, now: number): Challenge {
      const end = String(now + GOOD_FOR_SECONDS)
      const id = randomBytes(ID_BYTES).toString('base64url')
      return { algorithm: 'sha256', token: `${end}.${id}.${macOf(accountId, end, id)}`, difficulty }
    },
    /** Whether this solves a challenge of this account. A solution is accepted once. */
    async accept(accountId: string, solved: string, now: number): Promise<boolean> {
      const token = tokenOfSolved(solved)
      const [end = '', id = '', mac = ''] = token?.split('.') ?? []
      if (token === undefined || !isSame(mac, macOf(accountId, end, id))) return false
      if (Number(end) < now || !isChallengeSolved({ token, difficulty }, solved)) return false
      return spend(token, Number(end))
    },
  }
}

export type Challenges = ReturnType<typeof createChallenges>

/** Compares texts: several texts decode to the same bytes, and each would be a further solution. */
const isSame = (given: string, right: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
