import type { LicenseKey } from '@latchkey/protocol'
import type { StoredLicense } from './gate-types.ts'
import { type EndedFiles, endFiles, type LicenseHistory, NONE_ENDED } from './license-history.ts'
import type { LicenseStore } from './store.ts'
import type { TrustedClock } from './trusted-clock.ts'

export interface HistoryKeeperParts {
  readonly store: Pick<LicenseStore, 'history'>
  readonly time: TrustedClock
  readonly stored: () => StoredLicense | undefined
}

/** Knows what earlier runs have left beside the license, and what this run has added to it. */
export function createHistoryKeeper({ store, time, stored }: HistoryKeeperParts) {
  let isKnown = false
  let ended = NONE_ENDED

  /** Takes the history of earlier runs, once. Only on a computer that is recognised. */
  function take(history: LicenseHistory | undefined): void {
    if (isKnown) return
    isKnown = true
    if (history === undefined) return
    time.restore(history.time)
    ended = history.ended
  }

  return {
    take,
    /** SECURITY: before a run that has loaded no license stores one or opens a license file. */
    async recall(): Promise<void> {
      if (!isKnown) take(await store.history())
    },
    isKnown: () => isKnown,
    ended: () => ended,
    /**
     * SECURITY: ends the license files of a key that were issued until then, known here or not.
     * Returns the function that takes it back.
     */
    endFilesOf(key: LicenseKey, endedAt: number): () => void {
      const before: EndedFiles = ended
      const license = stored()
      const own = license?.key === key ? license.offline?.proof.checkedAt : undefined
      // A service whose clock is ahead must not end files that it issues later.
      const until = Math.max(own ?? 0, Math.min(endedAt, Math.floor(time.now())))
      ended = endFiles(ended, key, until)
      return () => {
        ended = before
      }
    },
  }
}
