import type { Storage } from '../storage/storage.ts'

export interface FailedAuthentications {
  add(accountId: string, now: number): Promise<void>
  /** Whether so many failed of late that whoever speaks for the account must do some work first. */
  isSuspected(accountId: string, now: number): Promise<boolean>
}

/** Failures within a window after which an account is challenged until the window is over. */
export const FAILURES_TOLERATED = 10
export const FAILURE_WINDOW_SECONDS = 900

/** Counted by all nodes together. The window begins with the first failure. */
export function createFailedAuthentications(
  storage: Pick<Storage, 'addCounts' | 'readCount'>,
): FailedAuthentications {
  const nameOf = (accountId: string): string => `failed authentications ${accountId}`
  return {
    async add(accountId, now) {
      const until = now + FAILURE_WINDOW_SECONDS - 1
      await storage.addCounts([{ name: nameOf(accountId), more: 1, until }], now)
    },
    isSuspected: async (accountId, now) =>
      (await storage.readCount(nameOf(accountId), now)) > FAILURES_TOLERATED,
  }
}
