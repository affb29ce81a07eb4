import { LARGEST_PAGE_SIZE, type UserList, type UserQuery, type UserRecord } from '@latchkey/management'
import type { Outcome } from './outcome.ts'
import { type Wait, waitOutRateLimit } from './wait-out-rate-limit.ts'

/**
 * Every user that matches, page by page, oldest first. A page that does not come is given out as its outcome, and is
 * the last. Positions move up when users are deleted meanwhile, so one may then be passed over.
 */
export async function* allUsers(
  readPage: (page: Pick<UserQuery, 'from' | 'until'>) => Promise<Outcome<UserList>>,
  wait: Wait,
  from = 0,
): AsyncGenerator<Outcome<UserRecord>, void> {
  for (let next = from; ; ) {
    const page = { from: next, until: next + LARGEST_PAGE_SIZE }
    const outcome = await waitOutRateLimit(() => readPage(page), wait)
    if (outcome.kind !== 'ok') {
      yield outcome
      return
    }
    const { users } = outcome.value
    for (const value of users) yield { kind: 'ok', value }
    if (users.length < LARGEST_PAGE_SIZE) return
    next += users.length
  }
}
