import type { SharedCountName, Storage } from '../storage/storage.ts'

/** Failures within a window after which an account is challenged until the window is over. */
const FAILURES_TOLERATED = 10
const FAILURE_WINDOW_SECONDS = 900

/** Counted by all nodes together. The window begins with the first failure. */
export function createFailedAuthentications(storage: Pick<Storage, 'addCounts' | 'readCount'>) {
  const countOf = (accountId: string, now: number): SharedCountName => ({
    name: `failed authentications ${accountId}`,
    until: now + FAILURE_WINDOW_SECONDS - 1,
  })
  return {
    async add(accountId: string, now: number): Promise<void> {
      await storage.addCounts([{ ...countOf(accountId, now), more: 1 }], now)
    },
    /** Whether so many failed recently that requests for the account must solve a challenge. */
    isSuspected: async (accountId: string, now: number) =>
      (await storage.readCount(countOf(accountId, now), now)) > FAILURES_TOLERATED,
  }
}

export type FailedAuthentications = ReturnType<typeof createFailedAuthentications>
