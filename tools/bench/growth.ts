/**
 * What a busy service keeps in memory: 4,400 checks a second, the peak of a hundred million devices,
 * for as long as it remembers nonces. The process may grow by 150 MB, of which SQLite's page cache
 * is the larger part. It is measured on Linux alone.
 *
 * `LATCHKEY_BENCH_SECONDS`: another time than 300 seconds.
 */
import { join } from 'node:path'
import { type Bench, collect, type Pair } from './harness.ts'
import { withBed } from './service/bed.ts'
import { APP, makeSqlite } from './service/databases.ts'
import { runOpenLoop, serviceArgs } from './service/processes.ts'

const RUNS = 3
const KEYS = 10_000
const PER_SECOND = 4_400
const WARM_UP_MS = 5_000
const SECONDS = Number(process.env['LATCHKEY_BENCH_SECONDS'] ?? 300)
const MOST_MB = 150
/** No single cause may stop the service for longer. */
const LONGEST_STOP_MS = 50

interface Growth {
  readonly mb: number
  /** The longest time from when a check was due to its answer. */
  readonly longestMs: number
}

const measure = () =>
  withBed(async function* ({ dir, start }): AsyncGenerator<Growth> {
    for (let run = 0; run < RUNS; run += 1) {
      const path = join(dir, `${run}.sqlite`)
      await makeSqlite(path, KEYS)
      const service = await start(serviceArgs(`sqlite:${path}`))
      const before = service.memoryMb()
      const { max } = await runOpenLoop({
        app: APP,
        keys: KEYS,
        urls: [service.url],
        perSecond: PER_SECOND,
        warmUpMs: WARM_UP_MS,
        measureMs: SECONDS * 1_000,
      })
      yield { mb: service.memoryMb() - before, longestMs: max }
      await service.stop()
    }
  })

let growths: Promise<Growth[]> | undefined
/** The two rows share one measurement. */
async function* figures(of: (growth: Growth) => Pair): AsyncGenerator<Pair> {
  growths ??= collect(measure())
  for (const growth of await growths) yield of(growth)
}

const WHAT = `in ${SECONDS} s at ${PER_SECOND.toLocaleString('en')} checks a second, SQLite`

export const rows: readonly Bench[] = [
  {
    name: `growth of the process ${WHAT}`,
    baseline: `${MOST_MB} MB`,
    goal: '<= 1',
    unit: 'MB',
    run: () => figures(({ mb }) => ({ measured: mb, baseline: MOST_MB })),
  },
  {
    name: `the longest wait of a check ${WHAT}`,
    baseline: `${LONGEST_STOP_MS} ms`,
    goal: 'reported',
    unit: 'ms',
    run: () => figures(({ longestMs }) => ({ measured: longestMs, baseline: LONGEST_STOP_MS })),
  },
]
