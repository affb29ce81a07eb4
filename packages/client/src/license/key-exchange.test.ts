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

test('accepts the authentic answer of the service', async () => {
  expect(await fixture.check()).toEqual({
    kind: 'valid',
    license: { note: 'For Ada', executions: 7, expiresAt: 1_900_000_000 },
    serviceTime: expect.closeTo(1_800_000_000, 0),
  })
})

test('sends the check as the interface says', async () => {
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

test('says in which phase it is', async () => {
  const phases: string[] = []
  await fixture.check(fixture.exchangeWith(), { onPhase: (phase) => phases.push(phase) })
  expect(phases).toEqual(['connect', 'check'])
})

test('a copy without settings sends nothing', async () => {
  const unusable = [undefined, { ...fixture.service.settings, syncUrl: 'http://license.example/' }]
  for (const settings of unusable) {
    const exchange = fixture.exchangeWith({ settings })
    exchange.warmUp()
    expect(await fixture.check(exchange)).toMatchObject(failedWith('not-configured'))
  }
  expect(fixture.service.syncs).toHaveLength(0)
})

test('a refusal is the service’s code and words', async () => {
  const refuse: Handler = (_request, response) =>
    sendJson(response, { code: 'KEY_BANNED', message: 'Banned: abuse.' })
  expect(await fixture.checkAgainst(refuse)).toEqual({
    kind: 'refused',
    code: 'KEY_BANNED',
    message: 'Banned: abuse.',
  })
})

test('a refusal under a client error is a refusal all the same', async () => {
  expect(
    await fixture.checkAgainst((_request, response) =>
      sendJson(response, { code: 'KEY_BANNED', message: 'Banned.' }, 403),
    ),
  ).toMatchObject({ kind: 'refused', code: 'KEY_BANNED' })
})

test.each([
  ['a length that is not reached', { 'content-length': '5000' }],
  ['a chunk that does not end', {}],
])('an answer cut off in %s leaves the outcome unknown', async (_name, headers) => {
  const outcome = await fixture.checkAgainst((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers })
    response.write(JSON.stringify(validAnswer(request)), () => request.socket.destroy())
  })
  expect(outcome).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks).toHaveLength(1)
})

test('an answer that drips leaves the outcome unknown once its time is up', async () => {
  fixture.service.onCheck = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"code":')
  }
  // Patient with the headers, so that it is the body's limit that ends it.
  const outcome = fixture.check(fixture.exchangeWith({ limits: { ...TIME_LIMITS, checkMs: 1e9 } }))
  await arrival(fixture.service.checks)
  expect(await fixture.passUntilSettled(outcome)).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks).toHaveLength(1)
  await eventually(() => fixture.service.checks[0]?.destroyed === true)
})

test('a service that takes the check and says nothing leaves the outcome unknown', async () => {
  fixture.service.onCheck = () => {}
  const outcome = fixture.check()
  await arrival(fixture.service.checks)
  fixture.time.pass(TIME_LIMITS.checkMs / 1000 - 0.1)
  expect(fixture.service.checks[0]?.destroyed).toBe(false)
  fixture.time.pass(2)
  expect(await outcome).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks).toHaveLength(1)
})

test('a connection that dies under the check is not tried again, here or elsewhere', async () => {
  const other = await fixture.anotherService()
  fixture.service.onSync = (_request, response) =>
    sendJson(response, { st: 1_800_000_000, cf: '', nodes: [`${fixture.service.url}/`, `${other.url}/`] })
  for (const each of [fixture.service, other]) each.onCheck = (request) => request.socket.destroy()
  expect(await fixture.check()).toMatchObject(failedWith('outcome-unknown'))
  expect(fixture.service.checks.length + other.checks.length).toBe(1)
})

test('another node is tried when the first cannot have seen the check, and one check arrives', async () => {
  const other = await fixture.anotherService()
  const dead = await refusingNode()
  fixture.service.onSync = (_request, response) =>
    sendJson(response, { st: 1_800_000_000, cf: '', nodes: [dead, `${other.url}/`] })
  // The first in the list is drawn first: a node is put where the draw says, and the one there
  // moves on.
  const inOrder = fixture.exchangeWith({ random: (below) => below - 1 })
  expect(await fixture.check(inOrder)).toMatchObject({ kind: 'valid' })
  expect([fixture.service.checks.length, other.checks.length]).toEqual([0, 1])
})

test('when no node can be reached it says so, and asks for a new list the next time', async () => {
  const dead = await refusingNode()
  fixture.service.onSync = (_request, response) =>
    sendJson(response, { st: 1_800_000_000, cf: '', nodes: [dead] })
  const exchange = fixture.exchangeWith()
  expect(await fixture.check(exchange)).toMatchObject(failedWith('connection-refused'))
  expect(await fixture.check(exchange)).toMatchObject(failedWith('connection-refused'))
  expect(fixture.service.syncs).toHaveLength(2)
})

test('while the service asks to wait, a press says so and sends nothing', async () => {
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

test('an unwell service may ask to wait, too, already at the sync', async () => {
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

test('a check that was cancelled before it was sent is not sent', async () => {
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
  await arrival(transport.warmed)
  fixture.service.onSync = onSync
  // The next check on the same wire arrives alone.
  await fixture.check()
  expect(fixture.service.checks).toHaveLength(1)
})

test('a network that does not even notice the limit leaves the outcome unknown', async () => {
  const deaf = createNodeTransport()
  const exchange = fixture.exchangeWith({
    fetch: { ...deaf, get: (request) => (request.sendOnce ? new Promise(() => {}) : deaf.get(request)) },
  })
  expect(await fixture.passUntilSettled(fixture.check(exchange))).toMatchObject(failedWith('outcome-unknown'))
})

test('a cancelled check ends at once, and nothing more is sent', async () => {
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

test('what throws inside becomes an outcome', async () => {
  const exchange = fixture.exchangeWith({
    fetch: {
      warm: () => {},
      get: () => Promise.reject(new Error('a bug')),
    },
  })
  expect(await fixture.check(exchange)).toMatchObject({ kind: 'failed' })
})
