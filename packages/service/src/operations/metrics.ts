/** Upper bounds in seconds: from a check that found everything in memory to one that an app no longer waits for. */
const LATENCY_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const SIZE_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_000]

export interface Metrics {
  /** A check was decided, so many seconds after it came. */
  decided(code: string, seconds: number): void
  /** A check could not be decided. */
  undecided(): void
  /** A group of checks was committed, or was not. */
  committed(size: number, seconds: number): void
  /** In the text format of Prometheus. */
  text(): string
}

interface Histogram {
  observe(value: number): void
  lines(name: string, help: string): string[]
}

/** Numbers a process keeps of itself. A check pays for two additions and no memory. */
export function createMetrics(): Metrics {
  const checks = new Map<string, number>()
  const latency = histogram(LATENCY_BOUNDS)
  const groupSize = histogram(SIZE_BOUNDS)
  const commitTime = histogram(LATENCY_BOUNDS)
  let failures = 0

  return {
    decided(code, seconds) {
      checks.set(code, (checks.get(code) ?? 0) + 1)
      latency.observe(seconds)
    },
    undecided() {
      failures += 1
    },
    committed(size, seconds) {
      groupSize.observe(size)
      commitTime.observe(seconds)
    },
    text: () =>
      [
        ...head('latchkey_checks_total', 'counter', 'Key checks that were decided, by their code.'),
        ...[...checks].map(([code, count]) => `latchkey_checks_total{code="${code}"} ${count}`),
        ...head(
          'latchkey_checks_undecided_total',
          'counter',
          'Key checks that the database could not decide.',
        ),
        `latchkey_checks_undecided_total ${failures}`,
        ...latency.lines('latchkey_check_seconds', 'From a key check to its answer.'),
        ...groupSize.lines('latchkey_group_checks', 'Key checks that were committed together.'),
        ...commitTime.lines('latchkey_commit_seconds', 'From a group of key checks to its commit.'),
        ...head('process_resident_memory_bytes', 'gauge', 'Resident memory.'),
        `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
        ...head('process_cpu_seconds_total', 'counter', 'Processor time, user and system.'),
        `process_cpu_seconds_total ${cpuSeconds()}`,
        ...head('process_uptime_seconds', 'gauge', 'Since the start.'),
        `process_uptime_seconds ${process.uptime()}`,
        '',
      ].join('\n'),
  }
}

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

const head = (name: string, type: string, help: string): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
]

function histogram(bounds: readonly number[]): Histogram {
  /** One more than there are bounds, for what is beyond them. */
  const counts = new Array<number>(bounds.length + 1).fill(0)
  let sum = 0
  return {
    observe(value) {
      let at = 0
      while (at < bounds.length && value > (bounds[at] ?? 0)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
      sum += value
    },
    lines(name, help) {
      let upTo = 0
      const buckets = counts.map((count, at) => {
        upTo += count
        return `${name}_bucket{le="${bounds[at] ?? '+Inf'}"} ${upTo}`
      })
      return [...head(name, 'histogram', help), ...buckets, `${name}_sum ${sum}`, `${name}_count ${upTo}`]
    },
  }
}
