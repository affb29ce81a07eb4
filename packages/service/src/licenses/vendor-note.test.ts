import { ENDPOINTS, type Endpoint, type ParametersOf, requestPath } from '@latchkey/management'
import {
  type ActivationRequest,
  createNonce,
  formatActivationRequest,
  type LicenseKey,
  REQUEST_USES,
} from '@latchkey/protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { License } from '../core/license/license.ts'
import { addScript, loadScript, updateScript } from '../scripts/testing/scripts.ts'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, storedLicense } from '../testing/records.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const SECRET = 'Ada: pays late'

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    project: { maxDevices: 2, movesPerYear: 3 },
    server: { processScript: async () => ({ kind: 'processed' as const, source: 'done' }) },
  })
})
afterAll(() => service.stop())

async function ask<E extends Endpoint>(endpoint: E, given: Omit<ParametersOf<E>, 'params'>) {
  const { body, ...query } = given as unknown as { body?: object }
  const params = { project_id: 'project' }
  const response = await fetch(service.url + requestPath(endpoint, { params, ...query }), {
    method: endpoint.method,
    headers: { authorization: service.apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
  return (await response.json()) as any
}

const noted = (changes: Partial<License> = {}): Promise<string> =>
  service.addLicense({ note: 'Hello Ada', vendorNote: SECRET, ...changes })

test('is in no answer that a customer gets, whatever the state of the key', async () => {
  const told: string[] = []
  const states = {
    unused: {},
    linked: linkedTo(DEVICE),
    elsewhere: linkedTo(OTHER_DEVICE),
    expired: { ...linkedTo(DEVICE), authExpire: NOW - 1 },
    banned: { ...linkedTo('f'.repeat(64)), ...banned() },
  }
  for (const changes of Object.values(states)) {
    for (const use of REQUEST_USES) {
      const answer = await service.check({ use, key: await noted(changes), device: 'x', name: 'Laptop' })
      told.push(answer.text, JSON.stringify([...answer.headers]))
    }
  }
  expect(told.join()).toContain('Hello Ada')

  await service.check({})
  const keyIds = (await service.storage.signingKeys('test-app')).map(({ id }) => id)
  const key = await noted()
  const wanted = { appName: 'test-app', key, deviceId: DEVICE, nonce: createNonce(), time: NOW, keyIds }
  const request = formatActivationRequest(wanted as unknown as ActivationRequest, service.project.secrets)
  const { license } = await ask(ENDPOINTS.issueLicense, { body: { request, days: 9 } })
  told.push(...license.split('.').map((part: string) => Buffer.from(part, 'base64url').toString()))
  expect(told.at(-2)).toContain('Hello Ada')

  const script = await addScript(service)
  await updateScript(service, { script: 'a', is_v4_loader: false })
  told.push(JSON.stringify(await loadScript(service, { script_key: await noted() })))
  expect(script).not.toBe('')

  expect(told.join('\n')).not.toContain(SECRET)
  expect(told.join('\n')).not.toContain(Buffer.from(SECRET).toString('base64url').slice(0, -2))
})

test('is in the records of keys, and not in those of Get Users, which is as the interface has it', async () => {
  const key = await noted()
  expect((await ask(ENDPOINTS.getKey, { query: { user_key: key } })).key.vendor_note).toBe(SECRET)
  const search = SECRET.toUpperCase()
  const found = await ask(ENDPOINTS.listKeys, { query: { search } })
  expect(found.keys.map(({ user_key }: { user_key: string }) => user_key)).toContain(key)
  expect(await ask(ENDPOINTS.getUsers, { query: { search } })).toMatchObject({ users: [] })
  const { users } = await ask(ENDPOINTS.getUsers, { query: { user_key: key } })
  expect(users).toMatchObject([{ note: 'Hello Ada' }])
  expect(JSON.stringify(users)).not.toContain(SECRET)
})

test('is written with a key, in an import and afterwards, beside the note of the customer', async () => {
  const notesOf = async (key: string) => {
    const { note, vendorNote } = await service.license(key)
    return { note, vendorNote }
  }
  const { user_key: one } = await ask(ENDPOINTS.createUser, { body: { note: 'a', vendor_note: 'b' } })
  expect(await notesOf(one)).toEqual({ note: 'a', vendorNote: 'b' })
  await ask(ENDPOINTS.updateUser, { body: { user_key: one, vendor_note: 'c' } })
  expect(await notesOf(one)).toEqual({ note: 'a', vendorNote: 'c' })
  const change = { action: 'note', user_key: one, vendor_note: 'd', append: true } as const
  expect((await ask(ENDPOINTS.changeKey, { body: change })).key).toMatchObject({
    note: 'a',
    vendor_note: 'c\nd',
  })
  const { user_keys } = await ask(ENDPOINTS.createKeys, { body: { count: 1, vendor_note: 'e' } })
  expect(await notesOf(user_keys[0])).toEqual({ note: '', vendorNote: 'e' })
  const many = { action: 'note', user_keys, note: 'f', vendor_note: 'x'.repeat(1_000), append: true } as const
  expect((await ask(ENDPOINTS.changeKeys, { body: many })).unchanged).toMatchObject([
    { code: 'NOTE_TOO_LONG' },
  ])
  expect(await notesOf(user_keys[0])).toEqual({ note: '', vendorNote: 'e' })
  const imported = 'vendornoteVENDORNOTEvendornoteVE' as LicenseKey
  await ask(ENDPOINTS.importKeys, { body: { keys: [{ user_key: imported, vendor_note: 'g' }] } })
  expect(await notesOf(imported)).toEqual({ note: '', vendorNote: 'g' })
})

test('is erased with the key, with the other note, also when its ban stays', async () => {
  const key = await noted({ ...linkedTo('9'.repeat(64)), ...banned({ unbanToken: 'its-token' }) })
  const row = (await service.storage.findLicense('project', { key }))?.row ?? 0
  expect(await ask(ENDPOINTS.deleteKey, { query: { user_key: key } })).toMatchObject({ success: true })
  expect(await storedLicense(service.storage, key)).toBeUndefined()
  expect((await service.storage.findLicense('project', { row }))?.license).toMatchObject({
    key: '',
    banReason: 'Shared in public',
    note: '',
    vendorNote: '',
  })
  const { keys } = await ask(ENDPOINTS.listKeys, { query: { search: SECRET, state: 'banned' } })
  expect(keys.some(({ id }: { id: string }) => id.startsWith(`${row}-`))).toBe(false)
})
