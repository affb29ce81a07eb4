/**
 * The window: how long until the gate takes typing, and how much memory all processes need then.
 *
 * Both are compared with bare-window/, the smallest Electron app that shows a page with a text field, on the same
 * runtime, driven by the same means, in turns. The app is the built one, with a license service on this machine
 * and a fresh user-data folder, so it derives its device ID and syncs once the page is on the screen.
 * Launch: from the start of the process to the first contentful paint, which has the key field: the build drew it into
 * the page, and the browser gives it the focus before it paints (test/windows/drawn-gate.test.ts types into it). The
 * page's own clock tells the paint.
 * Memory: the proportional set size (PSS) of the process and all its children, two seconds after that.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildWhenStale } from '../scripts/build.js'
import { licensingEnv, startDemoService } from '../scripts/demo-service.js'
import { type OpenWindow, openWindow } from '../scripts/open-window.js'
import { hasDisplay, openVirtualDisplay } from '../scripts/set-up/display.js'
import { firstPaint } from './first-paint.ts'
import { type Bench, type Pair, takeTurns } from './harness.ts'

const RUNS = 11
const SETTLE_MS = 2_000

/** Opens a window, measures it and closes it. */
type Measure = (opened: OpenWindow, startedAt: number) => Promise<number>

async function* compare(measure: Measure): AsyncGenerator<Pair> {
  await buildWhenStale()
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const service = await startDemoService()
  try {
    yield* takeTurns(
      RUNS,
      () => measureOne(measure, { env: licensingEnv(service) }),
      () => measureOne(measure, { appDir: join(import.meta.dirname, 'bare-window') }),
    )
  } finally {
    await service.close()
    await display?.close()
  }
}

async function measureOne(measure: Measure, options: Parameters<typeof openWindow>[0]): Promise<number> {
  const startedAt = Date.now()
  const opened = await openWindow(options)
  try {
    await opened.window.getByRole('textbox', { name: 'License key' }).waitFor()
    return await measure(opened, startedAt)
  } finally {
    await opened.close()
  }
}

const launchMs: Measure = async ({ window }, startedAt) => (await firstPaint(window)) - startedAt

const memoryMb: Measure = async ({ electron }) => {
  await delay(SETTLE_MS)
  const pid = electron.process().pid
  if (pid === undefined) throw new Error('The window is gone.')
  return (await proportionalKb(await familyOf(pid))) / 1024
}

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
