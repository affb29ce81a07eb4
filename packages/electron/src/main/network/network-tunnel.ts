import { connect, createServer, type Socket } from 'node:net'

/**
 * A SOCKS5 server (RFC 1928) on this machine's loopback, for one client: the app's own browser engine.
 *
 * Why: Chromium sends a request again by itself when a kept connection dies under it, and no setting stops it.
 * A key check must arrive at most once. All its connections go through here, so here is where a second one can
 * be refused; and here it is known for certain whether anything of the request can have left.
 */
export interface NetworkTunnel {
  readonly port: number
  /** Watches one request to `target` until `stop`. */
  watch(target: Target): Watch
  /** Only what was allowed can be reached. */
  allow(target: Target): void
  close(): void
}

export interface Target {
  /** As in a URL's `hostname`, without brackets. */
  readonly host: string
  readonly port: number
}

export interface Watch {
  /** Bytes went out on a connection that stood before: they are the request's, for nothing else would be said. */
  hasUsedKept(): boolean
  /** Any connection carried anything since; on a new one it may be no more than the greetings of TLS. */
  hasSentAnything(): boolean
  stop(): void
}

interface Connection {
  readonly target: string
  readonly id: number
}

const VERSION = 5
const NO_AUTHENTICATION = 0
const CONNECT = 1
const DOMAIN_NAME = 3
const REPLY = { succeeded: 0, generalFailure: 1, notAllowed: 2 } as const
/** Greeting, request and the longest host name: more is not SOCKS. */
const MAX_HANDSHAKE_BYTES = 600

const nameOf = ({ host, port }: Target): string => `${host}:${port}`

export async function openNetworkTunnel(): Promise<NetworkTunnel> {
  const clients = new Set<Socket>()
  const standing = new Set<Connection>()
  const allowed = new Set<string>()
  let lastId = 0
  let current: { target: string; since: number; usedKept: boolean; sent: boolean } | undefined

  const server = createServer((client) => {
    clients.add(client)
    client.setNoDelay(true)
    client.on('error', () => client.destroy())
    client.on('close', () => clients.delete(client))
    readHandshake(client, (target) => {
      // SECURITY: other programs on this machine can connect, too; they reach the license service and no more.
      if (allowed.has(nameOf(target)) && !isSecondAttempt(nameOf(target))) join(client, target)
      else client.end(reply(REPLY.notAllowed))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  // The app's life does not hang on it.
  server.unref()

  const isSecondAttempt = (target: string): boolean => current?.target === target && current.usedKept

  function join(client: Socket, target: Target): void {
    const upstream = connect({ host: target.host, port: target.port, noDelay: true })
    const connection: Connection = { target: nameOf(target), id: ++lastId }
    upstream.on('connect', () => {
      if (isSecondAttempt(connection.target)) {
        client.end(reply(REPLY.notAllowed))
        return
      }
      standing.add(connection)
      client.on('data', () => noteSent(connection))
      client.write(reply(REPLY.succeeded))
      client.pipe(upstream).pipe(client)
    })
    upstream.on('error', () => {
      if (standing.has(connection)) client.destroy()
      else client.end(reply(REPLY.generalFailure))
    })
    upstream.on('close', () => {
      standing.delete(connection)
      client.destroySoon()
    })
    client.on('close', () => upstream.destroy())
  }

  function noteSent(connection: Connection): void {
    if (current?.target !== connection.target || !standing.has(connection)) return
    current.sent = true
    if (connection.id <= current.since) current.usedKept = true
  }

  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    allow(target) {
      allowed.add(nameOf(target))
    },
    watch(target) {
      const watched: NonNullable<typeof current> = {
        target: nameOf(target),
        since: lastId,
        usedKept: false,
        sent: false,
      }
      current = watched
      return {
        hasUsedKept: () => watched.usedKept,
        hasSentAnything: () => watched.sent,
        stop() {
          if (current === watched) current = undefined
        },
      }
    },
    close() {
      server.close()
      for (const client of clients) client.destroy()
    },
  }
}

const reply = (code: number): Uint8Array => Uint8Array.of(VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0)

/** Reads greeting and request, then hands the socket over without a listener of its own. */
function readHandshake(client: Socket, onTarget: (target: Target) => void): void {
  let received = Buffer.alloc(0)
  let isGreeted = false

  const onData = (chunk: Buffer): void => {
    received = Buffer.concat([received, chunk])
    if (received.length > MAX_HANDSHAKE_BYTES || received[0] !== VERSION) {
      client.destroy()
      return
    }
    if (!isGreeted) {
      const length = 2 + (received[1] ?? Number.POSITIVE_INFINITY)
      if (received.length < length) return
      received = received.subarray(length)
      isGreeted = true
      client.write(Uint8Array.of(VERSION, NO_AUTHENTICATION))
    }
    // Version, command, reserved, address type, the name's length, the name, two bytes of port.
    const nameLength = received[4]
    if (nameLength === undefined || received.length < 7 + nameLength) return
    client.off('data', onData)
    if (received[1] !== CONNECT || received[3] !== DOMAIN_NAME || received.length !== 7 + nameLength) {
      client.end(reply(REPLY.generalFailure))
      return
    }
    const host = received.subarray(5, 5 + nameLength).toString('latin1')
    onTarget({ host, port: received.readUInt16BE(5 + nameLength) })
  }
  client.on('data', onData)
}
