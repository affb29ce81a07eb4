export interface FailedAuthentications {
  add(accountId: string, now: number): void
  /** Whether so many failed of late that whoever speaks for the account must do some work first. */
  isSuspected(accountId: string, now: number): boolean
}

/** Failures within a window after which an account is challenged until the window is over. */
export const FAILURES_TOLERATED = 10
export const FAILURE_WINDOW_SECONDS = 900

/** Bounds the memory that failures can make the service spend. Far more accounts than one service has. */
const MOST_ACCOUNTS = 100_000

export function createFailedAuthentications(): FailedAuthentications {
  const failures = new Map<string, { count: number; since: number }>()

  const current = (accountId: string, now: number) => {
    const known = failures.get(accountId)
    return known !== undefined && now - known.since < FAILURE_WINDOW_SECONDS ? known : undefined
  }

  return {
    add(accountId, now) {
      const known = current(accountId, now)
      if (known !== undefined) {
        known.count += 1
        return
      }
      if (failures.size >= MOST_ACCOUNTS) failures.clear()
      failures.set(accountId, { count: 1, since: now })
    },
    isSuspected: (accountId, now) => (current(accountId, now)?.count ?? 0) > FAILURES_TOLERATED,
  }
}
