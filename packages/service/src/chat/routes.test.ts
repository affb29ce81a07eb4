import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { keyIdOf } from '@latchkey/management'
import { createLicenseKey } from '@latchkey/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { License } from '../core/license/license.ts'
import { banned, linkedTo, NOW, OTHER_DEVICE, testLicense } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { decideRedeem } from './chat-links.ts'

const COOLDOWN = 3_600

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const chatPublicKey = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')

let service: TestService
beforeAll(async () => {
  service = await startTestService({ project: { chatPublicKey, resetCooldownSeconds: COOLDOWN } })
})
afterAll(() => service.stop())

let chatId = ''
let ids = 0
beforeEach(() => {
  ids += 1
  chatId = `10000000000000000${ids}`
  // The time moves on, so that no request repeats an earlier one.
  service.clock.now = NOW + ids * 10_000
})

interface Sending {
  readonly body?: string
  readonly key?: KeyObject
  readonly timestamp?: string
  readonly signature?: string
  readonly project?: string
}

function signed({ body = '{"type":1}', key = privateKey, ...sending }: Sending) {
  const timestamp = sending.timestamp ?? String(service.clock.now)
  const signature = sending.signature ?? sign(null, Buffer.from(timestamp + body), key).toString('hex')
  return { body, headers: { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } }
}

async function post(sending: Sending = {}) {
  const { body, headers } = signed(sending)
  const response = await fetch(`${service.url}/v3/projects/${sending.project ?? 'project'}/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return { status: response.status, answer: await response.json() }
}

const interact = async (interaction: object, id = chatId) => {
  const { status, answer } = await post({
    body: JSON.stringify({ id: String(Math.random()), member: { user: { id } }, ...interaction }),
  })
  expect(status).toBe(200)
  return answer
}

const enter = async (key: string, id = chatId): Promise<string> => {
  const components = [{ type: 1, components: [{ type: 4, custom_id: 'key', value: key }] }]
  const { type, data } = await interact({ type: 5, data: { custom_id: 'latchkey:redeem', components } }, id)
  // Only the user who pressed the button sees the answer.
  expect([type, data.flags]).toEqual([4, 64])
  return data.content
}

const pressReset = async (id = chatId): Promise<string> =>
  (await interact({ type: 3, data: { custom_id: 'latchkey:reset' } }, id)).data.content

const change = (key: string, changes: Partial<License>) =>
  service.storage.changeLicense('project', key, (license) => ({
    outcome: 'done',
    license: { ...license, ...changes },
  }))

describe('the endpoint', () => {
  test('answers the platform’s ping', async () => {
    expect(await post()).toEqual({ status: 200, answer: { type: 1 } })
  })

  test.each<[string, () => Sending]>([
    ['an unsigned one', () => ({ signature: '' })],
    ['one signed by another', () => ({ key: generateKeyPairSync('ed25519').privateKey })],
    [
      'one whose body was changed',
      () => ({ signature: signed({ body: '{"type":2}' }).headers['x-signature-ed25519'] }),
    ],
    [
      'one whose time was changed',
      () => ({ signature: signed({ timestamp: '1' }).headers['x-signature-ed25519'] }),
    ],
    ['an old one', () => ({ timestamp: String(service.clock.now - 121) })],
    ['one from the future', () => ({ timestamp: String(service.clock.now + 121) })],
    ['one whose time is none', () => ({ timestamp: 'now' })],
  ])('refuses %s', async (_, sending) => {
    const { status, answer } = await post(sending())
    expect([status, answer.success]).toEqual([401, false])
  })

  test('refuses a request that came before, whenever it comes again in time', async () => {
    const sending = { timestamp: String(service.clock.now + 100) }
    expect((await post(sending)).status).toBe(200)
    expect((await post(sending)).status).toBe(401)
    const upperCase = signed(sending).headers['x-signature-ed25519'].toUpperCase()
    expect((await post({ ...sending, signature: upperCase })).status).toBe(401)
    service.clock.now += 220
    expect((await post(sending)).status).toBe(401)
  })

  test('is there for a project with a public key alone', async () => {
    await service.storage.createProject({
      ...service.project,
      id: 'bare',
      appName: 'bare',
      chatPublicKey: '',
    })
    expect((await post({ project: 'bare' })).status).toBe(404)
    expect((await post({ project: 'nobody' })).status).toBe(404)
  })

  test('shows the panel, and asks for the key in a dialog', async () => {
    const { type, data } = await interact({ type: 2, data: { name: 'license' } })
    const buttons = data.components[0].components.map((button: { label: string }) => button.label)
    expect([type, buttons]).toEqual([4, ['Redeem', 'Reset HWID']])
    const dialog = await interact({
      type: 3,
      data: { custom_id: data.components[0].components[0].custom_id },
    })
    expect([dialog.type, dialog.data.components[0].components[0].label]).toEqual([9, 'License key'])
  })

  test.each([
    '{',
    '[]',
    '{"type":99}',
    '{"type":3,"data":{"custom_id":"other"}}',
    '{"type":5,"data":{"custom_id":"latchkey:redeem"}}',
  ])('refuses %s, which the panel does not know', async (body) => {
    expect((await post({ body })).status).toBe(400)
  })
})

describe('Redeem', () => {
  test('links the chat ID to an unassigned key, starts its days, and notes it', async () => {
    const key = await service.addLicense({ keyDays: 1, authExpire: 0 })
    expect(await enter(` ${key} `)).toContain('yours now')
    expect(await service.license(key)).toMatchObject({
      chatId,
      authExpire: service.clock.now + 86_400,
      status: 'reset',
    })
    const events = await service.storage.listEvents('project', { keyId: keyIdOf(key) }, { limit: 9 })
    expect(events).toMatchObject([
      { kind: 'linked', actor: 'chat', address: '127.0.0.0/24', licenseKey: key },
    ])
    expect(await enter(key)).toContain('yours already')
  })

  test('knows a user of a direct message too', async () => {
    const key = await service.addLicense()
    const components = [{ components: [{ custom_id: 'key', value: key }] }]
    await interact({
      type: 5,
      member: undefined,
      user: { id: chatId },
      data: { custom_id: 'latchkey:redeem', components },
    })
    expect(await service.license(key)).toMatchObject({ chatId })
  })

  test.each<[string, Partial<License>, RegExp]>([
    ['linked to another chat ID', { chatId: 'somebody-else' }, /somebody else/],
    ['in use on a device', linkedTo(OTHER_DEVICE), /in use on a device/],
    ['banned', banned(), /blocked\. Reason: Shared in public\./],
    ['stopped', { stopped: 'refunded' }, /was refunded/],
    ['expired', { authExpire: NOW }, /ran out on/],
  ])('refuses a key that is %s', async (_, license, why) => {
    const key = await service.addLicense(license)
    const before = await service.license(key)
    expect(await enter(key)).toMatch(why)
    expect(await service.license(key)).toEqual(before)
  })

  test('refuses a second key for one chat ID, an unknown key, and a malformed key', async () => {
    await enter(await service.addLicense())
    const second = await service.addLicense()
    expect(await enter(second)).toContain('Another license key is linked to you')
    expect(await service.license(second)).toMatchObject({ chatId: '' })
    expect(await enter(createLicenseKey())).toContain('not known')
    expect(await enter('12345')).toContain('not a license key')
  })
})

describe('Reset HWID', () => {
  const linkedKey = (changes: Partial<License> = {}) =>
    service.addLicense({ chatId, ...linkedTo(OTHER_DEVICE), ...changes })

  test('resets the key of the user who asks, once in a cooldown', async () => {
    const key = await linkedKey()
    const resetAt = service.clock.now
    expect(await pressReset()).toContain('was reset.')
    expect(await service.license(key)).toMatchObject({
      identifier: '',
      status: 'reset',
      totalResets: 1,
      lastReset: resetAt,
    })
    await change(key, linkedTo(OTHER_DEVICE))
    service.clock.now += COOLDOWN - 1
    expect(await pressReset()).toContain(`<t:${resetAt + COOLDOWN}:R>`)
    expect(await service.license(key)).toMatchObject({ identifier: OTHER_DEVICE, totalResets: 1 })
    service.clock.now += 1
    expect(await pressReset()).toContain('was reset.')
  })

  test('does nothing for a user without a key', async () => {
    expect(await pressReset()).toContain('Press Redeem first')
  })

  test('refuses a banned license until the ban is over', async () => {
    const key = await linkedKey(banned({ banExpire: service.clock.now + 5 }))
    expect(await pressReset()).toContain('blocked')
    expect(await service.license(key)).toMatchObject({ identifier: OTHER_DEVICE })
    service.clock.now += 5
    expect(await pressReset()).toContain('was reset.')
  })

  test('refuses a stopped license', async () => {
    const key = await linkedKey({ stopped: 'charged-back' })
    expect(await pressReset()).toContain('was charged back')
    expect(await service.license(key)).toMatchObject({ identifier: OTHER_DEVICE })
  })

  test('refuses while a computer without internet has a license of the key', async () => {
    const offlineUntil = service.clock.now + 1_000
    const key = await linkedKey({ offlineDevice: OTHER_DEVICE, offlineUntil })
    const answer = await pressReset()
    expect(answer).toContain('OFFLINE_LICENSE_ACTIVE')
    expect(answer).toContain(`<t:${offlineUntil}:R>`)
    expect(await service.license(key)).toMatchObject({ identifier: OTHER_DEVICE, totalResets: 0 })
  })

  test('refuses where the project disables resets', async () => {
    const key = await linkedKey()
    const cooldown = (resetCooldownSeconds: number) =>
      service.storage.changeProject('project', (project) => ({ ...project, resetCooldownSeconds }))
    await cooldown(-1)
    expect(await pressReset()).toContain('disabled')
    expect(await service.license(key)).toMatchObject({ identifier: OTHER_DEVICE })
    await cooldown(COOLDOWN)
  })
})

test('tells what the customer may see, and nothing of the vendor note', async () => {
  const key = await service.addLicense({ note: 'Hello Ada', vendorNote: 'Ada: pays late' })
  expect(await enter(key)).not.toContain('pays late')
  expect(await pressReset()).not.toContain('pays late')
})

test('redeems a perpetual key after its end, and no other one', () => {
  const ended = testLicense({ authExpire: NOW - 1 })
  expect(decideRedeem(ended, 'chat', NOW).outcome).toBe('expired')
  expect(decideRedeem({ ...ended, perpetual: true }, 'chat', NOW).outcome).toBe('linked')
})
