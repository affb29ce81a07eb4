/**
 * The 99th percentile of the latency of durable key checks at a fixed rate. A separate process sends
 * each check when it is due (`service/open-loop.ts`). Baseline: a bare node:http server under the
 * same load, in turns.
 *
 * 1,000 a second is a busy service; 4,400 is the peak of a hundred million devices (docs/scale.md).
 */
import { join } from 'node:path'
import type { Bench, Goal, Pair } from './harness.ts'
import { withBed } from './service/bed.ts'
import { APP, makePostgres, makeSqlite } from './service/databases.ts'
import { BARE_SERVER, runOpenLoop, type Server, serviceArgs } from './service/processes.ts'

const RUNS = 5
const KEYS = 10_000
const WARM_UP_MS = 4_000
const MEASURE_MS = 5_000

type Database = 'SQLite' | 'PostgreSQL' | 'PostgreSQL, two nodes'

const measure = (database: Database, perSecond: number) =>
  withBed(async function* ({ dir, start, startPostgres }): AsyncGenerator<Pair> {
    let url = `sqlite:${join(dir, 'keys.sqlite')}`
    if (database === 'SQLite') await makeSqlite(join(dir, 'keys.sqlite'), KEYS)
    else {
      url = await startPostgres()
      await makePostgres(url, KEYS)
    }
    const nodes = [await start(serviceArgs(url))]
    if (database === 'PostgreSQL, two nodes') nodes.push(await start(serviceArgs(url)))
    const bare = [await start(BARE_SERVER)]
    const p99Of = (servers: readonly Server[]): Promise<number> =>
      runOpenLoop({
        app: APP,
        keys: KEYS,
        urls: servers.map((server) => server.url),
        perSecond,
        warmUpMs: WARM_UP_MS,
        measureMs: MEASURE_MS,
      })
    for (let run = 0; run < RUNS; run += 1) {
      const baseline = await p99Of(bare)
      yield { measured: await p99Of(nodes), baseline }
    }
  })

const p99 = (database: Database, perSecond: number, goal: Goal): Bench => ({
  name: `p99 of ${perSecond.toLocaleString('en')} checks a second, ${database}`,
  baseline: 'a bare node:http server',
  goal,
  unit: 'ms',
  run: () => measure(database, perSecond),
})

export const rows: readonly Bench[] = [
  p99('SQLite', 1_000, '<= 2'),
  p99('SQLite', 4_400, '<= 2'),
  p99('PostgreSQL', 1_000, '<= 3.5'),
  p99('PostgreSQL, two nodes', 1_000, '<= 3.5'),
]
