import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type NetworkTunnel, openNetworkTunnel, type Target } from './network-tunnel.ts'

let tunnel: NetworkTunnel
let server: Server
let node: Target
/** Connections that arrived at the node, and what came over each. */
let arrived: { readonly socket: Socket; text: string }[]
const clients: Socket[] = []

beforeEach(async () => {
  arrived = []
  server = createServer((socket) => {
    const entry = { socket, text: '' }
    arrived.push(entry)
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      entry.text += chunk.toString()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  node = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  tunnel = await openNetworkTunnel()
})
afterEach(() => {
  for (const socket of [...clients.splice(0), ...arrived.map(({ socket }) => socket)]) socket.destroy()
  tunnel.close()
  server.close()
})

const eventually = (isTrue: () => boolean): Promise<void> => expect.poll(isTrue, { interval: 1 }).toBe(true)

/** A connection to the tunnel, as raw as it comes. */
async function open(): Promise<Socket> {
  const socket = connect(tunnel.port, '127.0.0.1')
  clients.push(socket)
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const requestFor = ({ host, port }: Target, command = 1, type = 3): Uint8Array =>
  Buffer.concat([
    Uint8Array.of(5, command, 0, type, host.length),
    Buffer.from(host),
    Uint8Array.of(port >> 8, port & 255),
  ])

async function read(socket: Socket, length: number): Promise<number[]> {
  const bytes: number[] = []
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    bytes.push(...(chunk as Uint8Array))
    if (bytes.length >= length) break
  }
  return bytes
}

/** Does as a browser engine does. The answer's second byte is 0 when the way is open. */
async function connectThrough(target: Target): Promise<{ socket: Socket; reply: number }> {
  const socket = await open()
  socket.write(Uint8Array.of(5, 1, 0))
  expect(await read(socket, 2)).toEqual([5, 0])
  socket.write(requestFor(target))
  const [, reply = -1] = await read(socket, 10)
  return { socket, reply }
}

test('carries bytes to what was allowed, both ways', async () => {
  tunnel.allow(node)
  const { socket, reply } = await connectThrough(node)
  expect(reply).toBe(0)
  socket.write('hello')
  await eventually(() => arrived[0]?.text === 'hello')
  arrived[0]?.socket.write('world')
  expect(Buffer.from(await read(socket, 5)).toString()).toBe('world')
})

test('reaches nothing that was not allowed', async () => {
  expect((await connectThrough(node)).reply).not.toBe(0)
  tunnel.allow({ ...node, port: node.port - 1 })
  tunnel.allow({ ...node, host: 'localhost' })
  expect((await connectThrough(node)).reply).not.toBe(0)
  expect(arrived).toHaveLength(0)
})

test('listens on this machine alone', async () => {
  const socket = await open()
  expect(socket.remoteAddress).toBe('127.0.0.1')
})

test.each([
  ['another version', Uint8Array.of(4, 1, 0)],
  ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['too much', Buffer.alloc(5_000, 5)],
])('ends what speaks %s', async (_name, bytes) => {
  const socket = await open()
  socket.write(bytes)
  socket.resume()
  await once(socket, 'close')
})

test.each([
  ['to listen', 2, 3],
  ['for an address in numbers', 1, 1],
])('refuses to be asked %s', async (_name, command, type) => {
  tunnel.allow(node)
  const socket = await open()
  socket.write(Uint8Array.of(5, 1, 0))
  await read(socket, 2)
  socket.write(requestFor(node, command, type))
  expect((await read(socket, 10))[1]).not.toBe(0)
  expect(arrived).toHaveLength(0)
})

test('takes a handshake that comes byte by byte', async () => {
  tunnel.allow(node)
  const socket = await open()
  for (const byte of [5, 1, 0, ...requestFor(node)]) {
    socket.write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await read(socket, 12))[3]).toBe(0)
})

test('on a kept connection, what is sent while watched is the request, and no second connection is made', async () => {
  tunnel.allow(node)
  const kept = await connectThrough(node)
  const watch = tunnel.watch(node)
  expect([watch.hasUsedKept(), watch.hasSentAnything()]).toEqual([false, false])
  kept.socket.write('GET')
  await eventually(() => arrived[0]?.text === 'GET')
  expect([watch.hasUsedKept(), watch.hasSentAnything()]).toEqual([true, true])
  arrived[0]?.socket.destroy()
  await once(kept.socket, 'close')
  expect((await connectThrough(node)).reply).not.toBe(0)
  expect(arrived).toHaveLength(1)
  watch.stop()
  expect((await connectThrough(node)).reply).toBe(0)
})

test('a kept connection that died before anything was sent may be replaced', async () => {
  tunnel.allow(node)
  const kept = await connectThrough(node)
  await eventually(() => arrived.length === 1)
  arrived[0]?.socket.destroy()
  await once(kept.socket, 'close')
  const watch = tunnel.watch(node)
  const { reply, socket } = await connectThrough(node)
  expect(reply).toBe(0)
  socket.write('GET')
  await eventually(() => arrived[1]?.text === 'GET')
  // On a new connection the browser engine does not send twice, and the first bytes may be a greeting.
  expect([watch.hasUsedKept(), watch.hasSentAnything()]).toEqual([false, true])
})

test('a connection that does not come about is told, and nothing was sent', async () => {
  const dead = { ...node }
  server.close()
  await once(server, 'close')
  for (const target of [dead, { host: 'name.invalid', port: 443 }]) {
    tunnel.allow(target)
    const watch = tunnel.watch(target)
    expect((await connectThrough(target)).reply).not.toBe(0)
    expect([watch.hasUsedKept(), watch.hasSentAnything()]).toEqual([false, false])
  }
})

test('what goes to another place is not the watched request', async () => {
  const elsewhere = { ...node, host: 'localhost' }
  tunnel.allow(node)
  tunnel.allow(elsewhere)
  const { socket, reply } = await connectThrough(elsewhere)
  expect(reply).toBe(0)
  const watch = tunnel.watch(node)
  socket.write('hello')
  await eventually(() => arrived[0]?.text === 'hello')
  expect([watch.hasUsedKept(), watch.hasSentAnything()]).toEqual([false, false])
})

test('closing ends every connection', async () => {
  tunnel.allow(node)
  const { socket } = await connectThrough(node)
  tunnel.close()
  socket.resume()
  await once(socket, 'close')
})
