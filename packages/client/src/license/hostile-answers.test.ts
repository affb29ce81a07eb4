import { randomInt } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MAX_ANSWER_BYTES } from './read-answer.ts'
import {
  type ExchangeFixture,
  eventually,
  failedWith,
  openExchangeFixture,
} from './testing/exchange-fixture.ts'
import { DATA, DEVICE_ID, type Handler, KEY, sendJson, validAnswer } from './testing/test-service.ts'

let fixture: ExchangeFixture
beforeEach(async () => {
  fixture = await openExchangeFixture()
})
afterEach(() => fixture.close())

test('refuses the answer of an earlier check', async () => {
  let earlier: unknown
  const exchange = fixture.exchangeWith({ random: randomInt })
  fixture.service.onCheck = (request, response) => {
    earlier ??= validAnswer(request)
    sendJson(response, earlier)
  }
  expect(await fixture.check(exchange)).toMatchObject({ kind: 'valid' })
  expect(await fixture.check(exchange)).toMatchObject(failedWith('answer-not-authentic'))
})

test.each([
  ['missing', { signature: undefined }],
  ['wrong', { signature: '0'.repeat(40) }],
])('refuses an answer whose signature is %s', async (_name, change) => {
  expect(
    await fixture.checkAgainst((request, response) =>
      sendJson(response, { ...validAnswer(request), ...change }),
    ),
  ).toMatchObject(failedWith('answer-not-authentic'))
})

test.each([
  [201, 'answer-malformed'],
  [203, 'answer-malformed'],
  [301, 'captive-portal'],
  [302, 'captive-portal'],
  [307, 'captive-portal'],
  [400, 'answer-malformed'],
  [407, 'proxy'],
  [429, 'too-many-requests'],
  [500, 'service-unwell'],
  [503, 'service-unwell'],
  [511, 'captive-portal'],
])('reports a valid body with status %i as %s', async (status, kind) => {
  expect(
    await fixture.checkAgainst((request, response) => {
      response.setHeader('location', '/elsewhere')
      sendJson(response, validAnswer(request), status)
    }),
  ).toMatchObject(failedWith(kind))
  expect(fixture.service.checks).toHaveLength(1)
})

const withType =
  (type: string, encode: (text: string) => string | Buffer = (text) => text): Handler =>
  (request, response) => {
    response.writeHead(200, { 'content-type': type })
    response.end(encode(JSON.stringify(validAnswer(request))))
  }

test.each([
  ['as HTML', withType('text/html'), 'captive-portal'],
  ['as plain text', withType('text/plain'), 'answer-malformed'],
  ['in another charset', withType('application/json; charset=utf-16le'), 'answer-malformed'],
  ['in UTF-16', withType('application/json', (text) => Buffer.from(text, 'utf16le')), 'answer-malformed'],
  ['after a byte order mark', withType('application/json', (text) => `\uFEFF${text}`), 'answer-malformed'],
  [
    'with bytes that are not UTF-8',
    withType('application/json', (text) => {
      const bytes = Buffer.from(text)
      return bytes.fill(0xff, bytes.indexOf('Welcome'), bytes.indexOf('come'))
    }),
    'answer-malformed',
  ],
  [
    'with a duplicate code',
    withType('application/json', (text) => text.replace('{', '{"code":"KEY_BANNED",')),
    'answer-malformed',
  ],
  [
    'padded to one megabyte',
    withType('application/json', (text) => text + ' '.repeat(2 ** 20)),
    'answer-malformed',
  ],
] as const)('refuses a valid body %s', async (_name, handler, kind) => {
  expect(await fixture.checkAgainst(handler)).toMatchObject(failedWith(kind))
})

test('removes control characters from a content type in the details', async () => {
  const outcome = await fixture.checkAgainst((request) => {
    request.socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/\u009b\u00ad31mred\r\n\r\n', 'latin1')
  })
  expect(outcome).toMatchObject({
    failure: { details: expect.arrayContaining(['content type "text/31mred"']) },
  })
})

test.each([
  ['without a content type', ''],
  ['as application/json', 'application/json'],
  ['in UTF-8', 'Application/JSON;Charset="UTF-8"'],
  ['as another kind of JSON', 'application/problem+json'],
])('accepts a valid body %s', async (_name, type) => {
  expect(
    await fixture.checkAgainst((request, response) => {
      if (type !== '') response.setHeader('content-type', type)
      response.end(JSON.stringify(validAnswer(request)))
    }),
  ).toMatchObject({ kind: 'valid' })
})

test('reads a compressed answer, and refuses a decompression bomb', async () => {
  const compressed = (body: string): Buffer => gzipSync(body)
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  expect(
    await fixture.checkAgainst((request, response) =>
      response.writeHead(200, headers).end(compressed(JSON.stringify(validAnswer(request)))),
    ),
  ).toMatchObject({ kind: 'valid' })
  expect(
    await fixture.checkAgainst((request, response) => {
      const bomb = JSON.stringify({ ...validAnswer(request), message: 'x'.repeat(50_000_000) })
      response.writeHead(200, headers).end(compressed(bomb))
    }),
  ).toMatchObject(failedWith('answer-malformed'))
})

test('stops reading an endless answer at the limit', async () => {
  let sent = 0
  const outcome = await fixture.checkAgainst((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const chunk = Buffer.alloc(16_384, 0x20)
    const pour = (): void => {
      while (!response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', pour)
      }
    }
    pour()
  })
  expect(outcome).toMatchObject(failedWith('answer-malformed'))
  // The rest fits into the buffers of both sides.
  expect(sent).toBeLessThan(MAX_ANSWER_BYTES + 16 * 2 ** 20)
})

test('closes the connection of an endless answer that is not read', async () => {
  const outcome = await fixture.checkAgainst((_request, response) => {
    response.writeHead(503, { 'content-type': 'application/json' })
    response.write('{')
  })
  expect(outcome).toMatchObject(failedWith('service-unwell'))
  await eventually(() => fixture.service.checks[0]?.destroyed === true)
})

test('no failure and no refusal contains the key, a secret, the device ID or a signature', async () => {
  const outcomes: string[] = []
  const handlers: Handler[] = [
    (_request, response) => sendJson(response, { code: 'KEY_VALID', message: '', data: DATA }),
    (_request, response) => sendJson(response, '{', 200),
    (_request, response) => sendJson(response, {}, 500),
    (request) => request.socket.destroy(),
    (_request, response) => response.writeHead(302, { location: '/' }).end(),
  ]
  for (const handler of handlers) outcomes.push(JSON.stringify(await fixture.checkAgainst(handler)))
  const signatures = fixture.service.checks.map(({ headers }) => String(headers['externalsignature']))
  for (const secret of [KEY, DEVICE_ID, ...fixture.service.settings.secrets, ...signatures]) {
    expect(outcomes.filter((text) => text.includes(secret))).toEqual([])
  }
})
