import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOrderWorld, type OrderWorld } from './testing/order-world.ts'
import { products, randomLife } from './testing/random-life.ts'

const isLongRun = process.env['LATCHKEY_LONG_TESTS'] === '1'
/** To repeat a failure: LATCHKEY_SEED, with the seed in the title. */
const SEED = Number(process.env['LATCHKEY_SEED'] ?? (isLongRun ? Date.now() % 2 ** 31 : 38))
const RUNS = isLongRun ? 5000 : 500

const result = (world: OrderWorld) => ({
  state: world.state(),
  licenses: world.licenses
    .map(({ fields: stored, follower }) => ({ ...stored, line: follower.line, unit: follower.unit }))
    .sort((one, other) => (`${one.line} ${one.unit}` < `${other.line} ${other.unit}` ? -1 : 1)),
})

test(`random facts in any order, with repetitions, give the same state and licenses (seed ${SEED})`, () => {
  const seen = { licenses: 0, stopped: 0, states: new Set<string>() }
  fc.assert(
    fc.property(randomLife, ([facts, arrival]) => {
      const [world, shuffled] = [createOrderWorld(products()), createOrderWorld(products())]
      world.deliver(...facts)
      shuffled.deliver(...arrival)
      expect(result(shuffled)).toEqual(result(world))
      for (const { mails, fields: stored } of shuffled.licenses) {
        expect(mails).toBeLessThanOrEqual(1)
        if (stored.stopped === '') expect(mails).toBe(1)
        else seen.stopped += 1
        seen.licenses += 1
      }
      seen.states.add(world.state()?.state ?? 'not-ours')
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // The lives are worth something: they have licenses, and all states.
  expect(seen.licenses).toBeGreaterThan(RUNS / 4)
  expect(seen.stopped).toBeGreaterThan(RUNS / 50)
  const states = ['charged-back', 'refunded', 'waiting', 'ended', 'past-due', 'paid']
  expect([...seen.states]).toEqual(expect.arrayContaining(states))
})
