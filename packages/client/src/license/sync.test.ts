import { afterEach, beforeEach, expect, test } from 'vitest'
import { FRESH_FOR_SECONDS } from './sync.ts'
import {
  arrival,
  type ExchangeFixture,
  eventually,
  failedWith,
  openExchangeFixture,
} from './testing/exchange-fixture.ts'
import { createNodeTransport } from './testing/node-transport.ts'
import { type Handler, sendJson } from './testing/test-service.ts'
import type { Fault, GetRequest, GetResult } from './transport.ts'

const REFUSED: Fault = { kind: 'connection-refused', neverSent: true, code: 'ECONNREFUSED' }

let fixture: ExchangeFixture
beforeEach(async () => {
  fixture = await openExchangeFixture()
})
afterEach(() => fixture.close())

test('accepts a sync URL with a path, with and without a slash at its end', async () => {
  for (const path of ['/v1', '/v1/']) {
    const settings = { ...fixture.service.settings, syncUrl: fixture.service.url + path }
    expect(await fixture.check(fixture.exchangeWith({ settings }))).toMatchObject({ kind: 'valid' })
  }
  expect(fixture.service.syncs.map(({ url }) => url)).toEqual(['/v1/sync', '/v1/sync'])
})

test('selects every node equally often', async () => {
  const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/']
  const first = new Map<string, number>()
  for (let seed = 0; seed < 6; seed++) {
    let draws = seed
    const requested: string[] = []
    const random = (below: number): number => {
      const drawn = draws % below
      draws = Math.floor(draws / below)
      return drawn
    }
    fixture.service.onSync = (_request, response) => sendJson(response, { st: 1_800_000_000, nodes: urls })
    const transport = createNodeTransport()
    await fixture.check(fixture.exchangeWith({ random, fetch: { ...transport, get: getOrRefuse } }))
    const [node = ''] = requested
    first.set(node, (first.get(node) ?? 0) + 1)

    function getOrRefuse(request: GetRequest): Promise<GetResult> {
      if (request.url.endsWith('/sync')) return transport.get(request)
      requested.push(`${new URL(request.url).origin}/`)
      return Promise.resolve({ kind: 'fault', fault: REFUSED })
    }
  }
  expect(Object.fromEntries(first)).toEqual(Object.fromEntries(urls.map((url) => [url, 2])))
})

test('after warmUp a check sends no further sync', async () => {
  const transport = createNodeTransport()
  const exchange = fixture.exchangeWith({ fetch: transport })
  exchange.warmUp()
  exchange.warmUp()
  await arrival(transport.answered)
  fixture.time.pass(FRESH_FOR_SECONDS - 1)
  await fixture.check(exchange)
  expect([fixture.service.syncs.length, fixture.service.checks.length]).toEqual([1, 1])
})

test('a check waits for the sync of warmUp', async () => {
  const exchange = fixture.exchangeWith()
  exchange.warmUp()
  await fixture.check(exchange)
  expect(fixture.service.syncs).toHaveLength(1)
})

test('a slow answer does not put the time ahead of the service’s clock', async () => {
  const st = 1_800_000_000
  fixture.service.onSync = (_request, response) => {
    fixture.time.pass(3)
    sendJson(response, { st, nodes: [fixture.service.url] })
  }
  expect(await fixture.check()).toMatchObject({ kind: 'valid', serviceTime: st })
})

test('syncs again after FRESH_FOR_SECONDS and after forgetSync', async () => {
  const exchange = fixture.exchangeWith()
  await fixture.check(exchange)
  fixture.time.pass(FRESH_FOR_SECONDS)
  await fixture.check(exchange)
  expect(fixture.service.syncs).toHaveLength(2)
  exchange.forgetSync()
  await fixture.check(exchange)
  expect(fixture.service.syncs).toHaveLength(3)
})

test('ignores the answer of a sync that was in progress during a sleep', async () => {
  const transport = createNodeTransport()
  const exchange = fixture.exchangeWith({ fetch: transport })
  const syncs: ((st: number) => void)[] = []
  fixture.service.onSync = (_request, response) => {
    syncs.push((st) => sendJson(response, { st, nodes: [`${fixture.service.url}/`] }))
  }
  exchange.warmUp()
  await eventually(() => syncs.length === 1)
  exchange.forgetSync()
  exchange.warmUp()
  await eventually(() => syncs.length === 2)
  syncs[1]?.(1_800_000_000)
  await eventually(() => transport.answered.length === 1)
  syncs[0]?.(1_700_000_000)
  await eventually(() => transport.answered.length === 2)
  await fixture.check(exchange)
  expect(fixture.service.checks[0]?.headers['clienttime']).toBe('1800000000')
})

test('a check syncs again after a failed warmUp', async () => {
  const exchange = fixture.exchangeWith()
  const onSync = fixture.service.onSync
  fixture.service.onSync = (request) => request.socket.destroy()
  exchange.warmUp()
  await arrival(fixture.service.syncs)
  await expect.poll(() => fixture.service.syncs[0]?.destroyed, { interval: 1 }).toBe(true)
  fixture.service.onSync = onSync
  await expect.poll(async () => (await fixture.check(exchange)).kind, { interval: 1 }).toBe('valid')
})

test('syncs again after TIME_ERROR', async () => {
  const exchange = fixture.exchangeWith()
  fixture.service.onCheck = (_request, response) =>
    sendJson(response, { code: 'TIME_ERROR', message: 'Too old.' })
  expect(await fixture.check(exchange)).toMatchObject({ kind: 'refused', code: 'TIME_ERROR' })
  await fixture.check(exchange)
  expect(fixture.service.syncs).toHaveLength(2)
})

test.each([
  ['no answer in time', () => {}, 'timed-out'],
  [
    'an incomplete answer',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"st":')
    },
    'timed-out',
  ],
] satisfies [string, Handler, string][])(
  'sends no check after a sync with %s',
  async (_name, onSync, kind) => {
    fixture.service.onSync = onSync
    const outcome = fixture.check()
    await arrival(fixture.service.syncs)
    expect(await fixture.passUntilSettled(outcome)).toMatchObject(failedWith(kind))
    expect(fixture.service.checks).toHaveLength(0)
  },
)

const nodesOf = (nodes: unknown, st: unknown = 1_800_000_000): Handler => {
  return (_request, response) => sendJson(response, { st, cf: 'here', nodes })
}

test.each([
  [
    'a login page',
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Hotel</title>'),
    'captive-portal',
  ],
  [
    'a login page with the type of JSON',
    (_request, response) => sendJson(response, '<!doctype html><title>Welcome to the hotel</title>'),
    'captive-portal',
  ],
  [
    'a redirect',
    (_request, response) => response.writeHead(302, { location: 'https://login.example/' }).end(),
    'captive-portal',
  ],
  ['a status of 511', (_request, response) => sendJson(response, {}, 511), 'captive-portal'],
  ['an error page', (_request, response) => sendJson(response, '<html>', 502), 'service-unwell'],
  ['not found', (_request, response) => sendJson(response, {}, 404), 'service-unwell'],
  ['a closed connection', (request) => request.socket.destroy(), 'service-unwell'],
  [
    'a truncated answer',
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' })
      response.write('{', () => request.socket.destroy())
    },
    'service-unwell',
  ],
  ['invalid JSON', (_request, response) => sendJson(response, 'st=5'), 'answer-malformed'],
  ['a time as a string', nodesOf(['https://a.example/'], '1800000000'), 'answer-malformed'],
  ['a time of zero', nodesOf(['https://a.example/'], 0), 'answer-malformed'],
  ['a negative time', nodesOf(['https://a.example/'], -1_800_000_000), 'answer-malformed'],
  ['a fraction of a second', nodesOf(['https://a.example/'], 1_800_000_000.5), 'answer-malformed'],
  ['a time beyond 32 bits', nodesOf(['https://a.example/'], 2 ** 31), 'answer-malformed'],
  ['nodes that are not a list', nodesOf('https://a.example/'), 'answer-malformed'],
  ['nodes that are not strings', nodesOf([5]), 'answer-malformed'],
  ['no nodes', nodesOf([]), 'no-usable-node'],
  [
    'forbidden nodes',
    nodesOf(['file:///', 'javascript:x', 'http://a.example/', 'https://u@b.example/', 'https://10.0.0.1/']),
    'no-usable-node',
  ],
  [
    'one megabyte of nodes',
    nodesOf(Array.from({ length: 40_000 }, (_, n) => `https://${n}/`)),
    'answer-malformed',
  ],
] satisfies [string, Handler, string][])(
  'reports a sync with %s, and sends no check',
  async (_name, onSync, kind) => {
    fixture.service.onSync = onSync
    expect(await fixture.check()).toMatchObject(failedWith(kind))
    expect(fixture.service.checks).toHaveLength(0)
  },
)

test('accepts a sync without a region', async () => {
  fixture.service.onSync = (_request, response) =>
    sendJson(response, { st: 1_800_000_000, nodes: [fixture.service.url], more: { x: 1 } })
  expect(await fixture.check()).toMatchObject({ kind: 'valid' })
})
