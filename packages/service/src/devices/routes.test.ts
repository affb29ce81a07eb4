import { opaqueDeviceId } from '@latchkey/management'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService({ project: { maxDevices: 2, movesPerYear: 1 } })
  onTestFinished(() => service.stop())
})

async function ask(method: string, path: string, body?: object) {
  const response = await fetch(`${service.url}/v3/projects/project/${path}`, {
    method,
    headers: { authorization: service.apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}
const list = (key: string) => ask('GET', `users/devices?user_key=${key}`)
const release = (key: string, device: string, force = '') =>
  ask('DELETE', `users/devices?user_key=${key}&device=${opaqueDeviceId(key, device)}${force}`)

test('lists the devices of a key with their device IDs, and what its user can do', async () => {
  const key = await service.addLicense(linkedTo(DEVICE))
  await service.check({ key, deviceId: OTHER_DEVICE })
  const { status, body } = await list(key)
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      message: expect.any(String),
      devices: [
        { id: opaqueDeviceId(key, DEVICE), name: '', identifier: DEVICE, linked_at: 0, used_at: 0 },
        {
          id: opaqueDeviceId(key, OTHER_DEVICE),
          name: '',
          identifier: OTHER_DEVICE,
          linked_at: NOW,
          used_at: NOW - (NOW % 86_400),
        },
      ],
      max_devices: 2,
      moves_per_year: 1,
      moves_left: 1,
      move_from: 0,
      move_waits: '',
    },
  ])
  expect((await service.check({ use: 'move', key, deviceId: 'f'.repeat(64) })).body.code).toBe('KEY_VALID')
  expect((await list(key)).body).toMatchObject({
    moves_left: 0,
    move_from: NOW + 365 * 86_400,
    move_waits: 'limit',
  })
})

test('releases one device, and not one that is not linked', async () => {
  const key = await service.addLicense({ ...linkedTo(DEVICE), furtherDevices: [OTHER_DEVICE] })
  expect(await release(key, DEVICE)).toMatchObject({ status: 200, body: { success: true } })
  expect(await service.license(key)).toMatchObject({ ...linkedTo(OTHER_DEVICE), totalResets: 1 })
  expect(await release(key, DEVICE)).toMatchObject({ status: 404, body: { success: false } })
  expect(await service.license(key)).toMatchObject({ totalResets: 1 })
  const events = await service.storage.listEvents('project', {}, { limit: 9 })
  expect(events).toMatchObject([{ kind: 'released', actor: 'api-key' }])
})

test('refuses a release as it refuses a reset, and with force does it, but for a ban', async () => {
  const offline = { offlineDevice: DEVICE, offlineUntil: NOW + 86_400 }
  for (const [cooldown, changes, message, code] of [
    [60, { lastReset: NOW - 59 }, 'on cooldown', 'RESET_ON_COOLDOWN'],
    [60, offline, '16 January 2027', 'OFFLINE_LICENSE_ACTIVE'],
    [-1, {}, 'disabled', 'RESETS_DISABLED'],
  ] as const) {
    await ask('PATCH', 'settings', { reset_hwid_cooldown: cooldown })
    const key = await service.addLicense({ ...linkedTo(DEVICE), ...changes })
    const refused = await release(key, DEVICE)
    expect([refused.status, refused.body.code]).toEqual([400, code])
    expect(refused.body.message).toContain(message)
    expect((await release(key, DEVICE, '&force=true')).status).toBe(200)
  }
  const key = await service.addLicense({ ...linkedTo(DEVICE), ...banned() })
  const refused = { status: 400, body: { code: 'USER_BANNED' } }
  expect(await release(key, DEVICE, '&force=true')).toMatchObject(refused)
})

test('names a key by its id, without the key in the address', async () => {
  const key = await service.addLicense({ ...linkedTo(DEVICE), furtherDevices: [OTHER_DEVICE] })
  const { id, version } = (await ask('GET', `keys/one?user_key=${key}`)).body.key
  expect((await ask('GET', `users/devices?id=${id}`)).body).toEqual((await list(key)).body)
  const path = `users/devices?id=${id}&device=${opaqueDeviceId(key, DEVICE)}&if_version=`
  expect(await ask('DELETE', `${path}other`)).toMatchObject({
    status: 409,
    body: { code: 'CHANGED_MEANWHILE', key: { version } },
  })
  expect((await ask('DELETE', `${path}${version}`)).status).toBe(200)
  expect(await service.license(key)).toMatchObject(linkedTo(OTHER_DEVICE))
  const gone = await ask('DELETE', path.replace('&if_version=', ''))
  expect(gone).toMatchObject({ status: 404, body: { code: 'NO_SUCH_DEVICE' } })
  for (const unknown of ['id=1-0', 'id=x', 'user_key=x', 'user_key=']) {
    const refused = { status: 404, body: { code: 'NO_SUCH_KEY' } }
    expect(await ask('GET', `users/devices?${unknown}`)).toMatchObject(refused)
  }
})

test('sets the limits of a project, of a new key and of a key, and shows those in effect', async () => {
  const { body: before } = await ask('GET', 'settings')
  expect(before).toMatchObject({ reset_hwid_cooldown: 0, max_devices: 2, moves_per_year: 1 })
  expect((await ask('PATCH', 'settings', {})).body).toEqual(before)
  expect((await ask('PATCH', 'settings', { max_devices: 4 })).body).toEqual({ ...before, max_devices: 4 })
  const created = await ask('POST', 'users', { moves_per_year: 7 })
  const key = created.body.user_key
  expect((await list(key)).body).toMatchObject({ max_devices: 4, moves_per_year: 7, moves_left: 7 })
  await ask('PATCH', 'users', { user_key: key, max_devices: 1, moves_per_year: -1 })
  expect((await list(key)).body).toMatchObject({ max_devices: 1, moves_per_year: 1 })
  const [event] = await service.storage.listEvents('project', { kind: 'updated' }, { from: 1, limit: 1 })
  expect(event).toMatchObject({ subject: 'project', fields: ['max_devices'], actor: 'api-key' })
  // The records of the interface do not have these fields.
  const { body } = await ask('GET', 'users')
  expect(Object.keys(body.users[0])).not.toContain('max_devices')
})

test.each([
  ['PATCH', 'settings', { max_devices: 0 }],
  ['PATCH', 'settings', { max_devices: 101 }],
  ['PATCH', 'settings', { moves_per_year: -1 }],
  ['PATCH', 'settings', { reset_hwid_cooldown: -2 }],
  ['PATCH', 'settings', { max_devices: '2' }],
  ['PATCH', 'settings', { name: 'x' }],
  ['PATCH', 'settings', undefined],
  ['POST', 'users', { max_devices: 0 }],
  ['POST', 'users', { moves_per_year: 1.5 }],
  ['GET', 'users/devices', undefined],
  ['GET', 'users/devices?user_key=x&id=1-x', undefined],
  ['DELETE', 'users/devices?user_key=x', undefined],
  ['DELETE', 'users/devices?user_key=x&device=y&force=maybe', undefined],
])('%s %s with %j changes nothing', async (method, path, body) => {
  const before = await service.storage.findProject('account', 'project')
  const expected = method === 'PATCH' && body === undefined ? 200 : 400
  expect((await ask(method, path, body)).status).toBe(expected)
  expect(await service.storage.findProject('account', 'project')).toEqual(before)
})
