/**
 * Estimates the resources for up to a hundred million devices. docs/scale.md quotes the results.
 * Usage: node tools/bench/scale/simulate.ts
 *
 * Measures the bytes of a key in SQLite. `ASSUMED` lists all assumptions. For each number of
 * devices, it computes the launches per hour over all time zones and the peak per second, then
 * simulates that second on each node: checks arrive at random, wait while a group is committed, and
 * are then committed together, as in `check-queue.ts`. The results are the same in every run.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '../../../packages/electron/src/development/table.ts'
import { makeSqlite } from '../service/databases.ts'

const ASSUMED = {
  /** One at each launch; sometimes one after a long sleep or on the user's request. */
  checksPerDeviceAndDay: 1.5,
  /** CPU time of a check on all threads. Measured: 90 to 140 under load. */
  microsecondsPerCheck: 120,
  /** One commit with fsync. */
  millisecondsPerCommit: 2,
  /** A nonce in the database, with its index. It is stored for four minutes. */
  bytesPerNonce: 160,
  /** Maximum utilisation of a node. The rest is for bursts. */
  fullAt: 0.6,
  /** Maximum of checks per second on one PostgreSQL primary, with group commits. */
  checksPerPrimary: 8_000,
  nonceSeconds: 240,
}

/** Relative number of launches in each local hour of a time zone. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 10, 9, 8, 8, 9, 9, 8, 8, 8, 9, 10, 9, 7, 5, 3]
/** Share of devices by offset from UTC in hours: America, Europe and Africa, India, East Asia. */
const ZONES: readonly (readonly [offset: number, part: number])[] = [
  [-8, 0.12],
  [-5, 0.18],
  [0, 0.12],
  [1, 0.2],
  [3, 0.08],
  [5.5, 0.1],
  [8, 0.2],
]
const SCALES = [10_000, 1_000_000, 10_000_000, 100_000_000]
const SAMPLE_KEYS = 50_000
const SECONDS_SIMULATED = 20

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 1) / (2 ** 32 + 1)
  }
}

async function bytesPerKey(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-scale-'))
  try {
    const path = join(dir, 'sample.sqlite')
    await makeSqlite(path, SAMPLE_KEYS)
    return Math.round(statSync(path).size / SAMPLE_KEYS)
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Checks in the busiest second of a day, over all time zones. */
function peakOf(checksPerDay: number): number {
  const total = HOURS.reduce((sum, hour) => sum + hour, 0)
  const byHour = Array.from({ length: 24 }, (_, utc) =>
    ZONES.reduce((sum, [offset, part]) => sum + part * (HOURS[Math.floor(utc + offset + 24) % 24] ?? 0), 0),
  )
  // Twice the hourly mean, because many users start on the hour.
  return (2 * Math.max(...byHour) * checksPerDay) / total / 3_600
}

interface Second {
  readonly busy: number
  readonly meanGroup: number
  readonly p50: number
  readonly p99: number
}

/** Simulates one node with random arrivals. All waiting checks go into the next group. */
function simulateNode(checksPerSecond: number): Second {
  const random = seeded(20_261_121)
  const perCheck = ASSUMED.microsecondsPerCheck / 1_000
  const waits: number[] = []
  let now = 0
  let next = arrival(0)
  let busy = 0
  let groups = 0
  function arrival(after: number): number {
    return after - (Math.log(random()) * 1_000) / checksPerSecond
  }
  while (now < SECONDS_SIMULATED * 1_000) {
    const came: number[] = []
    now = Math.max(now, next)
    while (next <= now) {
      came.push(next)
      next = arrival(next)
    }
    const takes = came.length * perCheck + ASSUMED.millisecondsPerCommit
    now += takes
    busy += came.length * perCheck
    groups += 1
    for (const at of came) waits.push(now - at)
  }
  waits.sort((a, b) => a - b)
  const at = (part: number): number => waits[Math.floor(waits.length * part)] ?? 0
  return { busy: busy / now, meanGroup: waits.length / groups, p50: at(0.5), p99: at(0.99) }
}

const short = (value: number): string =>
  value >= 1e9
    ? `${(value / 1e9).toFixed(1)} G`
    : value >= 1e6
      ? `${(value / 1e6).toFixed(1)} M`
      : value >= 1e3
        ? `${(value / 1e3).toFixed(1)} k`
        : value.toFixed(1)

const perKey = await bytesPerKey()
const rows = SCALES.map((devices) => {
  const checksPerDay = devices * ASSUMED.checksPerDeviceAndDay
  const peak = peakOf(checksPerDay)
  const perNode = (ASSUMED.fullAt * 1_000_000) / ASSUMED.microsecondsPerCheck
  const nodes = Math.max(1, Math.ceil(peak / perNode))
  const second = simulateNode(peak / nodes)
  return [
    short(devices),
    short(checksPerDay),
    short(peak),
    `${short(devices * perKey)}B`,
    `${short(peak * ASSUMED.nonceSeconds * ASSUMED.bytesPerNonce)}B`,
    String(nodes),
    String(Math.max(1, Math.ceil(peak / ASSUMED.checksPerPrimary))),
    second.meanGroup.toFixed(1),
    `${second.p50.toFixed(1)} / ${second.p99.toFixed(1)} ms`,
  ]
})

console.log(`${perKey} bytes a key, measured over ${SAMPLE_KEYS} keys in SQLite with all indexes\n`)
console.log(
  table(
    [
      'devices',
      'checks a day',
      'peak a second',
      'keys',
      'nonces',
      'nodes',
      'primaries',
      'group',
      'p50 / p99',
    ],
    rows,
  ),
)
