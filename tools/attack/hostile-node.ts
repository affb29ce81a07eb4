import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { CLIENT_NONCE_HEADER, KEY_VALID, type SharedSecrets, SYNC_PATH } from '@latchkey/protocol'
import type { Answer, Attack, Encounter, RequestChange } from './attack.ts'

/** The real service behind the hostile node, with its demo project. */
export interface RealService {
  readonly url: string
  readonly secrets: SharedSecrets
  readonly keys: Readonly<Record<string, string>>
}

/** What the attack under way brought about, as the network saw it. */
export interface Traffic {
  /** Key checks that arrived at the node. */
  readonly checks: number
  /** Connections and requests that arrived where none should. */
  readonly strayed: number
  /** Bytes that the app took over a single connection. */
  readonly taken: number
  /** Cookies that were sent back to the node. */
  readonly cookies: number
}

/**
 * A node between the app and the real service. It offers itself as the only node, so that every request of the
 * app comes through it, and does to the answers what the attack in hand wants done.
 */
export interface HostileNode {
  /** To be the app's LATCHKEY_SYNC_URL. */
  readonly url: string
  /** Undefined: an honest node. */
  play(attack: Attack | undefined): void
  /** Since the last `play`. */
  traffic(): Traffic
  close(): Promise<void>
}

export async function openHostileNode(service: RealService): Promise<HostileNode> {
  const sockets = new Set<Socket>()
  const counts = { checks: 0, strayed: 0, taken: 0, cookies: 0 }
  let attack: Attack | undefined
  let earlier: Answer | undefined

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const at = isSync(request) ? 'sync' : 'check'
    if (at === 'check') counts.checks++
    if (request.headers.cookie !== undefined) counts.cookies++
    const encounter = meet(request, response)
    const act = attack?.[at]
    if (act !== undefined) return act(encounter)
    const answer = await encounter.authentic()
    // Of a key check alone: a replay of a sync would prove nothing.
    if (at === 'check' && answer.body.includes(`"${KEY_VALID}"`)) earlier = answer
    response.writeHead(answer.status, { ...answer.headers }).end(answer.body)
  }

  function meet(request: IncomingMessage, response: ServerResponse): Encounter {
    return {
      request,
      response,
      nonce: String(request.headers[CLIENT_NONCE_HEADER] ?? ''),
      async authentic(changed) {
        const answer = await passOn(service.url, request, changed)
        return isSync(request) ? { ...answer, body: namingOnly(url, answer.body) } : answer
      },
      get earlier() {
        if (earlier === undefined) throw new Error('There was no honest check before.')
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
  const honest = createServer((request, response) => {
    counts.strayed++
    passOn(service.url, request)
      .then((answer) => response.writeHead(answer.status, { ...answer.headers }).end(answer.body))
      .catch(() => request.socket.destroy())
  })
  for (const server of [node, honest]) {
    server.on('connection', (socket) => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        counts.taken = Math.max(counts.taken, socket.bytesWritten)
      })
    })
  }
  honest.on('connection', () => counts.strayed++)

  const url = `http://127.0.0.1:${await listen(node)}/`
  const port = await listen(honest)
  const trap = { host: '127.0.0.1', port, url: `http://127.0.0.1:${port}/` }
  const doors = [node, honest]
  // Another loopback address, where the system has one: nobody should knock there either.
  const second = createServer().on('connection', () => counts.strayed++)
  const hasSecond = await listen(second, '127.0.0.2', port).then(
    () => true,
    () => false,
  )
  if (hasSecond) doors.push(second)

  return {
    url,
    play(next) {
      attack = next
      // Cookies come back with a later request, so the honest ones that follow an attack count for it.
      if (next !== undefined) counts.cookies = 0
      Object.assign(counts, { checks: 0, strayed: 0, taken: 0 })
    },
    traffic: () => {
      const open = [...sockets].map(({ bytesWritten }) => bytesWritten)
      return { ...counts, taken: Math.max(counts.taken, ...open) }
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(doors.map((door) => new Promise((resolve) => door.close(resolve))))
    },
  }
}

const isSync = ({ url }: IncomingMessage): boolean => (url ?? '').startsWith(`/${SYNC_PATH}`)

const namingOnly = (nodeUrl: string, body: string): string =>
  JSON.stringify({ ...(JSON.parse(body) as object), nodes: [nodeUrl] })

async function passOn(
  serviceUrl: string,
  request: IncomingMessage,
  change: RequestChange = {},
): Promise<Answer> {
  // A node may have a path of its own in front.
  const target = new URL((request.url ?? '/').replace(/^.*\//, '/'), serviceUrl)
  if (change.key !== undefined) target.searchParams.set('key', change.key)
  const { host: _host, connection: _connection, ...headers } = request.headers
  const answer = await fetch(target, {
    headers: { ...(headers as Record<string, string>), ...change.headers },
  })
  return {
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? 'application/json' },
    body: await answer.text(),
  }
}

async function listen(server: Server, host = '127.0.0.1', port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return (server.address() as AddressInfo).port
}
