import { ENDPOINTS, type Endpoint, type ParametersOf, requestPath } from '@latchkey/management'
import { LICENSE_HEADER, parseLicenseFields } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEVICE, linkedTo, OTHER_DEVICE } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { requestTrial } from '../trials/testing/request-trial.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ project: { trialDays: 14, trialWeakDevices: true } })
})
afterEach(() => service.stop())

async function ask<E extends Endpoint>(endpoint: E, given: Omit<ParametersOf<E>, 'params'>) {
  const { body, ...query } = given as unknown as { body?: object }
  const params = { project_id: 'project' }
  const response = await fetch(service.url + requestPath(endpoint, { params, ...query }), {
    method: endpoint.method,
    headers: { authorization: service.apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  return { status: response.status, body: (await response.json()) as any }
}
const check = async (key: string, deviceId = DEVICE) => {
  const { body, headers } = await service.check({ key, deviceId })
  return { ...body, fields: parseLicenseFields(headers.get(LICENSE_HEADER) ?? '') }
}
const pageOf = async (user_key: string) => (await ask(ENDPOINTS.getKey, { query: { user_key } })).body
const changeKey = (body: ParametersOf<typeof ENDPOINTS.changeKey>['body']) =>
  ask(ENDPOINTS.changeKey, { body })

describe('who buys again after a chargeback', () => {
  test('is told that the computer is banned, and so is the vendor, who lifts that ban alone', async () => {
    const [old, bought] = [
      await service.addLicense(linkedTo(DEVICE)),
      await service.addLicense({ keyDays: 365 }),
    ]
    await changeKey({ action: 'ban', user_key: old, ban_reason: 'Charged back' })
    const refused = await check(bought)
    expect(refused).toMatchObject({
      code: 'KEY_BANNED',
      message: expect.stringContaining('This device is blocked, because of another license key.'),
      fields: { isDeviceBanned: true },
    })
    // The banned key is refused on the same computer.
    const own = await check(old)
    expect([own.code, own.fields, own.message]).toEqual([
      'KEY_BANNED',
      {},
      expect.stringContaining('license key is'),
    ])
    const { id } = (await pageOf(old)).key
    expect((await pageOf(bought)).device_ban).toEqual({
      id,
      ban_reason: 'Charged back',
      ban_expire: -1,
      is_linked: false,
    })

    const lifted = await changeKey({ action: 'unban', id, unban_only_devices: true })
    expect(lifted.body.key).toMatchObject({ state: 'banned', ban_only_key: true, ban_reason: 'Charged back' })
    expect((await pageOf(bought)).device_ban).toBeUndefined()
    expect((await check(old)).code).toBe('KEY_BANNED')
    expect((await check(bought)).code).toBe('KEY_VALID')
    const again = await changeKey({ action: 'unban', id, unban_only_devices: true })
    expect([again.status, again.body.code]).toEqual([400, 'DEVICES_NOT_BANNED'])
    const events = await service.storage.listEvents('project', {}, { limit: 50 })
    expect(events.map(({ kind }) => kind)).toEqual(['banned', 'refused', 'refused', 'unbanned', 'linked'])
  })

  test('is not refused when only the key was banned, whichever way it was', async () => {
    const bans = {
      'Change Key': (user_key: string) => changeKey({ action: 'ban', user_key, ban_only_key: true }),
      'Change Keys': (user_key: string) =>
        ask(ENDPOINTS.changeKeys, { body: { action: 'ban', user_keys: [user_key], ban_only_key: true } }),
      'Blacklist User': (user_key: string) =>
        ask(ENDPOINTS.blacklistUser, { body: { user_key, ban_only_key: true } }),
      'Unban User': async (user_key: string) => {
        await ask(ENDPOINTS.blacklistUser, { body: { user_key } })
        const { unban_token } = (await pageOf(user_key)).key
        return ask(ENDPOINTS.unbanUser, { body: { unban_token, unban_only_devices: true } })
      },
    }
    for (const [name, ban] of Object.entries(bans)) {
      const old = await service.addLicense(linkedTo(OTHER_DEVICE))
      expect((await ban(old)).status, name).toBe(200)
      expect((await pageOf(old)).key, name).toMatchObject({ banned: 1, ban_only_key: true })
      expect((await check(old, OTHER_DEVICE)).code, name).toBe('KEY_BANNED')
      expect((await check(await service.addLicense(), OTHER_DEVICE)).code, name).toBe('KEY_VALID')
      // The ban ends when its key is deleted.
      await ask(ENDPOINTS.deleteUser, { query: { user_key: old } })
      expect((await ask(ENDPOINTS.listKeys, { query: { state: 'banned' } })).body.count, name).toBe(0)
    }
  })
})

test('a banned computer gets no trial, and is told why', async () => {
  const old = await service.addLicense(linkedTo(DEVICE))
  await changeKey({ action: 'ban', user_key: old })
  expect((await check(old)).code).toBe('KEY_BANNED')
  const { body, fields } = await requestTrial(service, { deviceId: DEVICE })
  expect(body.code).toBe('KEY_BANNED')
  expect(body.message).toContain('because of another license key')
  expect(fields).toEqual({ isDeviceBanned: true })
})
