/**
 * The list of keys in a project of a million, at the server: one request after another to a service
 * on this machine. The figure is the p95 of all requests of a run; each kind's median is printed on
 * standard error.
 *
 * `LATCHKEY_BENCH_DATA`: a folder where the databases are kept for the next run.
 */
import { ENDPOINTS, type KeyQuery, requestPath } from '@latchkey/management'
import type { Bench } from './harness.ts'
import { withBed } from './service/bed.ts'
import { keyOf } from './service/keys.ts'
import { KEYS, MIXED_DATABASES } from './service/mixed-databases.ts'
import { MIXED_AT } from './service/mixed-licenses.ts'
import { serviceArgs } from './service/processes.ts'
import { type ListPath, timedRuns } from './service/time-lists.ts'

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

const lists = Object.fromEntries(
  Object.entries(QUERIES).map(([name, queryOf]) => [
    name,
    (): ReturnType<ListPath> => {
      const { from, ...query } = queryOf()
      return (cursor) => {
        const position = cursor === undefined ? from !== undefined && { from } : { cursor }
        const params = { project_id: 'project' }
        return requestPath(ENDPOINTS.listKeys, { params, query: { ...query, ...position } })
      }
    },
  ]),
)

const on = (engine: keyof typeof MIXED_DATABASES) => () =>
  withBed(async function* ({ dir, start }) {
    const database = await MIXED_DATABASES[engine](DATA_DIR ?? dir)
    try {
      const { url } = await start(serviceArgs(database.url))
      yield* timedRuns(url, lists, GOAL_MS)
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
