import type { IncomingMessage, ServerResponse } from 'node:http'
import type { UpdateToken } from '@latchkey/protocol'
import { beforeEach, expect, test } from 'vitest'
import { type ExchangeFixture, openExchangeFixture } from './testing/exchange-fixture.ts'
import { OTHER_SIGNING_KEY, PUBLIC_KEYS, SIGNING_KEY, signatureOf } from './testing/signed.ts'
import { DEVICE_ID, isAuthentic, KEY, OTHER_KEY, useOf, validAnswer } from './testing/test-service.ts'

const CREATED = 1_800_000_000
const GIVEN = { code: 'UPDATE_TOKEN', message: '' }

let fixture: ExchangeFixture
beforeEach(async () => {
  fixture = await openExchangeFixture()
  return () => fixture.close()
})

/** Answers with this body and a token that ends after so many seconds. */
function answerWith(
  body: (request: IncomingMessage) => object,
  lasts: number | undefined,
  pair = SIGNING_KEY,
): void {
  fixture.service.onCheck = (request: IncomingMessage, response: ServerResponse) => {
    const text = JSON.stringify(
      isAuthentic(request) ? body(request) : { code: 'SECURITY_ERROR', message: '' },
    )
    const updateToken: UpdateToken | undefined =
      lasts === undefined
        ? undefined
        : { token: `token-${fixture.service.checks.length}`, until: CREATED + lasts }
    const headers = request.headers as Record<string, string>
    const signature = signatureOf(request.url ?? '', headers, text, CREATED, { pair, updateToken })
    response.writeHead(200, { 'content-type': 'application/json', ...signature }).end(text)
  }
}
const exchange = () =>
  fixture.exchangeWith({ settings: { ...fixture.service.settings, publicKeys: PUBLIC_KEYS } })
const check = (from: ReturnType<typeof exchange>) =>
  from.check(KEY, DEVICE_ID, { signal: new AbortController().signal, onPhase: () => {} })
const uses = () => fixture.service.checks.map(({ url = '' }) => useOf(url))

test('uses the token of the last check, also of one that was refused, without a request', async () => {
  for (const body of [validAnswer, () => ({ code: 'KEY_EXPIRED', message: 'It has ended.' })]) {
    answerWith(body, 600)
    const app = exchange()
    await check(app)
    const count = fixture.service.checks.length
    expect(await app.updateAccess(KEY, DEVICE_ID, false)).toEqual({
      token: `token-${count}`,
      deviceId: DEVICE_ID,
    })
    expect(fixture.service.checks).toHaveLength(count)
  }
})

test('asks for a token where there is none, it ends, was refused, or is of another key: no check', async () => {
  answerWith(() => GIVEN, 20)
  const app = exchange()
  const access = (key = KEY, isRefused = false) => app.updateAccess(key, DEVICE_ID, isRefused)
  expect(await access()).toEqual({})
  answerWith(() => GIVEN, 600)
  expect(await access()).toEqual({ token: 'token-2', deviceId: DEVICE_ID })
  expect(await access(KEY, true)).toEqual({ token: 'token-3', deviceId: DEVICE_ID })
  expect(await access()).toEqual({ token: 'token-3', deviceId: DEVICE_ID })
  expect(await access(OTHER_KEY)).toEqual({ token: 'token-4', deviceId: DEVICE_ID })
  expect(uses()).toEqual(['updates', 'updates', 'updates', 'updates'])
})

test('a refusal to a linked device has a token, and any other names its reason', async () => {
  answerWith(() => ({ code: 'KEY_BANNED', message: 'Stopped.' }), 600)
  expect(await exchange().updateAccess(KEY, DEVICE_ID, false)).toEqual({
    token: 'token-1',
    deviceId: DEVICE_ID,
  })
  answerWith(() => ({ code: 'TIME_ERROR', message: '' }), undefined)
  expect(await exchange().updateAccess(KEY, DEVICE_ID, false)).toEqual({ problem: 'TIME_ERROR' })
})

test('takes no token from an answer that the service has not signed', async () => {
  answerWith(() => GIVEN, 600, OTHER_SIGNING_KEY)
  const app = exchange()
  expect(await app.updateAccess(KEY, DEVICE_ID, false)).toEqual({ problem: 'answer-not-authentic' })
  answerWith(validAnswer, 600, OTHER_SIGNING_KEY)
  await check(app)
  answerWith(() => GIVEN, undefined)
  expect(await app.updateAccess(KEY, DEVICE_ID, false)).toEqual({})
})
