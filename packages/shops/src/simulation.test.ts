import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { type SimulatedPurchase, shuffle, simulate } from './simulation.ts'
import { stripe } from './stripe.ts'

const purchase: SimulatedPurchase = {
  ...{ product: 'price_1', quantity: 1, email: 'ada@example.com', name: 'Ada', at: 1_798_761_600 },
  ...{ steps: ['fail', 'renew', 'cancel', 'end', 'chargeback'], random: 'one' },
}
const idsOf = (body: string): readonly string[] => body.match(/\b[a-z_]+_[0-9a-f]{32}\b/g) ?? []

test('what is simulated is signed as the SDK of Stripe accepts it, and is a test', () => {
  const { webhooks } = new Stripe('sk_test_unused')
  const now = Math.floor(Date.now() / 1000)
  for (const { body, eventType } of simulate(purchase)) {
    const { 'stripe-signature': header = '' } = stripe.sign(body, 'whsec_x', now)
    const event = webhooks.constructEvent(body, header, 'whsec_x')
    expect([event.type, event.livemode]).toEqual([eventType, false])
  }
})

test('each purchase has IDs of its own, and each delivery an event', () => {
  const [one, other] = [simulate(purchase), simulate({ ...purchase, random: 'two' })]
  const events = one.map(({ body }) => idsOf(body)[0])
  expect(new Set(events).size).toBe(one.length)
  const known = new Set(one.flatMap(({ body }) => idsOf(body)))
  expect(known.size).toBeGreaterThan(one.length)
  expect(other.flatMap(({ body }) => idsOf(body)).filter((id) => known.has(id))).toEqual([])
})

test('a shuffle has each delivery twice, and the same order for the same seed', () => {
  const deliveries = simulate(purchase)
  const types = (seed: string) => shuffle(deliveries, seed).map(({ body }) => idsOf(body)[0])
  expect(types('a')).toEqual(types('a'))
  expect(types('a')).not.toEqual(types('b'))
  const twice = deliveries.flatMap(({ body }) => Array(2).fill(idsOf(body)[0]))
  expect(types('a').toSorted()).toEqual(twice.toSorted())
})
