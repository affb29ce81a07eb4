import { Paddle } from '@paddle/paddle-node-sdk'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { createMutator, roundsOf, SEED } from '../../protocol/src/testing/mutate-text.ts'
import type { ShopAdapter } from './adapter.ts'
import { lemonSqueezy } from './lemon-squeezy.ts'
import { paddle } from './paddle.ts'
import { stripe } from './stripe.ts'
import { lemonSqueezyDelivery, orderOf } from './testing/lemon-squeezy-deliveries.ts'
import { paddleEvent, transaction } from './testing/paddle-deliveries.ts'
import { PAID_AT, session, stripeEvent } from './testing/stripe-deliveries.ts'

const SECRET = 'whsec_5f3a8c1e9b7d2046'
const NOW = PAID_AT
const DAY = 86_400

/** As Stripe writes it. */
const STRIPE_BODY = JSON.stringify(stripeEvent('checkout.session.completed', session()), null, 2)
const PADDLE_BODY = JSON.stringify(paddleEvent('transaction.completed', transaction()))
const LEMON_SQUEEZY_BODY = JSON.stringify(lemonSqueezyDelivery('order_created', orderOf()))

interface Received {
  readonly body: string
  readonly header: string | readonly string[] | undefined
}

function verify(
  adapter: ShopAdapter,
  { body, header }: Received,
  changes: Partial<Parameters<ShopAdapter['verify']>[1]> = {},
) {
  const headers = { 'content-type': 'application/json', [nameOf(adapter)]: header }
  return adapter.verify({ body: Buffer.from(body), headers }, { secrets: [SECRET], now: NOW, ...changes })
}

const nameOf = (adapter: ShopAdapter): string => Object.keys(adapter.sign('', 'x', 0))[0] ?? ''
const headerOf = (adapter: ShopAdapter, body: string, secret = SECRET, now = NOW): string =>
  adapter.sign(body, secret, now)[nameOf(adapter)] ?? ''

const AUTHENTIC = { kind: 'authentic' }
const refused = (reason: string) => ({ kind: 'refused', reason })

describe('as the SDKs of the shops', () => {
  const { webhooks } = new Stripe('sk_test_unused')

  test('accepts what the SDK of Stripe signs', () => {
    const header = webhooks.generateTestHeaderString({ payload: STRIPE_BODY, secret: SECRET, timestamp: NOW })
    expect(verify(stripe, { body: STRIPE_BODY, header })).toEqual(AUTHENTIC)
  })

  test('signs what the SDK of Stripe accepts', () => {
    const now = Math.floor(Date.now() / 1000)
    const event = webhooks.constructEvent(STRIPE_BODY, headerOf(stripe, STRIPE_BODY, SECRET, now), SECRET)
    expect(event.type).toBe('checkout.session.completed')
    const other = headerOf(stripe, STRIPE_BODY, 'whsec_other', now)
    expect(() => webhooks.constructEvent(STRIPE_BODY, other, SECRET)).toThrow('signature')
  })

  test('signs what the SDK of Paddle accepts, in the shape that it reads', async () => {
    const sdk = new Paddle('unused')
    const now = Math.floor(Date.now() / 1000)
    const event = await sdk.webhooks.unmarshal(
      PADDLE_BODY,
      SECRET,
      headerOf(paddle, PADDLE_BODY, SECRET, now),
    )
    expect(event.data).toMatchObject({
      id: 'txn_1',
      items: [{ quantity: 2, price: { productId: 'pro_of_pri_1' } }],
    })
    const other = headerOf(paddle, PADDLE_BODY, 'pdl_ntfset_other', now)
    await expect(sdk.webhooks.unmarshal(PADDLE_BODY, SECRET, other)).rejects.toThrow('signature')
  })

  test('accepts and makes the signature that OpenSSL makes of a delivery of Lemon Squeezy', () => {
    const body = '{"meta":{"event_name":"order_created"}}'
    // printf %s '{"meta":{"event_name":"order_created"}}' | openssl dgst -sha256 -hmac 'a secret of ten'
    const signature = '27986c387181d65774d12aea7eff4c4f7d3634b5d7751f18520273fb9bb9104f'
    const secrets = ['a secret of ten']
    expect(verify(lemonSqueezy, { body, header: signature }, { secrets })).toEqual(AUTHENTIC)
    expect(lemonSqueezy.sign(body, 'a secret of ten', NOW)).toEqual({ 'x-signature': signature })
  })
})

describe('headers', () => {
  const hex = headerOf(stripe, STRIPE_BODY).split('v1=')[1] ?? ''
  const wrong = 'a'.repeat(64)

  test.each([
    ['one signature', `t=${NOW},v1=${hex}`, AUTHENTIC],
    ['the right signature last', `t=${NOW},v1=${wrong},v1=${hex}`, AUTHENTIC],
    ['the right signature first', `t=${NOW},v1=${hex},v1=${wrong}`, AUTHENTIC],
    ['signatures before the time, and another scheme', `v1=${hex},v0=${wrong},t=${NOW}`, AUTHENTIC],
    ['only another scheme', `t=${NOW},v0=${hex}`, refused('unreadable-signature')],
    ['capital letters', `t=${NOW},v1=${hex.toUpperCase()}`, refused('wrong-signature')],
    ['a longer signature', `t=${NOW},v1=${hex}0`, refused('wrong-signature')],
    ['a shorter signature', `t=${NOW},v1=${hex.slice(1)}`, refused('wrong-signature')],
    ['no signature', `t=${NOW},v1=`, refused('wrong-signature')],
    ['characters of several bytes', `t=${NOW},v1=${'é'.repeat(32)}`, refused('wrong-signature')],
    ['no time', `v1=${hex}`, refused('unreadable-signature')],
    ['two times', `t=${NOW},v1=${hex},t=${NOW}`, refused('unreadable-signature')],
    ['a time that is no number', `t=now,v1=${hex}`, refused('unreadable-signature')],
    ['a time that begins as a number', `t=${NOW}s,v1=${hex}`, refused('unreadable-signature')],
    ['a time that ends as a number', `t=-${NOW},v1=${hex}`, refused('unreadable-signature')],
    ['the same time in another form', `t=0${NOW},v1=${hex}`, refused('wrong-signature')],
    ['nothing', '', refused('no-signature')],
    ['one header', [`t=${NOW},v1=${hex}`], AUTHENTIC],
    ['two headers', [`t=${NOW},v1=${hex}`, `t=${NOW},v1=${hex}`], refused('unreadable-signature')],
    ['no header', [], refused('no-signature')],
    ['an absent header', undefined, refused('no-signature')],
  ] as const)('%s', (_, header, verdict) => {
    expect(verify(stripe, { body: STRIPE_BODY, header })).toEqual(verdict)
  })

  test('are found in any case', () => {
    const delivery = { body: Buffer.from(STRIPE_BODY), headers: { 'Stripe-Signature': `t=${NOW},v1=${hex}` } }
    expect(stripe.verify(delivery, { secrets: [SECRET], now: NOW })).toEqual(AUTHENTIC)
  })
})

describe.each([
  [stripe, STRIPE_BODY, 300],
  [paddle, PADDLE_BODY, 4 * DAY],
  [lemonSqueezy, LEMON_SQUEEZY_BODY, undefined],
] as const)('$shop', (adapter, body, tolerance) => {
  const delivery = { body, header: headerOf(adapter, body) }

  test('is verified with every secret while a secret is replaced', () => {
    expect(verify(adapter, delivery, { secrets: ['old', SECRET] })).toEqual(AUTHENTIC)
    expect(verify(adapter, delivery, { secrets: [SECRET, 'new'] })).toEqual(AUTHENTIC)
    expect(verify(adapter, delivery, { secrets: ['old', 'new'] })).toEqual(refused('wrong-signature'))
    expect(verify(adapter, delivery, { secrets: [] })).toEqual(refused('wrong-signature'))
  })

  test('is refused with an empty secret, with which everybody can sign', () => {
    const header = headerOf(adapter, body, '')
    expect(verify(adapter, { body, header }, { secrets: [''] })).toEqual(refused('wrong-signature'))
  })

  test('says that a proxy has written the JSON again', () => {
    const value: unknown = JSON.parse(body)
    const again = [JSON.stringify(value), JSON.stringify(value, null, 2)].filter((other) => other !== body)
    expect(again.map((other) => verify(adapter, { ...delivery, body: other }))).toEqual([
      refused('changed-body'),
    ])
    const changed = body.replace('2900', '2901')
    expect(verify(adapter, { ...delivery, body: changed })).toEqual(refused('wrong-signature'))
    expect(verify(adapter, { ...delivery, body: 'no JSON' })).toEqual(refused('wrong-signature'))
    // Everybody can send a large body, which takes long to write again.
    const large = JSON.stringify({ more: 'x'.repeat(64 * 1024) })
    const header = headerOf(adapter, large)
    expect(verify(adapter, { body: ` ${large}`, header })).toEqual(refused('wrong-signature'))
  })

  test('verifies and reads 1 MiB', () => {
    const value: object = JSON.parse(body)
    const large = JSON.stringify({ ...value, more: 'é'.repeat(512 * 1024) })
    const header = headerOf(adapter, large)
    expect(verify(adapter, { body: large, header })).toEqual(AUTHENTIC)
    expect(verify(adapter, { body: `${large} `, header })).toEqual(refused('wrong-signature'))
    expect(adapter.read(Buffer.from(large), 'shop')).toMatchObject({ kind: 'facts', missing: [] })
  })

  if (tolerance !== undefined) {
    test('refuses old signatures, by the tolerance of the shop or of the caller', () => {
      expect(verify(adapter, delivery, { now: NOW + tolerance })).toEqual(AUTHENTIC)
      expect(verify(adapter, delivery, { now: NOW + tolerance + 1 })).toEqual(refused('too-old'))
      expect(verify(adapter, delivery, { now: NOW + 6, toleranceSeconds: 5 })).toEqual(refused('too-old'))
      expect(verify(adapter, delivery, { now: NOW + 30 * DAY, toleranceSeconds: 30 * DAY })).toEqual(
        AUTHENTIC,
      )
      // The clock of the service is behind.
      expect(verify(adapter, delivery, { now: NOW - 30 * DAY })).toEqual(AUTHENTIC)
      expect(verify(adapter, delivery, { now: Number.NaN })).toEqual(refused('too-old'))
      // Who does not know the secret learns nothing about the clock.
      const wrong = { body, header: headerOf(adapter, body, 'other') }
      expect(verify(adapter, wrong, { now: NOW + 30 * DAY })).toEqual(refused('wrong-signature'))
    })
  }

  const ROUNDS = roundsOf(10_000, 300)
  const mutate = createMutator(SEED, headerOf(adapter, 'another body', 'another secret', NOW + 1))
  const mutants = (text: string): readonly string[] => {
    const found: string[] = []
    while (found.length < ROUNDS) found.push(...[mutate(text)].filter((mutant) => mutant !== text))
    return found
  }

  test(`refuses ${ROUNDS} mutated bodies (seed ${SEED})`, { timeout: 600_000 }, () => {
    for (const mutant of mutants(body)) {
      expect(verify(adapter, { ...delivery, body: mutant }).kind, mutant).toBe('refused')
    }
  })

  test(`refuses ${ROUNDS} mutated headers (seed ${SEED})`, { timeout: 600_000 }, () => {
    // Lemon Squeezy has one part. No mutation adds a bar.
    const separator = { stripe: ',', paddle: ';', 'lemon-squeezy': '|' }[adapter.shop]
    const parts = delivery.header.split(separator)
    const time = parts.length > 1 ? (parts[0]?.split('=')[0] ?? '') : undefined
    for (const mutant of mutants(delivery.header)) {
      // Every part as before, with others beside it that mean nothing: the shop may add some.
      const found = mutant.split(separator)
      const times = found.filter((part) => part.startsWith(`${time}=`)).length
      const isSame = parts.every((part) => found.includes(part)) && times === parts.length - 1
      expect(verify(adapter, { body, header: mutant }).kind, mutant).toBe(isSame ? 'authentic' : 'refused')
    }
  })

  test(`refuses ${ROUNDS} mutated secrets (seed ${SEED})`, { timeout: 600_000 }, () => {
    for (const mutant of mutants(SECRET)) {
      // HMAC fills keys with zeros, so this is the same key.
      if (mutant.replace(/\0+$/, '') === SECRET) continue
      expect(verify(adapter, delivery, { secrets: [mutant] }).kind, mutant).toBe('refused')
      expect(verify(adapter, { body, header: headerOf(adapter, body, mutant) }).kind, mutant).toBe('refused')
    }
  })

  if (tolerance !== undefined) {
    test(`refuses ${ROUNDS} other times (seed ${SEED})`, { timeout: 600_000 }, () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const distance = 1 + round * (1 + (SEED % 7919))
        const late = { now: NOW + tolerance + distance }
        expect(verify(adapter, delivery, late).kind, String(late.now)).toBe('refused')
        for (const time of [NOW + distance, NOW - distance]) {
          const header = delivery.header.replace(String(NOW), String(time))
          expect(verify(adapter, { body, header }).kind, header).toBe('refused')
        }
      }
    })
  }
})
