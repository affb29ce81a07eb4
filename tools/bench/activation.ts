/**
 * Activation: from the press on Activate until the product is painted and the gate is gone, in the real window, with
 * 100 ms added to every round trip between the app and a license service on this machine (slow-link.ts: a local TCP
 * proxy).
 *
 * Every run opens a fresh window with a fresh user-data folder, enters a key and waits a second, as somebody who
 * looks for the button; the app syncs, derives its device ID, opens a connection and the product's process meanwhile.
 * The pages' own clocks tell the press and the paint, the main process's the end of the gate; they are one.
 * One round trip: a request of the same service over a standing connection of the same link, in the same run.
 * A bare page: what Chromium alone needs to paint the simplest page in the place of another, in bare-window/; it is
 * a part of every activation that no code of the app's can take away.
 * The naive sequence: the same app and window, but the link is down until the press, so that sync, connections and
 * check all come after it, one after the other.
 */
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildWhenStale } from '../build.js'
import { type DemoLine, licensingEnv, startDemoService } from '../demo-service.js'
import { openWindow } from '../open-window.js'
import { hasDisplay, openVirtualDisplay } from '../set-up/display.js'
import { firstPaint } from './first-paint.ts'
import { type Bench, type Pair, takeTurns } from './harness.ts'
import { openSlowLink, type SlowLink } from './slow-link.ts'

const ROUND_TRIP_MS = 100
const RUNS = 7
/** For a quick user's way from the keyboard to the button. */
const BEFORE_PRESS_MS = 1_000
const UNTIL_PAINTED_MS = 1_000

interface Place {
  readonly demo: DemoLine
  readonly link: SlowLink
}

async function* compare(measureBaseline: (place: Place) => Promise<number>): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const link = await openSlowLink(ROUND_TRIP_MS)
  // Its node list leads over the link, too.
  const demo = await startDemoService({ publicUrl: link.url })
  link.leadTo(demo.url)
  try {
    const place = { demo, link }
    yield* takeTurns(
      RUNS,
      () => activate(place, false),
      () => measureBaseline(place),
    )
  } finally {
    await demo.close()
    await link.close()
    await display?.close()
  }
}

/** Milliseconds from the press to the product's first contentful paint, or to the gate's end if that is later. */
async function activate({ demo, link }: Place, isCold: boolean): Promise<number> {
  link.isDown = isCold
  const {
    electron,
    window: page,
    close,
  } = await openWindow({
    env: { ...licensingEnv(demo), LATCHKEY_SYNC_URL: link.url },
  })
  try {
    await page.getByRole('textbox', { name: 'License key' }).fill(demo.keys['valid'] ?? '')
    await delay(BEFORE_PRESS_MS)
    link.isDown = false
    await electron.evaluate(({ webContents }) => {
      const gate = webContents.getAllWebContents().find((each) => each.getURL() === 'app://gate/')
      gate?.once('destroyed', () => Object.assign(globalThis, { gateEndedAt: Date.now() }))
    })
    const pressedAt = await page.evaluate(() => {
      const now = performance.timeOrigin + performance.now()
      document.querySelector<HTMLElement>('button[type="submit"]')?.click()
      return now
    })
    // Nobody asks the page anything meanwhile: the questions would take its time.
    await delay(UNTIL_PAINTED_MS)
    await page.getByRole('region', { name: 'License' }).waitFor()
    const gateEndedAt = await electron.evaluate(() => Reflect.get(globalThis, 'gateEndedAt') as number)
    return Math.max(await firstPaint(page), gateEndedAt) - pressedAt
  } finally {
    await close()
  }
}

/** Milliseconds from the wish to show another page to its first contentful paint. */
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
      // Of another site than the page before, as the product is of another than the gate.
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

/** Milliseconds of a request and its answer over a connection that stands. */
async function roundTrip({ link }: Place): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      get(`${link.url}sync`, { agent }, (answer) => {
        answer.resume().on('end', () => resolve(performance.now() - startedAt))
      }).on('error', reject)
    })
  await ask()
  const took = await ask()
  agent.destroy()
  return took
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
    run: () => compare(async (place) => (await roundTrip(place)) + (await showBarePage())),
  },
  {
    name: 'key press to product, beside the naive sequence',
    baseline: 'sync, connect and check after the press',
    goal: '<= 0.5',
    unit: 'ms',
    run: () => compare((place) => activate(place, true)),
  },
]
