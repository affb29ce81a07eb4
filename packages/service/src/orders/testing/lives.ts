import { NEVER } from '@latchkey/protocol'
import type { Fact } from '@latchkey/shops'
import { expect } from 'vitest'
import { linkedFollower, setEndByHand } from '../by-hand.ts'
import type { OrderFields } from '../follow-order.ts'
import type { OrderStateName } from '../order-state.ts'
import {
  at,
  bought,
  dispute,
  known,
  type OrderWorld,
  paid,
  product,
  refunded,
  renewed,
  subscription,
  type WorldLicense,
} from './order-world.ts'

/** A life of licenses.md, by its number. */
export interface Life {
  readonly number: number
  readonly title: string
  readonly steps: readonly Step[]
}

/** What happens, and the order then. The facts of a step may arrive in any order. */
export interface Step {
  readonly act?: (world: OrderWorld) => void
  readonly facts?: readonly Fact[]
  readonly state: OrderStateName
  readonly licenses: readonly Expected[]
}

/** `mails` only where they do not depend on the order of arrival. */
export type Expected = Partial<OrderFields> & Partial<Pick<WorldLicense, 'mails' | 'isBanned'>>

const on = (date: string): Pick<OrderFields, 'end'> => ({ end: { authExpire: at(date), keyDays: 0 } })
export const first = ({ licenses: [license] }: OrderWorld): WorldLicense => {
  if (license === undefined) throw new Error('There is no license.')
  return license
}

export const A = bought('A', '2027-01-01')
const OF_A: Expected = { ...on('2028-01-01'), features: ['export'], maxDevices: 1, perpetual: false }
const A_WORKS: Expected = { ...OF_A, stopped: '', mails: 1 }
export const refundOfA = refunded('2027-01-01', 100, { isFull: true })
const disputeOfA = (kind: 'opened' | 'won' | 'lost', date: string) => dispute(kind, date, '2027-01-01')
export const toFeb = paid('2027-01-01', '2027-02-01')
export const toMar = renewed('2027-02-01', '2027-03-01')
export const worksUntil = (date: string): Expected => ({ ...on(date), stopped: '', mails: 1 })

export const LIVES: readonly Life[] = [
  { number: 1, title: 'A paid', steps: [{ facts: [A, known], state: 'paid', licenses: [A_WORKS] }] },
  {
    number: 2,
    title: 'the same, 20 deliveries (at once, at two nodes: on the engines)',
    steps: [
      {
        act: (world) => world.deliver(...Array.from({ length: 20 }, () => [known, A]).flat()),
        state: 'paid',
        licenses: [A_WORKS],
      },
    ],
  },
  {
    number: 3,
    title: "A's full refund arrives, then its payment",
    steps: [
      { facts: [refundOfA], state: 'refunded', licenses: [] },
      { facts: [A, known], state: 'refunded', licenses: [{ ...OF_A, stopped: 'refunded' }] },
    ],
  },
  {
    number: 4,
    title: 'A paid, 30 % refunded',
    steps: [{ facts: [A, known, refunded('2027-01-01', 30)], state: 'paid', licenses: [A_WORKS] }],
  },
  {
    number: 5,
    title: 'A × 3 paid, a third refunded',
    steps: [
      {
        facts: [bought('A', '2027-01-01', { quantity: 3, amount: 300 }), known, refunded('2027-01-01', 100)],
        state: 'paid',
        licenses: [A_WORKS, A_WORKS, A_WORKS],
      },
    ],
  },
  {
    number: 6,
    title: 'S paid to 1 Feb, to 1 Mar',
    steps: [{ facts: [toFeb, toMar, known], state: 'paid', licenses: [worksUntil('2027-03-04')] }],
  },
  {
    number: 7,
    title: 'S paid to 1 Feb, payment failed 1 Feb and 4 Feb, paid 9 Feb to 1 Mar',
    steps: [
      {
        facts: [
          toFeb,
          known,
          subscription('payment-failed', '2027-02-01'),
          subscription('payment-failed', '2027-02-04'),
        ],
        state: 'past-due',
        licenses: [worksUntil('2027-02-15')],
      },
      {
        facts: [renewed('2027-02-09', '2027-03-01')],
        state: 'paid',
        licenses: [worksUntil('2027-03-04')],
      },
    ],
  },
  {
    number: 8,
    title: 'S paid to 1 Mar, cancelled 10 Feb, ended 1 Mar',
    steps: [
      {
        facts: [
          paid('2027-02-01', '2027-03-01'),
          known,
          subscription('cancelled', '2027-02-10', { runsUntil: at('2027-03-01') }),
        ],
        state: 'paid',
        licenses: [worksUntil('2027-03-04')],
      },
      {
        facts: [subscription('ended', '2027-03-01')],
        state: 'ended',
        licenses: [worksUntil('2027-03-04')],
      },
    ],
  },
  {
    number: 9,
    title: 'A paid, chargeback opened, won',
    steps: [
      { facts: [A, known], state: 'paid', licenses: [A_WORKS] },
      {
        facts: [disputeOfA('opened', '2027-01-20')],
        state: 'charged-back',
        licenses: [{ ...OF_A, stopped: 'charged-back' }],
      },
      { facts: [disputeOfA('won', '2027-02-20')], state: 'paid', licenses: [A_WORKS] },
    ],
  },
  {
    number: 10,
    title: 'A paid, chargeback lost (A bought again on the same computer: below, and on the engines)',
    steps: [
      {
        facts: [A, known, disputeOfA('opened', '2027-01-20'), disputeOfA('lost', '2027-02-20')],
        state: 'charged-back',
        licenses: [{ ...OF_A, stopped: 'charged-back' }],
      },
    ],
  },
  {
    number: 11,
    title: 'S paid to 1 Feb, vendor sets the end to 20 Feb, paid to 1 Mar',
    steps: [
      { facts: [toFeb, known], state: 'paid', licenses: [worksUntil('2027-02-04')] },
      {
        act: (world) => {
          const license = first(world)
          const { end } = on('2027-02-20')
          license.fields = { ...license.fields, end }
          license.follower = setEndByHand(license.follower, end, 'Ann')
          world.deliver(toFeb)
        },
        state: 'paid',
        licenses: [worksUntil('2027-02-20')],
      },
      { facts: [toMar], state: 'paid', licenses: [worksUntil('2027-03-04')] },
    ],
  },
  {
    number: 12,
    title: 'S paid, vendor bans, S renewed',
    steps: [
      { facts: [toFeb, known], state: 'paid', licenses: [worksUntil('2027-02-04')] },
      {
        act: (world) => {
          first(world).isBanned = true
        },
        facts: [toMar],
        state: 'paid',
        licenses: [{ ...worksUntil('2027-03-04'), isBanned: true }],
      },
    ],
  },
  {
    number: 13,
    title: 'A paid, vendor deletes the license, the payment is delivered again',
    steps: [
      { facts: [A, known], state: 'paid', licenses: [A_WORKS] },
      {
        act: (world) => {
          const license = first(world)
          license.follower = { ...license.follower, deletedBy: 'Ann' }
          const { steps } = world
          world.deliver(A, known, disputeOfA('opened', '2027-01-20'), disputeOfA('won', '2027-01-21'))
          expect([world.steps, license.follower.deletedBy]).toEqual([steps, 'Ann'])
        },
        state: 'paid',
        licenses: [],
      },
    ],
  },
  {
    number: 14,
    title: 'A paid, then product A changed to 180 days (a later purchase: below)',
    steps: [
      { facts: [A, known], state: 'paid', licenses: [A_WORKS] },
      {
        act: (world) => {
          world.products['A'] = product({ days: 180 })
        },
        facts: [A],
        state: 'paid',
        licenses: [A_WORKS],
      },
    ],
  },
  {
    number: 15,
    title: 'S paid, changed to S Pro on 10 Feb',
    steps: [
      {
        facts: [paid('2027-02-01', '2027-03-01'), known],
        state: 'paid',
        licenses: [{ ...worksUntil('2027-03-04'), features: ['sync'] }],
      },
      {
        facts: [subscription('product-changed', '2027-02-10', { productIds: ['S Pro'] })],
        state: 'paid',
        licenses: [{ ...worksUntil('2027-03-04'), features: ['sync', 'team'] }],
      },
    ],
  },
  {
    number: 16,
    title: 'A paid, full refund: the license is stopped, whatever its key (replaced key: on the engines)',
    steps: [
      { facts: [A, known, refundOfA], state: 'refunded', licenses: [{ ...OF_A, stopped: 'refunded' }] },
    ],
  },
  {
    number: 17,
    title: 'S paid, S renewed with no other fact about its customer (erasure: on the engines)',
    steps: [
      { facts: [toFeb, known], state: 'paid', licenses: [worksUntil('2027-02-04')] },
      { facts: [toMar], state: 'paid', licenses: [worksUntil('2027-03-04')] },
    ],
  },
  {
    number: 18,
    title: 'a product nobody mapped is paid 1 Jan, mapped 8 Jan',
    steps: [
      { facts: [bought('New', '2027-01-01'), known], state: 'waiting', licenses: [] },
      {
        act: (world) => {
          world.products['New'] = product({ days: 365 })
          world.deliver()
        },
        state: 'paid',
        licenses: [worksUntil('2028-01-01')],
      },
    ],
  },
  {
    number: 19,
    title: 'P paid, full refund after 20 days',
    steps: [
      {
        facts: [bought('P', '2027-01-01'), known],
        state: 'paid',
        licenses: [
          {
            stopped: '',
            mails: 1,
            perpetual: true,
            end: { authExpire: NEVER, keyDays: 0 },
            updatesUntil: at('2028-01-01'),
          },
        ],
      },
      { facts: [refundOfA], state: 'refunded', licenses: [{ stopped: 'refunded', perpetual: true }] },
    ],
  },
  {
    number: 20,
    title: 'S ended (bought again: below)',
    steps: [
      {
        facts: [toFeb, known, subscription('ended', '2027-02-01')],
        state: 'ended',
        licenses: [worksUntil('2027-02-04')],
      },
    ],
  },
  {
    number: 21,
    title: 'A paid as a gift, full refund: stopped, whatever its customer (handed over: on the engines)',
    steps: [
      { facts: [A, known, refundOfA], state: 'refunded', licenses: [{ ...OF_A, stopped: 'refunded' }] },
    ],
  },
  {
    number: 22,
    title: "imported license with its subscription's ID, S renewed",
    steps: [
      {
        act: (world) => {
          const { end } = on('2027-02-01')
          const fields: OrderFields = {
            end,
            features: ['old'],
            maxDevices: 5,
            perpetual: true,
            updatesUntil: NEVER,
            stopped: '',
          }
          world.licenses.push({
            fields,
            follower: linkedFollower(end, 'import'),
            isBanned: false,
            note: '',
            mails: 0,
          })
        },
        facts: [toMar],
        state: 'paid',
        licenses: [
          { ...on('2027-03-04'), features: ['old'], maxDevices: 5, perpetual: true, stopped: '', mails: 0 },
        ],
      },
    ],
  },
  {
    number: 23,
    title: 'A paid, 50 % refunded twice by two objects',
    steps: [
      {
        facts: [A, known, refunded('2027-01-01', 50, { refundId: 'one' })],
        state: 'paid',
        licenses: [A_WORKS],
      },
      {
        facts: [refunded('2027-01-01', 50, { refundId: 'two' })],
        state: 'refunded',
        licenses: [{ ...OF_A, stopped: 'refunded' }],
      },
    ],
  },
  {
    number: 24,
    title: 'S paid to 1 Feb and 1 Mar, the second refunded, then paid to 1 Apr',
    steps: [
      {
        facts: [toFeb, toMar, known, refunded('2027-02-01', 100)],
        state: 'refunded',
        licenses: [{ stopped: 'refunded' }],
      },
      {
        facts: [renewed('2027-03-01', '2027-04-01')],
        state: 'paid',
        licenses: [worksUntil('2027-04-04')],
      },
    ],
  },
  {
    number: 25,
    title: 'A for 0, a refund of 0',
    steps: [
      {
        facts: [bought('A', '2027-01-01', { amount: 0 }), known, refunded('2027-01-01', 0, { isFull: true })],
        state: 'paid',
        licenses: [A_WORKS],
      },
    ],
  },
  {
    number: 26,
    title: "A's dispute, then its payment, dispute won",
    steps: [
      { facts: [disputeOfA('opened', '2027-01-20')], state: 'charged-back', licenses: [] },
      {
        facts: [A, known],
        state: 'charged-back',
        licenses: [{ ...OF_A, stopped: 'charged-back', mails: 0 }],
      },
      { facts: [disputeOfA('won', '2027-02-20')], state: 'paid', licenses: [A_WORKS] },
    ],
  },
]
