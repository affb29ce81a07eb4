/**
 * Activation: the time from the click on Activate until the product is painted, in the real window.
 * A local TCP proxy (slow-link.ts) adds 100 ms to every round trip to the service.
 *
 * Each run opens a new window with a new user data folder, enters a key and waits a second before
 * the click. Meanwhile the app syncs and derives its device ID. Times come from the clocks of the
 * pages, which are the system clock.
 * Baseline: the naive sequence. It is the same app, but the link is down until the click, so that
 * sync, check and product page happen one after the other.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  type DemoLine,
  licensingEnv,
  startDemoService,
} from '../../packages/electron-tools/src/development/demo-service.ts'
import { hasDisplay, openVirtualDisplay } from '../../packages/electron-tools/src/development/display.ts'
import { buildWhenStale } from '../build.js'
import { openWindow } from '../open-window.js'
import { firstPaint } from './first-paint.ts'
import { alternate, type Bench, type Pair } from './harness.ts'
import { openSlowLink, type SlowLink } from './slow-link.ts'

const ROUND_TRIP_MS = 100
const RUNS = 7
/** The time that a quick user needs to click the button after typing. */
const BEFORE_PRESS_MS = 1_000
const UNTIL_PAINTED_MS = 1_000

async function* compareWithNaive(): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const link = await openSlowLink(ROUND_TRIP_MS)
  // The node list must contain the link's URL.
  const demo = await startDemoService({ publicUrl: link.url })
  link.forwardTo(demo.url)
  try {
    yield* alternate(
      RUNS,
      () => activate(demo, link, false),
      () => activate(demo, link, true),
    )
  } finally {
    await demo.close()
    await link.close()
    await display?.close()
  }
}

/** Milliseconds from the click until the product is painted. */
async function activate(demo: DemoLine, link: SlowLink, isCold: boolean): Promise<number> {
  link.isDown = isCold
  const { window: page, close } = await openWindow({
    env: { ...licensingEnv(demo), LATCHKEY_SYNC_URL: link.url },
  })
  try {
    await page.getByRole('textbox', { name: 'License key' }).fill(demo.keys['valid'] ?? '')
    await delay(BEFORE_PRESS_MS)
    link.isDown = false
    const pressedAt = await page.evaluate(() => {
      const now = performance.timeOrigin + performance.now()
      document.querySelector<HTMLElement>('button[type="submit"]')?.click()
      return now
    })
    // No requests to the page meanwhile: they would slow it down.
    await delay(UNTIL_PAINTED_MS)
    await page.getByRole('region', { name: 'License' }).waitFor()
    return (await firstPaint(page)) - pressedAt
  } finally {
    await close()
  }
}

export const rows: readonly Bench[] = [
  {
    name: 'key press to product, 100 ms round trip',
    baseline: 'the naive sequence: sync, check, page',
    goal: '<= 0.75',
    unit: 'ms',
    run: compareWithNaive,
  },
]
