import type { LicenseKey } from '@latchkey/protocol'
import type { Clock } from './clock.ts'
import { notCovered } from './coverage.ts'
import type { Identified } from './gate-parts.ts'
import { isBusy } from './gate-state.ts'
import type { GateEvent, GateState, TransitionContext } from './gate-types.ts'
import { type EndedFiles, isFileEnded } from './license-history.ts'
import type { OfflineFileView, OfflineRequestView } from './license-view.ts'
import type { OfflineLicensing } from './offline-license.ts'

export interface FileActivationParts {
  readonly offline: OfflineLicensing | undefined
  readonly clock: Clock
  readonly identify: () => Promise<Identified>
  /** Loads what earlier runs have left, once. */
  readonly recall: () => Promise<void>
  readonly ended: () => EndedFiles
  /** Stores the time, without a license. */
  readonly storeHistory: () => void
  /** The key in this text, or the current one if it is empty. */
  readonly keyIn: (text: string) => LicenseKey | undefined
  readonly context: () => TransitionContext
  readonly current: () => GateState
  readonly dispatch: (event: GateEvent) => void
}

/** Activates with a license file, on a computer without a network. */
export function createFileActivation(parts: FileActivationParts) {
  const { offline, clock, identify, recall, ended, storeHistory, keyIn, context, current, dispatch } = parts

  /** What a request and a file are for, or why there is nothing. */
  async function prepare(text: string) {
    const key = keyIn(text)
    if (key === undefined || offline === undefined) return { kind: 'no-key' } as const
    const { id, provisional } = await identify()
    if (provisional) return { kind: 'device-unsure' } as const
    await recall()
    return { kind: 'known', key, id, offline } as const
  }

  return {
    async request(text: string): Promise<OfflineRequestView> {
      const known = await prepare(text)
      if (known.kind !== 'known') return known
      const { key, id, offline } = known
      dispatch({ kind: 'file-requested', key })
      return { kind: 'request', text: offline.request(key, id, Math.floor(clock.wallSeconds())) }
    },
    async open(file: string, text: string): Promise<OfflineFileView> {
      const known = await prepare(text)
      if (known.kind !== 'known') return known
      const { key, id, offline } = known
      const verdict = await offline.verify(file, key, id, context().now)
      // SECURITY: it has ended, also if the computer's date is set back later.
      if (verdict.kind === 'expired') storeHistory()
      if (verdict.kind !== 'valid') return { kind: verdict.kind }
      const { proof } = verdict.offline
      if (notCovered(proof.license, context())) return { kind: 'version-not-covered' }
      if (isFileEnded(ended(), key, proof.checkedAt)) return { kind: 'ended' }
      // SECURITY: otherwise a file would last for as long as the app runs, and not until its end.
      if (context().isClockSetBack) return { kind: 'clock-set-back' }
      if (isBusy(current())) return { kind: 'busy' }
      dispatch({ kind: 'file-accepted', key, offline: verdict.offline })
      return { kind: 'accepted' }
    },
  }
}
