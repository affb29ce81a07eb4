import type { MyEndpointId } from '@latchkey/management'
import { createNonce, formatActivationRequest } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from '../testing/ask.ts'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, testProject } from '../testing/records.ts'
import { type CustomerWorld, startCustomerWorld } from './testing/customer-world.ts'

const DAY = 86_400
const [ANN, BOB] = ['ann@example.org', 'bob@example.org']
const SCRIPT = '<img src=x onerror=alert(1)>'

let world: CustomerWorld
beforeEach(async () => {
  world = await startCustomerWorld({ project: { maxDevices: 2, movesPerYear: 2, features: ['base'] } })
})
afterEach(() => world.service.stop())

async function requestFor(key: string, appName = 'test-app'): Promise<string> {
  await world.service.check({})
  const keys = await world.service.storage.signingKeys('test-app')
  const request = {
    ...{ appName, key, deviceId: DEVICE, nonce: createNonce(), time: NOW },
    keyIds: keys.map(({ id }) => id),
  }
  return formatActivationRequest(request as never, world.service.project.secrets)
}

test('shows a customer the own licenses of this project, and nothing that is for the vendor', async () => {
  await world.service.storage.createProject(testProject({ id: 'second', appName: 'second' }))
  const key = await world.addLicense(ANN, {
    ...{ note: SCRIPT, vendorNote: 'a bad payer', features: ['export'], authExpire: NOW + DAY },
  })
  await world.addLicense(ANN, {}, 'second')
  await world.addLicense(BOB)
  await world.addLicense(ANN, { ...banned({ banReason: 'Shared' }), ...linkedTo(OTHER_DEVICE) })
  await world.service.check({ key, deviceId: DEVICE })
  await world.service.check({ use: 'name', key, deviceId: DEVICE, name: SCRIPT })
  const page = await world.pageOf(ANN)
  const mine = await page.mine()
  expect(mine).toMatchObject({ email: ANN, name: '', proven_until: NOW + 900, orders: [], requests: [] })
  expect(mine.licenses).toEqual([
    expect.objectContaining({ key: '', state: 'banned', reason: 'Shared', free_from: -1, replaces_left: 0 }),
    {
      ...{ id: expect.any(String), key, state: 'active', reason: '', note: SCRIPT },
      ...{ features: ['base', 'export'], until: NOW + DAY, days: 0, perpetual: false, updates_until: -1 },
      max_computers: 2,
      computers: [
        expect.objectContaining({ name: SCRIPT, linked_at: NOW, used_at: NOW - (NOW % DAY), held_until: 0 }),
      ],
      ...{ free_from: 0, frees_left: 2, replaces_left: 2, handed_to: '' },
    },
  ])
  const { text, headers } = await page.send('getMine')
  expect(text).not.toMatch(new RegExp(`a bad payer|${DEVICE}|${OTHER_DEVICE}|${BOB}`))
  // A browser that is led to the answer runs nothing of it.
  expect(headers.get('content-type')).toMatch(/^application\/json/)
})

test("another customer's license, computer and file are as unknown as those that do not exist", async () => {
  const bobs = await world.addLicense(BOB, { ...linkedTo(DEVICE), maxDevices: 2 })
  await world.addLicense(ANN)
  const bob = await world.pageOf(BOB)
  const [{ id, computers }] = (await bob.mine()).licenses
  const ann = await world.pageOf(ANN)
  const own = (await ann.mine()).licenses[0].id
  const request = await requestFor(bobs)
  const acts: readonly (readonly [MyEndpointId, object])[] = [
    ['freeComputer', { computer_id: computers[0].id }],
    ['replaceMyKey', {}],
    ['handOver', { email: 'ann.lee@example.org' }],
    ['takeBackOffer', {}],
    ['makeMyLicenseFile', { request }],
  ]
  await bob.act('handOver', { license_id: id, email: 'friend@example.org' })
  const unknown = `999-${'f'.repeat(16)}`
  for (const [act, body] of acts) {
    const answers = []
    for (const license_id of [id, unknown, 'no id', '']) {
      const { status, body: answer } = await ann.send(act, { body: { ...body, license_id } })
      answers.push([status, answer])
    }
    expect(answers[0]?.[0], act).toBe(404)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size, act).toBe(1)
  }
  // The own license with the computer or the request of the other one.
  const computer = await ann.act('freeComputer', { license_id: own, computer_id: computers[0].id })
  expect(computer).toBe('404 NO_SUCH_COMPUTER')
  expect(await ann.act('makeMyLicenseFile', { license_id: own, request })).toBe('400 WRONG_REQUEST')
  expect((await bob.mine()).licenses).toMatchObject([
    { id, key: bobs, computers: [{}], handed_to: 'friend@example.org' },
  ])
  // A page that is off.
  await world.service.storage.createProject(testProject({ id: 'second', appName: 'second' }))
  expect((await ann.send('getMine', { projectId: 'second' })).status).toBe(404)
})

test('frees a computer by the rules of moves, and tells the customer by a mail', async () => {
  const key = await world.addLicense(ANN, { ...linkedTo(DEVICE), furtherDevices: [OTHER_DEVICE] })
  await world.service.storage.changeProject('project', (known) => ({ ...known, resetCooldownSeconds: 60 }))
  const page = await world.pageOf(ANN)
  const free = async (index = 0) => {
    const [license] = (await page.mine()).licenses
    const computer_id = license.computers[index]?.id ?? ''
    return page.act('freeComputer', { license_id: license.id, computer_id })
  }
  expect(await free()).toBe(200)
  expect(await world.service.license(key)).toMatchObject({ identifier: OTHER_DEVICE, totalResets: 1 })
  expect(await world.mails()).toMatchObject([{ to: ANN, keys: [] }])
  expect(await world.kinds()).toEqual(['computer-freed'])
  expect((await page.mine()).licenses).toMatchObject([{ free_from: NOW + 60, frees_left: 1 }])
  expect(await free()).toBe('409 NO_MOVE')
  world.service.clock.now += 60
  expect(await free()).toBe(200)
  expect(await free()).toBe('404 NO_SUCH_COMPUTER')
  const { events } = (await world.api('getEvents', { query: { kind: 'released', by: 'customer' } })).body
  expect(events).toMatchObject([{ user_key: key, address: '127.0.0.0/24' }, {}])

  await world.api('changeCustomerPage', { body: { free_computer: false } })
  expect((await page.mine()).licenses).toMatchObject([{ free_from: -1 }])
  expect(await free()).toBe('403 NOT_ALLOWED')
})

test('replaces no key of a license that is banned, or held by a license file, and mails no key', async () => {
  const page = await world.pageOf((await world.addLicense(ANN, banned())) && ANN)
  const [{ id: license_id }] = (await page.mine()).licenses
  expect(await page.act('replaceMyKey', { license_id })).toBe('409 NOT_WORKING')

  const key = await world.addLicense(BOB)
  const bob = await world.pageOf(BOB)
  const [{ id }] = (await bob.mine()).licenses
  const made = await bob.send('makeMyLicenseFile', {
    body: { license_id: id, request: await requestFor(key) },
  })
  expect(made.body).toMatchObject({ name: `license-${key.slice(-4)}.txt` })
  expect(made.body.file).toMatch(/^[\w.-]+\n$/)
  const [{ computers }] = (await bob.mine()).licenses
  expect(computers).toMatchObject([{ held_until: NOW + 90 * DAY }])
  expect(await bob.act('replaceMyKey', { license_id: id })).toBe('409 HELD_BY_FILE')
  expect(await bob.act('freeComputer', { license_id: id, computer_id: computers[0].id })).toBe('409 NO_MOVE')
  for (const wrong of ['no request', await requestFor('k'.repeat(32)), await requestFor(key, 'other-app')]) {
    expect(await bob.act('makeMyLicenseFile', { license_id: id, request: wrong })).toBe('400 WRONG_REQUEST')
  }
  world.service.clock.now += 90 * DAY
  const later = await world.pageOf(BOB)
  expect(await later.act('replaceMyKey', { license_id: id })).toBe(200)
  expect(await later.act('replaceMyKey', { license_id: id })).toBe('404 NO_SUCH_LICENSE')
  const [replaced] = (await later.mine()).licenses
  expect(await later.act('replaceMyKey', { license_id: replaced.id })).toBe(200)
  const [again] = (await later.mine()).licenses
  expect(await later.act('replaceMyKey', { license_id: again.id })).toBe('409 NO_REPLACEMENT')
  expect(await world.kinds()).toEqual(['key-replaced', 'key-replaced', 'license-file-made'])
  expect((await world.mails()).flatMap(({ keys }) => keys)).toEqual([])
})

test('mails the keys that work to the own address, and only some mails a day', async () => {
  const keys = [await world.addLicense(ANN), await world.addLicense(ANN)]
  for (const changes of [banned(), { stopped: 'refunded' }, { authExpire: NOW - 1 }] as const) {
    await world.addLicense(ANN, { unbanToken: '', ...changes })
  }
  const page = await world.pageOf(ANN)
  expect(await page.act('mailMyKeys')).toBe(200)
  expect(await world.mails()).toMatchObject([{ to: ANN, keys: keys.toReversed() }])
  for (let sent = 1; sent < 20; sent += 1) expect(await page.act('mailMyKeys')).toBe(200)
  expect(await page.act('mailMyKeys')).toBe('429 RATE_LIMITED')
  const [license] = (await page.mine()).licenses.toReversed()
  const offer = { license_id: license.id, email: BOB }
  expect(await page.act('handOver', offer)).toBe('429 RATE_LIMITED')
})

test('changes the address after the new one was proven, and the earlier one opens nothing any more', async () => {
  const key = await world.addLicense(ANN)
  await world.addLicense(BOB)
  const page = await world.pageOf(ANN)
  expect(await page.act('changeMyAddress', { email: 'Ann@Example.org' })).toBe('409 OWN_ADDRESS')
  expect(await page.act('changeMyAddress', { email: 'ann@x\r\nBcc: b@x' })).toBe('400 INVALID_EMAIL')
  // The answer does not show that another customer has the address.
  const answers = [
    await page.send('changeMyAddress', { body: { email: BOB } }),
    await page.send('changeMyAddress', { body: { email: 'new@example.org' } }),
  ]
  expect(answers.map(({ text }) => text)).toEqual([answers[1]?.text, answers[1]?.text])
  const mails = await world.mails()
  const tokenFor = (email: string) => mails.find(({ to }) => to === email)?.token
  const other = await world.pageOf()
  expect(await other.act('confirmMyAddress', { token: tokenFor(BOB) })).toBe('409 LINK_OVER')
  expect((await page.mine()).email).toBe(ANN)
  expect(await other.act('confirmMyAddress', { token: tokenFor('new@example.org') })).toBe(200)
  expect(await other.mine()).toMatchObject({ email: 'new@example.org', licenses: [{ key }] })
  expect(await page.act('getMine')).toBe('401 SIGN_IN_NEEDED')
  expect(await world.mails()).toMatchObject([{ to: ANN, keys: [], token: '' }])
  const listed = (await world.api('listMail')).body.mails
  expect(JSON.stringify(listed)).not.toContain(ANN)
  expect((await world.api('getEvents')).body.events.at(-1)).toMatchObject({
    ...{ kind: 'updated', subject: 'customer', actor: 'customer', fields: ['email'] },
  })
})

test('an act needs a session of this project with a fresh proof, and its permission', async () => {
  await world.addLicense(ANN)
  const page = await world.pageOf(ANN)
  const [{ id: license_id }] = (await page.mine()).licenses
  const acts: readonly (readonly [MyEndpointId, object, string])[] = [
    ['freeComputer', { license_id, computer_id: 'x' }, 'free_computer'],
    ['replaceMyKey', { license_id }, 'replace_key'],
    ['handOver', { license_id, email: BOB }, 'hand_over'],
    ['changeMyAddress', { email: BOB }, 'change_address'],
    ['makeMyLicenseFile', { license_id, request: 'x' }, 'license_file'],
  ]
  const stranger = await world.pageOf()
  for (const [act, body, permission] of acts) {
    expect(await stranger.act(act, body), act).toBe('401 SIGN_IN_NEEDED')
    await ask(world.service, 'changeCustomerPage', { body: { [permission]: false } })
    expect(await page.act(act, body), act).toBe('403 NOT_ALLOWED')
  }
  world.service.clock.now += 15 * 60
  for (const [act, body] of acts) expect(await page.act(act, body), act).toBe('403 PROOF_NEEDED')
  expect(await page.act('getMine')).toBe(200)
  expect(await world.kinds()).toEqual([])
})
