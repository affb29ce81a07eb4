/**
 * Activation: the time from the click on Activate until the product is painted, in the real window. A local TCP proxy (slow-link.ts) adds 100 ms to every round trip
 * to the service.
 *
 * Each run opens a new window with a new user data folder, enters a key and waits a second before
 * the click. Meanwhile the app syncs, derives its device ID and opens a connection. Times come from
 * the clocks of the pages and the main process, which are the same system clock.
 * Baselines:
 * - One round trip: a request to the same service over an open connection of the same link.
 * - A bare page: the time in which Chromium replaces one minimal page by another, in bare-window/.
 * - The naive sequence: the same app, but the link is down until the click, so that sync,
 *   connection and check happen one after the other.
 */
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildWhenStale } from '../build.js'
import { type DemoLine, licensingEnv, startDemoService } from '../demo-service.js'
import { openWindow } from '../open-window.js'
import { hasDisplay, openVirtualDisplay } from '../set-up/display.js'
import { firstPaint } from './first-paint.ts'
import { alternate, type Bench, type Pair } from './harness.ts'
import { openSlowLink, type SlowLink } from './slow-link.ts'

const ROUND_TRIP_MS = 100
const RUNS = 7
/** The time that a quick user needs to click the button after typing. */
const BEFORE_PRESS_MS = 1_000
const UNTIL_PAINTED_MS = 1_000

interface Setup {
  readonly demo: DemoLine
  readonly link: SlowLink
}

async function* compare(measureBaseline: (setup: Setup) => Promise<number>): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const link = await openSlowLink(ROUND_TRIP_MS)
  // The node list must contain the link's URL.
  const demo = await startDemoService({ publicUrl: link.url })
  link.forwardTo(demo.url)
  try {
    const setup = { demo, link }
    yield* alternate(
      RUNS,
      () => activate(setup, false),
      () => measureBaseline(setup),
    )
  } finally {
    await demo.close()
    await link.close()
    await display?.close()
  }
}

/** Milliseconds from the click until the product is painted. */
async function activate({ demo, link }: Setup, isCold: boolean): Promise<number> {
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

/** Milliseconds from `loadURL` to the first contentful paint. */
async function showBarePage(): Promise<number> {
  const {
    electron,
    window: page,
    close,
  } = await openWindow({
    appDir: join(import.meta.dirname, 'bare-window'),
  })
  try {
    await delay(BEFORE_PRESS_MS)
    const askedAt = await electron.evaluate(({ BrowserWindow }) => {
      const now = performance.timeOrigin + performance.now()
      // Another origin than the previous page, as for the product and the gate.
      void BrowserWindow.getAllWindows()[0]?.loadURL('data:text/html,<h1>Bare</h1>')
      return now
    })
    await delay(UNTIL_PAINTED_MS)
    await page.getByRole('heading').waitFor()
    return (await firstPaint(page)) - askedAt
  } finally {
    await close()
  }
}

/** Milliseconds of a request and its answer over an open connection. */
async function roundTrip({ link }: Setup): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      get(`${link.url}sync`, { agent }, (answer) => {
        answer.resume().on('end', () => resolve(performance.now() - startedAt))
      }).on('error', reject)
    })
  await request()
  const durationMs = await request()
  agent.destroy()
  return durationMs
}

export const rows: readonly Bench[] = [
  {
    name: 'key press to product, 100 ms round trip',
    baseline: 'one round trip',
    goal: '<= 1.3',
    unit: 'ms',
    run: () => compare(roundTrip),
  },
  {
    name: 'key press to product, beside a bare page',
    baseline: 'one round trip, then a bare page',
    goal: '<= 1.3',
    unit: 'ms',
    run: () => compare(async (setup) => (await roundTrip(setup)) + (await showBarePage())),
  },
  {
    name: 'key press to product, beside the naive sequence',
    baseline: 'sync, connect and check after the press',
    goal: '<= 0.5',
    unit: 'ms',
    run: () => compare((setup) => activate(setup, true)),
  },
]
