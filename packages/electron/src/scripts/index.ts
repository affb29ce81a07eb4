import { randomInt } from 'node:crypto'
import { createScriptDelivery, type ScriptDeliveryParts } from '@latchkey/client'
import { systemSchedule } from '../main/system-clock.ts'
import { createProtectedScripts as create, type ProtectedScripts } from './protected-scripts.ts'
import { startScriptPage } from './script-page.ts'
import { startScriptWorker } from './script-worker.ts'

export type { Json, Opened, OpenOptions, ProtectedScript, ProtectedScripts } from './protected-scripts.ts'

/** What protected scripts need of the licensing: handed to `createProductHandlers` as `scriptParts`. */
export interface ScriptParts
  extends Pick<ScriptDeliveryParts, 'network' | 'settings' | 'licensedKey' | 'device'> {
  readonly isLicensed: () => boolean
  /** Calls back whenever `isLicensed` may have changed. */
  readonly subscribe: (listener: () => void) => unknown
}

/** Protected scripts of the product: fetched while licensed, run apart. See docs/guides/protect-a-script.md. */
export function createProtectedScripts({ isLicensed, subscribe, ...parts }: ScriptParts): ProtectedScripts {
  return create({
    delivery: createScriptDelivery({ ...parts, schedule: systemSchedule, random: randomInt }),
    isLicensed,
    subscribe,
    startIn: { none: startScriptPage, node: startScriptWorker },
  })
}
