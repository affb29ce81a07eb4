import { isNonce } from '@latchkey/protocol'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TIME_LIMITS } from './exchange-settings.ts'
import {
  arrival,
  type ExchangeFixture,
  eventually,
  failedWith,
  openExchangeFixture,
  refusingNode,
} from './testing/exchange-fixture.ts'
import { createNodeTransport } from './testing/node-transport.ts'
import { DEVICE_ID, type Handler, isAuthentic, KEY, sendJson, validAnswer } from './testing/test-service.ts'

let fixture: ExchangeFixture
beforeEach(async () => {
  fixture = await openExchangeFixture()
})
afterEach(() => fixture.close())

test('accepts an authentic answer', async () => {
  expect(await fixture.check()).toEqual({
    kind: 'valid',
    license: { note: 'For Ada', executions: 7, expiresAt: 1_900_000_000 },
    serviceTime: expect.closeTo(1_800_000_000, 0),
  })
})

test('sends the check in the specified format', async () => {
  await fixture.check()
  const [sent] = fixture.service.checks
  expect(sent?.method).toBe('GET')
  expect(sent?.url).toBe(`/external_check_key?by=plants+%26+co&key=${KEY}`)
  expect(sent?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Garden/1.0',
    clienttime: '1800000000',
    clienthwid: DEVICE_ID,
    'garden-fingerprint': DEVICE_ID,
  })
  expect(isNonce(String(sent?.headers['clientnonce']))).toBe(true)
  expect(sent && isAuthentic(sent)).toBe(true)
  expect(fixture.service.syncs.map(({ url, headers }) => [url, headers['content-type']])).toEqual([
    ['/sync', 'application/json'],
  ])
})

test('reports its phase', async () => {
  const phases: string[] = []
  await fixture.check(fixture.exchangeWith(), { onPhase: (phase) => phases.push(phase) })
  expect(phases).toEqual(['connect', 'check'])
})

test('sends nothing without settings', async () => {
  const unusable = [undefined, { ...fixture.service.settings, syncUrl: 'http://license.example/' }]
  for (const settings of unusable) {
    const exchange = fixture.exchangeWith({ settings })
    exchange.warmUp()
    expect(await fixture.check(exchange)).toMatchObject(failedWith('not-configured'))
  }
  expect(fixture.service.syncs).toHaveLength(0)
})

test('a refusal has the code and the message of the service', async () => {
  const refuse: Handler = (_request, response) =>
    sendJson(response, { code: 'KEY_BANNED', message: 'Banned: abuse.' })
  expect(await fixture.checkAgainst(refuse)).toEqual({
    kind: 'refused',
    code: 'KEY_BANNED',
    message: 'Banned: abuse.',
  })
})

test('accepts a refusal with a 4xx status', async () => {
  expect(
    await fixture.checkAgainst((_request, response) =>
      sendJson(response, { code: 'KEY_BANNED', message: 'Banned.' }, 403),
    ),
  ).toMatchObject({ kind: 'refused', code: 'KEY_BANNED' })
})

test.each([
  ['a body shorter than its content-length', { 'content-length': '5000' }],
  ['a chunked body', {}],
])('the outcome is unknown if the connection closes in %s', async (_name, headers) => {
  const outcome = await fixture.checkAgainst((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.write(JSON.stringify(validAnswer(request)), () => request.socket.destroy())
  })
  expect(outcome).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks).toHaveLength(1)
})

test('the outcome is unknown if the body does not end in time', async () => {
  fixture.service.onCheck = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"code":')
  }
  // A long limit for the headers, so that the limit of the body applies.
  const outcome = fixture.check(fixture.exchangeWith({ limits: { ...TIME_LIMITS, checkMs: 1e9 } }))
  await arrival(fixture.service.checks)
  expect(await fixture.passUntilSettled(outcome)).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks).toHaveLength(1)
  await eventually(() => fixture.service.checks[0]?.destroyed === true)
})

test('the outcome is unknown if the service does not answer in time', async () => {
  fixture.service.onCheck = () => {}
  const outcome = fixture.check()
  await arrival(fixture.service.checks)
  fixture.time.pass(TIME_LIMITS.checkMs / 1000 - 0.1)
  expect(fixture.service.checks[0]?.destroyed).toBe(false)
  fixture.time.pass(2)
  expect(await outcome).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks).toHaveLength(1)
})

test('does not send a check again after the connection closed, neither to this node nor to another', async () => {
  const other = await fixture.anotherService()
  fixture.service.onSync = (_request, response) =>
    sendJson(response, { st: 1_800_000_000, cf: '', nodes: [`${fixture.service.url}/`, `${other.url}/`] })
  for (const each of [fixture.service, other]) each.onCheck = (request) => request.socket.destroy()
  expect(await fixture.check()).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks.length + other.checks.length).toBe(1)
})

test('sends the check to the next node if the first one cannot have received it', async () => {
  const other = await fixture.anotherService()
  const dead = await refusingNode()
  fixture.service.onSync = (_request, response) =>
    sendJson(response, { st: 1_800_000_000, cf: '', nodes: [dead, `${other.url}/`] })
  // With this `random`, the shuffle keeps the order of the list.
  const inOrder = fixture.exchangeWith({ random: (below) => below - 1 })
  expect(await fixture.check(inOrder)).toMatchObject({ kind: 'valid' })
  expect([fixture.service.checks.length, other.checks.length]).toEqual([0, 1])
})

test('requests a new list of nodes after no node could be reached', async () => {
  const dead = await refusingNode()
  fixture.service.onSync = (_request, response) =>
    sendJson(response, { st: 1_800_000_000, cf: '', nodes: [dead] })
  const exchange = fixture.exchangeWith()
  expect(await fixture.check(exchange)).toMatchObject(failedWith('connection-refused'))
  expect(await fixture.check(exchange)).toMatchObject(failedWith('connection-refused'))
  expect(fixture.service.syncs).toHaveLength(2)
})

test('sends no check until the time of Retry-After has passed', async () => {
  const exchange = fixture.exchangeWith()
  const onCheck = fixture.service.onCheck
  fixture.service.onCheck = (_request, response) => {
    response.setHeader('retry-after', '20')
    sendJson(response, { code: 'RATE_LIMITED', message: 'Slow down.' }, 429)
  }
  const waiting = (retryAfterSeconds: number) => ({
    kind: 'failed',
    failure: { kind: 'too-many-requests', retryAfterSeconds },
  })
  expect(await fixture.check(exchange)).toMatchObject(waiting(20))
  fixture.service.onCheck = onCheck
  fixture.time.pass(5.5)
  expect(await fixture.check(exchange)).toMatchObject(waiting(15))
  exchange.warmUp()
  expect([fixture.service.syncs.length, fixture.service.checks.length]).toEqual([1, 1])
  fixture.time.pass(14.5)
  expect(await fixture.check(exchange)).toMatchObject({ kind: 'valid' })
})

test('follows Retry-After also in a failed sync', async () => {
  const exchange = fixture.exchangeWith()
  fixture.service.onSync = (_request, response) => {
    response.setHeader('retry-after', '60')
    sendJson(response, { message: 'Maintenance.' }, 503)
  }
  expect(await fixture.check(exchange)).toMatchObject({
    failure: { kind: 'service-unwell', retryAfterSeconds: 60 },
  })
  expect(await fixture.check(exchange)).toMatchObject({
    failure: { kind: 'service-unwell', retryAfterSeconds: 60 },
  })
  expect(fixture.service.syncs).toHaveLength(1)
})

test('does not send a check that was cancelled during the sync', async () => {
  const transport = createNodeTransport()
  const controller = new AbortController()
  let answerSync = (): void => {}
  const onSync = fixture.service.onSync
  fixture.service.onSync = (request, response) => {
    answerSync = () => onSync(request, response)
  }
  const outcome = fixture.check(fixture.exchangeWith({ fetch: transport }), { signal: controller.signal })
  await arrival(fixture.service.syncs)
  controller.abort()
  expect(await outcome).toEqual({ kind: 'cancelled' })
  answerSync()
  await arrival(transport.answered)
  fixture.service.onSync = onSync
  // A check that was sent late would arrive before this one.
  await fixture.check()
  expect(fixture.service.checks).toHaveLength(1)
})

test('the outcome is unknown if the transport ignores the abort signal', async () => {
  const transport = createNodeTransport()
  const exchange = fixture.exchangeWith({
    fetch: {
      ...transport,
      get: (request) => (request.url.includes('check_key') ? new Promise(() => {}) : transport.get(request)),
    },
  })
  expect(await fixture.passUntilSettled(fixture.check(exchange))).toMatchObject(failedWith('outcome-unknown'))
})

test('a cancelled check ends at once and sends nothing more', async () => {
  for (const phase of ['connect', 'check']) {
    const controller = new AbortController()
    fixture.service.onSync = (_request, response) => {
      if (phase === 'check') {
        sendJson(response, { st: 1_800_000_000, cf: '', nodes: [`${fixture.service.url}/`] })
      }
    }
    fixture.service.onCheck = () => {}
    const outcome = fixture.check(fixture.exchangeWith(), { signal: controller.signal })
    await arrival(phase === 'check' ? fixture.service.checks : fixture.service.syncs)
    controller.abort()
    expect(await outcome).toEqual({ kind: 'cancelled' })
    expect(fixture.service.checks).toHaveLength(phase === 'check' ? 1 : 0)
  }
  await eventually(() => fixture.service.checks[0]?.destroyed === true)
})

test('an error in a part becomes a failure', async () => {
  const exchange = fixture.exchangeWith({
    fetch: { ...createNodeTransport(), get: () => Promise.reject(new Error('a bug')) },
  })
  expect(await fixture.check(exchange)).toMatchObject({ kind: 'failed' })
})
