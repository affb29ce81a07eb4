import type { LicenseView } from '@latchkey/client'
import type { LatchkeyBridge } from '@latchkey/client/bridge'

export interface LicenseStore {
  readonly current: () => LicenseView
  /** Calls `listener` after every change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The window's copy of the license view. Subscribes first, so that no change is lost. */
export async function openLicenseStore({ license }: Pick<LatchkeyBridge, 'license'>): Promise<LicenseStore> {
  const listeners = new Set<() => void>()
  let pushed: LicenseView | undefined
  license.onChange((view) => {
    pushed = view
    for (const listener of listeners) listener()
  })
  const first = await license.view()
  return {
    current: () => pushed ?? first,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
