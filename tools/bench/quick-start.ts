import { join } from 'node:path'
import { bundleLicensing } from '../packages/licensing.ts'
import { cacheDir } from '../set-up/places.js'
import { runToEnd } from '../set-up/run.js'

/** The folder of the React quick-start. `licensed` in it is the same app with Latchkey. */
export const QUICK_START = join(import.meta.dirname, 'quick-start')

/** Builds both apps. */
export async function buildQuickStart(): Promise<void> {
  await bundleLicensing(join(cacheDir, 'licensing'))
  const isBuilt = await runToEnd('electron-vite', ['build', '--logLevel', 'warn'], { cwd: QUICK_START })
  if (!isBuilt) throw new Error('The quick-start could not be built.')
}
