/**
 * Measurements as ratios. Absolute figures depend on the machine, so each figure is measured
 * together with a baseline in the same run. The result is the median of the ratios.
 *
 * A topic is a file in this folder that exports `rows: readonly Bench[]`.
 */

/** The bound of a ratio; `reported`: there is none. */
export type Goal = `<= ${number}` | `>= ${number}` | 'reported'

export interface Bench {
  readonly name: string
  /** Description of the baseline. */
  readonly baseline: string
  /** The bound for the median ratio. */
  readonly goal: Goal
  /** The unit of both figures: `ms`, `MB`, `checks/s`. */
  readonly unit: string
  /** Yields one pair per run, at least three. */
  run(): AsyncIterable<Pair>
}

/** Two figures with the same unit, measured directly after each other. */
export interface Pair {
  readonly measured: number
  readonly baseline: number
}

export interface Result {
  readonly bench: Bench
  /** The median of measured / baseline. */
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
  readonly runs: number
  readonly isMet: boolean
  /** The medians of the two figures. */
  readonly medians: Pair
}

/**
 * Measures the two alternately. The order changes in every run, so that neither is always measured
 * on a warmer machine. The first run is discarded as warm-up.
 */
export async function* alternate(
  runs: number,
  measure: () => Promise<number>,
  measureBaseline: () => Promise<number>,
): AsyncGenerator<Pair> {
  await measure()
  await measureBaseline()
  for (let run = 0; run < runs; run++) {
    if (run % 2 === 0) {
      const measured = await measure()
      yield { measured, baseline: await measureBaseline() }
    } else {
      const baseline = await measureBaseline()
      yield { measured: await measure(), baseline }
    }
  }
}

/** Collects the items of one measurement, so that several rows can use them. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

const MIN_RUNS = 3

/** Runs one measurement. Throws if there are too few runs or a figure is invalid. */
export async function evaluate(bench: Bench): Promise<Result> {
  const pairs: Pair[] = []
  for await (const pair of bench.run()) {
    if (!(pair.measured > 0 && pair.baseline > 0)) {
      throw new Error(`${bench.name}: invalid figures ${pair.measured} and ${pair.baseline}.`)
    }
    pairs.push(pair)
  }
  if (pairs.length < MIN_RUNS) throw new Error(`${bench.name}: fewer than ${MIN_RUNS} runs.`)
  const ratios = pairs.map(({ measured, baseline }) => measured / baseline)
  const ratio = median(ratios)
  return {
    bench,
    ratio,
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    runs: pairs.length,
    isMet: meets(ratio, bench.goal),
    medians: {
      measured: median(pairs.map(({ measured }) => measured)),
      baseline: median(pairs.map(({ baseline }) => baseline)),
    },
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function meets(ratio: number, goal: Goal): boolean {
  if (goal === 'reported') return true
  const bound = Number(goal.slice(3))
  return goal.startsWith('<=') ? ratio <= bound : ratio >= bound
}
