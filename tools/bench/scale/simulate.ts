/**
 * From one service to a hundred million devices, on paper: what docs/scale.md quotes.
 * Usage: node tools/bench/scale/simulate.ts
 *
 * Measured here: the bytes of a key in SQLite, from a database that is made for it. Assumed, and named below: how often
 * a device checks, and what a commit costs. From them follow, for each number of devices, a day of launches hour by hour
 * over the time zones, the busiest second, and a simulation of that second on each node: checks arrive at random,
 * gather while a group is being committed, and are committed together, as `check-queue.ts` does it.
 * The same numbers at every run.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '../../table.js'
import { makeSqlite } from '../service/databases.ts'

const ASSUMED = {
  /** One at each launch, and sometimes one for a long sleep or because somebody asked. */
  checksPerDeviceAndDay: 1.5,
  /** Of a check's work in a node, all of its threads: measured as 90 to 140 on a shared machine, under load. */
  microsecondsPerCheck: 120,
  /** One commit to a disk that keeps its word. */
  millisecondsPerCommit: 2,
  /** In the database, of a nonce that is remembered for four minutes, with its index. */
  bytesPerNonce: 160,
  /** A node is full at this part of its time: the rest is for bursts. */
  fullAt: 0.6,
  /** What one PostgreSQL primary commits a second, in groups, before it is worth dividing. */
  checksPerPrimary: 8_000,
  nonceSeconds: 240,
}

/** How the launches of one time zone spread over its day, in parts of the hour that is busiest. */
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 10, 10, 9, 8, 8, 9, 9, 8, 8, 8, 9, 10, 9, 7, 5, 3]
/** Where devices are, by hours from UTC: the Americas, Europe and Africa, India, East Asia. */
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

/** Checks in the busiest second of a day, all time zones together. */
function peakOf(checksPerDay: number): number {
  const total = HOURS.reduce((sum, hour) => sum + hour, 0)
  const byHour = Array.from({ length: 24 }, (_, utc) =>
    ZONES.reduce((sum, [offset, part]) => sum + part * (HOURS[Math.floor(utc + offset + 24) % 24] ?? 0), 0),
  )
  // Full hours bring twice as many as the hour's mean: alarms, shifts, lessons.
  return (2 * Math.max(...byHour) * checksPerDay) / total / 3_600
}

interface Second {
  readonly busy: number
  readonly meanGroup: number
  readonly p50: number
  readonly p99: number
}

/** One node under random arrivals: everything that waits goes into the next group. */
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
