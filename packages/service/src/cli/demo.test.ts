import { randomBytes } from 'node:crypto'
import { isLicenseKey, NEVER } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createServiceKey } from '../core/security/seal.ts'
import { createSqliteStorage, type Storage } from '../modules.ts'
import { NOW, storedLicense } from '../testing/records.ts'
import { prepareDemo } from './demo.ts'

const DAY = 86_400
const serviceKey = createServiceKey(randomBytes(32))

let storage: Storage
beforeEach(async () => {
  storage = await createSqliteStorage({ path: ':memory:', seal: serviceKey })
})
afterEach(() => storage.close())

describe('the demo', () => {
  test('has a key for every state that a user can meet', async () => {
    const { keys, project } = await prepareDemo(storage, serviceKey, NOW)
    const names = [
      'valid',
      'ends-in-20-days',
      'unassigned',
      'expired',
      'banned',
      'other-device',
      'with-export',
    ]
    expect(Object.keys(keys)).toEqual(names)
    const license = (name: keyof typeof keys) => storedLicense(storage, keys[name], project)
    expect(Object.values(keys).every(isLicenseKey)).toBe(true)
    expect(await license('valid')).toMatchObject({
      authExpire: NEVER,
      identifier: '',
      note: expect.stringMatching(/./),
    })
    expect(await license('ends-in-20-days')).toMatchObject({ authExpire: NOW + 20 * DAY })
    expect(await license('unassigned')).toMatchObject({ authExpire: 0, keyDays: 30, identifier: '' })
    expect(await license('expired')).toMatchObject({ authExpire: NOW - DAY })
    expect(await license('banned')).toMatchObject({ banned: true, banReason: expect.stringMatching(/./) })
    expect(await license('other-device')).toMatchObject({
      status: 'active',
      identifier: expect.stringMatching(/./),
    })
    expect(await license('with-export')).toMatchObject({ features: ['export'], authExpire: NEVER })
  })

  test('has a shop to play with, with orders in every state, which are made once', async () => {
    const { project } = await prepareDemo(storage, serviceKey, NOW)
    const orders = await storage.listOrders(project, { limit: 100 })
    expect(orders.map(({ state, keys }) => `${state} ${keys.length}`)).toEqual([
      ...['paid 1', 'waiting 0', 'paid 1', 'paid 3', 'paid 1', 'refunded 1', 'charged-back 1'],
      ...['past-due 1', 'ended 1', 'paid 1'],
    ])
    expect(await storage.listOutbox(project, 'mail', { limit: 10 })).toEqual([])
    // The last buyer has given the key to a friend.
    const { accountId = '' } = (await storage.findProjectByAppName('latchkey-demo')) ?? {}
    const friend = await storage.findCustomer(accountId, { email: 'karla.lind@customer.example' })
    expect([friend?.keys, orders[0]?.email]).toEqual([1, 'jonas.weber@customer.example'])
    await prepareDemo(storage, serviceKey, NOW + 30 * DAY)
    expect(await storage.listOrders(project, { limit: 100 })).toEqual(orders)
  })

  test('is the same at a second start, with what happened to its keys', async () => {
    const first = await prepareDemo(storage, serviceKey, NOW)
    await storage.changeLicense(first.project, first.keys.valid, (license) => ({
      outcome: 'done',
      license: { ...license, note: 'Changed' },
    }))
    const second = await prepareDemo(storage, serviceKey, NOW + 30 * DAY)
    expect(second).toEqual(first)
    expect(await storedLicense(storage, first.keys.valid, first.project)).toMatchObject({ note: 'Changed' })
    // The key with 20 days in its name ends in 20 days.
    expect(await storedLicense(storage, first.keys['ends-in-20-days'], first.project)).toMatchObject({
      authExpire: NOW + 50 * DAY,
    })
  })

  test('shares nothing with the demo of another service', async () => {
    const other = createServiceKey(randomBytes(32))
    const elsewhere = await createSqliteStorage({ path: ':memory:', seal: other })
    const one = await prepareDemo(storage, serviceKey, NOW)
    const two = await prepareDemo(elsewhere, other, NOW)
    await elsewhere.close()
    const secretsOf = ({ apiKey, plantToken, secrets, keys }: typeof one) => [
      apiKey,
      plantToken,
      ...secrets,
      ...Object.values(keys),
    ]
    expect(new Set([...secretsOf(one), ...secretsOf(two)]).size).toBe(2 * secretsOf(one).length)
  })
})
