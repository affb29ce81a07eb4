import type { LicenseKey } from '@latchkey/protocol'
import type { Clock } from './clock.ts'
import { notCovered } from './coverage.ts'
import type { Identified } from './gate-parts.ts'
import { isBusy } from './gate-state.ts'
import type { GateEvent, GateState, TransitionContext } from './gate-types.ts'
import type { OfflineFileView, OfflineRequestView } from './license-view.ts'
import type { OfflineLicensing } from './offline-license.ts'

export interface FileActivationParts {
  readonly offline: OfflineLicensing | undefined
  readonly clock: Clock
  readonly identify: () => Promise<Identified>
  /** The key in this text, or the current one if it is empty. */
  readonly keyIn: (text: string) => LicenseKey | undefined
  readonly context: () => TransitionContext
  readonly current: () => GateState
  readonly dispatch: (event: GateEvent) => void
}

/** Activates with a license file, on a computer without a network. */
export function createFileActivation(parts: FileActivationParts) {
  const { offline, clock, identify, keyIn, context, current, dispatch } = parts

  /** What a request and a file are for, or why there is nothing. */
  async function prepare(text: string) {
    const key = keyIn(text)
    if (key === undefined || offline === undefined) return { kind: 'no-key' } as const
    const { id, provisional } = await identify()
    return provisional ? ({ kind: 'device-unsure' } as const) : ({ kind: 'known', key, id, offline } as const)
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
      if (verdict.kind !== 'valid') return { kind: verdict.kind }
      const { proof } = verdict.offline
      if (notCovered(proof.license, context())) return { kind: 'version-not-covered' }
      const { stored } = current()
      const endedAt = stored?.key === key ? stored.offlineEndedAt : undefined
      if (proof.checkedAt <= (endedAt ?? -1)) return { kind: 'ended' }
      if (isBusy(current())) return { kind: 'busy' }
      dispatch({ kind: 'file-accepted', key, offline: verdict.offline })
      return { kind: 'accepted' }
    },
  }
}
