import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS, type EndpointId, type EventRecord } from '@latchkey/management'
import { type ActivationRequest, createNonce, formatActivationRequest } from '@latchkey/protocol'
import { createVendorClient, type Outcome, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { needsOf } from '../../packages/management/src/policy/needs-of-events.ts'
import { contentOf, signed } from '../../packages/service/src/releases/testing/publish.ts'
import { DEVICE, NOW, OTHER_DEVICE } from '../../packages/service/src/testing/records.ts'
import { session, stripeEvent } from '../../packages/shops/src/testing/stripe-deliveries.ts'
import { type Conformance, PLANT_TOKEN, SCRIPT, startConformance } from './support.ts'

/**
 * Tests the vendor client against the real service: each method, and every endpoint with an API
 * key.
 */

let service: Conformance
let client: VendorClient
let releasesDir: string
const reached = new Set<string>()

beforeAll(async () => {
  releasesDir = mkdtempSync(join(tmpdir(), 'latchkey-client-'))
  service = await startConformance({ settings: { releases: releasesDir } })
  client = createVendorClient({
    baseUrl: service.url,
    apiKey: service.apiKey,
    projectId: 'project',
    plantToken: PLANT_TOKEN,
    fetch: (input, init) => {
      reached.add(endpointOf(init?.method ?? 'GET', new URL(String(input)).pathname))
      return fetch(input, init)
    },
  })
})
afterAll(async () => {
  await service.stop()
  rmSync(releasesDir, { recursive: true })
})

function endpointOf(method: string, pathname: string): string {
  const found = Object.values(ENDPOINTS).find(
    ({ path, method: wanted }) =>
      wanted === method && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  )
  return found?.id ?? pathname
}

function valued<T>(outcome: Outcome<T>): T {
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.value
}

const create = async (body = {}): Promise<string> => valued(await client.createUser({ body })).user_key
const show = async (user_key: string) => valued(await client.getUsers({ query: { user_key } })).users[0]

/** The text that an app without a network shows. */
async function activationRequest(key: string, device: string): Promise<string> {
  const keyIds = (await service.storage.signingKeys('test-app')).map(({ id }) => id)
  const ids = { key, deviceId: device } as Pick<ActivationRequest, 'key' | 'deviceId'>
  const request = { ...ids, appName: 'test-app', nonce: createNonce(), time: 0, keyIds }
  return formatActivationRequest(request, service.project.secrets)
}

describe('the vendor client', () => {
  test('reads the status, the account and the statistics', async () => {
    expect(valued(await client.getStatus())).toMatchObject({ active: true })
    expect(valued(await client.getApiKeyDetails())).toMatchObject({ email: 'vendor@example.org' })
    expect(
      valued(await client.getApiKeyStats({ query: { noUsers: true } })).stats.users_detail,
    ).toBeUndefined()
    expect(valued(await client.getApiKeyStats()).stats.users_detail).toBeDefined()
  })

  test('creates, lists, changes and deletes a user', async () => {
    const user_key = await create({ note: 'Gold', key_days: 30 })
    valued(await client.updateUser({ body: { user_key, note: 'Silver', identifier: DEVICE } }))
    expect(await show(user_key)).toMatchObject({
      note: 'Silver',
      status: 'active',
      auth_expire: NOW + 30 * 86_400,
    })
    valued(await client.deleteUser({ query: { user_key } }))
    expect(await show(user_key)).toBeUndefined()
    expect(await client.deleteUser({ query: { user_key } })).toMatchObject({ kind: 'refused', status: 404 })
  })

  test('reads the overview of a project', async () => {
    const before = valued(await client.getOverview())
    const key = await create({})
    expect((await service.check({ key })).body.code).toBe('KEY_VALID')
    const after = valued(await client.getOverview())
    expect(after.hours.executions.at(-1)).toBe((before.hours.executions.at(-1) ?? 0) + 1)
    expect(after.keys).toEqual({ ...before.keys, active: before.keys.active + 1 })
  })

  test('reads all users, page by page', async () => {
    for (let count = 0; count < 1_001; count += 1) await service.addLicense()
    let found = 0
    for await (const user of client.allUsers()) {
      valued(user)
      found += 1
    }
    expect(found).toBe(valued(await client.getApiKeyStats()).stats.users)
    expect(found).toBeGreaterThan(1_000)
  })

  test('resets, links, bans and unbans', async () => {
    const user_key = await create({ identifier: DEVICE })
    valued(await client.resetDevice({ body: { user_key } }))
    valued(await client.linkChat({ body: { user_key, chat_id: 'chat-1' } }))
    valued(await client.blacklistUser({ body: { user_key, ban_reason: 'Shared' } }))
    const banned = await show(user_key)
    expect(banned).toMatchObject({ status: 'reset', chat_id: 'chat-1', banned: 1, ban_reason: 'Shared' })
    valued(await client.unbanUser({ body: { unban_token: banned?.unban_token ?? '' } }))
    expect(await show(user_key)).toMatchObject({ banned: 0 })
    const { events } = valued(await client.getEvents({ query: { user_key } }))
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'reset', 'linked', 'banned', 'unbanned'])
  })

  test('lists and releases devices, and sets what their users can do', async () => {
    const user_agents = ['Latchkey/*', 'Other/1.0 (x)']
    const limits = { max_devices: 2, moves_per_year: 3, reset_hwid_cooldown: 60 }
    const settings = { ...limits, user_agents, features: ['export'], trial_days: 14 }
    const changed = valued(await client.updateProjectSettings({ body: settings }))
    expect(changed).toMatchObject(settings)
    expect(valued(await client.getProjectSettings())).toEqual(changed)
    const user_key = await create({ identifier: DEVICE, max_devices: 5 })
    const list = async () => valued(await client.getDevices({ query: { user_key } }))
    const listed = await list()
    expect(listed).toMatchObject({
      devices: [{ identifier: DEVICE, name: '' }],
      max_devices: 5,
      moves_per_year: 3,
      moves_left: 3,
      move_from: 0,
      move_waits: '',
    })
    const { key } = valued(await client.getKey({ query: { user_key } }))
    expect(key).toMatchObject({ max_devices: 5, moves_per_year: -1 })
    const device = listed.devices[0]?.id ?? ''
    valued(await client.releaseDevice({ query: { user_key, device } }))
    expect(await list()).toMatchObject({ devices: [], moves_left: 3, move_waits: 'cooldown' })
    for (const wrong of ['', ' A', 'Ä', 'A\nB']) {
      const refused = await client.updateProjectSettings({ body: { user_agents: [wrong] } })
      expect(refused).toMatchObject({ kind: 'refused', status: 400 })
    }
    const defaults = {
      ...{ max_devices: 1, moves_per_year: 0, reset_hwid_cooldown: 0 },
      ...{ user_agents: ['Latchkey/*'], features: [] },
    }
    valued(await client.updateProjectSettings({ body: defaults }))
  })

  test('creates, lists, changes and deletes many keys, and one of them', async () => {
    const many = { count: 3, note: 'Bulk 3', features: ['export'], perpetual: true }
    const { user_keys } = valued(await client.createKeys({ body: many }))
    const list = async () => valued(await client.listKeys({ query: { search: 'bulk 3', limit: 2 } }))
    const { keys, count, next_cursor } = await list()
    expect([keys.length, count, next_cursor]).toEqual([2, 3, expect.stringMatching(/^created/)])
    expect(valued(await client.findKeys({ body: { user_keys } })).keys).toHaveLength(3)
    const body = { action: 'ban', user_keys, ban_reason: 'Test' } as const
    expect(valued(await client.changeKeys({ body })).changed).toBe(3)
    const [user_key = ''] = user_keys
    const { key } = valued(await client.getKey({ query: { user_key } }))
    expect(key).toMatchObject({ state: 'banned', ban_reason: 'Test', features: ['export'], perpetual: true })
    const unban = { id: key.id, action: 'unban', if_version: key.version } as const
    expect(valued(await client.changeKey({ body: unban })).key.state).toBe('unused')
    expect(await client.changeKey({ body: unban })).toMatchObject({ kind: 'refused', status: 409 })
    valued(await client.changeKeys({ body: { action: 'unban', user_keys } }))
    const replaced = valued(await client.replaceKey({ body: { id: key.id } }))
    expect(replaced.key.user_key).not.toBe(user_key)
    expect(await client.replaceKey({ body: { user_key } })).toMatchObject({ status: 409 })
    valued(await client.deleteKey({ query: { id: replaced.key.id } }))
    expect(valued(await client.deleteKeys({ body: { user_keys } })).changed).toBe(3)
    const imported = valued(await client.importKeys({ body: { keys: [{ user_key: 'ABCD-1234' }] } }))
    expect(imported).toMatchObject({ created: 1, results: [{ alias: true, code: '' }] })
    expect((await list()).count).toBe(0)
  })

  test('customers: their keys, joined, exported and erased', async () => {
    const [customer_email, other] = ['ann@example.org', 'lee@example.org']
    const user_key = await create({ customer_email, customer_name: 'Ann Lee', vendor_note: 'of Ann Lee' })
    await create({ customer_email: other })
    const { customers } = valued(await client.listCustomers({ query: { search: 'lee' } }))
    expect(customers.map(({ email }) => email)).toEqual([other, customer_email])
    const [into = '', id = ''] = customers.map((customer) => customer.id)
    const changed = await client.changeCustomer({ body: { id, email: other } })
    expect(changed).toMatchObject({ kind: 'refused', status: 409 })
    expect(valued(await client.joinCustomers({ body: { id, into } })).customer.keys).toBe(2)
    const { customer, keys } = valued(await client.getCustomer({ query: { email: 'LEE@example.org' } }))
    expect([customer.name, keys.length]).toEqual(['Ann Lee', 2])
    const exported = valued(await client.exportCustomer({ query: { id: into } }))
    expect(exported.events.map(({ kind }) => kind)).toEqual(['created', 'created'])
    expect(valued(await client.declineErasure({ query: { id: into } })).success).toBe(true)
    expect(valued(await client.eraseCustomer({ query: { id: into } })).notes).toBe(1)
    const { key } = valued(await client.getKey({ query: { user_key } }))
    expect(key).not.toHaveProperty('customer_email')
    expect(key.vendor_note).toBe('of [erased]')
  })

  test('mails a key to its customer, with the texts of the owner', async () => {
    const user_key = await create({ customer_email: 'mail@example.org' })
    const text = { subject: 'For {project}', paragraphs: ['Here it is.'] }
    const texts = [{ kind: 'key' as const, language: 'en' as const, ...text }]
    const changed = valued(await client.changeMailSettings({ body: { texts } }))
    expect(valued(await client.getMailSettings({})).texts).toEqual(changed.texts)
    expect(valued(await client.previewMail({ body: { kind: 'key', language: 'en' } })).subject).toMatch(
      /^For /,
    )
    const page = valued(await client.changeCustomerPage({ body: { on: true } }))
    expect(valued(await client.getCustomerPage({}))).toEqual({ ...page, message: expect.any(String) })
    const { id } = valued(await client.mailKey({ body: { user_key, kind: 'key' } }))
    const test = valued(await client.sendTestMail({ body: { kind: 'ended', language: 'de' } }))
    const { mails } = valued(await client.listMail({}))
    expect(mails.map((mail) => mail.id)).toEqual([test.id, id])
  })

  test('issues a license for a computer without a network', async () => {
    await service.check({})
    const key = await create({})
    const request = await activationRequest(key, DEVICE)
    const issued = valued(await client.issueLicense({ body: { request, days: 30 } }))
    expect(issued).toMatchObject({
      user_key: key,
      license: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    })
  })

  test('reads from events who wanted a key on another computer, and who helped', async () => {
    valued(await client.updateProjectSettings({ body: { moves_per_year: 1 } }))
    const key = await create({})
    const codes: string[] = []
    const check = async (deviceId: string, use: 'check' | 'move' = 'check') => {
      codes.push((await service.check({ key, deviceId, use })).body.code)
    }
    await check(DEVICE)
    await check(OTHER_DEVICE)
    valued(await client.resetDevice({ body: { user_key: key } }))
    await check(OTHER_DEVICE)
    await check(DEVICE)
    await check(DEVICE, 'move')
    valued(await client.updateUser({ body: { user_key: key, identifier: '' } }))
    await check(DEVICE)
    const request = await activationRequest(key, OTHER_DEVICE)
    valued(await client.issueLicense({ body: { request, days: 1, move: true } }))
    const [device] = valued(await client.getDevices({ query: { user_key: key } })).devices
    const release = { user_key: key, device: device?.id ?? '', force: true }
    valued(await client.releaseDevice({ query: release }))
    valued(await client.updateProjectSettings({ body: { moves_per_year: 0 } }))

    const [linked, locked] = ['KEY_VALID', 'KEY_HWID_LOCKED']
    expect(codes).toEqual([linked, locked, linked, locked, 'KEY_VALID', linked])
    const events: EventRecord[] = []
    for await (const event of client.allEvents({ query: { user_key: key } })) events.push(valued(event))
    const answers = needsOf(events).map(({ answer }) => answer)
    expect(answers).toEqual(['vendor', 'user', 'vendor', 'offline', 'vendor'])
  })

  test('uploads a script, and follows one in the background', async () => {
    valued(await client.updateScript({ params: { script_id: SCRIPT }, body: { script: 'print(1)' } }))
    const { track_progress = '' } = valued(
      await client.updateScript({
        params: { script_id: SCRIPT },
        body: { script: 'print(2)', use_reactor: true },
      }),
    )
    expect(
      valued(await client.getUpdateProgress({ params: { script_id: SCRIPT, track_id: track_progress } }))
        .success,
    ).toBe(true)
    let last: unknown
    for await (const outcome of client.followUpdate({
      params: { script_id: SCRIPT, track_id: track_progress },
    }))
      last = valued(outcome)
    expect(last).toMatchObject({ status: 'completed', result: { success: true } })
    const { scripts, max_script_bytes } = valued(await client.listScripts())
    expect(max_script_bytes).toBe(4 * 1_024 * 1_024)
    expect(scripts).toMatchObject([
      {
        script_id: SCRIPT,
        script_version: '0002',
        heartbeat: true,
        last_update: { track_progress, started_at: NOW, status: 'completed' },
      },
    ])
  })

  test('learns from the version what became of an upload that took too long', async () => {
    const { promise, resolve } = Promise.withResolvers<{ kind: 'processed'; source: string }>()
    const slow = await startConformance({ server: { processScript: () => promise, answerScriptWithinMs: 1 } })
    const patient = createVendorClient({
      baseUrl: slow.url,
      apiKey: slow.apiKey,
      projectId: 'project',
      // The work has ended when the client reads the progress again.
      wait: async () => {
        resolve({ kind: 'processed', source: 'done' })
        await expect
          .poll(async () => (await slow.storage.findScript('project', SCRIPT))?.version)
          .toBe('0001')
      },
    })
    const outcome = await patient.updateScript({ params: { script_id: SCRIPT }, body: { script: 'x' } })
    expect(valued(outcome).message).toContain('0000 became 0001')
    await slow.stop()
  })

  test('solves a challenge on its way', async () => {
    for (let count = 0; count < 11; count += 1) await service.ask('getUsers', { apiKey: 'guess' })
    expect((await service.ask('updateScript', { body: { script: 'x' } })).body.challenge).toBeDefined()
    valued(await client.updateScript({ params: { script_id: SCRIPT }, body: { script: 'x' } }))
  })

  test('connects a shop, sells a product, and follows its order', async () => {
    const { id: shop_id } = valued(
      await client.connectShop({ body: { kind: 'stripe', secret: 'whsec_secret' } }),
    )
    valued(await client.changeShop({ params: { shop_id }, body: { name: 'Our shop' } }))
    expect(valued(await client.listShops()).shops).toMatchObject([{ id: shop_id, name: 'Our shop' }])
    valued(await client.setNotOurs({ body: { shop_product: 'plink_2', is_not_ours: true } }))
    const body = { days: 30, shop_products: ['plink_1'] }
    const { id: product_id } = valued(await client.createProduct({ body }))
    const paid = stripeEvent('checkout.session.completed', session())
    const [id = ''] = valued(
      await client.deliverByHand({ params: { shop_id }, body: { delivery: JSON.stringify(paid) } }),
    ).orders
    expect(valued(await client.listDeliveries({ params: { shop_id } })).deliveries).toHaveLength(1)
    const [order] = valued(await client.listOrders({ query: { search: 'ADA@example.com' } })).orders
    expect(order).toMatchObject({ id, state: 'paid', keys: Array(3).fill(expect.any(String)) })
    const user_key = order?.keys[0] ?? ''
    const found = valued(await client.getOrder({ query: { user_key } })).order
    expect(found.licenses[0]?.key).toMatchObject({ user_key, customer_email: 'ada@example.com' })
    valued(await client.changeProduct({ params: { product_id }, body: { features: ['export'] } }))
    const applied = valued(await client.applyProduct({ params: { product_id } }))
    expect(applied).toMatchObject({ orders: 1, licenses: 3, fields: { features: 3 } })
    const key_id = found.licenses[0]?.key_id ?? ''
    const ofLicense = { params: { order_id: id, key_id }, body: { action: 'follow', field: 'end' } } as const
    expect(valued(await client.changeOrderLicense(ofLicense)).order.id).toBe(id)
    const old = await create()
    const linked = await client.linkLicense({ params: { order_id: id }, body: { user_key: old } })
    expect(valued(linked).order.keys).toEqual([old])
    const { id: play } = valued(await client.connectShop({ body: { kind: 'test' } }))
    const simulation = { product: product_id, steps: ['refund' as const] }
    const played = await client.simulateOrder({ params: { shop_id: play }, body: simulation })
    expect(valued(played).order.state).toBe('refunded')
    const week = { from: 1_798_416_000, sales: 1, renewals: 0, refunds: 0 }
    expect(valued(await client.getSales()).weeks).toEqual([week])
    valued(await client.deleteProduct({ params: { product_id } }))
    expect(valued(await client.listProducts())).toMatchObject({ products: [], not_ours: ['plink_2'] })
  })

  test('releases', async () => {
    const [version, content] = ['1.0.0', contentOf('1.0.0')]
    const begun = valued(await client.addReleaseFile({ body: { release: signed({ version }) } }))
    expect(begun).toMatchObject({ offset: 0, is_whole: false })
    const params = { upload_id: begun.upload_id }
    const part = { params, query: { offset: 0 }, bytes: new Uint8Array(content) }
    expect(valued(await client.sendReleasePart(part)).offset).toBe(content.length)
    expect(valued(await client.finishUpload({ params })).is_whole).toBe(true)
    valued(await client.changeRelease({ params: { version }, body: { channel: 'latest' } }))
    valued(await client.changeReleaseSettings({ body: { feed: 'all' } }))
    const signature = `${'A'.repeat(86)}==`
    const end = { project: 'test-app', ended: 'one', successor: '', key_id: 'two', signature }
    valued(await client.addReleaseKeyEnd({ body: end }))
    const { releases, feed } = valued(await client.listReleases())
    expect([releases, feed]).toMatchObject([[{ version, state: 'offered', channels: ['latest'] }], 'all'])
  })

  test('plants', async () => {
    expect(valued(await client.createPlant({ body: { id: 1, name: 'Fern' } }))).toEqual({ name: 'Fern' })
  })

  test('is told that its API key is wrong', async () => {
    const stranger = createVendorClient({ baseUrl: service.url, apiKey: 'latchkey_wrong' })
    expect(await stranger.getApiKeyDetails()).toMatchObject({ kind: 'refused', status: 400 })
    expect(await stranger.getApiKeyStats()).toMatchObject({ kind: 'refused', status: 403 })
  })

  test('has reached every endpoint but those that apps and scripts use', async () => {
    const forApps: readonly EndpointId[] = [
      'sync',
      'checkKey',
      'moveKey',
      'listOwnDevices',
      'releaseOwnDevice',
      'nameOwnDevice',
      'askOwner',
      'getAskStatus',
      'getOffer',
      'startTrial',
      'getUpdateToken',
      'loadScript',
      'beatScript',
    ]
    const wanted = Object.values(ENDPOINTS)
      .map(({ id }) => id)
      .filter((id) => !forApps.includes(id))
    expect([...reached].toSorted()).toEqual(wanted.toSorted())
    expect(valued(await client.sync()).nodes).toContain(`${service.url}/`)
  })
})
