import { describe, expect, test } from 'vitest'
import { roundsOf } from '../../protocol/src/testing/mutate-text.ts'
import type { Reading, ShopAdapter } from './adapter.ts'
import { lemonSqueezy } from './lemon-squeezy.ts'
import { paddle } from './paddle.ts'
import { stripe } from './stripe.ts'
import * as lemon from './testing/lemon-squeezy-deliveries.ts'
import * as pad from './testing/paddle-deliveries.ts'
import * as str from './testing/stripe-deliveries.ts'

const read = (adapter: ShopAdapter, delivery: unknown): Reading =>
  adapter.read(Buffer.from(JSON.stringify(delivery)), 'shop-1')

const DELIVERIES: readonly (readonly [ShopAdapter, readonly str.Json[]])[] = [
  [
    stripe,
    [
      str.stripeEvent('checkout.session.completed', str.session()),
      str.stripeEvent('checkout.session.completed', str.subscriptionSession()),
      ...str.API_VERSIONS.flatMap((version) => [
        str.stripeEvent('invoice.paid', str.invoice(version)),
        str.stripeEvent(
          'customer.subscription.updated',
          str.subscription(version, { cancel_at_period_end: true }),
        ),
        str.stripeEvent('charge.refunded', str.charge(version)),
      ]),
      str.stripeEvent('invoice_payment.paid', str.invoicePayment),
      str.stripeEvent('charge.dispute.created', str.dispute()),
      str.stripeEvent(
        'customer.subscription.deleted',
        str.subscription(str.BASIL, { ended_at: str.PERIOD_END }),
      ),
    ],
  ],
  [
    paddle,
    [
      pad.paddleEvent('transaction.completed', pad.transaction()),
      pad.paddleEvent('subscription.created', pad.paddleSubscription({ transaction_id: 'txn_1' })),
      pad.paddleEvent('subscription.updated', pad.paddleSubscription()),
      pad.paddleEvent(
        'subscription.canceled',
        pad.paddleSubscription({ status: 'canceled', canceled_at: pad.OCCURRED_AT }),
      ),
      pad.paddleEvent('adjustment.updated', pad.adjustment()),
      pad.paddleEvent('customer.created', pad.paddleCustomer()),
    ],
  ],
  [
    lemonSqueezy,
    [
      lemon.lemonSqueezyDelivery('order_created', lemon.orderOf()),
      lemon.lemonSqueezyDelivery(
        'order_refunded',
        lemon.orderOf({ status: 'refunded', refunded_amount: 2900 }),
      ),
      lemon.lemonSqueezyDelivery('subscription_updated', lemon.subscriptionOf()),
      lemon.lemonSqueezyDelivery(
        'subscription_cancelled',
        lemon.subscriptionOf({ status: 'cancelled', ends_at: lemon.CREATED_AT }),
      ),
      lemon.lemonSqueezyDelivery('subscription_payment_success', lemon.invoiceOf()),
    ],
  ],
]

/** Values of other types than documented, and absent ones. */
const STRANGE: readonly unknown[] = [
  undefined,
  null,
  '',
  'strange value',
  'constructor',
  '\u0000',
  '\ud800',
  -1,
  1.5,
  1e21,
  true,
  [],
  [null],
  {},
  { __proto__: null, id: {} },
]

/** At each place all of them in the long run, otherwise every fourth, from another one on. */
const STEP = roundsOf(1, 4)

/** Copies of a JSON value, each with another value at one of its places. */
function* withStrangeValues(value: unknown, first = 0): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [index, [name, member]] of Object.entries(value).entries()) {
    const replace = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other }
    const start = (first + index) % STEP
    for (let at = start; at < STRANGE.length; at += STEP) yield replace(STRANGE[at])
    for (const changed of withStrangeValues(member, start + 1)) yield replace(changed)
  }
}

describe.each(DELIVERIES)('$shop', (adapter, deliveries) => {
  test('reads its own deliveries', () => {
    for (const delivery of deliveries)
      expect(read(adapter, delivery)).toMatchObject({ kind: 'facts', missing: [] })
  })

  test('never throws, and either reads all of a delivery or says what is missing', {
    timeout: 600_000,
  }, () => {
    let waiting = 0
    for (const delivery of deliveries) {
      for (const strange of withStrangeValues(delivery)) {
        const reading = read(adapter, strange)
        const isWaiting = reading.missing.length > 0
        waiting += Number(isWaiting)
        expect(reading.kind === 'waits').toBe(isWaiting)
        expect(reading.facts.length > 0).toBe(reading.kind === 'facts')
        expect(reading.eventId).toMatch(/^[!-~]{1,255}$/)
        const { facts } = reading
        expect(facts.every(({ shop, eventId }) => shop === 'shop-1' && eventId === reading.eventId)).toBe(
          true,
        )
        expect(facts.every(({ quantity = 1 }) => quantity > 0)).toBe(true)
        expect(facts.every(({ productIds, line }) => productIds === undefined || line !== undefined)).toBe(
          true,
        )
        // Whole numbers, and text that every database stores.
        expect(JSON.stringify(reading)).not.toMatch(/\\u0000|\\ud800|:null|:-|:\d+\./)
      }
    }
    expect(waiting).toBeGreaterThan(30)
  })

  test('reads nothing but address and name from what a buyer can write', () => {
    const hostile = {
      product: 'other',
      quantity: 99,
      latchkey_product: 'other',
      latchkey_quantity: '99',
      email: 'eve@example.com',
    }
    for (const delivery of deliveries) {
      const before = read(adapter, delivery)
      for (const path of adapter.buyerFields) {
        for (const value of [hostile, 'other', [hostile]]) {
          const { facts } = read(adapter, replaceAt(delivery, path.split('.'), value))
          expect(withoutAddress(facts), `${path} in ${before.eventType}`).toEqual(
            withoutAddress(before.facts),
          )
        }
      }
    }
  })

  test('takes the last of two fields with the same name, as the SDKs do', () => {
    const [delivery] = deliveries
    const body = JSON.stringify(delivery)
    const twice = body.replace(
      /^\{/,
      '{"id":"other","event_id":"other","meta":{"event_name":"other"},"data":{},',
    )
    expect(twice).not.toBe(body)
    const { eventId: _, facts: twiceFacts, ...reading } = adapter.read(Buffer.from(twice), 'shop-1')
    const { eventId: __, facts, ...expected } = read(adapter, delivery)
    expect(reading).toEqual(expected)
    expect(twiceFacts.map(({ kind }) => kind)).toEqual(facts.map(({ kind }) => kind))
    // The first one is not a way around a missing field.
    const without = body.replace(/^\{(.*)\}$/, '{$1,"data":{}}')
    expect(adapter.read(Buffer.from(without), 'shop-1').kind).toBe('waits')
  })

  test.each([
    ['nothing', ''],
    ['another format', 'a=1&b=2'],
    ['a list', '[]'],
    ['null', 'null'],
    ['bytes that are no text', Buffer.from([0xff, 0x00, 0xfe])],
    ['1 MiB of brackets', '['.repeat(1024 * 1024)],
    ['deep nesting', `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ])('waits with an ID of its own for %s', (_, body) => {
    const reading = adapter.read(Buffer.from(body), 'shop-1')
    expect(reading).toMatchObject({ kind: 'waits', eventType: '', facts: [] })
    expect(reading.eventId).toMatch(/^sha256-[\da-f]{64}$/)
    expect(adapter.read(Buffer.from(body), 'shop-1').eventId).toBe(reading.eventId)
  })
})

const withoutAddress = (facts: Reading['facts']) =>
  facts.filter(({ kind }) => kind !== 'customer-known').map((fact) => ({ ...fact, eventId: '' }))

/** A copy with another value at a path, whose objects are made where they are missing. */
function replaceAt(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other
  const object: Record<string, unknown> = { ...(value as str.Json) }
  object[name] = replaceAt(object[name], rest, other)
  return object
}
