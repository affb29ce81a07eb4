import type { LicenseBridge } from '@latchkey/electron/ipc'

/** What a key can open beyond the app itself, as your license service names it. May be empty. */
export const FEATURES = ['export'] as const

declare global {
  interface Window {
    readonly license: LicenseBridge<(typeof FEATURES)[number]>
  }
}
