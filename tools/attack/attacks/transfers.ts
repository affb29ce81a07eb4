import type { Socket } from 'node:net'
import {
  type Act,
  type Attack,
  bytes,
  type Encounter,
  having,
  onCheck,
  type RequestChange,
  record,
  send,
} from '../attack.ts'

/** A check that was sent without a complete answer may have been counted. The app reports that. */
const UNKNOWN = ['outcome-unknown']
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

/** Writes without end, as fast as the app reads. */
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

const OTHER_DEVICE = 'f'.repeat(64)

/** Changes the request before the service gets it. */
const changed =
  (change: (encounter: Encounter) => RequestChange): Act =>
  async (encounter) =>
    send(encounter, (await encounter.authentic(change(encounter))).body)

/** The answer is incomplete, too slow, too long or not valid HTTP, or the request was modified. */
export const transfers: readonly Attack[] = [
  ...onCheck(UNKNOWN, {
    'truncated in the middle': truncated(0.5),
    'truncated behind the headers': truncated(0),
    'connection closed without a word': bytes((socket) => socket.destroy()),
    'connection reset': bytes((socket) => socket.resetAndDestroy()),
    'chunks that are none': bytes((socket, _, body) => {
      socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\nvalid\r\n${body}\r\n0\r\n\r\n`)
    }),
    'last chunk missing': bytes((socket, _, body) => {
      socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n`)
    }),
    'plain text said to be compressed': bytes((socket, _, body) => {
      socket.end(`${HEAD}content-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    }),
    'endless headers': bytes((socket) => {
      socket.write(HEAD)
      writeEndlessly(socket, `x-padding: ${'x'.repeat(8_000)}\r\n`)
    }),
  }),
  ...onCheck([...UNKNOWN, 'answer-malformed'], {
    'cut by a length that lies': bytes((socket, _, body) => {
      socket.end(`${HEAD}content-length: ${body.length >> 1}\r\n\r\n${body}`)
    }),
    'no HTTP at all': bytes((socket, _, body) => socket.end(body)),
  }),
  ...onCheck(['answer-malformed'], {
    'endless body': bytes((socket, _, body) => {
      socket.write(`${HEAD}\r\n${body}`)
      writeEndlessly(socket, ' '.repeat(65_536))
    }),
  }),
  ...onCheck(UNKNOWN, {
    'endless "continue"': bytes((socket) => drip(socket, forever('HTTP/1.1 100 Continue\r\n\r\n'), 5)),
    'a length of a terabyte': bytes((socket, _, body) => {
      socket.write(`${HEAD}content-length: 1000000000000\r\n\r\n${body}`)
    }),
    'slow-dripping body': bytes((socket, _, body) => {
      socket.write(`${HEAD}content-length: ${Buffer.byteLength(body)}\r\n\r\n`)
      drip(socket, body)
    }),
    'slow-dripping headers': bytes((socket) => drip(socket, HEAD.repeat(9))),
    'silence instead of an answer': () => {},
  }).map(having({ isSlow: true })),
  ...onCheck(UNKNOWN, {
    'connection dies, and the list names a second node': bytes((socket) => socket.destroy()),
  }).map(
    having({ sync: record((sync, { nodeUrl }) => ({ ...sync, nodes: [nodeUrl, `${nodeUrl}second/`] })) }),
  ),
  ...onCheck(['SECURITY_ERROR'], {
    'request repeated at the service': async (encounter) => {
      await encounter.authentic()
      send(encounter, (await encounter.authentic()).body)
    },
    "request's device replaced": changed(() => ({
      headers: { clienthwid: OTHER_DEVICE, 'latchkey-fingerprint': OTHER_DEVICE },
    })),
    "request's nonce replaced": changed(() => ({ headers: { clientnonce: 'a'.repeat(16) } })),
  }),
  ...onCheck(['SECURITY_ERROR'], {
    "request's key replaced": changed(({ keys }) => ({ key: keys['ends-in-20-days'] ?? '' })),
  }).map(having({ key: 'banned' })),
  ...onCheck(['SECURITY_ERROR', 'TIME_ERROR'], {
    "request's time set back": changed(() => ({ headers: { clienttime: '1700000000' } })),
  }),
]
