import { hasDisplay, openVirtualDisplay } from '../../packages/electron/src/development/display.ts'
import { buildWhenStale } from '../../tools/build.js'

let display: { close(): Promise<void> } | undefined

/** Before the first window: a build of what stands in `src`, and a display. */
export async function setup(): Promise<void> {
  await buildWhenStale()
  if (!hasDisplay()) display = await openVirtualDisplay()
}

export async function teardown(): Promise<void> {
  await display?.close()
}
