/**
 * What the license service can do. The load comes from a process of its own: requests that were signed beforehand, over
 * 64 connections that stay open. Against it run, turn by turn: the service, and a server on bare node:http that
 * is sent the same requests and answers the same bytes. Both engines commit to the disk before they answer.
 * `LATCHKEY_BENCH_KEYS` sets how many keys the large database has (10 million is the figure that is wanted; without it,
 * 300 thousand, because making one takes minutes), `LATCHKEY_BENCH_USERS` the same for the search (1 million; 100
 * thousand without it). `LATCHKEY_BENCH_DATA` names a folder that keeps the SQLite files for the next time.
 */
import { createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { startEmbeddedPostgres } from '../../packages/service/src/storage/postgres/embedded.ts'
import type { Storage } from '../../packages/service/src/storage/storage.ts'
import { type Bench, type Pair, takeTurns } from './harness.ts'
import {
  APP,
  makePostgres,
  makePostgresDatabase,
  makeSqlite,
  openBench,
  SERVICE_ENV,
} from './service/databases.ts'
import { keyOf } from './service/keys.ts'
import { runLoad, type Server, serviceWords, startServer } from './service/processes.ts'

const RUNS = Number(process.env['LATCHKEY_BENCH_RUNS'] ?? 11)
const CONNECTIONS = 64
const WARM_UP_MS = 700
const MEASURE_MS = 2_000
const MOST_PER_SECOND = 90_000
const FEW_KEYS = 10_000
const MANY_KEYS = Number(process.env['LATCHKEY_BENCH_KEYS'] ?? 300_000)

const FEW_USERS = 10_000
const MANY_USERS = Number(process.env['LATCHKEY_BENCH_USERS'] ?? 100_000)
const SEARCHES = 100
/** Of a key: what somebody reads out on the telephone. */
const PART_LETTERS = 8

const KEPT_DATA = process.env['LATCHKEY_BENCH_DATA']

const inFolder = (name: string): string => join(import.meta.dirname, 'service', name)

/** Requests a second. Every answer of the service must be the one that it stands for. */
async function rateOf({ url }: Server, keys: number): Promise<number> {
  const result = await runLoad({
    url,
    app: APP,
    keys,
    connections: CONNECTIONS,
    warmUpMs: WARM_UP_MS,
    measureMs: MEASURE_MS,
    mostPerSecond: MOST_PER_SECOND,
  })
  if (result.ranOut) throw new Error('There were not enough requests.')
  if (result.valid !== result.answered) throw new Error('Some checks were refused.')
  return result.answered / result.seconds
}

/** Runs with a folder that goes afterwards, and with servers that stop afterwards. */
async function* scene(
  work: (dir: string, start: (words: readonly string[]) => Promise<Server>) => AsyncIterable<Pair>,
): AsyncGenerator<Pair> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
  const servers: Server[] = []
  try {
    yield* work(dir, async (words) => {
      const server = await startServer(words, SERVICE_ENV)
      servers.push(server)
      return server
    })
  } finally {
    for (const server of servers) await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** The file with so many keys: made in the folder that goes, or the one that is kept. */
async function sqliteFile(dir: string, keys: number): Promise<string> {
  const folder = KEPT_DATA ?? dir
  const path = join(folder, `keys-${keys}.sqlite`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  await makeSqlite(draft, keys)
  renameSync(draft, path)
  return path
}

const onSqlite = (measured: (database: string) => readonly string[]) =>
  scene(async function* (dir, start) {
    const path = await sqliteFile(dir, FEW_KEYS)
    const service = await start(measured(`sqlite:${path}`))
    const bare = await start([inFolder('bare-server.ts')])
    yield* takeTurns(
      RUNS,
      () => rateOf(service, FEW_KEYS),
      () => rateOf(bare, FEW_KEYS),
    )
  })

const onPostgres = () =>
  scene(async function* (dir, start) {
    const server = await startEmbeddedPostgres(dir, { settings: { shared_buffers: '256MB' } })
    try {
      await makePostgres(server.url, FEW_KEYS)
      const service = await start(serviceWords(server.url))
      const bare = await start([inFolder('bare-server.ts')])
      yield* takeTurns(
        RUNS,
        () => rateOf(service, FEW_KEYS),
        () => rateOf(bare, FEW_KEYS),
      )
      await service.stop()
    } finally {
      await server.stop()
    }
  })

/** Into the system's memory, where the file of a service is that has been at work for a while. */
const warm = (path: string): Promise<void> =>
  pipeline(createReadStream(path), new Writable({ write: (_chunk, _encoding, done) => done() }))

const manyKeys = () =>
  scene(async function* (dir, start) {
    const [few, many] = [await sqliteFile(dir, FEW_KEYS), await sqliteFile(dir, MANY_KEYS)]
    await warm(many)
    const [small, large] = [
      await start(serviceWords(`sqlite:${few}`)),
      await start(serviceWords(`sqlite:${many}`)),
    ]
    yield* takeTurns(
      RUNS,
      () => rateOf(large, MANY_KEYS),
      () => rateOf(small, FEW_KEYS),
    )
  })

/** Milliseconds for a search for a part of some user's key, asked of the storage itself. */
async function searchTime(storage: Storage, users: number): Promise<number> {
  const started = performance.now()
  for (let search = 0; search < SEARCHES; search += 1) {
    const n = Math.floor(Math.random() * users)
    const part = keyOf(n).slice(5, 5 + PART_LETTERS)
    const found = await storage.listUsers('project', { search: part }, { from: 0, until: 100 })
    if (!found.some(({ key }) => key === keyOf(n))) throw new Error('A user was not found.')
  }
  return (performance.now() - started) / SEARCHES
}

async function* searches(open: (users: number, name: string) => Promise<Storage>): AsyncGenerator<Pair> {
  const [few, many] = [await open(FEW_USERS, 'few'), await open(MANY_USERS, 'many')]
  yield* takeTurns(
    RUNS,
    () => searchTime(many, MANY_USERS),
    () => searchTime(few, FEW_USERS),
  )
  await few.close()
  await many.close()
}

const searchSqlite = () =>
  scene((dir) => searches(async (users) => openBench(`sqlite:${await sqliteFile(dir, users)}`)))

const searchPostgres = () =>
  scene(async function* (dir) {
    const server = await startEmbeddedPostgres(dir, { settings: { shared_buffers: '256MB' } })
    try {
      yield* searches(async (users, name) => {
        const url = await makePostgresDatabase(server.url, name)
        await makePostgres(url, users)
        return openBench(url)
      })
    } finally {
      await server.stop()
    }
  })

export const rows: readonly Bench[] = [
  {
    name: 'durable signed checks a second, SQLite',
    baseline: 'a bare node:http server',
    goal: '>= 0.60',
    unit: 'checks/s',
    run: () => onSqlite(serviceWords),
  },
  {
    name: 'the same, one commit for each check',
    baseline: 'a bare node:http server',
    goal: '>= 0.01',
    unit: 'checks/s',
    run: () => onSqlite((database) => [inFolder('naive-server.ts'), database]),
  },
  {
    name: 'durable signed checks a second, PostgreSQL',
    baseline: 'a bare node:http server',
    goal: '>= 0.40',
    unit: 'checks/s',
    run: onPostgres,
  },
  {
    name: `checks a second with ${MANY_KEYS.toLocaleString('en')} keys, SQLite`,
    baseline: `with ${FEW_KEYS.toLocaleString('en')}`,
    goal: '>= 0.80',
    unit: 'checks/s',
    run: manyKeys,
  },
  {
    name: `user search among ${MANY_USERS.toLocaleString('en')}, SQLite`,
    baseline: `among ${FEW_USERS.toLocaleString('en')}`,
    goal: '<= 3',
    unit: 'ms',
    run: searchSqlite,
  },
  {
    name: `user search among ${MANY_USERS.toLocaleString('en')}, PostgreSQL`,
    baseline: `among ${FEW_USERS.toLocaleString('en')}`,
    goal: '<= 3',
    unit: 'ms',
    run: searchPostgres,
  },
]
