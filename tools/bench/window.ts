/**
 * The window: how long until the gate takes typing, and how much memory all processes need then.
 *
 * Both are compared with bare-window/, the smallest Electron app that shows a page with a text field, on the same
 * runtime, in turns, each started as its user starts it: nobody drives it until it has been measured. (Playwright's own
 * launch holds Electron back until it is connected, and its inspector needs memory.) The app is the built one, with a
 * license service on this machine and a fresh user-data folder, so it derives its device ID and syncs once the page is
 * on the screen.
 * Launch: from the start of the process to the first contentful paint, which has the key field: the build drew it into
 * the page, and the browser gives it the focus before it paints (test/windows/drawn-gate.test.ts types into it). The
 * page's own clock tells the paint, and is asked when all is quiet.
 * Memory: the proportional set size (PSS) of the process and all its children, four seconds after the start.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { buildWhenStale } from '../build.js'
import { cleanAppEnv, licensingEnv, startDemoService } from '../demo-service.js'
import { endGroup, startGroup } from '../processes.js'
import { hasDisplay, openVirtualDisplay } from '../set-up/display.js'
import { electronPath } from '../set-up/launcher.js'
import { rootDir } from '../set-up/places.js'
import { firstPaint } from './first-paint.ts'
import { type Bench, type Pair, takeTurns } from './harness.ts'

const RUNS = 11
const QUIET_AFTER_MS = 4_000

interface Started {
  readonly pid: number
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Where Chromium listens for whoever wants to ask the page something. */
  readonly debuggerUrl: string
}

type Measure = (started: Started) => Promise<number>

async function* compare(measure: Measure): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const service = await startDemoService()
  try {
    yield* takeTurns(
      RUNS,
      () => measureOne(measure, rootDir, licensingEnv(service)),
      () => measureOne(measure, join(import.meta.dirname, 'bare-window'), {}),
    )
  } finally {
    await service.close()
    await display?.close()
  }
}

async function measureOne(measure: Measure, appDir: string, env: Record<string, string>): Promise<number> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  const startedAt = Date.now()
  const app = startGroup(electronPath(), [appDir, '--lang=en-US', '--remote-debugging-port=0'], {
    env: cleanAppEnv({ ...env, LATCHKEY_USER_DATA_DIR: userDataDir }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    if (app.pid === undefined || app.stderr === null) throw new Error('The app did not start.')
    let debuggerUrl: string | undefined
    createInterface(app.stderr).on('line', (line) => {
      debuggerUrl ??= /^DevTools listening on (ws:.+)$/.exec(line)?.[1]
    })
    await delay(QUIET_AFTER_MS)
    if (debuggerUrl === undefined) throw new Error('The app did not say where to ask its page.')
    return await measure({ pid: app.pid, startedAt, debuggerUrl })
  } finally {
    await endGroup(app)
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

const launchMs: Measure = async ({ debuggerUrl, startedAt }) => {
  const browser = await chromium.connectOverCDP(debuggerUrl)
  try {
    const page = browser.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error('There is no window.')
    await page.getByRole('textbox', { name: 'License key' }).waitFor()
    return (await firstPaint(page)) - startedAt
  } finally {
    await browser.close()
  }
}

const memoryMb: Measure = async ({ pid }) => (await proportionalKb(await familyOf(pid))) / 1024

/** A process and all that descend from it. Linux alone tells. */
async function familyOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = new Map<number, number>()
  for (const each of pids) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
    parents.set(each, Number(/\) \S (\d+)/.exec(stat)?.[1]))
  }
  const family = [pid]
  for (const member of family) {
    for (const [child, parent] of parents) if (parent === member) family.push(child)
  }
  return family
}

async function proportionalKb(pids: readonly number[]): Promise<number> {
  let total = 0
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    total += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return total
}

export const rows: readonly Bench[] = [
  {
    name: 'launch to a gate that takes typing',
    baseline: 'a bare one-page window',
    goal: '<= 1.10',
    unit: 'ms',
    run: () => compare(launchMs),
  },
  ...(process.platform === 'linux'
    ? [
        {
          name: 'memory of all processes (PSS)',
          baseline: 'a bare one-page window',
          goal: '<= 1.08',
          unit: 'MB',
          run: () => compare(memoryMb),
        } as const,
      ]
    : []),
]
