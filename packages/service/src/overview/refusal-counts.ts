import { hourOf } from '../core/accounts/usage.ts'
import { isAccepted } from '../core/event-log/events.ts'
import type { RefusalCount } from './overview.ts'
import type { OverviewStorage } from './storage.ts'

/**
 * The code for app names that do not exist. Anybody can invent them, so they must not fill the
 * memory.
 */
const OF_UNKNOWN_APPS = 'APP_NOT_APPROVED'
const MOST_COUNTS = 10_000

/**
 * Counts the refused checks of this process, and adds them to the database every few seconds. A
 * crash loses some: they are only for a plot, and a check must not write for it.
 */
export function createRefusalCounts() {
  let counts = new Map<string, RefusalCount>()

  const add = (appName: string, code: string, hour: number, refusals: number): void => {
    const name = `${hour} ${code} ${appName}`
    const known = counts.get(name)
    if (known === undefined && code === OF_UNKNOWN_APPS && counts.size >= MOST_COUNTS) return
    counts.set(name, { appName, code, hour, refusals: (known?.refusals ?? 0) + refusals })
  }

  return {
    /** Counts a check that was decided. */
    decided(appName: string, code: string, now: number): void {
      if (!isAccepted(code)) add(appName, code, hourOf(now), 1)
    },
    /** Adds the counts to the database. If that fails, they are kept. */
    async flush({ addRefusals }: Pick<OverviewStorage, 'addRefusals'>): Promise<void> {
      if (counts.size === 0) return
      const flushed = [...counts.values()]
      counts = new Map()
      try {
        await addRefusals(flushed)
      } catch (error) {
        for (const { appName, code, hour, refusals } of flushed) add(appName, code, hour, refusals)
        throw error
      }
    },
  }
}
