import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  KEY_VALID,
  REQUEST_PATHS,
  requestMethod,
  type SharedSecrets,
  SIGNATURE_HEADER,
  SYNC_PATH,
} from '@latchkey/protocol'
import type { Answer, Attack, Encounter, RequestChange } from './attack.ts'

/** The real license service with its demo project. */
export interface RealService {
  readonly url: string
  readonly secrets: SharedSecrets
  readonly keys: Readonly<Record<string, string>>
}

/** The network traffic of the current attack. */
export interface Traffic {
  /** Number of key checks at the node. */
  readonly checks: number
  /** Number of connections and requests at the traps. */
  readonly trapped: number
  /** Maximum of bytes that the app received over one connection. */
  readonly received: number
  /** Number of requests with a cookie. */
  readonly cookies: number
  /** Connections that are still open. */
  readonly open: number
  /** The keys and secrets, and the device ID and the signatures of the requests. */
  readonly sensitive: readonly string[]
}

/**
 * A node between the app and the real service. It lists itself as the only node, so it gets all
 * requests of the app, and the current attack modifies the answers.
 */
export interface HostileNode {
  /** Use it as the app's LATCHKEY_SYNC_URL. */
  readonly url: string
  /** Sets the current attack. Undefined: the node is honest. */
  play(attack: Attack | undefined): void
  /** The traffic since the last `play`. */
  traffic(): Traffic
  close(): Promise<void>
}

export async function openHostileNode(service: RealService): Promise<HostileNode> {
  const sockets = new Set<Socket>()
  const counts = { checks: 0, trapped: 0, received: 0, cookies: 0 }
  const sensitive = new Set([...service.secrets, ...Object.values(service.keys)])
  let attack: Attack | undefined
  let earlier: Answer | undefined

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = isSync(request) ? 'sync' : 'check'
    if (at === 'check') counts.checks++
    if (request.headers.cookie !== undefined) counts.cookies++
    const key = new URL(request.url ?? '/', url).searchParams.get('key')
    if (key !== null) sensitive.add(key)
    for (const name of [SIGNATURE_HEADER, CLIENT_DEVICE_HEADER]) {
      const value = request.headers[name]
      if (typeof value === 'string') sensitive.add(value)
    }
    const encounter = createEncounter(request, response)
    const act = attack?.[at]
    if (act !== undefined) return act(encounter)
    const answer = await encounter.authentic()
    // Only key checks are kept: replaying a sync is not an attack.
    if (at === 'check' && answer.body.includes(`"${KEY_VALID}"`)) earlier = answer
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body)
  }

  function createEncounter(request: IncomingMessage, response: ServerResponse): Encounter {
    return {
      request,
      response,
      nonce: String(request.headers[CLIENT_NONCE_HEADER] ?? ''),
      async authentic(changed) {
        const answer = await forward(service.url, request, changed)
        return isSync(request) ? { ...answer, body: withOnlyNode(url, answer.body) } : answer
      },
      get earlier() {
        if (earlier === undefined) throw new Error('There is no earlier valid answer.')
        return earlier
      },
      secrets: service.secrets,
      keys: service.keys,
      nodeUrl: url,
      trap,
    }
  }

  const node = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  const trapServer = createServer((request, response) => {
    counts.trapped++
    forward(service.url, request)
      .then((answer) => response.writeHead(answer.status, { ...answer.headers }).end(answer.body))
      .catch(() => request.socket.destroy())
  })
  for (const server of [node, trapServer]) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        counts.received = Math.max(counts.received, socket.bytesWritten)
      })
    })
  }
  trapServer.on('connection', () => counts.trapped++)

  const url = `http://127.0.0.1:${await listen(node)}/`
  const port = await listen(trapServer)
  const trap = { host: '127.0.0.1', port, url: `http://127.0.0.1:${port}/` }
  const servers = [node, trapServer]
  // A trap on another loopback address. macOS does not have it.
  const second = createServer().on('connection', () => counts.trapped++)
  const hasSecond = await listen(second, '127.0.0.2', port).then(
    () => true,
    () => false,
  )
  if (hasSecond) servers.push(second)

  return {
    url,
    play(next) {
      attack = next
      // Cookies are sent only with later requests, so those with the honest check that follows
      // count as well.
      if (next !== undefined) counts.cookies = 0
      Object.assign(counts, { checks: 0, trapped: 0, received: 0 })
    },
    traffic: () => {
      const received = [...sockets].map(({ bytesWritten }) => bytesWritten)
      return {
        ...counts,
        received: Math.max(counts.received, ...received),
        open: sockets.size,
        sensitive: [...sensitive],
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}

const isSync = ({ url }: IncomingMessage): boolean => (url ?? '').startsWith(`/${SYNC_PATH}`)

const withOnlyNode = (nodeUrl: string, body: string): string =>
  JSON.stringify({ ...(JSON.parse(body) as object), nodes: [nodeUrl] })

async function forward(
  serviceUrl: string,
  request: IncomingMessage,
  change: RequestChange = {},
): Promise<Answer> {
  // Removes the base path of a node.
  const target = new URL((request.url ?? '/').replace(/^.*\//, '/'), serviceUrl)
  if (change.key !== undefined) target.searchParams.set('key', change.key)
  const { use } = change
  if (use !== undefined) target.pathname = REQUEST_PATHS[use]
  const method = use === undefined ? (request.method ?? 'GET') : requestMethod(use)
  const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
  const answer = await fetch(target, {
    method,
    ...(method === 'POST' && { body: '{}' }),
    headers: { ...(headers as Record<string, string>), ...change.headers },
  })
  return {
    status: answer.status,
    headers: endToEndHeaders(answer.headers),
    body: await answer.text(),
  }
}

/** The headers that a proxy passes on. */
export const endToEndHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !HOP_BY_HOP.test(name)))
const HOP_BY_HOP = /^(connection|keep-alive|transfer-encoding|content-length|content-encoding|date)$/

async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}
