import type { SharedCountName } from '../storage/node-storage.ts'
import type { CoreStorage } from '../storage/storage.ts'

/** Failures within a window after which an account is challenged until the window is over. */
const FAILURES_TOLERATED = 10
const FAILURE_WINDOW_SECONDS = 900

/** An attempt with a credential that can be guessed. */
export interface Try {
  /** Whether more attempts than are tolerated have failed or are under way, including this one. */
  readonly isSuspected: boolean
  /** Called if the attempt did not fail. */
  takeBack(): Promise<void>
}

/** Counts failures on all nodes together. The window begins with the first failure. */
export function createFailedAuthentications(
  storage: Pick<CoreStorage, 'addCounts' | 'takeBackCount' | 'readCount'>,
) {
  const countOf = (accountId: string, now: number): SharedCountName => ({
    name: `failed authentications ${accountId}`,
    until: now + FAILURE_WINDOW_SECONDS - 1,
  })
  const add = async (accountId: string, now: number): Promise<number> => {
    const [total = 0] = await storage.addCounts([{ ...countOf(accountId, now), more: 1 }], now)
    return total
  }
  return {
    async add(accountId: string, now: number): Promise<void> {
      await add(accountId, now)
    },
    /**
     * Whether so many attempts have failed recently that requests for the account must solve a
     * challenge. Only for credentials with so many bits that requests at the same moment may all be
     * verified.
     */
    isSuspected: async (accountId: string, now: number) =>
      (await storage.readCount(countOf(accountId, now), now)) > FAILURES_TOLERATED,
    /**
     * Counts an attempt as failed before it is verified. SECURITY: otherwise all requests of one
     * moment would see the count from before them.
     */
    async begin(accountId: string, now: number): Promise<Try> {
      const isSuspected = (await add(accountId, now)) > FAILURES_TOLERATED
      return { isSuspected, takeBack: () => storage.takeBackCount(countOf(accountId, now)) }
    },
  }
}

export type FailedAuthentications = ReturnType<typeof createFailedAuthentications>
