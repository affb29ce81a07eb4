/**
 * The latency of durable key checks at a fixed rate, as p50 and p99. A separate process sends each
 * check when it is due (`service/open-loop.ts`). Baseline: a bare node:http server under the same
 * load, in turns.
 *
 * Ten people at the console each send two requests a second. They do so at the bare server, too,
 * which answers with as many bytes: their requests and answers are a part of the load.
 *
 * "A lone check" is one every 50 ms. 1,000 a second is a busy service; 4,400 is the peak of a
 * hundred million devices (docs/scale.md).
 */
import { join } from 'node:path'
import type { Bench, Goal, Pair } from './harness.ts'
import { withBed } from './service/bed.ts'
import { APP, makePostgres, makeSqlite } from './service/databases.ts'
import { askBare, signInPeople, startPeople } from './service/people.ts'
import { BARE_SERVER, type Latency, runOpenLoop, type Server, serviceArgs } from './service/processes.ts'

const RUNS = 5
const KEYS = 10_000
const WARM_UP_MS = 4_000
const MEASURE_MS = 5_000
const LONE_PER_SECOND = 20
/** A lone check gives few figures a second. */
const LONE_MEASURE_MS = 20_000

type Database = 'SQLite' | 'PostgreSQL' | 'PostgreSQL, two nodes'

interface LatencyPair {
  readonly measured: Latency
  readonly baseline: Latency
}

const measure = (database: Database, perSecond: number, people = 0) =>
  withBed(async function* ({ dir, start, startPostgres }): AsyncGenerator<LatencyPair> {
    let url = `sqlite:${join(dir, 'keys.sqlite')}`
    if (database === 'SQLite') await makeSqlite(join(dir, 'keys.sqlite'), KEYS)
    else {
      url = await startPostgres()
      await makePostgres(url, KEYS)
    }
    const nodes = [await start(serviceArgs(url))]
    if (database === 'PostgreSQL, two nodes') nodes.push(await start(serviceArgs(url)))
    const bare = await start(BARE_SERVER)
    const atBare = askBare(bare.url, people)
    const [{ consoleUrl = '' } = {}] = nodes
    const atConsole = await signInPeople({ database: url, consoleUrl }, people)
    const latencyOf = async (servers: readonly Server[], asks: typeof atConsole): Promise<Latency> => {
      const working = startPeople(asks)
      const latency = await runOpenLoop({
        app: APP,
        keys: KEYS,
        urls: servers.map((server) => server.url),
        perSecond,
        warmUpMs: WARM_UP_MS,
        measureMs: perSecond === LONE_PER_SECOND ? LONE_MEASURE_MS : MEASURE_MS,
      })
      await working.stop()
      return latency
    }
    for (let run = 0; run < RUNS; run += 1) {
      const baseline = await latencyOf([bare], atBare)
      yield { measured: await latencyOf(nodes, atConsole), baseline }
    }
  })

async function collect(measured: AsyncIterable<LatencyPair>): Promise<LatencyPair[]> {
  const pairs: LatencyPair[] = []
  for await (const pair of measured) pairs.push(pair)
  return pairs
}

/** Two rows of one measurement. The second one repeats the figures of the first. */
function latencyRows(
  database: Database,
  perSecond: number,
  goals: Record<keyof Latency, Goal>,
  people = 0,
): Bench[] {
  let pairs: Promise<LatencyPair[]> | undefined
  const what =
    perSecond === LONE_PER_SECOND ? 'a lone check' : `${perSecond.toLocaleString('en')} checks a second`
  return (['p99', 'p50'] as const).map((percentile) => ({
    name: `${percentile} of ${what}, ${database}${people > 0 ? `, ${people} people at the console` : ''}`,
    baseline: 'a bare node:http server',
    goal: goals[percentile],
    unit: 'ms',
    async *run(): AsyncGenerator<Pair> {
      pairs ??= collect(measure(database, perSecond, people))
      for (const { measured, baseline } of await pairs)
        yield { measured: measured[percentile], baseline: baseline[percentile] }
    },
  }))
}

export const rows: readonly Bench[] = [
  ...latencyRows('SQLite', LONE_PER_SECOND, { p99: '<= 5', p50: '<= 5' }),
  ...latencyRows('SQLite', 1_000, { p99: '<= 2', p50: '<= 3' }),
  ...latencyRows('SQLite', 1_000, { p99: '<= 2', p50: '<= 3' }, 10),
  ...latencyRows('SQLite', 4_400, { p99: '<= 2', p50: '<= 3' }),
  ...latencyRows('PostgreSQL', LONE_PER_SECOND, { p99: '<= 5', p50: '<= 5' }),
  ...latencyRows('PostgreSQL', 1_000, { p99: '<= 3.5', p50: '<= 5' }),
  ...latencyRows('PostgreSQL', 1_000, { p99: '<= 3.5', p50: '<= 5' }, 10),
  ...latencyRows('PostgreSQL, two nodes', 1_000, { p99: '<= 3.5', p50: '<= 5' }),
  ...latencyRows('PostgreSQL, two nodes', 4_400, { p99: '<= 5', p50: '<= 5' }),
]
