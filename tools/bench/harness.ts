/**
 * Measurements as ratios. Absolute figures say more about a machine than about this program, so every figure is
 * taken beside a baseline's, in the same run, turn by turn; the ratio's median is what counts.
 *
 * A topic is a file in this folder that exports `rows: readonly Bench[]` and says at its top what it does.
 */

export type Goal = `<= ${number}` | `>= ${number}`

export interface Bench {
  readonly name: string
  /** What one is measured against, in words. */
  readonly baseline: string
  /** What the median ratio should be. */
  readonly goal: Goal
  /** Of the figures, for the table: `ms`, `MB`, `checks/s`. */
  readonly unit: string
  /** Yields one pair a run, in as many runs as the topic needs; three at least. */
  run(): AsyncIterable<Pair>
}

/** Two figures of the same unit, taken one right after the other. */
export interface Pair {
  readonly measured: number
  readonly baseline: number
}

export interface Result {
  readonly name: string
  /** The median of the pairs' ratios, measured to baseline. */
  readonly ratio: number
  readonly lowest: number
  readonly highest: number
  readonly runs: number
  readonly goal: Goal
  readonly isMet: boolean
  readonly baseline: string
  readonly unit: string
  /** Medians of the two figures themselves. */
  readonly measuredMedian: number
  readonly baselineMedian: number
}

/**
 * Takes turns between the two, and changes who goes first at every turn, so that neither always runs on a warmer
 * machine. A first turn is thrown away: it pays for what is only paid once.
 */
export async function* takeTurns(
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

const FEWEST_RUNS = 3

/** Runs one measurement to its end. Throws when it gives no figure that can be trusted. */
export async function evaluate(bench: Bench): Promise<Result> {
  const pairs: Pair[] = []
  for await (const pair of bench.run()) {
    if (!(pair.measured > 0 && pair.baseline > 0)) {
      throw new Error(`${bench.name}: ${pair.measured} to ${pair.baseline} is no ratio.`)
    }
    pairs.push(pair)
  }
  if (pairs.length < FEWEST_RUNS) throw new Error(`${bench.name}: fewer than ${FEWEST_RUNS} runs.`)
  const ratios = pairs.map(({ measured, baseline }) => measured / baseline)
  const ratio = median(ratios)
  return {
    name: bench.name,
    ratio,
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
    runs: pairs.length,
    goal: bench.goal,
    isMet: meets(ratio, bench.goal),
    baseline: bench.baseline,
    unit: bench.unit,
    measuredMedian: median(pairs.map(({ measured }) => measured)),
    baselineMedian: median(pairs.map(({ baseline }) => baseline)),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function meets(ratio: number, goal: Goal): boolean {
  const bound = Number(goal.slice(3))
  return goal.startsWith('<=') ? ratio <= bound : ratio >= bound
}
