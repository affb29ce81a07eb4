import type { IncomingMessage, ServerResponse } from 'node:http'
import type { LicenseFields } from '@latchkey/protocol'
import { beforeEach, expect, test } from 'vitest'
import {
  type ExchangeFixture,
  eventually,
  failedWith,
  openExchangeFixture,
} from './testing/exchange-fixture.ts'
import { PUBLIC_KEYS, signatureOf } from './testing/signed.ts'
import { DEVICE_ID, isAuthentic, KEY, validAnswer } from './testing/test-service.ts'

const CREATED = 1_800_000_000
const RECORD = { id: 'd1', name: 'Studio', linked_at: 1_700_000_000, used_at: 1_790_000_000, is_this: true }
const LISTED = { code: 'DEVICES_LISTED', message: '', devices: [RECORD] }

let fixture: ExchangeFixture
beforeEach(async () => {
  fixture = await openExchangeFixture()
  return () => fixture.close()
})

interface Signing {
  /** The address that the answer is signed for. */
  readonly url?: (url: string) => string
  readonly fields?: LicenseFields
}

const answerWith =
  (body: (request: IncomingMessage) => object, { url = (same) => same, fields = {} }: Signing = {}) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    const text = JSON.stringify(body(request))
    const headers = request.headers as Record<string, string>
    const signature = signatureOf(url(request.url ?? ''), headers, text, CREATED, { fields })
    response.writeHead(200, { 'content-type': 'application/json', ...signature }).end(text)
  }

const exchange = (publicKeys = PUBLIC_KEYS) =>
  fixture.exchangeWith({ settings: { ...fixture.service.settings, publicKeys } })
const send = (use: 'check' | 'move', from = exchange()) => {
  const { signal } = new AbortController()
  return from.check(KEY, DEVICE_ID, { use, signal, onPhase: () => {} })
}
const manage = (use: 'devices' | 'release' | 'name', more = {}, from = exchange()) =>
  from.manage({ use, key: KEY, deviceId: DEVICE_ID, ...more })

test('sends each request in its form, with its use in its signature', async () => {
  fixture.service.onCheck = answerWith(() => LISTED)
  await send('move')
  await manage('devices')
  await manage('release', { device: 'd 2' })
  await manage('name', { name: 'Büro & Co' })
  const { checks } = fixture.service
  const query = `?by=plants+%26+co&key=${KEY}`
  expect(checks.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `POST /external_move_key${query}`,
    `GET /external_devices${query}`,
    `POST /external_release_device${query}&device=d+2`,
    `POST /external_name_device${query}&name=B%C3%BCro+%26+Co`,
  ])
  expect(checks.map(isAuthentic)).toEqual([true, true, true, true])
})

test('a move is answered as a check, and its answer is stored as one to a move', async () => {
  fixture.service.onCheck = answerWith(validAnswer)
  expect(await send('move')).toMatchObject({ kind: 'valid', serviceTime: CREATED, signed: { use: 'move' } })
  const checked = await send('check')
  expect(checked.kind === 'valid' && checked.signed).not.toHaveProperty('use')
})

test('a refusal has what the service offers, if its signature covers it', async () => {
  const fields = { devices: { linked: 1, most: 1 }, move: { left: 2 }, movedAt: CREATED }
  const refusal = { code: 'KEY_HWID_LOCKED', message: 'Elsewhere.' }
  fixture.service.onCheck = answerWith(() => refusal, { fields })
  expect(await send('check')).toEqual({
    ...{ kind: 'refused', ...refusal, ...fields },
    serviceTime: CREATED,
  })
  // An app without public keys cannot verify the offer.
  expect(await send('check', exchange(new Map()))).toEqual({ kind: 'refused', ...refusal })
})

test('refuses an answer that is signed for another kind of request', async () => {
  const of = (use: string) => ({ url: (url: string) => url.replace(/external_\w+/, use) })
  fixture.service.onCheck = answerWith(validAnswer, of('external_check_key'))
  expect(await send('move')).toMatchObject(failedWith('answer-not-authentic'))
  fixture.service.onCheck = answerWith(validAnswer, of('external_move_key'))
  expect(await send('check')).toMatchObject(failedWith('answer-not-authentic'))
  fixture.service.onCheck = answerWith(() => LISTED, of('external_release_device'))
  expect(await manage('devices')).toMatchObject(failedWith('answer-not-authentic'))
})

test('lists the computers, with names that can be shown', async () => {
  const devices = [RECORD, { ...RECORD, id: 'd2', name: `\u202eevil${'x'.repeat(100)}`, linked_at: 0 }]
  fixture.service.onCheck = answerWith(() => ({ ...LISTED, devices }))
  const answer = await manage('devices')
  expect(answer).toMatchObject({
    kind: 'valid',
    devices: [
      { id: 'd1', name: 'Studio', linkedAt: 1_700_000_000, usedAt: 1_790_000_000, isThis: true },
      { id: 'd2', name: `evil${'x'.repeat(59)}…` },
    ],
  })
  expect(answer.kind === 'valid' && answer.devices[1]).not.toHaveProperty('linkedAt')
})

test('a list with another code is a refusal, and one without devices or a signature is a failure', async () => {
  fixture.service.onCheck = answerWith(() => ({ code: 'MOVE_DISABLED', message: 'Off.' }))
  expect(await manage('release', { device: 'd1' })).toEqual({
    kind: 'refused',
    code: 'MOVE_DISABLED',
    message: 'Off.',
    serviceTime: CREATED,
  })
  fixture.service.onCheck = answerWith(() => ({ ...LISTED, devices: undefined }))
  expect(await manage('devices')).toMatchObject(failedWith('answer-malformed'))
  fixture.service.onCheck = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(LISTED))
  }
  expect(await manage('devices')).toMatchObject(failedWith('answer-not-authentic'))
})

test('an app without public keys sends no request about computers', async () => {
  expect(await manage('devices', {}, exchange(new Map()))).toMatchObject(failedWith('not-configured'))
  expect(fixture.service.checks).toEqual([])
})

test('sends a move and a release once, also if the connection closes', async () => {
  fixture.service.onCheck = (request) => request.socket.destroy()
  expect(await send('move')).toMatchObject(failedWith('outcome-unknown'))
  expect(await manage('release', { device: 'd1' })).toMatchObject(failedWith('outcome-unknown'))
  await eventually(() => fixture.service.checks.every(({ destroyed }) => destroyed))
  expect(fixture.service.checks).toHaveLength(2)
})
