import type { Fact } from '@latchkey/shops'
import fc from 'fast-check'
import { at, bought, fact, known, paid, product } from './order-world.ts'

const DAY = 86_400
const START = at('2027-01-01')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 4 })
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)

/** Few IDs and times, so that facts meet. Some are missing, some are from the buyer, some are tests. */
const fields = fc.record({
  at: maybe(fc.integer({ min: 0, max: 12 }).map((week) => START + week * 7 * DAY)),
  line: oneOf('1', '1', '2', undefined),
  subscriptionId: oneOf('subscription', 'subscription', undefined),
  paymentId: oneOf('one', 'two', 'three'),
  quantity: maybe(oneOf(1, 1, 2, 3)),
  name: maybe(oneOf('A', 'S', 'S Pro', 'Seats', 'Unmapped', 'Other')),
  fromBuyer: oneOf<Fact['fromBuyer']>(undefined, undefined, ['quantity'], ['productIds']),
  isTest: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  reason: oneOf('purchase', 'purchase', 'renewal', undefined),
  otherPaymentId: oneOf(undefined, undefined, 'three'),
  amount: oneOf(0, 50, 100, 100),
  isFull: oneOf(undefined, true),
  objectId: oneOf('x', 'y'),
  end: fc.integer({ min: 1, max: 16 }).map((week) => START + week * 7 * DAY),
  hasPeriod: fc.boolean(),
})
type Fields = typeof fields extends fc.Arbitrary<infer T> ? T : never

const KINDS: Record<Fact['kind'], (fields: Fields) => object> = {
  paid: ({ paymentId, otherPaymentId, reason, amount, end, hasPeriod, at: time, name }) => ({
    paymentId: name === 'S' && hasPeriod && time === undefined ? undefined : paymentId,
    otherPaymentId: otherPaymentId === paymentId ? undefined : otherPaymentId,
    reason,
    amount,
    periodEnd: hasPeriod ? end : undefined,
  }),
  'payment-failed': ({ paymentId }) => ({ paymentId }),
  cancelled: ({ end }) => ({ runsUntil: end }),
  ended: ({ end, hasPeriod }) => ({ endedAt: hasPeriod ? end : undefined }),
  paused: () => ({}),
  resumed: () => ({}),
  'product-changed': () => ({}),
  'quantity-changed': () => ({}),
  refunded: ({ paymentId, objectId, amount, isFull }) => ({ paymentId, refundId: objectId, amount, isFull }),
  'dispute-opened': ({ paymentId, objectId }) => ({ paymentId, disputeId: objectId }),
  'dispute-won': ({ paymentId, objectId }) => ({ paymentId, disputeId: objectId }),
  'dispute-lost': ({ paymentId, objectId }) => ({ paymentId, disputeId: objectId }),
  'dispute-withdrawn': ({ paymentId, objectId }) => ({ paymentId, disputeId: objectId }),
  'customer-known': () => ({ shopCustomerId: 'customer' }),
}

const kinds = oneOf<Fact['kind']>(
  ...(Object.keys(KINDS) as Fact['kind'][]),
  ...Array.from({ length: 4 }, () => 'paid' as const),
)

const randomFact = fc.tuple(kinds, fields).map(([kind, random]) => {
  const { at: time, line, subscriptionId, quantity, name, fromBuyer, isTest } = random
  const productIds = name === undefined || line === undefined ? undefined : [name]
  const common = { at: time, line, subscriptionId, quantity, productIds, fromBuyer, isTest }
  return fact(kind, { ...common, ...KINDS[kind](random) })
})

/** What most orders begin with, so that they have licenses. */
const BEGINNINGS = [
  [bought('A', '2027-01-01', { paymentId: 'one' }), known],
  [paid('2027-01-01', '2027-02-01', { paymentId: 'one' }), known],
  [paid('2027-01-01', '2027-02-01', { paymentId: 'one', quantity: 2 }), known],
  [],
]

/** The facts of an order, and how they arrive: each twice. */
export const randomLife = fc
  .tuple(oneOf(...BEGINNINGS), fc.array(randomFact, { maxLength: 8 }))
  .map(([beginning, facts]) => [...beginning, ...facts])
  .chain((facts) => {
    const twice = [...facts, ...facts]
    return fc.tuple(fc.constant(facts), fc.shuffledSubarray(twice, { minLength: twice.length }))
  })

/** The products of random lives. */
export const products = () => ({
  A: product({ days: 365, features: ['export'] }),
  S: product({ features: ['sync'] }),
  'S Pro': product({ features: ['sync', 'team'], updatesDays: 30 }),
  Seats: product({ policies: { quantity: 'computers' }, maxDevices: 1 }),
  Other: 'not-ours' as const,
})
