import { connect } from 'node:net'
import { createNonce, fingerprintHeader, KEY_CHECK_PATH, signRequest } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEVICE } from '../../testing/records.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

/**
 * Requests that a proxy in front of the service may read differently than the service does. Each
 * contains a second request that one of the two would read as a part of the first.
 */

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ settings: { checksPerMinute: 0, requestsPerMinute: 0 } })
  key = await service.addLicense()
})
afterAll(() => service.stop())

const HIDDEN = 'GET /healthz HTTP/1.1\r\nhost: hidden\r\n\r\n'
const HIDDEN_ANSWER = '{"alive":true}'

/** Request lines and headers of requests that the service accepts. */
const PATHS = {
  'the management API': () =>
    head('POST /v3/projects/project/users', [
      `authorization: ${service.apiKey}`,
      'content-type: application/json',
    ]),
  'the key check': () => head(`GET /${KEY_CHECK_PATH}?by=test-app&key=${key}`, checkHeaders()),
  'the key check, with its query in another order': () =>
    head(`GET /${KEY_CHECK_PATH}?key=${key}&by=test-app`, checkHeaders()),
}

interface Head {
  readonly line: string
  readonly headers: readonly string[]
}

const head = (line: string, headers: readonly string[]): Head => ({
  line,
  headers: ['host: service', ...headers],
})

function checkHeaders(): readonly string[] {
  const signed = { nonce: createNonce(), key, time: String(service.clock.now), deviceId: DEVICE }
  return [
    'user-agent: Latchkey/1.0',
    `clienttime: ${signed.time}`,
    `clientnonce: ${signed.nonce}`,
    `clienthwid: ${DEVICE}`,
    `${fingerprintHeader(service.project.executor)}: ${DEVICE}`,
    `externalsignature: ${signRequest(signed, service.project.secrets)}`,
  ]
}

const write = ({ line, headers }: Head, more: readonly string[], body = '', version = 'HTTP/1.1'): string =>
  `${[`${line} ${version}`, ...headers, ...more].join('\r\n')}\r\n\r\n${body}`

const chunked = (body: string) => (start: Head) => write(start, ['transfer-encoding: chunked'], body)

/** The chunk `{}`, and the end. */
const CHUNKS = '2\r\n{}\r\n0\r\n\r\n'

const REFUSED: Readonly<Record<string, (start: Head) => string>> = {
  'Content-Length, then Transfer-Encoding': (start) =>
    write(start, ['content-length: 2', 'transfer-encoding: chunked'], '0\r\n\r\n'),
  'Transfer-Encoding, then Content-Length': (start) =>
    write(start, ['transfer-encoding: chunked', 'content-length: 2'], '0\r\n\r\n'),
  'two Content-Lengths that differ': (start) =>
    write(start, ['content-length: 2', `content-length: ${HIDDEN.length + 2}`], '{}'),
  'two Content-Lengths that are the same': (start) =>
    write(start, ['content-length: 2', 'content-length: 2'], '{}'),
  'a list of Content-Lengths': (start) => write(start, ['content-length: 2, 2'], '{}'),
  'a Content-Length with a sign': (start) => write(start, ['content-length: +2'], '{}'),
  'a hexadecimal Content-Length': (start) => write(start, ['content-length: 0x2'], '{}'),
  'a folded header': (start) => write(start, ['x: a', ' content-length: 2'], '{}'),
  'a folded Transfer-Encoding': (start) => write(start, ['transfer-encoding:', ' chunked'], CHUNKS),
  'line feeds alone': (start) => write(start, ['content-length: 2'], '{}').replaceAll('\r', ''),
  'one line feed alone': (start) => write(start, ['x: a\ncontent-length: 2'], '{}'),
  'a carriage return alone': (start) => write(start, ['x: a\rcontent-length: 2'], '{}'),
  'a NUL in a header': (start) => write(start, ['x: a\0b', 'content-length: 2'], '{}'),
  'a space before the colon of Content-Length': (start) => write(start, ['content-length : 2'], '{}'),
  'a space before the colon of Transfer-Encoding': (start) =>
    write(start, ['transfer-encoding : chunked'], CHUNKS),
  'an unknown Transfer-Encoding': (start) => write(start, ['transfer-encoding: xchunked'], CHUNKS),
  'a Transfer-Encoding that does not end in chunked': (start) =>
    write(start, ['transfer-encoding: chunked, identity'], CHUNKS),
  'two Transfer-Encodings': (start) =>
    write(start, ['transfer-encoding: chunked', 'transfer-encoding: identity'], CHUNKS),
  'a Transfer-Encoding in HTTP/1.0': (start) =>
    write(start, ['transfer-encoding: chunked', 'connection: keep-alive'], CHUNKS, 'HTTP/1.0'),
  'two Hosts': (start) => write(start, ['Host: other', 'content-length: 2'], '{}'),
  'a header without a colon': (start) => write(start, ['nonsense', 'content-length: 2'], '{}'),
  'a chunk size with a prefix': chunked('0x2\r\n{}\r\n0\r\n\r\n'),
  'a chunk size with a space': chunked('2 \r\n{}\r\n0\r\n\r\n'),
  'a chunk size that overflows': chunked('10000000000000002\r\n{}\r\n0\r\n\r\n'),
  'a chunk that is longer than its size': chunked('2\r\n{}0\r\n\r\n'),
  'a line feed alone after a chunk size': chunked('2\n{}\r\n0\r\n\r\n'),
  'a chunk extension with a line feed': chunked('2;a\n{}\r\n0\r\n\r\n'),
  'a chunk extension that is too long': chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
}

/**
 * Requests that a server must accept. Each is one request, and the request after it is another one.
 */
const ACCEPTED: Readonly<Record<string, (start: Head) => string>> = {
  'a body with Content-Length': (start) => write(start, ['content-length: 2'], '{}'),
  'a body in chunks': chunked(CHUNKS),
  'a chunk extension': chunked('2;name=value\r\n{}\r\n0\r\n\r\n'),
  'a request inside of the body': (start) => {
    const body = JSON.stringify({ note: HIDDEN })
    return write(start, [`content-length: ${body.length}`], body)
  },
  // RFC 9112, section 3.2.2: a server must accept it. The service has only one host.
  'an absolute-form target': ({ line, headers }) =>
    write({ line: line.replace(' /', ' http://other.example/'), headers }, ['content-length: 2'], '{}'),
}

interface Exchanged {
  readonly statuses: readonly number[]
  readonly text: string
  readonly isClosed: boolean
}

/** Sends `text`. Resolves when the service closes the connection, or when `isDone`. */
function exchange(text: string, isDone: (received: string) => boolean): Promise<Exchanged> {
  const { hostname, port } = new URL(service.url)
  return new Promise((resolve) => {
    let received = ''
    const finish = (isClosed: boolean): void => {
      socket.destroy()
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ statuses, text: received, isClosed })
    }
    const socket = connect(Number(port), hostname)
      .on('data', (bytes) => {
        received += bytes.toString()
        if (isDone(received)) finish(false)
      })
      // The service closes the connection while more is being sent, which is an error of the
      // socket.
      .on('error', () => undefined)
      .on('close', () => finish(true))
    socket.write(text)
  })
}

const hasHiddenAnswer = (received: string): boolean => received.includes(HIDDEN_ANSWER)

describe.each(Object.entries(PATHS))('%s', (path, start) => {
  test.each(Object.entries(REFUSED))('refuses %s, and answers nothing behind it', async (_what, shape) => {
    const exchanged = await exchange(shape(start()) + HIDDEN, hasHiddenAnswer)
    expect([exchanged.statuses, exchanged.isClosed]).toEqual([[400], true])
    expect(exchanged.text).toContain('connection: close')
  })

  test.each(Object.entries(ACCEPTED))(
    'takes %s, and the next request for what it is',
    async (_what, shape) => {
      const { statuses, text } = await exchange(shape(start()) + HIDDEN, hasHiddenAnswer)
      expect(statuses).toEqual([200, 200])
      expect(text.indexOf(path === 'the management API' ? 'user_key' : 'KEY_VALID')).toBeGreaterThan(0)
      expect(text.split(HIDDEN_ANSWER)).toHaveLength(2)
    },
  )
})
