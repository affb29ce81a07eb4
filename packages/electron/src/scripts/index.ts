import { randomInt } from 'node:crypto'
import { createScriptDelivery, type ScriptDeliveryParts } from '@latchkey/client'
import { systemSchedule } from '../main/system-clock.ts'
import { createProtectedScripts as create, type ProtectedScripts } from './protected-scripts.ts'
import { startScriptPage } from './script-page.ts'
import { startScriptWorker } from './script-worker.ts'

export type { Json, Opened, OpenOptions, ProtectedScript, ProtectedScripts } from './protected-scripts.ts'

/** Passed to `createProductHandlers` as `scriptParts`. */
export interface ScriptParts
  extends Pick<ScriptDeliveryParts, 'network' | 'settings' | 'licensedKey' | 'device'> {
  readonly isLicensed: () => boolean
  /** Calls `listener` whenever the result of `isLicensed` may have changed. */
  readonly subscribe: (listener: () => void) => unknown
}

/** Fetches protected scripts and runs them in isolation. See docs/guides/protect-a-script.md. */
export function createProtectedScripts({ isLicensed, subscribe, ...parts }: ScriptParts): ProtectedScripts {
  return create({
    delivery: createScriptDelivery({ ...parts, schedule: systemSchedule, random: randomInt }),
    isLicensed,
    subscribe,
    startIn: { none: startScriptPage, node: startScriptWorker },
  })
}
