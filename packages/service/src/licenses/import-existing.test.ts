import { ENDPOINTS, type KeysImported, requestPath } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { License } from '../core/license/license.ts'
import { banned, DEVICE, linkedTo, NOW, storedLicense } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

async function importing(keys: readonly object[], more: object = {}) {
  const path = requestPath(ENDPOINTS.importKeys, { params: { project_id: 'project' } })
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { authorization: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ keys, ...more }),
  })
  return { status: response.status, body: (await response.json()) as KeysImported }
}
const licenseOf = (key: string) => storedLicense(service.storage, key)
const resultsOf = async (...request: Parameters<typeof importing>) =>
  (await importing(...request)).body.results.map(({ code, changed }) => ({ code, changed }))

test('a key that was refunded elsewhere is created banned, once, and its reason is told', async () => {
  const keys = [{ user_key: 'GONE-0001', ban_reason: 'The purchase was refunded.', note: 'Order 7' }]
  const { body } = await importing(keys, { request_id: 'file', fill: true })
  expect(body).toMatchObject({ created: 1, results: [{ code: '' }] })
  const key = String(body.results[0]?.user_key)
  const license = await licenseOf(key)
  expect(license).toMatchObject({ banned: true, banExpire: NEVER, banReason: 'The purchase was refunded.' })
  expect(license?.unbanToken).toMatch(/^[0-9a-f]{32}$/)
  expect(await service.check({ key })).toMatchObject({
    body: { code: 'KEY_BANNED', message: expect.stringContaining('The purchase was refunded.') },
  })
  const again = await importing(keys, { request_id: 'file', fill: true })
  expect(again.body).toMatchObject({ created: 0, results: [{ code: '' }] })
  expect((await licenseOf(key))?.unbanToken).toBe(license?.unbanToken)
})

test('an import is one event for each thing that it does, with the number of keys', async () => {
  const known = [await service.addLicense(), await service.addLicense(), await service.addLicense()]
  const gone = { ban_reason: 'Refunded' }
  await importing(
    [
      ...known.map((user_key, n) => ({ user_key, note: 'Note', ...(n > 1 && gone) })),
      ...Array.from({ length: 5 }, (_, n) => ({ user_key: `EVENT-000${n}`, ...(n > 2 && gone) })),
    ],
    { request_id: 'file', fill: true, ban_existing: true },
  )
  const events = await service.storage.listEvents('project', {}, { limit: 99 })
  const many = events.filter(({ subject }) => subject === 'keys').map(({ kind, count }) => [kind, count])
  expect(new Map(many as [string, number][])).toEqual(
    new Map([
      ['created', 5],
      ['banned', 3],
      ['updated', 2],
    ]),
  )
})

test('days begin with the first use, unless there is an end', async () => {
  const [days, end] = [
    { user_key: 'DAYS-0001', key_days: 30 },
    { user_key: 'DAYS-0002', key_days: 30, auth_expire: NOW + 9 },
  ]
  const { body } = await importing([days, end])
  const [first, second] = body.results.map(({ user_key }) => user_key)
  expect(await licenseOf(String(first))).toMatchObject({ authExpire: 0, keyDays: 30 })
  expect(await licenseOf(String(second))).toMatchObject({ authExpire: NOW + 9, keyDays: 0 })
  await service.check({ key: String(first) })
  expect(await licenseOf(String(first))).toMatchObject({ authExpire: NOW + 30 * 86_400 })
  // The end of a key that the project has does not change.
  const user_key = await service.addLicense()
  const again = await resultsOf([{ ...days, user_key }], { fill: true, ban_existing: true })
  expect(again).toEqual([{ code: 'KEY_EXISTS' }])
  expect(await licenseOf(user_key)).toMatchObject({ authExpire: NEVER, keyDays: 0 })
})

test('fills what is empty of keys that the project has, replaces nothing, and is asked for', async () => {
  const empty = await service.addLicense()
  const full = await service.addLicense({
    note: 'Own',
    vendorNote: 'Own',
    authExpire: NOW + 99,
    maxDevices: 2,
    ...linkedTo('another'),
  })
  const used = await service.addLicense({ lastReset: NOW - 9 })
  const file = { note: 'Note', vendor_note: 'ada@example.org', auth_expire: NOW + 9, max_devices: 5 }
  const keys = [empty, full, used].map((user_key) => ({ user_key, ...file, identifier: DEVICE }))

  const before = await licenseOf(full)
  expect(await resultsOf(keys)).toEqual(keys.map(() => ({ code: 'KEY_EXISTS' })))
  expect(await licenseOf(empty)).toMatchObject({ note: '', identifier: '' })
  const dry = await resultsOf(keys, { fill: true, dry_run: true })
  expect(await licenseOf(empty)).toMatchObject({ note: '', identifier: '' })
  const all = ['note', 'vendor_note', 'auth_expire', 'max_devices']
  expect(dry).toEqual([
    { code: 'KEY_EXISTS', changed: [...all, 'identifier'] },
    { code: 'KEY_EXISTS' },
    // After a reset, its owner decides on which device the key works.
    { code: 'KEY_EXISTS', changed: all },
  ])
  expect(await resultsOf(keys, { fill: true, request_id: 'file' })).toEqual(dry)
  expect(await licenseOf(empty)).toMatchObject({
    note: 'Note',
    vendorNote: 'ada@example.org',
    authExpire: NOW + 9,
    maxDevices: 5,
    identifier: DEVICE,
    status: 'active',
  })
  expect(await licenseOf(full)).toEqual(before)
  // The answer was lost, so the request is sent again.
  expect(await resultsOf(keys, { fill: true, request_id: 'file' })).toEqual([
    { code: '' },
    { code: 'KEY_EXISTS' },
    { code: '' },
  ])
})

test('bans and revives keys that the project has only when it is asked for', async () => {
  const [works, gone] = [await service.addLicense(), await service.addLicense(banned({ banReason: 'Abuse' }))]
  const both = await service.addLicense(banned({ banReason: 'Abuse', unbanToken: 'another' }))
  const keys = [
    { user_key: works, ban_reason: 'Refunded', note: 'Order 7' },
    { user_key: gone },
    { user_key: both, ban_reason: 'Refunded' },
  ]
  expect(await resultsOf(keys, { fill: true })).toEqual([
    { code: 'KEY_WORKS_HERE', changed: ['note'] },
    { code: 'KEY_BANNED_HERE' },
    { code: 'KEY_EXISTS' },
  ])
  const bans = async () => {
    const licenses: (License | undefined)[] = []
    for (const { user_key } of keys) licenses.push(await licenseOf(user_key))
    return licenses.map((license) => license?.banReason)
  }
  expect(await bans()).toEqual(['', 'Abuse', 'Abuse'])
  const change = { fill: true, ban_existing: true, unban_existing: true }
  const changed = [
    { code: 'KEY_EXISTS', changed: ['banned'] },
    { code: 'KEY_EXISTS', changed: ['unbanned'] },
    { code: 'KEY_EXISTS' },
  ]
  expect(await resultsOf(keys, { ...change, dry_run: true })).toEqual(changed)
  expect(await bans()).toEqual(['', 'Abuse', 'Abuse'])
  expect(await resultsOf(keys, change)).toEqual(changed)
  expect(await bans()).toEqual(['Refunded', '', 'Abuse'])
  expect((await service.check({ key: works })).body.code).toBe('KEY_BANNED')
  expect((await service.check({ key: gone })).body.code).toBe('KEY_VALID')
})

test('an end that has passed stops a key that works only when it is asked for', async () => {
  const key = await service.addLicense()
  const keys = [{ user_key: key, auth_expire: NOW - 9, note: 'Order 7' }]
  expect(await resultsOf(keys, { fill: true })).toEqual([{ code: 'KEY_WORKS_HERE', changed: ['note'] }])
  expect((await service.check({ key })).body.code).toBe('KEY_VALID')
  const stop = { fill: true, ban_existing: true }
  expect(await resultsOf(keys, { ...stop, dry_run: true })).toEqual([
    { code: 'KEY_EXISTS', changed: ['ended'] },
  ])
  expect(await resultsOf(keys, stop)).toEqual([{ code: 'KEY_EXISTS', changed: ['ended'] }])
  expect((await service.check({ key })).body.code).toBe('KEY_EXPIRED')
  expect(await resultsOf(keys, { fill: true })).toEqual([{ code: 'KEY_EXISTS' }])
})

test('tells of a key that was banned here after the same file had created it', async () => {
  const file = { request_id: 'file', fill: true }
  const { body } = await importing([{ user_key: 'MINE-0001' }], file)
  const key = String(body.results[0]?.user_key)
  await service.storage.changeLicense('project', key, (license) => ({
    outcome: 'banned',
    license: { ...license, ...banned({ banReason: 'Abuse' }) },
  }))
  expect(await resultsOf([{ user_key: 'MINE-0001' }], file)).toEqual([{ code: 'KEY_BANNED_HERE' }])
  expect((await service.check({ key })).body.code).toBe('KEY_BANNED')
})

test.each([[{ max_devices: 0 }], [{ max_devices: 101 }], [{ ban_reason: 'x'.repeat(501) }]])(
  'refuses %j',
  async (fields) => {
    expect((await importing([{ user_key: 'KEY-0001', ...fields }])).status).toBe(400)
  },
)

test('a key is linked to its order when it is imported, and one of the project only with fill', async () => {
  const by = { at: NOW, actor: 'api-key', address: '', fields: [] } as const
  const ids = ['ffffffffffffffff', 'eeeeeeeeeeeeeeee']
  for (const [at, kind] of (['stripe', 'paddle'] as const).entries()) {
    const shop = { id: ids[at] ?? '', kind, name: kind, isTest: false, secrets: ['secret'], createdAt: NOW }
    await service.storage.addShop(
      'project',
      { ...shop, createdBy: '', apiKeyMark: '', openUntil: 0, buyerPage: '' },
      by,
    )
  }
  const known = await service.addLicense()
  const keys = [
    { user_key: 'NEW-0001', shop: 'stripe', subscription_id: 'sub_1' },
    { user_key: 'NEW-0002', shop: ids[1], order_id: 'txn_1' },
    { user_key: 'NEW-0003', shop: 'stripe' },
    { user_key: known, shop: 'stripe', order_id: 'pi_1' },
  ]
  const linksOf = async (...request: Parameters<typeof importing>) =>
    (await importing(...request)).body.results.map(({ link }) => link)
  const none = undefined
  expect(await linksOf(keys, { dry_run: true, fill: true })).toEqual([none, none, none, none])
  expect(await service.storage.listOrders('project', { limit: 10 })).toEqual([])
  expect(await linksOf(keys, { request_id: 'file' })).toEqual(['LINKED', 'LINKED', none, none])
  expect(await linksOf(keys, { request_id: 'file', fill: true })).toEqual([
    'LINKED',
    'LINKED',
    none,
    'LINKED',
  ])
  const orders = await service.storage.listOrders('project', { limit: 10 })
  expect(orders.map(({ shop, shopIds }) => [shop.kind, shopIds])).toEqual([
    ['stripe', [{ kind: 'order', id: 'pi_1' }]],
    ['paddle', [{ kind: 'order', id: 'txn_1' }]],
    ['stripe', [{ kind: 'subscription', id: 'sub_1' }]],
  ])
  const unknown = await importing([{ user_key: 'NEW-0004', shop: 'lemon-squeezy', order_id: '1' }])
  expect([unknown.status, unknown.body]).toMatchObject([400, { code: 'NO_SUCH_SHOP' }])
  expect(await licenseOf('NEW-0004')).toBeUndefined()
})
