import { evidenceOf } from './gate-state.ts'
import type { GateEvent, GateState, StoredLicense } from './gate-types.ts'
import type { EndedFiles, LicenseHistory } from './license-history.ts'
import type { StoredBy } from './license-view.ts'
import type { LicenseStore, RememberPolicy } from './store.ts'
import type { TrustedClock } from './trusted-clock.ts'

/** Interval of storing the time, which lets the next start detect a clock that was set back. */
export const STORE_TIME_EVERY_MS = 300_000
/**
 * Each stored time includes the time until the next one, so that an app that is killed has used it.
 * One minute more, because timers can be late.
 */
const RESERVE_SECONDS = STORE_TIME_EVERY_MS / 1000 + 60

export interface LicenseWriterParts {
  readonly store: LicenseStore
  readonly time: TrustedClock
  readonly ended: () => EndedFiles
  readonly dispatch: (event: GateEvent) => void
  readonly current: () => Pick<GateState, 'stored' | 'storedBy'>
}

/** Writes the license of the gate, each time with its history, and knows what is on the disk. */
export function createLicenseWriter({ store, time, ended, dispatch, current }: LicenseWriterParts) {
  let lastWrite: Promise<void> = Promise.resolve()
  /** The last write succeeded, or none was needed. */
  let isWritten = true
  /** The proof that the next start may load. */
  let proofOnDisk: ReturnType<typeof evidenceOf>
  /** SECURITY: the license that the user has removed is still on the disk, which could not be written. */
  let eraseAgain: (() => void) | undefined

  const history = (): LicenseHistory => ({ time: time.mark(RESERVE_SECONDS), ended: ended() })
  const saveProof = (stored: StoredLicense): Promise<boolean> => store.saveProof(stored, history())

  function noteWritten(stored: StoredLicense, isOnDisk: boolean): void {
    isWritten = isOnDisk
    if (isOnDisk) proofOnDisk = evidenceOf(stored)
    else dispatch({ kind: 'time-passed' })
  }

  /** SECURITY: also while the proof of a refused license is still on the disk. */
  const mustErase = (stored: StoredLicense | undefined): boolean =>
    stored === undefined
      ? eraseAgain !== undefined
      : evidenceOf(stored) === undefined && proofOnDisk !== undefined

  function dispatchSaved(by: StoredBy): void {
    if (by !== current().storedBy) dispatch({ kind: 'saved', by })
  }

  function save(stored: StoredLicense): void {
    lastWrite = store.save(stored, history()).then((by) => {
      noteWritten(stored, by !== 'nothing' || store.policy() === 'ask-every-time')
      dispatchSaved(by)
    })
  }

  /** @param isHistoryKnown otherwise, the one on the disk is kept */
  function erase(isHistoryKnown: boolean): void {
    lastWrite = store.erase(isHistoryKnown ? history() : undefined).then((isErased) => {
      eraseAgain = isErased ? undefined : () => erase(isHistoryKnown)
      if (!isErased) dispatch({ kind: 'time-passed' })
    })
  }

  async function settled(): Promise<void> {
    for (let seen: unknown; seen !== lastWrite; ) {
      seen = lastWrite
      await lastWrite
    }
  }

  return {
    save,
    /** Keeps the sealed key as it is, because a keyring may not be able to seal it again. */
    eraseProof(stored: StoredLicense): void {
      lastWrite = saveProof(stored).then((isErased) => {
        noteWritten(stored, isErased)
        dispatch({ kind: 'proof-erased' })
      })
    },
    mustErase,
    /** Stores the current time with the proof, or tries again to erase what must not be stored. */
    storeTime(): void {
      const { stored } = current()
      const proof = evidenceOf(stored)
      if (stored === undefined) eraseAgain?.()
      if (stored === undefined || (proof === undefined && !mustErase(stored))) return
      // This proof could not be written earlier, so the license is written again with it.
      if (proof !== proofOnDisk) save(stored)
      else lastWrite = saveProof(stored).then((isStored) => noteWritten(stored, isStored))
    },
    /** Stores the time with a license that was just loaded. */
    async opened(stored: StoredLicense | undefined): Promise<void> {
      proofOnDisk = evidenceOf(stored)
      isWritten = stored !== undefined && proofOnDisk !== undefined && (await saveProof(stored))
    },
    /** Stores the history when there is no license, or when the license has not changed. */
    storeHistory(): void {
      lastWrite = store.saveHistory(history())
    },
    erase,
    setPolicy(policy: RememberPolicy): Promise<void> {
      lastWrite = store.setPolicy(policy).then(() => {
        const { stored } = current()
        if (policy === 'remember' && stored !== undefined) save(stored)
        else dispatchSaved(store.storedBy())
      })
      return settled()
    },
    /** Whether the time is stored: see `TransitionContext`. */
    isTimeStored: (stored: StoredLicense | undefined): boolean =>
      isWritten || (stored !== undefined && evidenceOf(stored) !== proofOnDisk),
    settled,
  }
}
