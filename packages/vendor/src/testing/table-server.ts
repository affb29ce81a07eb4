import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answersOf, ENDPOINTS, type Endpoint, type EndpointId } from '@latchkey/management'
import { Value } from 'typebox/value'

export const API_KEY = 'test-api-key-0123456789'

export interface Received {
  readonly id: EndpointId
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

export interface Reply {
  /** The status of the reply. Default: 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
  /** The reply is sent without comparing it with the table. */
  readonly undocumented?: true
}

/** `hang` never answers; `drop` closes the connection once the request has come in. */
export type Handler = (request: Received) => Reply | 'hang' | 'drop'
export type Handlers = { readonly [Id in EndpointId]?: Handler }

/**
 * Starts a server of the endpoint table on a free port. It validates every request and every reply
 * with the table, so a test cannot depend on anything that the interface does not define. Endpoints
 * without a handler answer 404.
 */
export async function startTableServer(handlers: Handlers) {
  const received: Received[] = []
  const server = createServer(async (incoming, response) => {
    const reply = await answer(incoming)
    if (reply === 'hang') return
    if (reply === 'drop') {
      incoming.socket.destroy()
      return
    }
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })

  const answer = async (incoming: IncomingMessage): Promise<Reply | 'hang' | 'drop'> => {
    const url = new URL(incoming.url ?? '/', 'http://server')
    const found = findEndpoint(incoming.method ?? '', url.pathname)
    const handler = found && handlers[found.id]
    if (found === undefined || handler === undefined)
      return refusal(404, `No route ${incoming.method} ${url.pathname}`)
    const endpoint: Endpoint = ENDPOINTS[found.id]

    const text = await readAll(incoming)
    const query = endpoint.query && Value.Convert(endpoint.query, Object.fromEntries(url.searchParams))
    const request: Received = {
      ...found,
      query: (query ?? {}) as Received['query'],
      headers: incoming.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
    received.push(request)

    if (endpoint.credentials.kind === 'api-key' && incoming.headers.authorization !== API_KEY) {
      return refusal(endpoint.credentials.wrong, 'The API key is wrong.')
    }
    for (const part of ['params', 'query', 'body'] as const) {
      const error = endpoint[part] && Value.Errors(endpoint[part], request[part])[0]
      if (error) return refusal(400, `${part}${error.instancePath} ${error.message}`)
    }
    const reply = handler(request)
    return typeof reply === 'string' ? reply : documented(endpoint, reply)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type TableServer = Awaited<ReturnType<typeof startTableServer>>

export const refusal = (status: number, message: string, headers: Reply['headers'] = {}): Reply => ({
  status,
  headers,
  body: { success: false, message },
})

export const done = (more: object = {}): Reply => ({ body: { success: true, message: 'Done.', ...more } })

function findEndpoint(
  method: string,
  pathname: string,
): { readonly id: EndpointId; readonly params: Record<string, string> } | undefined {
  for (const endpoint of Object.values(ENDPOINTS)) {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = endpoint.method === method ? pattern.exec(pathname) : null
    if (match) {
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
        name,
        decodeURIComponent(value),
      ])
      return { id: endpoint.id, params: Object.fromEntries(params) }
    }
  }
  return undefined
}

/** A reply that is not in the table is a bug of the test: the client gets a 500 with the reason. */
function documented(endpoint: Endpoint, reply: Reply): Reply {
  if (reply.undocumented === true) return reply
  const status = reply.status ?? 200
  const schema = answersOf(endpoint)[status]?.schema
  if (schema === undefined) return refusal(500, `${endpoint.id} does not document ${status}`)
  const error = Value.Errors(schema, reply.body)[0]
  return error ? refusal(500, `${endpoint.id}: ${error.instancePath} ${error.message}`) : reply
}

async function readAll(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
