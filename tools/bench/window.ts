/**
 * The window: the time until the gate accepts input, and the memory of all processes.
 *
 * Baseline: bare-window/, the smallest Electron app with a text field, on the same Electron.
 * Playwright connects only after the measurement, because it delays the launch and its inspector
 * needs memory. The built app runs with a local license service and a new user data folder.
 * Launch: from the start of the process to the first contentful paint with the key field.
 * Memory: the proportional set size (PSS) of the process and its children, four seconds after the
 * start.
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
import { alternate, type Bench, type Pair } from './harness.ts'

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

async function* compare(measure: Measure): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const service = await startDemoService()
  try {
    yield* alternate(
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
    if (debuggerUrl === undefined) throw new Error('The app did not print its DevTools URL.')
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

const memoryMb: Measure = async ({ pid }) => (await proportionalKb(await processTreeOf(pid))) / 1024

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
