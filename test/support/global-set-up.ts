import { buildWhenStale } from '../../tools/build.js'
import { ensureElectron } from '../../tools/set-up/electron.js'

/** Builds the app before the first window opens. */
export async function setup(): Promise<void> {
  ensureElectron()
  await buildWhenStale()
}
