/**
 * The latency of durable key checks at a fixed rate, as p99. A separate process sends each check
 * when it is due (`service/open-loop.ts`). 1,000 a second is a busy service; 4,400 is the peak of a
 * hundred million devices (docs/scale.md).
 *
 * Baseline: the floor (`service/floor.ts`) under the same load, in turns. For the day's work: the
 * same service without it. That is ten people at the console, of whom one pages through 300,000
 * events.
 */
import { join } from 'node:path'
import { type Bench, collect, type Goal, type Pair } from './harness.ts'
import { type Bed, withBed } from './service/bed.ts'
import { APP, addEvents, makePostgres, makeSqlite } from './service/databases.ts'
import { connectShop, startDelivering } from './service/delivering.ts'
import { startMailing, startMailServer } from './service/mailing.ts'
import { signInPeople, startPeople } from './service/people.ts'
import { floorArgs, runOpenLoop, type Server, serviceArgs } from './service/processes.ts'

const RUNS = 5
const KEYS = 10_000
const EVENTS = 300_000
const PEOPLE = 10
const WARM_UP_MS = 4_000
const MEASURE_MS = 5_000
/** A check has to be answered within this time while people do a day's work. */
const MOST_MS = 10

type Engine = 'SQLite' | 'PostgreSQL'

/** Makes the database of the service, and one for the floor. */
async function makeDatabases({ dir, startPostgres }: Bed, engine: Engine) {
  if (engine === 'SQLite') {
    const path = join(dir, 'keys.sqlite')
    await makeSqlite(path, KEYS)
    return { url: `sqlite:${path}`, ofFloor: join(dir, 'floor.sqlite') }
  }
  const url = await startPostgres()
  await makePostgres(url, KEYS)
  return { url, ofFloor: url }
}

const p99Of = async ({ url }: Server, perSecond: number): Promise<number> => {
  const load = { app: APP, keys: KEYS, urls: [url], perSecond }
  return (await runOpenLoop({ ...load, warmUpMs: WARM_UP_MS, measureMs: MEASURE_MS })).p99
}

const besideFloor = (engine: Engine, perSecond: number) => () =>
  withBed(async function* (bed): AsyncGenerator<Pair> {
    const { url, ofFloor } = await makeDatabases(bed, engine)
    const service = await bed.start(serviceArgs(url))
    const floor = await bed.start(floorArgs(ofFloor))
    for (let run = 0; run < RUNS; run += 1) {
      const baseline = await p99Of(floor, perSecond)
      yield { measured: await p99Of(service, perSecond), baseline }
    }
  })

const besideWork = (engine: Engine) =>
  withBed(async function* (bed): AsyncGenerator<Pair> {
    const { url } = await makeDatabases(bed, engine)
    await addEvents(url, EVENTS)
    const service = await bed.start(serviceArgs(url))
    const people = await signInPeople({ database: url, consoleUrl: service.consoleUrl ?? '' }, PEOPLE)
    for (let run = 0; run < RUNS; run += 1) {
      const baseline = await p99Of(service, 1_000)
      const working = startPeople(people)
      const measured = await p99Of(service, 1_000)
      await working.stop()
      yield { measured, baseline }
    }
  })

const floorRow = (engine: Engine, perSecond: number, goal: Goal): Bench => ({
  name: `p99 of ${perSecond.toLocaleString('en')} checks a second, ${engine}`,
  baseline: 'the floor',
  goal,
  unit: 'ms',
  run: besideFloor(engine, perSecond),
})

const besideMails = (engine: Engine) =>
  withBed(async function* (bed): AsyncGenerator<Pair> {
    const { url } = await makeDatabases(bed, engine)
    const mail = await startMailServer()
    try {
      const service = await bed.start([...serviceArgs(url), ...mail.args], mail.env)
      for (let run = 0; run < RUNS; run += 1) {
        const baseline = await p99Of(service, 1_000)
        const before = mail.received()
        const mailing = startMailing(service)
        const measured = await p99Of(service, 1_000)
        await mailing.stop()
        if (mail.received() === before) throw new Error('No mail was sent.')
        yield { measured, baseline }
      }
    } finally {
      await mail.stop()
    }
  })

const besideDeliveries = (engine: Engine) =>
  withBed(async function* (bed): AsyncGenerator<Pair> {
    const { url } = await makeDatabases(bed, engine)
    const mail = await startMailServer()
    try {
      const service = await bed.start([...serviceArgs(url), ...mail.args], mail.env)
      const shop = await connectShop(service)
      for (let run = 0; run < RUNS; run += 1) {
        const baseline = await p99Of(service, 1_000)
        const delivering = startDelivering(shop, `run ${run}`)
        const measured = await p99Of(service, 1_000)
        if ((await delivering.stop()) === 0) throw new Error('Nothing was delivered.')
        yield { measured, baseline }
      }
    } finally {
      await mail.stop()
    }
  })

/** Makes two rows that share one measurement. */
function rowsBeside(work: string, engine: Engine, measure: typeof besideWork): Bench[] {
  let pairs: Promise<Pair[]> | undefined
  const name = `p99 of 1,000 checks a second beside ${work}, ${engine}`
  const row = (baseline: string, goal: Goal, of: (pair: Pair) => Pair): Bench => ({
    name: `${name}, against ${baseline}`,
    baseline,
    goal,
    unit: 'ms',
    async *run() {
      pairs ??= collect(measure(engine))
      for (const pair of await pairs) yield of(pair)
    },
  })
  return [
    row('the same without it', '<= 1.5', (pair) => pair),
    row(`${MOST_MS} ms`, '<= 1', ({ measured }) => ({ measured, baseline: MOST_MS })),
  ]
}

export const rows: readonly Bench[] = [
  floorRow('SQLite', 1_000, '<= 1.4'),
  floorRow('SQLite', 4_400, 'reported'),
  floorRow('PostgreSQL', 1_000, 'reported'),
  floorRow('PostgreSQL', 4_400, 'reported'),
  ...rowsBeside("a day's work", 'SQLite', besideWork),
  ...rowsBeside("a day's work", 'PostgreSQL', besideWork),
  ...rowsBeside('1,000 mails an hour', 'SQLite', besideMails),
  ...rowsBeside('1,000 deliveries a minute', 'SQLite', besideDeliveries),
]
