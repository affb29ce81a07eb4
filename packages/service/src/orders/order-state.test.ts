import { NEVER } from '@latchkey/protocol'
import type { Fact } from '@latchkey/shops'
import { expect, test } from 'vitest'
import { liftStop, linkedFollower, setByHand, setEndByHand } from './by-hand.ts'
import { followAgain, type OrderFields } from './follow-order.ts'
import {
  at,
  bought,
  createOrderWorld,
  dispute,
  fact,
  known,
  type OrderWorld,
  paid,
  product,
  refunded,
  renewed,
  subscription,
  type WorldLicense,
} from './testing/order-world.ts'

/** The rules of licenses.md that the lives do not show. */

const A = bought('A', '2027-01-01')
const toFeb = paid('2027-01-01', '2027-02-01')
const toMar = renewed('2027-02-01', '2027-03-01')

const first = ({ licenses: [license] }: OrderWorld): WorldLicense => {
  if (license === undefined) throw new Error('There is no license.')
  return license
}
const after = (...facts: readonly Fact[]): OrderWorld => {
  const world = createOrderWorld()
  world.deliver(known, ...facts)
  return world
}
const stateOf = (world: OrderWorld) => world.state()?.state
const missingOf = (world: OrderWorld) => world.state()?.missing
const endOf = (world: OrderWorld) => first(world).fields.end?.authExpire
const endAfter = (...facts: readonly Fact[]) => endOf(after(...facts))

/** The vendor changes a license. */
function change(world: OrderWorld, fields: Partial<OrderFields>, follower: WorldLicense['follower']): void {
  const license = first(world)
  license.fields = { ...license.fields, ...fields }
  license.follower = follower
}
const setEnd = (world: OrderWorld, authExpire: number): void => {
  const end = { authExpire, keyDays: 0 }
  change(world, { end }, setEndByHand(first(world).follower, end, 'Ann'))
}
const again = (world: OrderWorld, field: keyof OrderFields): void => {
  const { fields, follower } = followAgain(first(world).follower, field)
  change(world, fields, follower)
  world.deliver()
}

test('a field that was set by hand stays until it follows the order again', () => {
  const world = after(toFeb)
  change(world, { features: ['gift'] }, setByHand(first(world).follower, 'features', 'Ann'))
  world.deliver(toMar, subscription('product-changed', '2027-02-10', { productIds: ['S Pro'] }))
  expect(first(world).fields.features).toEqual(['gift'])
  again(world, 'features')
  expect(first(world).fields.features).toEqual(['sync', 'team'])
})

test.each([
  ['never', NEVER, [toMar], NEVER],
  ['a later end', at('2027-06-01'), [toMar], at('2027-06-01')],
  ['an earlier end', at('2027-01-20'), [toMar], at('2027-03-04')],
  [
    'against a failed payment',
    at('2027-02-08'),
    [subscription('payment-failed', '2027-02-01')],
    at('2027-02-08'),
  ],
  [
    'again when the payment is refunded',
    at('2027-02-20'),
    [toMar, refunded('2027-02-01', 100)],
    at('2027-02-20'),
  ],
] as const)('an end by hand holds until a later payment gives a later end: %s', (_, hand, facts, end) => {
  const world = after(toFeb)
  setEnd(world, hand)
  world.deliver(...facts)
  expect(endOf(world)).toBe(end)
})

test('an end by hand follows the order again when the vendor wants it', () => {
  const world = after(toFeb)
  setEnd(world, NEVER)
  again(world, 'end')
  expect(endOf(world)).toBe(at('2027-02-04'))
  world.deliver(toMar)
  expect(endOf(world)).toBe(at('2027-03-04'))
})

test('a renewal never shortens an end that a failed payment gave', () => {
  const week = [
    paid('2027-01-25', '2027-02-01'),
    subscription('payment-failed', '2027-02-01'),
    renewed('2027-02-02', '2027-02-08'),
  ]
  expect(endAfter(...week)).toBe(at('2027-02-15'))
  expect(endAfter(...week, subscription('ended', '2027-02-08'))).toBe(at('2027-02-11'))
})

test('a stop that the vendor lifted comes back with a new fact alone', () => {
  const opened = dispute('opened', '2027-01-20', '2027-01-01')
  const world = after(A, opened)
  expect(first(world).fields.stopped).toBe('charged-back')
  change(world, { stopped: '' }, liftStop(first(world).follower, 'Ann'))
  world.deliver(opened, { ...opened, eventId: 'delivered by hand' })
  expect(first(world).fields.stopped).toBe('')
  world.deliver(dispute('won', '2027-02-10', '2027-01-01'), dispute('opened', '2027-02-15', '2027-01-01'))
  expect(first(world).fields.stopped).toBe('charged-back')
  change(world, { stopped: '' }, liftStop(first(world).follower, 'Ann'))
  world.deliver(dispute('lost', '2027-02-20', '2027-01-01'))
  expect(first(world).fields.stopped).toBe('charged-back')
})

test('a license whose stop was lifted is stopped when it follows the order again', () => {
  const world = after(A, refunded('2027-01-01', 100))
  change(world, { stopped: '' }, liftStop(first(world).follower, 'Ann'))
  again(world, 'stopped')
  expect(first(world).fields.stopped).toBe('refunded')
})

test('the mail with the key leaves when a stop is lifted before the license ever worked, and not while it is banned', () => {
  const world = createOrderWorld()
  world.deliver(refunded('2027-01-01', 100, { isFull: true }), known, A)
  change(world, { stopped: '' }, liftStop(first(world).follower, 'Ann'))
  first(world).isBanned = true
  world.deliver()
  expect(first(world).mails).toBe(0)
  first(world).isBanned = false
  world.deliver()
  world.deliver()
  expect(first(world).mails).toBe(1)
})

test('a refunded amount is cumulative within its object, and repetition adds nothing', () => {
  const [some, more] = [30, 60].map((amount) => refunded('2027-01-01', amount))
  const world = after(A, ...[some, more, some].flatMap((one) => one ?? []))
  expect([stateOf(world), world.state()?.payments[0]?.refunded]).toEqual(['paid', 60])
})

test.each([
  [
    'by its amount, which only the refund says',
    refunded('2027-01-01', 100, { paymentAmount: 100 }),
    'refunded',
  ],
  ['not known to be full', refunded('2027-01-01', 50), 'waiting'],
] as const)('a refund without its payment: %s', (_, refund, state) => {
  expect(stateOf(after(refund))).toBe(state)
})

test.each([
  ['of 0 for a payment of 0', 0, 0, 'paid'],
  ['of more than a payment of 0', 0, 5, 'paid'],
  ['of 0, called full', undefined, 0, 'paid'],
  ['of all', undefined, 5, 'refunded'],
])('a payment of 0, or by 0, is never refunded: a refund %s', (_, amount, refund, state) => {
  const payment = bought('A', '2027-01-01', { amount })
  expect(stateOf(after(payment, refunded('2027-01-01', refund, { isFull: true })))).toBe(state)
})

test('a refund of a payment that is not known changes nothing while another one is paid', () => {
  expect(stateOf(after(A, refunded('2026-01-01', 100, { isFull: true })))).toBe('paid')
})

test('a period that two payments paid is lost with both alone', () => {
  const both = [toFeb, toMar, renewed('2027-02-10', '2027-03-01'), refunded('2027-02-01', 100)]
  expect(stateOf(after(...both))).toBe('paid')
  expect(stateOf(after(...both, refunded('2027-02-10', 100)))).toBe('refunded')
})

test('refunding an earlier payment of a subscription changes nothing', () => {
  const world = after(toFeb, toMar, refunded('2027-01-01', 100))
  expect([stateOf(world), endOf(world), first(world).fields.stopped]).toEqual(['paid', at('2027-03-04'), ''])
})

test.each([
  ['ended later', '2027-01-20', '2027-01-25', 'ended'],
  ['resumed later', '2027-01-25', '2027-01-20', 'paid'],
  ['at the same time', '2027-01-20', '2027-01-20', 'paid'],
] as const)(
  'the newer fact of a subscription counts, at a tie the better one: %s',
  (_, resumed, ended, state) => {
    expect(stateOf(after(toFeb, subscription('ended', ended), subscription('resumed', resumed)))).toBe(state)
  },
)

test('a subscription goes on when it is paid for a time after its end', () => {
  const ended = subscription('ended', '2027-02-01')
  expect(stateOf(after(toFeb, ended, renewed('2027-02-03', '2027-03-01')))).toBe('paid')
  expect(stateOf(after(toFeb, ended, renewed('2027-02-03', '2027-02-01')))).toBe('ended')
})

test('a change of the product counts in the second of a payment', () => {
  const changed = subscription('product-changed', '2027-02-01', { productIds: ['S Pro'] })
  const back = renewed('2027-02-01', '2027-03-01', { productIds: ['A'] })
  expect(first(after(toFeb, back, changed)).fields.features).toEqual(['sync', 'team'])
})

test('without times, what favours the customer counts', () => {
  const ended = subscription('ended', '2027-01-20', { at: undefined })
  const resumed = subscription('resumed', '2027-01-20', { at: undefined })
  expect(stateOf(after(toFeb, ended, resumed))).toBe('paid')
  expect(stateOf(after(toFeb, subscription('ended', '2027-01-20'), resumed))).toBe('paid')
  expect(stateOf(after(toFeb, ended))).toBe('ended')
})

test('a full refund and a chargeback in the second of the payment count', () => {
  expect(stateOf(after(A, refunded('2027-01-01', 100, { at: at('2027-01-01') })))).toBe('refunded')
  expect(stateOf(after(A, dispute('opened', '2027-01-01', '2027-01-01')))).toBe('charged-back')
})

test('a dispute that is won and opened again stops again', () => {
  const facts = ['opened 2027-01-20', 'won 2027-02-20', 'opened 2027-03-20', 'withdrawn 2027-04-20']
  const states = facts.map((_, index) => {
    const disputes = facts.slice(0, index + 1).map((text) => {
      const [kind, date = ''] = text.split(' ')
      return dispute(kind as 'opened', date, '2027-01-01')
    })
    return stateOf(after(A, ...disputes))
  })
  expect(states).toEqual(['charged-back', 'paid', 'charged-back', 'paid'])
})

test.each([
  ['purchase', [toMar, known]],
  ['product', [bought('A', '2027-01-01', { productIds: undefined }), known]],
  ['product', [bought('A', '2027-01-01', { fromBuyer: ['productIds'] }), known]],
  ['mapping', [bought('Unknown', '2027-01-01'), known]],
  ['quantity', [bought('A', '2027-01-01', { quantity: undefined }), known]],
  ['quantity', [bought('A', '2027-01-01', { quantity: 9, fromBuyer: ['quantity'] }), known]],
  ['time', [bought('A', '2027-01-01', { at: undefined }), known]],
  ['address', [A]],
] as const)('an order waits for its %s', (missing, facts) => {
  const world = createOrderWorld()
  world.deliver(...facts)
  expect([stateOf(world), missingOf(world), world.licenses]).toEqual(['waiting', [missing], []])
})

test('a quantity that a buyer wrote does not count beside that of the shop', () => {
  const fromBuyer = bought('S Pro', '2027-01-01', { quantity: 9, fromBuyer: ['productIds', 'quantity'] })
  const world = after(A, fromBuyer)
  expect(world.licenses.map(({ fields }) => fields.features)).toEqual([['export']])
})

test.each([
  [true, false, undefined],
  [false, true, undefined],
  [true, true, 'paid'],
] as const)('a fact with isTest %s at a shop with isTestShop %s gives %s', (isTest, isTestShop, state) => {
  const world = createOrderWorld({ A: product({ days: 365 }) }, isTestShop)
  world.deliver({ ...A, isTest }, { ...known, isTest })
  expect([world.licenses.length, stateOf(world)]).toEqual(state === undefined ? [0, 'waiting'] : [1, state])
})

test('an order of another app is none', () => {
  const world = createOrderWorld({ A: 'not-ours' })
  world.deliver(A, known)
  expect([world.state(), world.licenses]).toEqual([undefined, []])
})

test('a license keeps its terms and gets its ends while a new product is not mapped', () => {
  const changed = subscription('product-changed', '2027-02-10', { productIds: ['Unknown'] })
  const world = after(toFeb, changed, toMar)
  expect([stateOf(world), missingOf(world)]).toEqual(['waiting', ['mapping']])
  expect([endOf(world), first(world).fields.features]).toEqual([at('2027-03-04'), ['sync']])
  expect(world.state()?.lines).toMatchObject([{ productIds: ['S'], unmapped: ['Unknown'] }])
})

test('an imported license takes its terms when it follows the order again, and is stopped by a chargeback', () => {
  const world = createOrderWorld()
  const end = { authExpire: at('2027-02-01'), keyDays: 0 }
  const fields: Partial<OrderFields> = { end, features: ['old'] }
  const follower = linkedFollower(end, 'import')
  world.licenses.push({ fields, follower, isBanned: false, note: '', mails: 0 })
  world.deliver(toMar, dispute('opened', '2027-02-10', '2027-02-01'))
  expect(first(world).fields).toMatchObject({ features: ['old'], stopped: 'charged-back' })
  again(world, 'features')
  expect(world.licenses.map((license) => license.fields.features)).toEqual([['sync']])
})

test('an order has no second license beside an imported one, which keeps days that have begun', () => {
  const world = createOrderWorld({ S: product({ days: NEVER }) })
  const begun = { authExpire: at('2027-06-01'), keyDays: 180 }
  const follower = linkedFollower({ authExpire: at('2027-06-01'), keyDays: 180 }, 'import')
  world.licenses.push({ fields: { end: begun }, follower, isBanned: false, note: '', mails: 0 })
  const { fields } = first(world)
  world.deliver(known, { ...toFeb, quantity: 3 })
  expect(world.licenses.map(({ fields: now }) => now.end)).toEqual([fields.end])
})

test('an end that holds is not written again', () => {
  const world = createOrderWorld()
  const follower = linkedFollower({ authExpire: at('2028-01-01'), keyDays: 0 }, 'import')
  // The vendor's service has moved it since, in a way that the order does not know.
  const end = { authExpire: at('2028-01-02'), keyDays: 0 }
  world.licenses.push({ fields: { end }, follower, isBanned: false, note: '', mails: 0 })
  world.deliver(toFeb)
  expect(endOf(world)).toBe(at('2028-01-02'))
})

test('policies that ignore refunds and chargebacks stop nothing, and the state is shown', () => {
  const terms = product({ days: 365, policies: { refund: 'ignored', chargeback: 'ignored' } })
  const world = createOrderWorld({ A: terms })
  world.deliver(A, known, refunded('2027-01-01', 100), dispute('lost', '2027-02-01', '2027-01-01'))
  expect([stateOf(world), first(world).fields.stopped]).toEqual(['charged-back', ''])
})

test('days from the first use begin with the license, and the quantity may be computers', () => {
  const policies = { daysFrom: 'first-use', quantity: 'computers' } as const
  const world = createOrderWorld({ A: product({ days: 30, maxDevices: 2, note: 'Hello', policies }) })
  world.deliver(bought('A', '2027-01-01', { quantity: 3 }), known)
  expect(world.licenses).toMatchObject([
    { fields: { end: { authExpire: 0, keyDays: 30 }, maxDevices: 6 }, note: 'Hello' },
  ])
})

test('the computers of a quantity are one each where the project has the limit', () => {
  const world = createOrderWorld({ A: product({ policies: { quantity: 'computers' } }) })
  world.deliver(bought('A', '2027-01-01', { quantity: 3 }), known)
  expect(first(world).fields.maxDevices).toBe(3)
})

test('the 14 days begin with the first failure since the last payment, and with none before the first', () => {
  const failed = (date: string) => subscription('payment-failed', date)
  const week = paid('2027-02-01', '2027-02-08')
  expect(endAfter(failed('2027-01-31'), week)).toBe(at('2027-02-11'))
  expect(stateOf(after(failed('2027-02-01'), week))).toBe('paid')
  const second = renewed('2027-02-08', '2027-02-15')
  expect(endAfter(week, failed('2027-02-08'), second, failed('2027-02-15'))).toBe(at('2027-03-01'))
})

test('an ended subscription ends at the later of its paid period with 3 days and the time of ending', () => {
  const failed = subscription('payment-failed', '2027-02-01')
  expect(endAfter(toFeb, failed, subscription('ended', '2027-02-02'))).toBe(at('2027-02-04'))
  const ended = subscription('ended', '2027-02-20', { endedAt: at('2027-02-19') })
  expect(endAfter(toFeb, failed, ended)).toBe(at('2027-02-19'))
})

test('a failed payment that was paid later is over, whatever the times', () => {
  const failed = subscription('payment-failed', '2027-03-01', { paymentId: 'payment 2027-02-01' })
  expect(stateOf(after(toFeb, toMar, failed))).toBe('paid')
})

test('when the quantity falls, the licenses that are too many run out with what was paid for them', () => {
  const world = after(
    paid('2027-01-01', '2027-02-01', { quantity: 2 }),
    renewed('2027-02-01', '2027-03-01', { quantity: 1 }),
    subscription('payment-failed', '2027-03-01'),
  )
  expect(world.licenses.map(({ fields }) => fields.end?.authExpire)).toEqual([
    at('2027-03-15'),
    at('2027-02-04'),
  ])
})

test('a refund finds the payment of an invoice by its other ID', () => {
  const invoice = paid('2027-01-01', '2027-02-01', { paymentId: 'in' })
  const link = fact('paid', { paymentId: 'in', otherPaymentId: 'pi' })
  const refund = refunded('2027-01-01', 100, { paymentId: 'pi' })
  const world = after(refund, invoice, link)
  expect([stateOf(world), world.state()?.payments.length]).toEqual(['refunded', 1])
})

test('a refund takes the period that only the subscription reported', () => {
  const order = bought('S', '2027-01-01', { paymentId: 'first' })
  const report = (date: string, to: string) =>
    paid(date, to, { paymentId: undefined, amount: undefined, reason: undefined })
  const renewal = renewed('2027-02-01', '2027-03-01', {
    line: undefined,
    productIds: undefined,
    quantity: undefined,
    periodEnd: undefined,
  })
  // The shop charges some hours before the period ends.
  const early = { ...renewal, at: at('2027-02-01') - 3600 }
  const facts = [order, report('2027-01-01', '2027-02-01'), early, report('2027-02-01', '2027-03-01')]
  expect(endAfter(...facts)).toBe(at('2027-03-04'))
  expect(stateOf(after(...facts, refunded('2027-01-01', 100, { paymentId: 'first' })))).toBe('paid')
  const upgrade = {
    ...renewal,
    eventId: 'upgrade',
    paymentId: 'upgrade',
    reason: undefined,
    at: at('2027-02-10'),
  }
  const world = after(...facts, upgrade, refunded('2027-02-01', 100))
  expect([stateOf(world), endOf(world)]).toEqual(['refunded', at('2027-02-04')])
})

test('a first payment is joined with its subscription by a fact about both', () => {
  const first = paid('2027-01-01', '2027-02-01', { subscriptionId: undefined })
  const joins = fact('paid', { subscriptionId: 'subscription', paymentId: 'payment 2027-01-01' })
  const ended = subscription('ended', '2027-02-01')
  expect(stateOf(after(first, ended))).toBe('paid')
  expect(stateOf(after(ended, first, joins))).toBe('ended')
})

test('a subscription does not move what was bought once beside it', () => {
  const once = bought('A', '2027-01-01', { line: '2', amount: 300, subscriptionId: 'subscription' })
  const world = after(paid('2027-01-01', '2027-02-01', { amount: 300 }), once, toMar)
  expect(world.licenses.map(({ follower, fields }) => [follower.line, fields.end?.authExpire])).toEqual([
    ['1', at('2027-03-04')],
    ['2', at('2028-01-01')],
  ])
  world.deliver(refunded('2027-01-01', 300))
  expect(world.licenses.map(({ fields }) => fields.stopped)).toEqual(['', 'refunded'])
})
