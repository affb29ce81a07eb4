import { expect, test } from 'vitest'
import { alternate, type Bench, evaluate, meets, type Pair } from './harness.ts'

const benchOf = (pairs: readonly Pair[]): Bench => ({
  name: 'something',
  baseline: 'something bare',
  goal: '<= 1.10',
  unit: 'ms',
  async *run() {
    yield* pairs
  },
})

test('the result is the median of the ratios of all runs', async () => {
  const result = await evaluate(
    benchOf([
      { measured: 105, baseline: 100 },
      { measured: 900, baseline: 100 },
      { measured: 50, baseline: 100 },
    ]),
  )
  expect(result).toMatchObject({ ratio: 1.05, lowest: 0.5, highest: 9, runs: 3, isMet: true })
})

test('refuses too few runs and invalid figures', async () => {
  const pair = { measured: 1, baseline: 1 }
  await expect(evaluate(benchOf([pair, pair]))).rejects.toThrow('fewer than 3 runs')
  await expect(evaluate(benchOf([pair, pair, { measured: 1, baseline: 0 }]))).rejects.toThrow(
    'invalid figures',
  )
  await expect(evaluate(benchOf([pair, pair, { measured: Number.NaN, baseline: 1 }]))).rejects.toThrow(
    'invalid figures',
  )
})

test('a goal is met at its bound', () => {
  expect([meets(1.1, '<= 1.10'), meets(1.11, '<= 1.10')]).toEqual([true, false])
  expect([meets(0.6, '>= 0.60'), meets(0.59, '>= 0.60')]).toEqual([true, false])
  expect(meets(99, 'reported')).toBe(true)
})

test('changes the order in every run, and discards the first run', async () => {
  const order: string[] = []
  const counting = (name: string) => async () => order.push(name)
  const pairs: Pair[] = []
  for await (const pair of alternate(2, counting('it'), counting('bare'))) pairs.push(pair)
  expect(order).toEqual(['it', 'bare', 'it', 'bare', 'bare', 'it'])
  expect(pairs).toEqual([
    { measured: 3, baseline: 4 },
    { measured: 6, baseline: 5 },
  ])
})
