import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { A, refundOfA, toFeb, toMar } from '../../orders/testing/lives.ts'
import { at, known } from '../../orders/testing/order-world.ts'
import { DEVICE } from '../../testing/records.ts'
import { type CustomerWorld, startCustomerWorld } from './customer-world.ts'

const BUYER = 'buyer@example.org'

/** The lives of orders in which the customer acts, through the customer's page. */
export function describeCustomerLives(): void {
  describe('lives through the page of the customer', () => {
    let world: CustomerWorld
    let deliver: Awaited<ReturnType<CustomerWorld['addShop']>>
    beforeEach(async () => {
      world = await startCustomerWorld()
      // Before the ends of the licenses.
      world.service.clock.now = at('2027-01-02')
      deliver = await world.addShop()
    })
    afterEach(() => world.service.stop())

    test('life 16: the customer replaces the key, and a full refund stops the new one', async () => {
      await deliver(A, known)
      const page = await world.pageOf(BUYER)
      const before = await page.mine()
      expect(before.orders).toEqual([
        {
          ...{ order: 'order', shop: 'stripe', state: 'paid', products: ['A'], bought_at: at('2027-01-01') },
          shop_page: 'https://billing.example/login',
        },
      ])
      const [{ id: license_id, key: old }] = before.licenses
      expect(await page.act('replaceMyKey', { license_id })).toBe(200)
      const [{ key, replaces_left }] = (await page.mine()).licenses
      expect([key === old, replaces_left]).toEqual([false, 1])
      expect((await world.service.check({ key })).body.code).toBe('KEY_VALID')

      await deliver(refundOfA)
      const checks = [await world.service.check({ key: old }), await world.service.check({ key })]
      expect(checks.map(({ body }) => [body.code, body.message])).toEqual([
        ['KEY_BANNED', expect.stringContaining('was replaced by a new one')],
        ['KEY_BANNED', expect.stringContaining('was refunded')],
      ])
      expect(checks[0]?.headers.get('signature-input')).toContain('tag="latchkey-check"')
      const after = await page.mine()
      expect(after.licenses).toMatchObject([{ state: 'stopped', key: '', replaces_left: 0, free_from: -1 }])
      const [{ id }] = after.licenses
      expect(await page.act('replaceMyKey', { license_id: id })).toBe('409 NOT_WORKING')
    })

    test('life 17: the customer asks for erasure, an owner erases, and a renewal moves the end alone', async () => {
      await deliver(toFeb, known)
      const page = await world.pageOf(BUYER)
      expect(await page.act('askForErasure')).toBe(200)
      expect((await page.mine()).erasure_asked_at).toBe(world.service.clock.now)
      expect(await page.act('askForErasure')).toBe(200)
      expect((await world.kinds()).filter((kind) => kind === 'erasure-asked')).toHaveLength(1)
      expect(await world.mails()).toContainEqual(
        expect.objectContaining({ to: 'vendor@example.org', keys: [] }),
      )
      const asking = (await world.api('listCustomers', { query: { erasure_asked: true } })).body.customers
      expect(asking).toMatchObject([{ email: BUYER, erasure_asked_at: world.service.clock.now }])
      const [{ id: customerId }] = asking
      const [{ key }] = (await page.mine()).licenses

      await world.api('eraseCustomer', { query: { id: customerId } })
      expect(await page.act('getMine')).toBe('401 SIGN_IN_NEEDED')
      await deliver(toMar, { ...known, eventId: 'known again' })
      expect((await world.service.license(key)).authExpire).toBe(at('2027-03-04'))
      const orders = (await world.api('listOrders')).body.orders
      expect(orders).toMatchObject([{ state: 'paid', email: '' }])
      const everything = [
        orders,
        (await world.api('listCustomers')).body,
        (await world.api('listMail')).body.mails,
        (await world.api('getEvents')).body,
      ]
      expect(JSON.stringify(everything)).not.toMatch(/buyer@example|Ada/i)
    })

    test('life 21: a gift is handed to a friend, and a full refund to the buyer stops it', async () => {
      await deliver(A, known)
      const buyer = await world.pageOf(BUYER)
      const [{ id: license_id, key }] = (await buyer.mine()).licenses
      await world.service.check({ key, deviceId: DEVICE })
      await world.mails()
      const offer = { license_id, email: 'Friend@example.org', language: 'de' }
      expect(await buyer.act('handOver', offer)).toBe(200)
      const [mail, notice] = (await world.mails()).toSorted((one) => (one.token === '' ? 1 : -1))
      expect(mail).toMatchObject({ to: 'Friend@example.org', language: 'de', keys: [] })
      expect(notice).toMatchObject({ to: BUYER, token: '', keys: [] })

      const friend = await world.pageOf()
      expect(await friend.act('acceptLicense', { token: mail?.token })).toBe(200)
      expect(await friend.mine()).toMatchObject({
        email: 'Friend@example.org',
        licenses: [{ id: license_id, key, computers: [{}] }],
        orders: [],
      })
      expect(await friend.act('acceptLicense', { token: mail?.token })).toBe('409 LINK_OVER')
      expect(await buyer.mine()).toMatchObject({ licenses: [], orders: [{ state: 'paid' }] })
      expect(await world.mails()).toMatchObject([{ to: BUYER }])

      await deliver(refundOfA)
      expect((await friend.mine()).licenses).toMatchObject([{ state: 'stopped', key: '' }])
      expect((await world.service.check({ key, deviceId: DEVICE })).body.code).toBe('KEY_BANNED')
    })
  })
}
