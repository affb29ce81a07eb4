import { readFileSync } from 'node:fs'
import { createNonce, NEVER, type SharedSecrets, signResponse } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE } from '../testing/records.ts'
import { type Check, startTestService, type TestService } from '../testing/test-service.ts'

const NO_DATA = { note: '', total_executions: 0, auth_expire: 0 }
const DAY = 86_400

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

const codeOf = async (check: Check): Promise<string> => (await service.check(check)).body.code

describe('a key that is good', () => {
  test('is valid, with its data and a signature that only the secrets yield', async () => {
    const key = await service.addLicense({ note: 'Gold', totalExecutions: 41 })
    const nonce = createNonce()
    const { status, body, headers } = await service.check({ key, nonce })
    expect(status).toBe(200)
    expect(body).toEqual({
      code: 'KEY_VALID',
      message: expect.any(String),
      data: { note: 'Gold', total_executions: 42, auth_expire: NEVER },
      signature: signResponse(nonce, 'KEY_VALID', service.project.secrets),
    })
    expect(headers.get('cache-control')).toBe('no-store, no-transform')
    expect(headers.get('x-powered-by')).toBeNull()
  })

  test('is claimed by the first device that uses it', async () => {
    const key = await service.addLicense()
    await service.check({ key })
    expect(await service.license(key)).toMatchObject({
      identifier: DEVICE,
      identifierType: 'HWID',
      status: 'active',
      totalExecutions: 1,
    })
  })

  test('starts its key days at the claim, and not again', async () => {
    const key = await service.addLicense({ keyDays: 30, authExpire: 0 })
    const first = await service.check({ key })
    expect(first.body.data?.auth_expire).toBe(NOW + 30 * DAY)
    service.clock.now += DAY
    const second = await service.check({ key })
    expect(second.body.data?.auth_expire).toBe(NOW + 30 * DAY)
  })

  test('is refused to a second device, which learns nothing about it', async () => {
    const key = await service.addLicense({ note: 'Gold' })
    await service.check({ key })
    const { status, body } = await service.check({ key, deviceId: OTHER_DEVICE })
    expect(status).toBe(200)
    expect(body).toEqual({ code: 'KEY_HWID_LOCKED', message: expect.any(String), data: NO_DATA })
    expect(await codeOf({ key })).toBe('KEY_VALID')
  })

  test('goes to exactly one of 200 devices that use it at once', async () => {
    const key = await service.addLicense()
    const codes = await Promise.all(
      Array.from({ length: 200 }, (_, index) => codeOf({ key, deviceId: `device-${index}`.padEnd(16, '-') })),
    )
    expect(codes.filter((code) => code === 'KEY_VALID')).toHaveLength(1)
    expect(codes.filter((code) => code === 'KEY_HWID_LOCKED')).toHaveLength(199)
    expect((await service.license(key)).totalExecutions).toBe(200)
  })
})

describe('a key that is not good', () => {
  test('is KEY_INVALID when it is not 32 letters', async () => {
    for (const key of [
      '',
      'short',
      'a'.repeat(31),
      'a'.repeat(33),
      `${'a'.repeat(31)}1`,
      `${'a'.repeat(31)}é`,
    ]) {
      expect(await codeOf({ key })).toBe('KEY_INVALID')
    }
  })

  test('is KEY_INCORRECT when there is none like it, in any other case of letters either', async () => {
    const key = await service.addLicense({ key: 'a'.repeat(32) })
    expect(await codeOf({})).toBe('KEY_INCORRECT')
    expect(await codeOf({ key: key.toUpperCase() })).toBe('KEY_INCORRECT')
  })

  test('expires at its very second, and shows its end', async () => {
    const key = await service.addLicense({ ...linkedTo(DEVICE), authExpire: NOW + 100 })
    service.clock.now = NOW + 99
    expect(await codeOf({ key })).toBe('KEY_VALID')
    service.clock.now = NOW + 100
    const { body } = await service.check({ key })
    expect(body.code).toBe('KEY_EXPIRED')
    expect(body.data?.auth_expire).toBe(NOW + 100)
    expect(body.message).toContain('15 January 2027')
    expect(body).not.toHaveProperty('signature')
  })

  test('is not claimed once it has expired', async () => {
    const key = await service.addLicense({ authExpire: NOW - 1 })
    expect(await codeOf({ key })).toBe('KEY_EXPIRED')
    expect(await service.license(key)).toMatchObject({ identifier: '', status: 'reset' })
  })

  test('is KEY_BANNED with the reason, until the ban lapses by itself', async () => {
    const key = await service.addLicense({ ...linkedTo(DEVICE), ...banned({ banExpire: NOW + 60 }) })
    const { body } = await service.check({ key })
    expect(body.code).toBe('KEY_BANNED')
    expect(body.message).toContain('Shared in public')

    service.clock.now = NOW + 60
    expect(await codeOf({ key })).toBe('KEY_VALID')
    expect(await service.license(key)).toMatchObject({
      banned: false,
      banReason: '',
      banExpire: 0,
      unbanToken: '',
      totalExecutions: 2,
    })
  })

  test('is KEY_BANNED on a device whose own key was banned, and then deleted', async () => {
    const key = await service.addLicense()
    await service.addLicense({ ...linkedTo(DEVICE), ...banned(), key: '', status: 'banned' })
    expect(await codeOf({ key })).toBe('KEY_BANNED')
    expect(await codeOf({ key, deviceId: OTHER_DEVICE })).toBe('KEY_VALID')
  })
})

test('a stopped key is refused until its order lets it go on, and another one works on its device', async () => {
  const key = await service.addLicense({ ...linkedTo(DEVICE), stopped: 'refunded' })
  expect(await codeOf({ key })).toBe('KEY_BANNED')
  expect(await codeOf({ key: await service.addLicense() })).toBe('KEY_VALID')
  await service.storage.changeLicense('project', key, (license) => ({
    outcome: 'goes-on',
    license: { ...license, stopped: '' },
  }))
  expect(await codeOf({ key })).toBe('KEY_VALID')
  expect(await service.license(key)).toMatchObject({ totalExecutions: 2 })
})

describe('a check that is not authentic', () => {
  test('is INVALID_EXECUTOR without a device ID, with a short one, or with another in the fingerprint', async () => {
    const key = await service.addLicense()
    expect(await codeOf({ key, deviceId: null, fingerprint: null })).toBe('INVALID_EXECUTOR')
    expect(await codeOf({ key, deviceId: 'd'.repeat(15) })).toBe('INVALID_EXECUTOR')
    expect(await codeOf({ key, fingerprint: OTHER_DEVICE })).toBe('INVALID_EXECUTOR')
    expect(await codeOf({ key, fingerprint: null })).toBe('INVALID_EXECUTOR')
    expect(await codeOf({ key, deviceId: 'd'.repeat(16) })).toBe('KEY_VALID')
  })

  test('is TIME_ERROR beyond 120 seconds on either side', async () => {
    const key = await service.addLicense()
    expect(await codeOf({ key, time: NOW - 121 })).toBe('TIME_ERROR')
    expect(await codeOf({ key, time: NOW + 121 })).toBe('TIME_ERROR')
    expect(await codeOf({ key, time: NOW - 120 })).toBe('KEY_VALID')
    expect(await codeOf({ key, time: NOW + 120 })).toBe('KEY_VALID')
  })

  test('is SECURITY_ERROR with a wrong signature of any form', async () => {
    const key = await service.addLicense()
    for (const signature of ['0'.repeat(40), 'x', 'F'.repeat(40)]) {
      expect(await codeOf({ key, signature })).toBe('SECURITY_ERROR')
    }
  })

  test('is SECURITY_ERROR when it is sent twice, for as long as it is in time', async () => {
    const key = await service.addLicense()
    const sent = { key, nonce: createNonce(), time: NOW + 120 }
    expect(await codeOf(sent)).toBe('KEY_VALID')
    expect(await codeOf(sent)).toBe('SECURITY_ERROR')
    // The last second in which the request is in time is 240 seconds after the first one.
    service.clock.now = NOW + 240
    expect(await codeOf(sent)).toBe('SECURITY_ERROR')
    service.clock.now = NOW + 241
    expect(await codeOf(sent)).toBe('TIME_ERROR')
  })

  test('is SECURITY_ERROR when the nonce comes again with another key and time', async () => {
    const nonce = createNonce()
    expect(await codeOf({ key: await service.addLicense(), nonce })).toBe('KEY_VALID')
    expect(await codeOf({ key: await service.addLicense(), nonce, time: NOW + 1 })).toBe('SECURITY_ERROR')
  })

  test('is taken once of many copies that come at once', async () => {
    const key = await service.addLicense()
    const nonce = createNonce()
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeOf({ key, nonce })))
    expect(codes.filter((code) => code === 'KEY_VALID')).toHaveLength(1)
    expect(codes.filter((code) => code === 'SECURITY_ERROR')).toHaveLength(19)
    expect(await service.totals()).toEqual({ executions: 1, attacksBlocked: 19 })
  })

  test('does not use up the nonce of the check that is', async () => {
    const key = await service.addLicense()
    const nonce = createNonce()
    expect(await codeOf({ key, nonce, signature: '0'.repeat(40) })).toBe('SECURITY_ERROR')
    expect(await codeOf({ key, nonce })).toBe('KEY_VALID')
  })

  test('is APP_NOT_APPROVED for an app that is not known', async () => {
    expect(await codeOf({ appName: 'nobody' })).toBe('APP_NOT_APPROVED')
  })

  test('is USER_AGENT_NOT_ALLOWED from another program', async () => {
    expect(await codeOf({ userAgent: 'curl/8.0' })).toBe('USER_AGENT_NOT_ALLOWED')
    expect(await codeOf({ userAgent: 'latchkey/1.0' })).toBe('USER_AGENT_NOT_ALLOWED')
  })
})

test('is APP_NOT_APPROVED while the project is not approved', async () => {
  const unapproved = await startTestService({ project: { approved: false } })
  try {
    expect((await unapproved.check({})).body.code).toBe('APP_NOT_APPROVED')
  } finally {
    await unapproved.stop()
  }
})

describe('counting', () => {
  test('every authentic check of an existing key is an execution, with any code', async () => {
    const keys = {
      good: await service.addLicense(),
      expired: await service.addLicense({ authExpire: NOW - 1 }),
      banned: await service.addLicense(banned()),
      elsewhere: await service.addLicense(linkedTo(OTHER_DEVICE)),
    }
    for (const key of Object.values(keys)) await service.check({ key })
    for (const key of Object.values(keys)) expect((await service.license(key)).totalExecutions).toBe(1)
    expect(await service.totals()).toEqual({ executions: 4, attacksBlocked: 0 })
    const { hours } = await service.storage.usage(service.project.accountId, 0, 0)
    expect(hours).toEqual([{ hour: NOW / 3_600, executions: 4 }])
  })

  test('neither an unknown key nor a check that is not authentic is an execution', async () => {
    const key = await service.addLicense()
    await service.check({})
    for (const check of [
      { signature: '0'.repeat(40) },
      { time: NOW - 500 },
      { deviceId: 'short' },
      { userAgent: 'curl' },
      { appName: 'nobody' },
    ]) {
      await service.check({ key, ...check })
    }
    expect((await service.license(key)).totalExecutions).toBe(0)
    expect((await service.totals()).executions).toBe(0)
  })

  test('an attack is a bad signature, a replayed nonce or a time outside the window', async () => {
    const key = await service.addLicense()
    const nonce = createNonce()
    await service.check({ key, nonce })
    await service.check({ key, nonce })
    await service.check({ key, signature: '0'.repeat(40) })
    await service.check({ key, time: NOW - 500 })
    await service.check({ key, deviceId: 'short' })
    await service.check({ key: 'not a key' })
    expect(await service.totals()).toEqual({ executions: 1, attacksBlocked: 3 })
  })
})

interface Vector {
  readonly nonce: string
  readonly key: string
  readonly time: string
  readonly deviceId: string
  readonly secrets: SharedSecrets
  readonly request: string
  readonly response: string
}

const vectorsPath = new URL('../../../protocol/vectors/key-check.json', import.meta.url)
const vectors = JSON.parse(readFileSync(vectorsPath, 'utf8')) as Vector[]

test.each(vectors)('answers the golden vector of nonce $nonce as it is written down', async (vector) => {
  const golden = await startTestService({ project: { secrets: vector.secrets } })
  try {
    await golden.addLicense({ key: vector.key })
    golden.clock.now = Number(vector.time)
    const { nonce, key, time, deviceId } = vector
    const { body } = await golden.check({ nonce, key, time, deviceId, signature: vector.request })
    expect(body).toMatchObject({ code: 'KEY_VALID', signature: vector.response })
  } finally {
    await golden.stop()
  }
})
