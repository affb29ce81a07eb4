import { ENDPOINTS, type EndpointId, keyIdOf, opaqueDeviceId } from '@latchkey/management'
import {
  type ActivationRequest,
  createLicenseKey,
  createNonce,
  formatActivationRequest,
} from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newScript } from '../../packages/service/src/scripts/scripts.ts'
import {
  banned,
  DEVICE,
  NOW,
  testAccount,
  testLicense,
  testProject,
} from '../../packages/service/src/testing/records.ts'
import { session, stripeEvent } from '../../packages/shops/src/testing/stripe-deliveries.ts'
import { type Asked, type Conformance, PASS_ON, SCRIPT, startConformance } from './support.ts'

/**
 * Requests with the API key of one account and the IDs of another. Each must be refused exactly as
 * a request with IDs that do not exist: a difference would show which IDs exist.
 */

const OTHER_API_KEY = 'latchkey_other'
/** What the other account owns. */
const OWNED = {
  project: 'foreign-project',
  script: 'foreign-script',
  user: createLicenseKey(),
  banned: createLicenseKey(),
  unbanToken: 'foreign-unban-token',
  record: '',
  track: '',
  customer: 'foreign-customer',
  email: 'foreign@example.org',
  shop: '',
  product: '',
  order: '',
  orderKey: '',
  upload: 'foreign-upload',
}
type Ids = Readonly<typeof OWNED>
/** IDs of the same form that nobody owns. */
const UNKNOWN: Ids = {
  project: 'unknown-project',
  script: 'unknown-script',
  user: createLicenseKey(),
  banned: createLicenseKey(),
  unbanToken: 'unknown-unban-token',
  record: `999-${'f'.repeat(16)}`,
  track: 'f'.repeat(32),
  customer: 'unknown-customer',
  email: 'unknown@example.org',
  shop: 'f'.repeat(32),
  product: 'e'.repeat(32),
  order: 'd'.repeat(32),
  orderKey: createLicenseKey(),
  upload: 'unknown-upload',
}

let service: Conformance
/** The IDs of the public keys of the account's own app. */
let keyIds: readonly string[] = []

/** A request for a license file. The secrets of both apps are the same. */
const licenseFor = (appName: string, key: string) => {
  const request = { appName, key, deviceId: DEVICE, nonce: createNonce(), time: NOW, keyIds }
  return { request: formatActivationRequest(request as ActivationRequest, service.project.secrets), days: 1 }
}

beforeAll(async () => {
  service = await startConformance({ server: { processScript: PASS_ON }, settings: { checksPerMinute: 0 } })
  const { storage } = service
  await storage.createAccount(testAccount({ id: 'other', email: 'other@example.org' }))
  await storage.createProject(testProject({ id: OWNED.project, accountId: 'other', appName: 'foreign-app' }))
  await storage.createScript(newScript(OWNED.script, OWNED.project, 'Foreign'))
  await storage.createLicense(
    OWNED.project,
    testLicense({ key: OWNED.user, identifier: DEVICE, chatId: 'foreign' }),
    { customerOf: () => ({ id: OWNED.customer, email: OWNED.email, name: '', createdAt: NOW }) },
  )
  await storage.createLicense(
    OWNED.project,
    testLicense({ key: OWNED.banned, ...banned({ unbanToken: OWNED.unbanToken }) }),
  )
  const params = { project_id: OWNED.project, script_id: OWNED.script }
  const query = { user_key: OWNED.user }
  OWNED.record = (await service.ask('getKey', { apiKey: OTHER_API_KEY, params, query })).body.key.id
  const added = { signed: RELEASE, notes: '', uploadId: OWNED.upload }
  const by = { at: NOW, actor: 'api-key', address: '', fields: [] } as const
  await storage.addReleaseFile(OWNED.project, added, by)
  const connected = { kind: 'stripe', secret: 'whsec_foreign' }
  OWNED.shop = (await service.ask('connectShop', { apiKey: OTHER_API_KEY, params, body: connected })).body.id
  const sold = { days: 30, shop_products: ['plink_1'] }
  OWNED.product = (await service.ask('createProduct', { apiKey: OTHER_API_KEY, params, body: sold })).body.id
  await service.ask('deliverByHand', {
    apiKey: OTHER_API_KEY,
    params: { ...params, shop_id: OWNED.shop },
    body: PAID,
  })
  // Each mail is tried once: it cannot leave, and waits.
  const listed = () => storage.listOutbox(OWNED.project, 'mail', { limit: 100 })
  await vi.waitUntil(async () => (await listed()).every(({ entry }) => entry.tries === 1))
  const { orders } = (await service.ask('listOrders', { apiKey: OTHER_API_KEY, params })).body
  OWNED.order = orders[0].id
  OWNED.orderKey = orders[0].keys[0]
  const body = { script: 'x', use_reactor: true }
  await service.check({ key: createLicenseKey() })
  keyIds = (await storage.signingKeys(service.project.appName)).map(({ id }) => id)
  OWNED.track = (
    await service.ask('updateScript', { apiKey: OTHER_API_KEY, params, body })
  ).body.track_progress
  const statusOf = async (track: string) =>
    (await service.ask('getUpdateProgress', progressOfOther(track))).body.status
  await vi.waitUntil(async () => (await statusOf(OWNED.track)) === 'completed', { timeout: 15_000 })
})
afterAll(() => service.stop())

const progressOfOther = (track_id: string): Asked => ({
  apiKey: OTHER_API_KEY,
  params: { project_id: OWNED.project, script_id: OWNED.script, track_id },
})

const inProject = (project_id: string) => ({ params: { project_id } })

const PAID = { delivery: JSON.stringify(stripeEvent('checkout.session.completed', session())) }

const SIGNATURE = `${'A'.repeat(86)}==`
const RELEASE = {
  project: 'foreign-app',
  version: '1.0.0',
  platform: 'linux',
  arch: 'x64',
  file: 'App.AppImage',
  sha512: SIGNATURE,
  size: 1,
  covered_since: NOW,
  is_security_fix: false,
  key_id: 'key',
  signature: SIGNATURE,
} as const
const ROTATION = { project: 'foreign-app', ended: 'one', successor: '', key_id: 'two', signature: SIGNATURE }

/** Requests of an account. At least one of their IDs is not its own. */
const TRIES: readonly [what: string, id: EndpointId, asked: (ids: Ids) => Asked][] = [
  ['details by another API key in the path', 'getApiKeyDetails', ({ track }) => keyInPath(track)],
  ['statistics by another API key in the path', 'getApiKeyStats', ({ track }) => keyInPath(track)],
  ['users of a project', 'getUsers', ({ project }) => inProject(project)],
  [
    'a user of a project',
    'getUsers',
    ({ project, user }) => ({ ...inProject(project), query: { user_key: user } }),
  ],
  ['a search in a project', 'getUsers', ({ project }) => ({ ...inProject(project), query: { search: 'a' } })],
  ['events of a project', 'getEvents', ({ project }) => inProject(project)],
  ['the overview of a project', 'getOverview', ({ project }) => inProject(project)],
  [
    'events of a user of its project',
    'getEvents',
    ({ project, user }) => ({ ...inProject(project), query: { user_key: user } }),
  ],
  ['a new user in a project', 'createUser', ({ project }) => ({ ...inProject(project), body: {} })],
  [
    'a new user in a project, for a device',
    'createUser',
    ({ project }) => ({ ...inProject(project), body: { identifier: DEVICE } }),
  ],
  [
    'a new user in a project, with a chat ID that is taken there',
    'createUser',
    ({ project }) => ({ ...inProject(project), body: { chat_id: 'foreign' } }),
  ],
  ...(['note', 'auth_expire', 'identifier', 'chat_id'] as const).map((field): (typeof TRIES)[number] => [
    `a user's ${field} in its project`,
    'updateUser',
    ({ project, user }) => ({
      ...inProject(project),
      body: { user_key: user, [field]: field === 'auth_expire' ? -1 : 'x' },
    }),
  ]),
  ['a user from here', 'updateUser', ({ user }) => ({ body: { user_key: user, note: 'x' } })],
  ['a banned user from here', 'updateUser', ({ banned: key }) => ({ body: { user_key: key, note: 'x' } })],
  [
    'deletes a user of its project',
    'deleteUser',
    ({ project, user }) => ({ ...inProject(project), query: { user_key: user } }),
  ],
  ['keys of a project', 'listKeys', ({ project }) => inProject(project)],
  [
    'keys of its project by name',
    'findKeys',
    ({ project, user }) => ({ ...inProject(project), body: { user_keys: [user] } }),
  ],
  ['new keys in a project', 'createKeys', ({ project }) => ({ ...inProject(project), body: { count: 2 } })],
  [
    'imported keys in a project',
    'importKeys',
    ({ project }) => ({ ...inProject(project), body: { keys: [{ user_key: 'Key-0001' }] } }),
  ],
  [
    'bans keys of its project',
    'changeKeys',
    ({ project, user }) => ({ ...inProject(project), body: { action: 'ban', user_keys: [user] } }),
  ],
  [
    'bans all keys of its project',
    'changeKeys',
    ({ project }) => ({ ...inProject(project), body: { action: 'ban', expected_count: 2 } }),
  ],
  [
    'deletes keys of its project',
    'deleteKeys',
    ({ project, user }) => ({ ...inProject(project), body: { user_keys: [user] } }),
  ],
  ...(['user_key', 'id'] as const).flatMap((name): (typeof TRIES)[number][] => {
    const one = ({ user, record }: Ids) => ({ [name]: name === 'id' ? record : user })
    return [
      [
        `a key of its project by its ${name}`,
        'getKey',
        (ids) => ({ ...inProject(ids.project), query: one(ids) }),
      ],
      [`a key from here by its ${name}`, 'getKey', (ids) => ({ query: one(ids) })],
      [
        `bans a key from here by its ${name}`,
        'changeKey',
        (ids) => ({ body: { action: 'ban', ...one(ids) } }),
      ],
      [`replaces a key from here by its ${name}`, 'replaceKey', (ids) => ({ body: one(ids) })],
      [`deletes a key from here by its ${name}`, 'deleteKey', (ids) => ({ query: one(ids) })],
      [
        `the devices of a key of its project by its ${name}`,
        'getDevices',
        (ids) => ({ ...inProject(ids.project), query: one(ids) }),
      ],
      [`the devices of a key from here by its ${name}`, 'getDevices', (ids) => ({ query: one(ids) })],
      [
        `releases a device in its project by the ${name} of the key`,
        'releaseDevice',
        (ids) => ({
          ...inProject(ids.project),
          query: { ...one(ids), device: opaqueDeviceId(ids.user, DEVICE) },
        }),
      ],
      [
        `releases a device from here by the ${name} of the key`,
        'releaseDevice',
        (ids) => ({ query: { ...one(ids), device: opaqueDeviceId(ids.user, DEVICE), force: true } }),
      ],
    ]
  }),
  [
    'a license of a user of its project',
    'issueLicense',
    ({ project, user }) => ({ ...inProject(project), body: licenseFor('foreign-app', user) }),
  ],
  [
    'a license of a user from here',
    'issueLicense',
    ({ user }) => ({ body: licenseFor(service.project.appName, user) }),
  ],
  ['deletes a user from here', 'deleteUser', ({ user }) => ({ query: { user_key: user } })],
  ['deletes a banned user from here', 'deleteUser', ({ banned: key }) => ({ query: { user_key: key } })],
  ...[false, true].flatMap((force): (typeof TRIES)[number][] => [
    [
      `resets a user of its project, force ${force}`,
      'resetDevice',
      ({ project, user }) => ({ ...inProject(project), body: { user_key: user, force } }),
    ],
    [
      `resets a user from here, force ${force}`,
      'resetDevice',
      ({ user }) => ({ body: { user_key: user, force } }),
    ],
    [
      `links a user of its project, force ${force}`,
      'linkChat',
      ({ project, user }) => ({ ...inProject(project), body: { user_key: user, chat_id: 'x', force } }),
    ],
    [
      `links a user from here, force ${force}`,
      'linkChat',
      ({ user }) => ({ body: { user_key: user, chat_id: 'x', force } }),
    ],
  ]),
  ['its customer', 'getCustomer', ({ customer: id }) => ({ query: { id } })],
  ['its customer by the address', 'getCustomer', ({ email }) => ({ query: { email } })],
  ['another name of its customer', 'changeCustomer', ({ customer: id }) => ({ body: { id, name: 'x' } })],
  ['joins its customer', 'joinCustomers', ({ customer: id }) => ({ body: { id, into: 'own' } })],
  ['an export of its customer', 'exportCustomer', ({ customer: id }) => ({ query: { id } })],
  ['declines its customer', 'declineErasure', ({ email }) => ({ query: { email } })],
  ['erases its customer', 'eraseCustomer', ({ email }) => ({ query: { email } })],
  ['mails of a project', 'listMail', ({ project }) => inProject(project)],
  [
    'mails a key of its project',
    'mailKey',
    ({ project, user }) => ({ ...inProject(project), body: { user_key: user } }),
  ],
  ['mails a key from here', 'mailKey', ({ user }) => ({ body: { user_key: user } })],
  ['mails a key from here by its id', 'mailKey', ({ record: id }) => ({ body: { id } })],
  ['settings of mail of a project', 'getMailSettings', ({ project }) => inProject(project)],
  [
    'other settings of mail in a project',
    'changeMailSettings',
    ({ project }) => ({ ...inProject(project), body: { color: '#123456' } }),
  ],
  ['the customer’s page of a project', 'getCustomerPage', ({ project }) => inProject(project)],
  [
    'a project’s page for customers, to open it',
    'changeCustomerPage',
    ({ project }) => ({ ...inProject(project), body: { on: true } }),
  ],
  ...(['previewMail', 'sendTestMail'] as const).map((id): (typeof TRIES)[number] => [
    `${id} in a project`,
    id,
    ({ project }) => ({ ...inProject(project), body: { kind: 'key', language: 'en' } }),
  ]),
  ['shops of a project', 'listShops', ({ project }) => inProject(project)],
  [
    'a shop for a project',
    'connectShop',
    ({ project }) => ({ ...inProject(project), body: { kind: 'stripe', secret: 'whsec_ours' } }),
  ],
  ...(
    [
      ['changeShop', { secret: 'whsec_ours' }],
      ['listDeliveries', undefined],
      ['deliverByHand', PAID],
      ['simulateOrder', { product: 'plink_1' }],
    ] as const
  ).flatMap(([id, body]): (typeof TRIES)[number][] => {
    const sent = (shop_id: string, more: object = {}) => ({ params: { shop_id, ...more }, body })
    return [
      [`${id} of a shop in its project`, id, ({ shop, project }) => sent(shop, { project_id: project })],
      [`${id} of a shop from here`, id, ({ shop }) => sent(shop)],
    ]
  }),
  ['products of a project', 'listProducts', ({ project }) => inProject(project)],
  [
    'a product in a project',
    'createProduct',
    ({ project }) => ({ ...inProject(project), body: { days: 1, shop_products: ['plink_1'] } }),
  ],
  [
    'not ours in a project',
    'setNotOurs',
    ({ project }) => ({ ...inProject(project), body: { shop_product: 'plink_1', is_not_ours: true } }),
  ],
  ...(['changeProduct', 'applyProduct', 'deleteProduct'] as const).flatMap((id): (typeof TRIES)[number][] => {
    const body = { changeProduct: { days: 1 }, applyProduct: {}, deleteProduct: undefined }[id]
    const sent = (product_id: string, more: object = {}) => ({ params: { product_id, ...more }, body })
    return [
      [
        `${id} of a product in its project`,
        id,
        ({ product, project }) => sent(product, { project_id: project }),
      ],
      [`${id} of a product from here`, id, ({ product }) => sent(product)],
    ]
  }),
  ['orders of a project', 'listOrders', ({ project }) => inProject(project)],
  ['sales of a project', 'getSales', ({ project }) => inProject(project)],
  [
    'an order of its project',
    'getOrder',
    ({ project, order }) => ({ ...inProject(project), query: { order } }),
  ],
  ['an order from here', 'getOrder', ({ order }) => ({ query: { order } })],
  ['the order of a key from here', 'getOrder', ({ orderKey }) => ({ query: { user_key: orderKey } })],
  ...(['changeOrderLicense', 'linkLicense'] as const).flatMap((id): (typeof TRIES)[number][] => {
    const sent = ({ order, orderKey }: Ids, more: object = {}) => ({
      params: { order_id: order, key_id: keyIdOf(orderKey), ...more },
      body: id === 'linkLicense' ? { user_key: orderKey } : { action: 'lift' },
    })
    return [
      [`${id} of an order in its project`, id, (ids) => sent(ids, { project_id: ids.project })],
      [`${id} of an order from here`, id, (ids) => sent(ids)],
    ]
  }),
  ['the releases of a project', 'listReleases', ({ project }) => inProject(project)],
  [
    'a file of a release',
    'addReleaseFile',
    ({ project }) => ({ ...inProject(project), body: { release: RELEASE } }),
  ],
  ...(['sendReleasePart', 'finishUpload'] as const).flatMap((id): (typeof TRIES)[number][] => {
    const query = id === 'sendReleasePart' ? { query: { offset: 0 } } : {}
    const sent = (upload_id: string, more: object) => ({ params: { upload_id, ...more }, ...query })
    return [
      [`${id} in its project`, id, ({ upload, project: project_id }) => sent(upload, { project_id })],
      [`${id} from here`, id, ({ upload }) => sent(upload, {})],
    ]
  }),
  [
    'a release of a project',
    'changeRelease',
    ({ project }) => ({ params: { project_id: project, version: '1.0.0' }, body: { share: 1 } }),
  ],
  [
    'the settings of releases',
    'changeReleaseSettings',
    ({ project }) => ({ ...inProject(project), body: { feed: 'all' } }),
  ],
  [
    'the end of a key for releases',
    'addReleaseKeyEnd',
    ({ project }) => ({ ...inProject(project), body: ROTATION }),
  ],
  ['the settings of a project', 'getProjectSettings', ({ project }) => inProject(project)],
  [
    'new settings of a project',
    'updateProjectSettings',
    ({ project }) => ({ ...inProject(project), body: { max_devices: 5 } }),
  ],
  [
    'bans a user of its project',
    'blacklistUser',
    ({ project, user }) => ({ ...inProject(project), body: { user_key: user } }),
  ],
  ['bans a user from here', 'blacklistUser', ({ user }) => ({ body: { user_key: user } })],
  ['bans a banned user from here', 'blacklistUser', ({ banned: key }) => ({ body: { user_key: key } })],
  [
    'ends a ban in its project',
    'unbanUser',
    ({ project, unbanToken }) => ({ ...inProject(project), body: { unban_token: unbanToken } }),
  ],
  ['ends a ban from here', 'unbanUser', ({ unbanToken }) => ({ body: { unban_token: unbanToken } })],
  ['the scripts of a project', 'listScripts', ({ project }) => inProject(project)],
  [
    'a script of its project',
    'updateScript',
    ({ project, script }) => ({ params: { project_id: project, script_id: script }, body: { script: 'y' } }),
  ],
  [
    'a script from here',
    'updateScript',
    ({ script }) => ({ params: { script_id: script }, body: { script: 'y' } }),
  ],
  [
    'our script in its project',
    'updateScript',
    ({ project }) => ({ params: { project_id: project, script_id: SCRIPT }, body: { script: 'y' } }),
  ],
  [
    'the progress of an update in its project',
    'getUpdateProgress',
    ({ project, script, track }) => ({
      params: { project_id: project, script_id: script, track_id: track },
    }),
  ],
  [
    'the progress of an update from here',
    'getUpdateProgress',
    ({ script, track }) => ({ params: { script_id: script, track_id: track } }),
  ],
  [
    'the progress of an update, of our script',
    'getUpdateProgress',
    ({ track }) => ({ params: { track_id: track } }),
  ],
]

/** An API key in the path: that of the other account, or one that does not exist. */
const keyInPath = (track: string): Asked => ({
  params: { api_key: track === UNKNOWN.track ? 'latchkey_unknown' : OTHER_API_KEY },
})

/** All that the other account can see of its own data. */
async function stateOfOther() {
  const { storage } = service
  return {
    users: await storage.listLicenses(OWNED.project, {}, { from: 0, until: 100 }),
    script: await storage.findScriptToLoad(OWNED.script),
    project: await storage.findProject('other', OWNED.project),
    details: (
      await service.ask('getApiKeyDetails', { apiKey: OTHER_API_KEY, params: { api_key: OTHER_API_KEY } })
    ).body,
    events: await storage.listEvents(OWNED.project, {}, { limit: 100 }),
    customers: await storage.searchCustomers('other', { limit: 100 }),
    mails: await storage.listOutbox(OWNED.project, 'mail', { limit: 100 }),
    mailSettings: await storage.findMailSettings(OWNED.project),
    shops: await storage.listShops(OWNED.project),
    order: await storage.findOrder(OWNED.project, OWNED.order),
    products: await storage.listProducts(OWNED.project),
    notOurs: await storage.listNotOurs(OWNED.project),
    releases: await storage.findReleases(OWNED.project),
  }
}

describe('with the API key of one account', () => {
  test.each(TRIES)('%s of another account is refused as if it did not exist', async (_what, id, asked) => {
    const before = await stateOfOther()
    const [foreign, unknown] = [await service.ask(id, asked(OWNED)), await service.ask(id, asked(UNKNOWN))]
    expect([400, 403, 404]).toContain(foreign.status)
    expect([foreign.status, foreign.body]).toEqual([unknown.status, unknown.body])
    expect(await stateOfOther()).toEqual(before)
  })

  test('every endpoint that takes an API key is tried', () => {
    const taking = Object.values(ENDPOINTS).filter(
      // List Customers names nothing of another account in its request.
      ({ id, credentials }) => credentials.kind === 'api-key' && id !== 'listCustomers',
    )
    expect(new Set(TRIES.map(([, id]) => id))).toEqual(new Set(taking.map(({ id }) => id)))
  })

  test('the account sees nothing of the other one in its own lists', async () => {
    const own = await service.ask('getApiKeyDetails')
    const stats = await service.ask('getApiKeyStats')
    const users = await service.list()
    const events = await service.ask('getEvents')
    const customers = await service.ask('listCustomers', { query: { search: 'foreign' } })
    expect(customers.body.customers).toEqual([])
    const text = JSON.stringify([own.body, stats.body, users, events.body])
    for (const id of Object.values(OWNED)) expect(text).not.toContain(id)
  })
})

test("a license key of another account's app is refused as if it did not exist", async () => {
  const answers = await Promise.all(
    [OWNED.user, OWNED.banned, UNKNOWN.user].map(async (key) => (await service.check({ key })).body),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
  expect(answers[0]?.code).toBe('KEY_INCORRECT')
})

test("a license key of another account does not load this account's script", async () => {
  const body = { script: 'z' }
  expect((await service.ask('updateScript', { body })).status).toBe(200)
  const load = (script_key: string) =>
    service.ask('loadScript', { body: { script_key, hwid: DEVICE, nonce: 'a'.repeat(16) } })
  const [foreign, unknown] = [await load(OWNED.user), await load(UNKNOWN.user)]
  expect(foreign.body).toEqual(unknown.body)
  expect(foreign.body.code).toBe('KEY_INCORRECT')
})
