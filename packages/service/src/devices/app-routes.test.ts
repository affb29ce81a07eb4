import { opaqueDeviceId } from '@latchkey/management'
import {
  createNonce,
  formatPublicKeys,
  LICENSE_HEADER,
  type LicenseFields,
  parseLicenseFields,
  parsePublicKeys,
  REQUEST_USES,
  type RequestUse,
  requestPath,
  signResponse,
  verifySignedAnswer,
} from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, testProject } from '../testing/records.ts'
import { type Answer, type Check, startTestService, type TestService } from '../testing/test-service.ts'

const DEVICE_USES = REQUEST_USES.filter((use) => use !== 'check')
const THIRD_DEVICE = 'f'.repeat(64)

let service: TestService
beforeEach(async () => {
  service = await startTestService({ project: { maxDevices: 2, movesPerYear: 3 } })
})
afterEach(() => service.stop())

/** Sends a request that is right except for the changes of the test. */
const send = (check: Check & { readonly key: string }): Promise<Answer> =>
  service.check({
    ...(check.use === 'release' && { device: opaqueDeviceId(check.key, DEVICE) }),
    ...(check.use === 'name' && { name: 'Laptop' }),
    ...check,
  })
const codeOf = async (check: Check & { readonly key: string }): Promise<string> =>
  (await send(check)).body.code
const fieldsOf = ({ headers }: Answer): LicenseFields => parseLicenseFields(headers.get(LICENSE_HEADER) ?? '')

/**
 * Verifies the signature of an answer as an app does: with the nonce and the query of its own
 * request.
 */
async function isSigned(answer: Answer, use: RequestUse, check: Check & { nonce: string; key: string }) {
  const keys = await service.storage.signingKeys(service.project.appName)
  const publicKeys = parsePublicKeys(formatPublicKeys(keys)) ?? new Map()
  const { key, nonce, device, name } = check
  const path = `/${requestPath(use, {
    appName: service.project.appName,
    key,
    ...(device !== undefined && { device }),
    ...(name !== undefined && { name }),
  })}`
  const header = (name: string) => answer.headers.get(name) ?? ''
  const url = new URL(path, 'https://license.example')
  const covered = {
    kind: 'check',
    use,
    path: url.pathname,
    query: url.search,
    nonce,
    deviceId: DEVICE,
  } as const
  const { kind } = verifySignedAnswer(
    covered,
    answer.text,
    {
      contentDigest: header('content-digest'),
      license: header(LICENSE_HEADER),
      signatureInput: header('signature-input'),
      signature: header('signature'),
    },
    publicKeys,
  )
  return kind === 'authentic'
}

describe('a user', () => {
  test('moves the key to a new computer, and the old one learns when', async () => {
    await service.storage.changeProject('project', (known) => ({ ...known, maxDevices: 1 }))
    const key = await service.addLicense({ note: 'Gold', ...linkedTo(OTHER_DEVICE) })
    const locked = await send({ key })
    expect(locked.body.code).toBe('KEY_HWID_LOCKED')
    expect(fieldsOf(locked)).toEqual({ devices: { linked: 1, most: 1 }, move: { left: 3 } })
    const nonce = createNonce()
    const moved = await send({ use: 'move', key, nonce })
    expect([moved.status, moved.body]).toEqual([
      200,
      {
        code: 'KEY_VALID',
        message: expect.any(String),
        data: { note: 'Gold', total_executions: 2, auth_expire: -1 },
        signature: signResponse(nonce, 'KEY_VALID', service.project.secrets),
      },
    ])
    expect(moved.headers.get('signature-input')).toContain('tag="latchkey-move"')
    expect(await isSigned(moved, 'move', { key, nonce })).toBe(true)
    expect(await isSigned(moved, 'check', { key, nonce })).toBe(false)
    expect(await service.license(key)).toMatchObject({ ...linkedTo(DEVICE), totalResets: 1, lastReset: NOW })
    const old = await send({ key, deviceId: OTHER_DEVICE })
    expect([old.body.code, fieldsOf(old).movedAt]).toEqual(['KEY_HWID_LOCKED', NOW])
    const events = await service.storage.listEvents('project', {}, { limit: 9 })
    expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
      ['refused', 'user'],
      ['moved', 'user'],
    ])
  })

  test('lists, names and releases computers, with signed answers and without an execution', async () => {
    const key = await service.addLicense()
    for (const deviceId of [DEVICE, OTHER_DEVICE]) expect(await codeOf({ key, deviceId })).toBe('KEY_VALID')
    const locked = await send({ key, deviceId: THIRD_DEVICE })
    expect(fieldsOf(locked)).toEqual({ devices: { linked: 2, most: 2 }, move: { left: 3 } })
    const id = opaqueDeviceId(key, DEVICE)

    const requests = [
      { use: 'name', name: 'Büro & „Heim“', code: 'DEVICE_NAMED', left: 2 },
      { use: 'devices', code: 'DEVICES_LISTED', left: 2 },
      { use: 'release', device: id, code: 'DEVICE_RELEASED', left: 1 },
    ] as const
    for (const { code, left, ...request } of requests) {
      const sent = { ...request, key, nonce: createNonce() }
      const answer = await send(sent)
      expect([answer.status, answer.body.code]).toEqual([200, code])
      expect(Object.keys(answer.body)).toEqual(['code', 'message', 'devices'])
      expect(answer.body.devices).toHaveLength(left)
      expect(answer.text).not.toMatch(new RegExp(`${DEVICE}|${OTHER_DEVICE}`))
      expect(answer.headers.get('signature-input')).toContain(`tag="latchkey-${request.use}"`)
      expect(await isSigned(answer, request.use, sent)).toBe(true)
      if (request.use === 'devices') {
        expect(answer.body.devices).toEqual([
          { id, name: 'Büro & „Heim“', linked_at: NOW, used_at: NOW - (NOW % 86_400), is_this: true },
          expect.objectContaining({ name: '', is_this: false }),
        ])
      }
    }
    expect(await service.license(key)).toMatchObject({ ...linkedTo(OTHER_DEVICE), totalExecutions: 3 })
    expect(await service.totals()).toEqual({ executions: 3, attacksBlocked: 0 })
    // The computer that released itself is linked again by its next check, because no other one is
    // linked.
    expect(await codeOf({ key })).toBe('KEY_VALID')
    const [released] = await service.storage.listEvents('project', { kind: 'released' }, { limit: 9 })
    expect(released).toMatchObject({ actor: 'user', licenseKey: key })
  })

  test('is offered nothing by a project with the default settings', async () => {
    const defaults = { maxDevices: 1, movesPerYear: 0 }
    await service.storage.changeProject('project', (known) => ({ ...known, ...defaults }))
    const key = await service.addLicense(linkedTo(OTHER_DEVICE))
    for (const use of DEVICE_USES) {
      const answer = await send({ use, key })
      expect([use, answer.body.code]).toEqual([use, 'MOVE_DISABLED'])
      expect(answer.headers.get(LICENSE_HEADER)).toBe('v=1')
    }
    const locked = await send({ key })
    expect([locked.body.code, locked.headers.get(LICENSE_HEADER)]).toEqual(['KEY_HWID_LOCKED', 'v=1'])
  })
})

describe.each(DEVICE_USES)('a bad request for %s', (use) => {
  /** A license with two devices, so that each kind of request can do something. */
  const addLicense = () => service.addLicense({ ...linkedTo(DEVICE), furtherDevices: [OTHER_DEVICE] })
  const refused = async (check: Check & { readonly key: string }) => [
    await codeOf({ use, ...check }),
    await service.totals(),
  ]
  const attacks = (attacksBlocked: number) => ({ executions: 0, attacksBlocked })

  test('is refused as a key check is, and changes nothing', async () => {
    const key = await addLicense()
    const before = await service.license(key)
    const other = testProject({ id: 'other', appName: 'other-app' })
    await service.storage.createProject(other)

    expect(await refused({ key, signature: '0'.repeat(40) })).toEqual(['SECURITY_ERROR', attacks(1)])
    let count = 1
    for (const signedFor of REQUEST_USES.filter((one) => one !== use)) {
      count += 1
      expect(await refused({ key, signedFor })).toEqual(['SECURITY_ERROR', attacks(count)])
    }
    expect(await refused({ key, time: NOW - 121 })).toEqual(['TIME_ERROR', attacks(count + 1)])
    expect(await codeOf({ use, key, appName: 'other-app' })).toBe('KEY_INCORRECT')
    expect(await codeOf({ use, key, appName: 'nobody' })).toBe('APP_NOT_APPROVED')
    expect(await codeOf({ use, key, userAgent: 'curl/8' })).toBe('USER_AGENT_NOT_ALLOWED')
    expect(await codeOf({ use, key, fingerprint: OTHER_DEVICE })).toBe('INVALID_EXECUTOR')
    expect(await codeOf({ use, key: 'k'.repeat(31) })).toBe('KEY_INVALID')
    for (const malformed of [{ nonce: 'short' }, { time: 'now' }, { signature: null }]) {
      const answer = await send({ use, key, ...malformed })
      expect([answer.status, answer.body.code]).toEqual([400, 'UNKNOWN_ERROR'])
    }
    expect(await service.license(key)).toEqual({
      ...before,
      recorded: {
        refusedAt: {
          SECURITY_ERROR: NOW,
          TIME_ERROR: NOW,
          INVALID_EXECUTOR: NOW,
          USER_AGENT_NOT_ALLOWED: NOW,
        },
      },
    })
  })

  test('is accepted once, and refused for a banned key', async () => {
    const key = await addLicense()
    const nonce = createNonce()
    const first = await codeOf({ use, key, nonce, deviceId: DEVICE })
    expect(first).toMatch(/^(KEY_VALID|DEVICE_RELEASED|DEVICE_NAMED|DEVICES_LISTED)$/)
    const after = await service.license(key)
    expect(await codeOf({ use, key, nonce, deviceId: DEVICE })).toBe('SECURITY_ERROR')
    // The nonce cannot be used for a check either.
    expect(await codeOf({ key, nonce, deviceId: DEVICE })).toBe('SECURITY_ERROR')
    expect(await service.license(key)).toMatchObject({ ...after, recorded: expect.anything() })
    const ban = await service.addLicense({ ...linkedTo(THIRD_DEVICE), ...banned() })
    expect(await codeOf({ use, key: ban, deviceId: THIRD_DEVICE })).toBe('KEY_BANNED')
    // A device of a banned key is refused with every key.
    expect(await codeOf({ use, key, deviceId: THIRD_DEVICE })).toBe('KEY_BANNED')
  })

  test('needs its method', async () => {
    const path = requestPath(use, { appName: 'test-app', key: 'k'.repeat(32) })
    const method = use === 'devices' ? 'POST' : 'GET'
    expect((await fetch(`${service.url}/${path}`, { method })).status).toBe(404)
  })
})

test.each(['x'.repeat(65), ' x', 'a\u0000b', '\u202eevil'])('%j is no name of a device', async (name) => {
  const key = await service.addLicense(linkedTo(DEVICE))
  const { status, body } = await send({ use: 'name', key, name })
  expect([status, body.code]).toEqual([400, 'UNKNOWN_ERROR'])
  expect((await service.license(key)).deviceUse).toEqual({})
})

test('requests of all uses count together for the limit of an address', async () => {
  const strict = await startTestService({ settings: { checksPerMinute: 3 }, toOneNode: true })
  onTestFinished(() => strict.stop())
  const key = await strict.addLicense()
  for (const use of ['check', 'devices', 'move'] as const)
    expect((await strict.check({ use, key })).status).toBe(200)
  const { status, body, headers } = await strict.check({ use: 'devices', key })
  expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'RATE_LIMITED', '60'])
})

test('a banned key with several devices refuses all of them, also when it is deleted', async () => {
  const key = await service.addLicense({ ...linkedTo(DEVICE), furtherDevices: [OTHER_DEVICE] })
  const other = await service.addLicense({ maxDevices: 5 })
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { authorization: service.apiKey, ...(body && { 'content-type': 'application/json' }) }
    const sent = body && { body: JSON.stringify(body) }
    const response = await fetch(`${service.url}/v3/projects/project/users${path}`, {
      method,
      headers,
      ...sent,
    })
    expect(response.status).toBe(200)
    return response.json()
  }
  const refusedOn = async (deviceId: string) =>
    expect([deviceId, await codeOf({ key: other, deviceId })]).toEqual([deviceId, 'KEY_BANNED'])
  await ask('POST', '/blacklist', { user_key: key })
  for (const deviceId of [DEVICE, OTHER_DEVICE]) await refusedOn(deviceId)
  const { users } = await ask('GET', `?identifier=${OTHER_DEVICE}`)
  expect(users).toMatchObject([{ user_key: key, identifier: DEVICE }])
  await ask('DELETE', `?user_key=${key}`)
  for (const deviceId of [DEVICE, OTHER_DEVICE]) await refusedOn(deviceId)
  await ask('POST', '/unban', { unban_token: users[0].unban_token })
  for (const deviceId of [DEVICE, OTHER_DEVICE])
    expect(await codeOf({ key: other, deviceId })).toBe('KEY_VALID')
})
