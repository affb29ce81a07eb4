import { buildWhenStale } from '../../tools/build.js'
import { hasDisplay, openVirtualDisplay } from '../../tools/set-up/display.js'

let display: { close(): Promise<void> } | undefined

/** Before the first window: a build of what stands in `src`, and a display. */
export async function setup(): Promise<void> {
  await buildWhenStale()
  if (!hasDisplay()) display = await openVirtualDisplay()
}

export async function teardown(): Promise<void> {
  await display?.close()
}
