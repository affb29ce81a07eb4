import type { Pair } from '../harness.ts'
import { BENCH_API_KEY } from './databases.ts'

const RUNS = 3
const ROUNDS = 20

/** Makes the path of a request for a list, for its first page or the page after a cursor. */
export type ListPath = () => (cursor?: string) => string

/**
 * Asks for the first two pages of each list, one request after another. Prints the median and the
 * slowest of each list on standard error.
 * @returns the p95 of all requests, in milliseconds
 */
async function timeLists(baseUrl: string, lists: Readonly<Record<string, ListPath>>): Promise<number> {
  const times: number[] = []
  const read = async (path: string): Promise<string> => {
    const started = performance.now()
    const response = await fetch(baseUrl + path, { headers: { authorization: BENCH_API_KEY } })
    const body = (await response.json()) as { readonly message: string; readonly next_cursor: string }
    times.push(performance.now() - started)
    if (!response.ok) throw new Error(`${path}: ${body.message}`)
    return body.next_cursor
  }
  const medians: string[] = []
  for (const [name, pathOf] of Object.entries(lists)) {
    const from = times.length
    for (let round = 0; round < ROUNDS; round += 1) {
      const path = pathOf()
      const cursor = await read(path())
      if (cursor !== '') await read(path(cursor))
    }
    const own = times.slice(from).sort((a, b) => a - b)
    medians.push(`${name} ${own[Math.floor(own.length / 2)]?.toFixed(0)} (${own.at(-1)?.toFixed(0)})`)
  }
  console.error(`Medians (and the slowest) in ms: ${medians.join(', ')}.`)
  return times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

/** Times lists several times, after one time that warms the service up. */
export async function* timedRuns(
  baseUrl: string,
  lists: Readonly<Record<string, ListPath>>,
  goalMs: number,
): AsyncGenerator<Pair> {
  await timeLists(baseUrl, lists)
  for (let run = 0; run < RUNS; run += 1)
    yield { measured: await timeLists(baseUrl, lists), baseline: goalMs }
}
