import type { Socket } from 'node:net'
import { type Act, type Attack, bytes, onCheck, record, send } from '../attack.ts'

/** A check that was sent without a complete answer may have been counted. The app reports that. */
const UNKNOWN = ['outcome-unknown']
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

/** Writes as fast as the app reads, without end. */
function writeEndlessly(socket: Socket, chunk: string): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

const DRIP_MS = 400

function drip(socket: Socket, drops: Iterable<string>, everyMs = DRIP_MS): void {
  const left = drops[Symbol.iterator]()
  const timer = setInterval(() => {
    const { done, value } = socket.destroyed ? { done: true, value: '' } : left.next()
    if (done) clearInterval(timer)
    else socket.write(value)
  }, everyMs)
}

function* forever(text: string): Generator<string> {
  for (;;) yield text
}

const truncated = (share: number): Act =>
  bytes((socket, _, body) => {
    socket.end(
      `${HEAD}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, body.length * share)}`,
    )
  })

/** The answer is incomplete, too slow, too long or not valid HTTP, or the request was modified. */
export const transfers: readonly Attack[] = [
  onCheck('truncated in the middle', UNKNOWN, truncated(0.5)),
  onCheck('truncated behind the headers', UNKNOWN, truncated(0)),
  onCheck(
    'cut by a length that lies',
    ['answer-malformed', 'outcome-unknown'],
    bytes((socket, _, body) => {
      socket.end(`${HEAD}content-length: ${body.length >> 1}\r\n\r\n${body}`)
    }),
  ),
  onCheck(
    'connection closed without a word',
    UNKNOWN,
    bytes((socket) => socket.destroy()),
  ),
  onCheck(
    'connection reset',
    UNKNOWN,
    bytes((socket) => socket.resetAndDestroy()),
  ),
  onCheck(
    'chunks that are none',
    UNKNOWN,
    bytes((socket, _, body) => {
      socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nvalid\r\n${body}\r\n0\r\n\r\n`)
    }),
  ),
  onCheck(
    'last chunk missing',
    UNKNOWN,
    bytes((socket, _, body) => {
      socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`)
    }),
  ),
  onCheck(
    'no HTTP at all',
    [...UNKNOWN, 'answer-malformed'],
    bytes((socket, _, body) => {
      socket.end(body)
    }),
  ),
  onCheck(
    'plain text said to be compressed',
    UNKNOWN,
    bytes((socket, _, body) => {
      socket.end(`${HEAD}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    }),
  ),
  onCheck(
    'endless body',
    ['answer-malformed'],
    bytes((socket, _, body) => {
      socket.write(`${HEAD}\r\n${body}`)
      writeEndlessly(socket, ' '.repeat(65_536))
    }),
  ),
  onCheck(
    'endless headers',
    UNKNOWN,
    bytes((socket) => {
      socket.write(HEAD)
      writeEndlessly(socket, `x-padding: ${'x'.repeat(8_000)}\r\n`)
    }),
  ),
  onCheck(
    'endless "continue"',
    UNKNOWN,
    bytes((socket) => drip(socket, forever('HTTP/1.1 100 Continue\r\n\r\n'), 5)),
    { isSlow: true },
  ),
  onCheck(
    'a length of a terabyte',
    UNKNOWN,
    bytes((socket, _, body) => {
      socket.write(`${HEAD}content-length: 1000000000000\r\n\r\n${body}`)
    }),
    { isSlow: true },
  ),
  onCheck(
    'slow-dripping body',
    UNKNOWN,
    bytes((socket, _, body) => {
      socket.write(`${HEAD}content-length: ${Buffer.byteLength(body)}\r\n\r\n`)
      drip(socket, body)
    }),
    { isSlow: true },
  ),
  onCheck(
    'slow-dripping headers',
    UNKNOWN,
    bytes((socket) => drip(socket, HEAD.repeat(9))),
    { isSlow: true },
  ),
  onCheck('silence instead of an answer', UNKNOWN, () => {}, { isSlow: true }),
  onCheck(
    'connection dies, and the list names a second node',
    UNKNOWN,
    bytes((socket) => socket.destroy()),
    {
      sync: record((sync, { nodeUrl }) => ({ ...sync, nodes: [nodeUrl, `${nodeUrl}second/`] })),
    },
  ),
  onCheck('request repeated at the service', ['SECURITY_ERROR'], async (encounter) => {
    await encounter.authentic()
    send(encounter, (await encounter.authentic()).body)
  }),
  onCheck(
    "request's key replaced",
    ['SECURITY_ERROR'],
    async (encounter) => {
      send(encounter, (await encounter.authentic({ key: encounter.keys['ends-in-20-days'] ?? '' })).body)
    },
    { key: 'banned' },
  ),
  onCheck("request's device replaced", ['SECURITY_ERROR'], async (encounter) => {
    const device = 'f'.repeat(64)
    const headers = { clienthwid: device, 'latchkey-fingerprint': device }
    send(encounter, (await encounter.authentic({ headers })).body)
  }),
  onCheck("request's nonce replaced", ['SECURITY_ERROR'], async (encounter) => {
    send(encounter, (await encounter.authentic({ headers: { clientnonce: 'a'.repeat(16) } })).body)
  }),
  onCheck("request's time set back", ['SECURITY_ERROR', 'TIME_ERROR'], async (encounter) => {
    send(encounter, (await encounter.authentic({ headers: { clienttime: '1700000000' } })).body)
  }),
]
