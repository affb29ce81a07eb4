/**
 * The list of keys in a project of a million, at the server: one request after another to a service
 * on this machine. The figure is the p95 of all requests of a run; each kind's median is printed on
 * standard error.
 *
 * `LATCHKEY_BENCH_DATA`: a folder where the databases are kept for the next run.
 */
import { ENDPOINTS, type KeyList, type KeyQuery, requestPath } from '@latchkey/management'
import type { Bench, Pair } from './harness.ts'
import { type Bed, withBed } from './service/bed.ts'
import { BENCH_API_KEY } from './service/databases.ts'
import { keyOf } from './service/keys.ts'
import { KEYS, MIXED_DATABASES } from './service/mixed-databases.ts'
import { MIXED_AT } from './service/mixed-licenses.ts'
import { serviceArgs } from './service/processes.ts'

const RUNS = 3
const ROUNDS = 20
const GOAL_MS = 100
const DATA_DIR = process.env['LATCHKEY_BENCH_DATA']
const DAY = 86_400

const random = (): number => Math.floor(Math.random() * KEYS)

/** The requests that people make from the list. */
const QUERIES: Readonly<Record<string, () => KeyQuery>> = {
  'the newest': () => ({}),
  'a jump by creation': () => ({ from: random() }),
  'the next to expire': () => ({ sort: 'ends', order: 'asc', ends_after: MIXED_AT }),
  'a jump by end': () => ({ sort: 'ends', from: random() }),
  'expired, newest first': () => ({ state: 'expired' }),
  'active, by end': () => ({ state: 'active', sort: 'ends', order: 'asc' }),
  'unused, oldest first': () => ({ state: 'unused', order: 'asc' }),
  banned: () => ({ state: 'banned' }),
  'ends within a week': () => ({ ends_after: MIXED_AT, ends_before: MIXED_AT + 7 * DAY, sort: 'executions' }),
  'part of a key': () => ({ search: keyOf(random()).slice(5, 13) }),
  'a whole key': () => ({ search: keyOf(random()) }),
  'an order number': () => ({ search: `order ${100_000 + random()}` }),
  'an e-mail address': () => ({ search: `customer${random()}@example.org` }),
  'a chat ID': () => ({ search: `chat:${random()}` }),
  'the end of a device ID': () => ({ search: String(random()).padStart(12, '0') }),
  'three letters': () => ({ search: keyOf(random()).slice(0, 3) }),
  'a word of every sixth note': () => ({ search: 'reseller' }),
  'a word of every note': () => ({ search: 'customer' }),
  'a word in expired keys': () => ({ search: 'gift 2019', state: 'expired' }),
  'one letter': () => ({ search: 'q' }),
}

async function measure(baseUrl: string): Promise<number> {
  const times: number[] = []
  const read = async (query: KeyQuery): Promise<KeyList> => {
    const path = requestPath(ENDPOINTS.listKeys, { params: { project_id: 'project' }, query })
    const started = performance.now()
    const response = await fetch(baseUrl + path, { headers: { authorization: BENCH_API_KEY } })
    const body = (await response.json()) as KeyList
    times.push(performance.now() - started)
    if (!response.ok) throw new Error(`${JSON.stringify(query)}: ${body.message}`)
    return body
  }
  const medians: string[] = []
  for (const [name, queryOf] of Object.entries(QUERIES)) {
    const from = times.length
    for (let round = 0; round < ROUNDS; round += 1) {
      const { from, ...query } = queryOf()
      const { next_cursor: cursor } = await read({ ...query, ...(from !== undefined && { from }) })
      if (cursor !== '') await read({ ...query, cursor })
    }
    const own = times.slice(from).sort((a, b) => a - b)
    medians.push(`${name} ${own[Math.floor(own.length / 2)]?.toFixed(0)} (${own.at(-1)?.toFixed(0)})`)
  }
  console.error(`Medians (and the slowest) in ms: ${medians.join(', ')}.`)
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

async function* runs(start: Bed['start'], database: string): AsyncGenerator<Pair> {
  const { url } = await start(serviceArgs(database))
  await measure(url)
  for (let run = 0; run < RUNS; run += 1) yield { measured: await measure(url), baseline: GOAL_MS }
}

const on = (engine: keyof typeof MIXED_DATABASES) => () =>
  withBed(async function* ({ dir, start }) {
    const database = await MIXED_DATABASES[engine](DATA_DIR ?? dir)
    try {
      yield* runs(start, database.url)
    } finally {
      await database.stop()
    }
  })

export const rows: readonly Bench[] = (
  [
    ['SQLite', on('sqlite')],
    ['PostgreSQL', on('postgres')],
  ] as const
).map(([engine, run]) => ({
  name: `keys of a million, ${engine}`,
  baseline: `${GOAL_MS} ms`,
  goal: '<= 1',
  unit: 'ms',
  run,
}))
