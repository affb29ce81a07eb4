import type { LicenseView } from '@latchkey/client'
import type { LatchkeyBridge } from '@latchkey/electron/ipc'

export interface LicenseStore {
  readonly current: () => LicenseView
  /** Calls back after every change; returns the function that ends it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The window's copy of the license view. Subscribes before it asks, so that no change falls in between. */
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
