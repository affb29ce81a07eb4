import { Counter, Histogram, type Registry } from 'prom-client'

/** Upper bounds in seconds. After the last one, an app no longer waits for its check. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const GROUP_SIZES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000]

/** Metrics of key checks: how many are decided, how fast, and in groups of which size. */
export function createCheckMetrics(registry: Registry) {
  const registers = [registry]
  const checks = new Counter({
    name: 'latchkey_checks_total',
    help: 'Key checks that were decided, by their code.',
    labelNames: ['code'],
    registers,
  })
  const undecided = new Counter({
    name: 'latchkey_checks_undecided_total',
    help: 'Key checks that the database could not decide.',
    registers,
  })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers })
  const latency = histogram('latchkey_check_seconds', 'From a key check to its answer.', SECONDS)
  const groups = histogram('latchkey_group_checks', 'Key checks that were committed together.', GROUP_SIZES)
  const commits = histogram('latchkey_commit_seconds', 'From a group of key checks to its commit.', SECONDS)

  return {
    /** Counts a check that was decided this many seconds after it arrived. */
    decided(code: string, seconds: number): void {
      checks.inc({ code })
      latency.observe(seconds)
    },
    /** Counts a check that could not be decided. */
    undecided: () => undecided.inc(),
    /** Counts a group of checks that was committed. */
    committed(size: number, seconds: number): void {
      groups.observe(size)
      commits.observe(seconds)
    },
  }
}

export type CheckMetrics = ReturnType<typeof createCheckMetrics>
