/**
 * The window: the time until a page is painted, and the memory of all processes.
 *
 * Baselines, on the same Electron:
 * - bare-window/: the smallest app with a text field.
 * - quick-start/: the React quick-start of electron-vite with the same field.
 * - bare-product/: the smallest app that shows this app's built product page.
 *
 * Playwright connects only after the measurement, because it delays the launch and its inspector
 * needs memory. The built app runs with a local license service.
 * Launch: from the start of the process to the first contentful paint of the page.
 * First launch: with a new user data folder in each run. Daily launch: always with the same folder,
 * which holds a stored license.
 * Memory: the proportional set size (PSS) of the process and its children, four seconds after the
 * start.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import {
  cleanAppEnv,
  licensingEnv,
  startDemoService,
} from '../../packages/electron-tools/src/development/demo-service.ts'
import { hasDisplay, openVirtualDisplay } from '../../packages/electron-tools/src/development/display.ts'
import { endGroup, startGroup } from '../../packages/electron-tools/src/development/processes.ts'
import { buildWhenStale } from '../build.js'
import { openWindow } from '../open-window.js'
import { electronPath } from '../set-up/launcher.js'
import { rootDir } from '../set-up/places.js'
import { firstPaint } from './first-paint.ts'
import { alternate, type Bench, type Pair } from './harness.ts'
import { buildQuickStart, QUICK_START } from './quick-start.ts'

const RUNS = 11
const QUIET_AFTER_MS = 4_000

interface Started {
  readonly pid: number
  /** Unix milliseconds. */
  readonly startedAt: number
  /** The WebSocket URL of Chromium's DevTools protocol. */
  readonly debuggerUrl: string
}

type Measure = (started: Started) => Promise<number>

interface Launch {
  readonly measure: Measure
  /** The folder of the measured app. Default: this app. */
  readonly appDir?: string
  /** The folder of the baseline. */
  readonly baselineDir: string
  /** The app starts with a stored license. */
  readonly isLicensed?: boolean
}

export async function* compare({
  measure,
  appDir = rootDir,
  baselineDir,
  isLicensed = false,
}: Launch): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const service = await startDemoService()
  const env = licensingEnv(service)
  const userDataDirs = await Promise.all(['app', 'baseline'].map(newUserDataDir))
  const [userDataDir, baselineDataDir] = isLicensed ? userDataDirs : []
  try {
    if (userDataDir !== undefined) await activate(appDir, userDataDir, env, service.keys['valid'] ?? '')
    yield* alternate(
      RUNS,
      () => measureOne(measure, { appDir, env, userDataDir }),
      () => measureOne(measure, { appDir: baselineDir, userDataDir: baselineDataDir }),
    )
  } finally {
    await service.close()
    await display?.close()
    await Promise.all(userDataDirs.map(remove))
  }
}

const newUserDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), 'latchkey-bench-'))
const remove = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true, maxRetries: 5 })

/** Enters a key, so that the next start has a stored license. */
async function activate(
  appDir: string,
  userDataDir: string,
  env: Record<string, string>,
  key: string,
): Promise<void> {
  const { window, close } = await openWindow({ appDir, env, userDataDir })
  await window.getByRole('textbox', { name: 'License key' }).fill(key)
  const opened =
    appDir === rootDir
      ? window.getByRole('region', { name: 'License' }).waitFor()
      : // The app opens a window of its own, and the gate closes.
        window.waitForEvent('close')
  await window.getByRole('button', { name: 'Activate' }).click()
  await opened
  await close()
}

interface AppToStart {
  readonly appDir: string
  readonly env?: Record<string, string>
  /** The folder of user data. Default: a new folder. */
  readonly userDataDir?: string | undefined
}

async function measureOne(measure: Measure, { appDir, env, userDataDir }: AppToStart): Promise<number> {
  const dataDir = userDataDir ?? (await newUserDataDir())
  const startedAt = Date.now()
  const app = startGroup(electronPath(), [appDir, '--lang=en-US', '--remote-debugging-port=0'], {
    env: cleanAppEnv({ ...env, LATCHKEY_USER_DATA_DIR: dataDir }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  try {
    if (app.pid === undefined || app.stderr === null) throw new Error('The app did not start.')
    let debuggerUrl: string | undefined
    createInterface(app.stderr).on('line', (line) => {
      debuggerUrl ??= /^DevTools listening on (ws:.+)$/.exec(line)?.[1]
    })
    await delay(QUIET_AFTER_MS)
    if (debuggerUrl === undefined) throw new Error('The app did not print its DevTools URL.')
    return await measure({ pid: app.pid, startedAt, debuggerUrl })
  } finally {
    await endGroup(app)
    if (userDataDir === undefined) await remove(dataDir)
  }
}

/** Connects to the window, and reads from its page. */
async function inPage<T>(debuggerUrl: string, read: (page: Page) => Promise<T>): Promise<T> {
  const browser = await chromium.connectOverCDP(debuggerUrl)
  try {
    const page = browser.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error('There is no window.')
    return await read(page)
  } finally {
    await browser.close()
  }
}

const waitForField = (page: Page) => page.getByRole('textbox', { name: 'License key' }).waitFor()
const waitForProduct = (page: Page) => page.getByRole('region', { name: 'License' }).waitFor()

export const launchMs =
  (waitForContent: (page: Page) => Promise<void>): Measure =>
  ({ debuggerUrl, startedAt }) =>
    inPage(debuggerUrl, async (page) => {
      await waitForContent(page)
      return (await firstPaint(page)) - startedAt
    })

const memoryMb: Measure = async ({ pid, debuggerUrl }) => {
  const kb = await proportionalKb(await processTreeOf(pid))
  await inPage(debuggerUrl, waitForProduct)
  return kb / 1024
}

/** Returns a process and all its descendants. Linux only. */
async function processTreeOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = new Map<number, number>()
  for (const each of pids) {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8').catch(() => '')
    parents.set(each, Number(/\) \S (\d+)/.exec(stat)?.[1]))
  }
  const tree = [pid]
  for (const member of tree) {
    for (const [child, parent] of parents) if (parent === member) tree.push(child)
  }
  return tree
}

async function proportionalKb(pids: readonly number[]): Promise<number> {
  let total = 0
  for (const pid of pids) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    total += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return total
}

const BARE_WINDOW = join(import.meta.dirname, 'bare-window')
const BARE_PRODUCT = join(import.meta.dirname, 'bare-product')

async function* besideQuickStart(): AsyncGenerator<Pair> {
  await buildQuickStart()
  yield* compare({ measure: launchMs(waitForField), baselineDir: QUICK_START })
}

export const rows: readonly Bench[] = [
  {
    name: 'daily launch, stored license to the product',
    baseline: 'the same page in a bare app',
    goal: '<= 1.15',
    unit: 'ms',
    run: () => compare({ measure: launchMs(waitForProduct), baselineDir: BARE_PRODUCT, isLicensed: true }),
  },
  {
    name: 'first launch to a gate that takes typing',
    baseline: 'the same field in the React quick-start',
    goal: '<= 1.10',
    unit: 'ms',
    run: besideQuickStart,
  },
  {
    name: 'first launch, beside a bare window',
    baseline: 'a bare one-page window',
    goal: '<= 1.25',
    unit: 'ms',
    run: () => compare({ measure: launchMs(waitForField), baselineDir: BARE_WINDOW }),
  },
  ...(process.platform === 'linux'
    ? [
        {
          name: 'memory of all processes (PSS), product open',
          baseline: 'the same page in a bare app',
          goal: '<= 1.08',
          unit: 'MB',
          run: () => compare({ measure: memoryMb, baselineDir: BARE_PRODUCT, isLicensed: true }),
        } as const,
      ]
    : []),
]
