import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lemonSqueezyDelivery, orderOf } from '../../../shops/src/testing/lemon-squeezy-deliveries.ts'
import {
  adjustment,
  paddleCustomer,
  paddleEvent,
  paddleItem,
  transaction,
} from '../../../shops/src/testing/paddle-deliveries.ts'
import { PAID_AT } from '../../../shops/src/testing/stripe-deliveries.ts'
import { startSmtpServer } from '../mail/testing/smtp-server.ts'
import { product } from '../orders/testing/order-world.ts'
import { startTestService } from '../testing/test-service.ts'
import { addTestShop } from './testing/test-shop.ts'

const paddle = (type: string, data: object) =>
  paddleEvent(type, { ...data }, { event_id: `evt_${randomUUID()}` })

/** A purchase of one, and its full refund, by its number. */
const SHOPS = {
  paddle: {
    shopProduct: 'pro_of_pri_1',
    paid: (number: number) => [
      paddle('transaction.completed', {
        ...transaction({ id: `txn_${number}`, subscription_id: null, billing_period: null }),
        items: [paddleItem('pri_1', 1, false)],
      }),
      paddle('customer.created', paddleCustomer()),
    ],
    refunded: (number: number) =>
      paddle('adjustment.created', {
        ...adjustment({ id: `adj_${number}`, transaction_id: `txn_${number}`, type: 'full' }),
        subscription_id: null,
      }),
  },
  'lemon-squeezy': {
    shopProduct: '301',
    paid: (number: number) => [lemonSqueezyDelivery('order_created', lemonSqueezyOrder(number))],
    refunded: (number: number) => {
      const refund = { status: 'refunded', refunded: true, refunded_amount: 2900 }
      return lemonSqueezyDelivery('order_refunded', lemonSqueezyOrder(number, refund))
    },
  },
}

function lemonSqueezyOrder(number: number, changes: object = {}) {
  const [type, , order] = orderOf()
  const item = { ...order.first_order_item, quantity: 1 }
  return [
    type,
    String(number),
    { ...order, identifier: randomUUID(), first_order_item: item, ...changes },
  ] as const
}

// `npm test` does this with Stripe, in a window.
describe.runIf(process.env['LATCHKEY_LONG_TESTS'] === '1')('from purchase to key', () => {
  test.each(Object.keys(SHOPS) as (keyof typeof SHOPS)[])(
    'at %s: mail, check, refund, second purchase',
    async (kind) => {
      const { shopProduct, paid, refunded } = SHOPS[kind]
      const smtp = await startSmtpServer()
      onTestFinished(() => smtp.stop())
      const service = await startTestService({
        settings: { mail: { kind: 'smtp', server: smtp.server, from: 'licenses@vendor.example' } },
        server: { outbox: { lookEveryMs: 10 } },
      })
      onTestFinished(() => service.stop())
      service.clock.now = PAID_AT + 60
      const shop = await addTestShop(service, { kind })
      const sold = { id: 'sold', name: 'Sold', shopProducts: [shopProduct], terms: product({ days: 365 }) }
      const by = { at: PAID_AT, actor: 'service', address: '', fields: [] } as const
      await service.storage.putProduct(service.project.id, sold, by)
      const deliver = async (events: readonly object[]): Promise<void> => {
        for (const event of events) expect((await shop.deliver(event)).status).toBe(200)
      }
      /** The key in the mail of this number. */
      const mailed = async (number: number): Promise<string> => {
        await expect.poll(() => smtp.received.length).toBe(number)
        const mail = smtp.received[number - 1]
        expect(mail?.to).toEqual(['ada@example.com'])
        return /^[A-Za-z]{32}$/m.exec(mail?.source.replaceAll('=\r\n', '') ?? '')?.[0] ?? ''
      }
      const check = async (key: string) => (await service.check({ key })).body.code

      await deliver(paid(1))
      const first = await mailed(1)
      expect(await check(first)).toBe('KEY_VALID')
      await deliver([refunded(1)])
      expect(await check(first)).toBe('KEY_BANNED')
      await deliver(paid(2))
      const second = await mailed(2)
      expect(await check(second)).toBe('KEY_VALID')
      expect(await check(first)).toBe('KEY_BANNED')
      expect((await shop.orders()).map(({ state }) => state)).toEqual(['paid', 'refunded'])
    },
  )
})
