/**
 * Load generator with a fixed rate: sends each check when it is due, whether or not the ones before
 * it were answered. The latency of a check counts from the time when it was due. So a server that
 * stops for a moment is charged for every check that had to wait.
 * Usage: node open-loop.ts JSON, where JSON is `OpenLoopOptions`. Prints `Latency` as JSON.
 */
import { createHistogram } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { type Connection, openConnection } from './connection.ts'
import type { Latency, OpenLoopOptions } from './processes.ts'
import { signRequests } from './sign-requests.ts'

/**
 * With this number, each connection is used about ten times a second. Servers close idle
 * connections after seconds.
 */
const MAX_CONNECTIONS = 128

const { urls, perSecond, warmUpMs, measureMs, ...checked } = JSON.parse(
  process.argv[2] ?? '',
) as OpenLoopOptions
const count = Math.round((perSecond * (warmUpMs + measureMs)) / 1_000)
const latencies = createHistogram()
let refused = 0

/**
 * The number of checks that are signed before the start, because signing would delay others. A
 * check is valid for two minutes, so those of a longer run are signed some at a time.
 */
const SIGNED_AHEAD = warmUpMs + measureMs < 60_000 ? count : 500

/** Sends this node's share of the checks. */
async function load(url: string, node: number): Promise<void> {
  const share = Math.floor(count / urls.length)
  const signFrom = (index: number) => signRequests(checked, url, Math.min(SIGNED_AHEAD, share - index))
  let requests = signFrom(0)
  const connections = Math.min(MAX_CONNECTIONS, Math.ceil(perSecond / urls.length / 10))
  const idle = await Promise.all(Array.from({ length: connections }, () => openConnection(url)))
  const freed: ((connection: Connection) => void)[] = []
  const waiting = new Set<Promise<void>>()
  const startedAt = performance.now()

  async function check(request: string, dueMs: number): Promise<void> {
    const connection = idle.shift() ?? (await new Promise<Connection>((resolve) => freed.push(resolve)))
    if (!(await connection.exchange(request))) refused += 1
    if (dueMs >= warmUpMs) {
      // The histogram takes whole nanoseconds, at least one.
      latencies.record(Math.max(1, Math.round((performance.now() - startedAt - dueMs) * 1e6)))
    }
    const next = freed.shift()
    if (next === undefined) idle.push(connection)
    else next(connection)
  }

  for (let index = 0; index < share; index += 1) {
    if (index > 0 && index % SIGNED_AHEAD === 0) requests = signFrom(index)
    const request = requests[index % SIGNED_AHEAD] ?? ''
    const dueMs = ((index * urls.length + node) * 1_000) / perSecond
    const early = dueMs - (performance.now() - startedAt)
    if (early > 0) await delay(early)
    const checking = check(request, dueMs).finally(() => waiting.delete(checking))
    waiting.add(checking)
  }
  await Promise.all(waiting)
  for (const connection of idle) connection.close()
}

await Promise.all(urls.map(load))
if (refused > 0) throw new Error(`${refused} checks were refused.`)
const milliseconds = (percentile: number): number => latencies.percentile(percentile) / 1e6
const latency: Latency = { p50: milliseconds(50), p99: milliseconds(99), max: latencies.max / 1e6 }
process.stdout.write(JSON.stringify(latency))
