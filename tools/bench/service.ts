/**
 * The throughput of the license service. A separate process sends presigned requests over 64 open
 * connections. Baseline: the floor (`service/floor.ts`), the least program of the same stack that
 * stores and signs. SQLite and PostgreSQL commit to the disk before an answer.
 *
 * Environment variables:
 * - `LATCHKEY_BENCH_KEYS`: keys in the large database. Default 300,000; the goal is defined for 10
 *   million, which take minutes to create.
 * - `LATCHKEY_BENCH_USERS`: the same for the search. Default 100,000; the goal is defined for 1
 *   million.
 * - `LATCHKEY_BENCH_DATA`: a folder where the SQLite files are kept for the next run.
 */
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../packages/service/src/modules.ts'
import { alternate, type Bench, type Pair } from './harness.ts'
import { type Bed, withBed } from './service/bed.ts'
import { APP, makePostgres, makeSqlite, openBench } from './service/databases.ts'
import { keyOf } from './service/keys.ts'
import { expressArgs, floorArgs, runLoad, type Server, serviceArgs } from './service/processes.ts'

const RUNS = 11
const CONNECTIONS = 64
const WARM_UP_MS = 700
const MEASURE_MS = 2_000
const MAX_PER_SECOND = 90_000
const FEW_KEYS = 10_000
const MANY_KEYS = Number(process.env['LATCHKEY_BENCH_KEYS'] ?? 300_000)

const FEW_USERS = 10_000
const MANY_USERS = Number(process.env['LATCHKEY_BENCH_USERS'] ?? 100_000)
const SEARCHES = 100
/** Length of the part of a key that is searched for. */
const PART_LETTERS = 8

const DATA_DIR = process.env['LATCHKEY_BENCH_DATA']

const rateOf = ({ url }: Server, keys: number): Promise<number> =>
  runLoad({
    url,
    app: APP,
    keys,
    connections: CONNECTIONS,
    warmUpMs: WARM_UP_MS,
    measureMs: MEASURE_MS,
    maxPerSecond: MAX_PER_SECOND,
  })

/** Creates a database with `keys` keys in `DATA_DIR` or `dir`, unless it exists. */
async function sqliteFile(dir: string, keys: number): Promise<string> {
  const folder = DATA_DIR ?? dir
  const path = join(folder, `keys-${keys}.sqlite`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const draft = `${path}.draft`
  rmSync(draft, { force: true })
  await makeSqlite(draft, keys)
  renameSync(draft, path)
  return path
}

/** Compares the service on `database` with another server. */
async function* beside(
  start: Bed['start'],
  database: string,
  other: readonly string[],
): AsyncGenerator<Pair> {
  const service = await start(serviceArgs(database))
  const baseline = await start(other)
  yield* alternate(
    RUNS,
    () => rateOf(service, FEW_KEYS),
    () => rateOf(baseline, FEW_KEYS),
  )
}

const onSqlite = (argsOf: (path: string) => readonly string[]) => () =>
  withBed(async function* ({ dir, start }) {
    yield* beside(start, `sqlite:${await sqliteFile(dir, FEW_KEYS)}`, argsOf(join(dir, 'other.sqlite')))
  })

const onPostgres = () =>
  withBed(async function* ({ start, startPostgres }) {
    const url = await startPostgres()
    await makePostgres(url, FEW_KEYS)
    yield* beside(start, url, floorArgs(url))
  })

/** Reads the file into the page cache, as on a server that has been running for some time. */
const warmUpCache = (path: string): Promise<void> =>
  pipeline(createReadStream(path), new Writable({ write: (_chunk, _encoding, done) => done() }))

const manyKeys = () =>
  withBed(async function* ({ dir, start }) {
    const [few, many] = [await sqliteFile(dir, FEW_KEYS), await sqliteFile(dir, MANY_KEYS)]
    await warmUpCache(many)
    const small = await start(serviceArgs(`sqlite:${few}`))
    const large = await start(serviceArgs(`sqlite:${many}`))
    yield* alternate(
      RUNS,
      () => rateOf(large, MANY_KEYS),
      () => rateOf(small, FEW_KEYS),
    )
  })

/** Milliseconds of a search for a part of a user's key, directly in the storage. */
async function searchTime(storage: Storage, licenses: number): Promise<number> {
  const started = performance.now()
  for (let search = 0; search < SEARCHES; search += 1) {
    const n = Math.floor(Math.random() * licenses)
    const part = keyOf(n).slice(5, 5 + PART_LETTERS)
    const found = await storage.listLicenses('project', { search: part }, { from: 0, until: 100 })
    if (!found.some(({ key }) => key === keyOf(n))) throw new Error('A license was not found.')
  }
  return (performance.now() - started) / SEARCHES
}

async function* searches(open: (licenses: number) => Promise<Storage>): AsyncGenerator<Pair> {
  const [few, many] = [await open(FEW_USERS), await open(MANY_USERS)]
  yield* alternate(
    RUNS,
    () => searchTime(many, MANY_USERS),
    () => searchTime(few, FEW_USERS),
  )
  await few.close()
  await many.close()
}

const searchSqlite = () =>
  withBed(({ dir }) => searches(async (licenses) => openBench(`sqlite:${await sqliteFile(dir, licenses)}`)))

const searchPostgres = () =>
  withBed(({ startPostgres }) =>
    searches(async (licenses) => {
      const url = await startPostgres()
      await makePostgres(url, licenses)
      return openBench(url)
    }),
  )

export const rows: readonly Bench[] = [
  {
    name: 'durable signed checks a second, SQLite',
    baseline: 'the floor',
    goal: '>= 0.80',
    unit: 'checks/s',
    run: onSqlite((path) => floorArgs(path)),
  },
  {
    name: 'durable signed checks a second, SQLite, beside the floor that counts',
    baseline: 'the floor, which also reads and counts as a check has to',
    goal: '>= 0.80',
    unit: 'checks/s',
    run: onSqlite((path) => floorArgs(path, FEW_KEYS)),
  },
  {
    name: 'durable signed checks a second, SQLite, beside Express',
    baseline: 'Express with a commit for each check',
    goal: '>= 3',
    unit: 'checks/s',
    run: onSqlite(expressArgs),
  },
  {
    name: 'durable signed checks a second, PostgreSQL',
    baseline: 'the floor',
    goal: 'reported',
    unit: 'checks/s',
    run: onPostgres,
  },
  {
    name: `checks a second with ${MANY_KEYS.toLocaleString('en')} keys, SQLite`,
    baseline: `with ${FEW_KEYS.toLocaleString('en')}`,
    goal: '>= 0.70',
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
