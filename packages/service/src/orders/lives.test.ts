import { expect, test } from 'vitest'
import {
  A,
  type Expected,
  first,
  LIVES,
  type Life,
  refundOfA,
  type Step,
  toFeb,
  worksUntil,
} from './testing/lives.ts'
import {
  bought,
  createOrderWorld,
  known,
  type OrderWorld,
  ordersOf,
  PRODUCTS,
  product,
  refunded,
  subscription,
} from './testing/order-world.ts'

/** The license as a life says it. Deleted ones are left out. */
const shown = ({ licenses }: OrderWorld, expected: readonly Expected[]): Expected[] =>
  licenses
    .filter(({ follower }) => follower.deletedBy === undefined)
    .map(({ fields, mails, isBanned }, index) => {
      const all: Record<string, unknown> = { ...fields, mails, isBanned }
      return Object.fromEntries(Object.keys(expected[index] ?? all).map((name) => [name, all[name]]))
    })

/** The key's mail leaves once, when the license first works. */
function expectMails({ licenses }: OrderWorld): void {
  for (const { mails, follower, fields } of licenses) {
    if (follower.isLinked) expect(mails).toBe(0)
    else if (fields.stopped === '') expect(mails).toBe(1)
    else expect(mails).toBeLessThanOrEqual(1)
  }
}

function expectStep(world: OrderWorld, { state, licenses }: Step): void {
  expect(world.state()?.state).toBe(state)
  expect(shown(world, licenses)).toEqual(licenses)
  expectMails(world)
}

/** Lives whose steps may arrive in any order, too. */
const isPure = ({ steps }: Life): boolean => steps.every(({ act }) => act === undefined)

test.each(LIVES)('life $number: $title', (life) => {
  // Each step in all orders of its facts, each fact twice.
  const longest = Math.max(...life.steps.map(({ facts = [] }) => ordersOf(facts).length))
  for (let round = 0; round < longest; round += 1) {
    const world = createOrderWorld()
    for (const step of life.steps) {
      const orders = ordersOf(step.facts ?? [])
      const facts = orders[round % orders.length] ?? []
      step.act?.(world)
      world.deliver(...facts)
      const { steps } = world
      world.deliver(...facts)
      expect(world.steps).toBe(steps)
      expectStep(world, step)
    }
  }
  const last = life.steps.at(-1)
  if (!isPure(life) || last === undefined) return
  const facts = life.steps.flatMap((step) => step.facts ?? [])
  expect(facts.length).toBeLessThanOrEqual(6)
  const licenses = last.licenses.map(({ mails: _, ...license }) => license)
  for (const order of ordersOf(facts)) {
    const world = createOrderWorld()
    world.deliver(...order)
    expectStep(world, { ...last, licenses })
  }
})

test('there is a test for each of the 26 lives', () => {
  expect(LIVES.map(({ number }) => number)).toEqual(Array.from({ length: 26 }, (_, index) => index + 1))
})

test('lives 12, 16, 21: an order writes neither key, customer, ban nor computers in use', () => {
  const world = createOrderWorld()
  world.deliver(A, known, refundOfA)
  expect(Object.keys(first(world).fields).sort()).toEqual([
    'end',
    'features',
    'maxDevices',
    'perpetual',
    'stopped',
    'updatesUntil',
  ])
})

test('life 3: no mail leaves when the refund arrives first', () => {
  const world = createOrderWorld()
  world.deliver(refundOfA, A, known)
  expect(world.licenses.map(({ mails }) => mails)).toEqual([0])
})

test('life 4: the part that was refunded is shown', () => {
  const world = createOrderWorld()
  world.deliver(A, known, refunded('2027-01-01', 30))
  expect(world.state()?.payments).toMatchObject([{ amount: 100, refunded: 30, isRefunded: false }])
})

test('life 8: a cancelled subscription is shown as one that runs out', () => {
  const world = createOrderWorld()
  world.deliver(toFeb, known, subscription('cancelled', '2027-01-10'))
  expect(world.state()?.lines).toMatchObject([{ state: 'paid', renewal: 'cancelled' }])
})

test('lives 10, 14, 20: another purchase is an order of its own, with the terms of that day', () => {
  const products = { ...PRODUCTS, A: product({ days: 180 }) }
  const again = createOrderWorld(products)
  again.deliver(bought('A', '2027-03-01', { orderId: 'order 2' }), known)
  expect(shown(again, [worksUntil('2027-08-28')])).toEqual([worksUntil('2027-08-28')])
})
