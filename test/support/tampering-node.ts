import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endToEndHeaders } from '../../tools/attack/hostile-node.ts'

/** An answer of the real service, before it is passed on. */
export interface PassingAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export type PassingHeaders = Record<string, string>

export interface TamperingNode {
  readonly url: string
  /** The paths and queries of all requests that were passed on, in order, without syncs. */
  readonly checks: readonly string[]
  close(): Promise<void>
}

/**
 * A node between the app and the real service that changes messages, as an attacker on the network
 * could. It lists itself as the only node, so that every key check passes through it.
 */
export async function startTamperingNode(
  serviceUrl: string,
  tamper: (
    answer: PassingAnswer,
    request: { headers: IncomingHttpHeaders; url: string },
  ) => PassingAnswer | Promise<PassingAnswer>,
  /** Changes the headers of a request before the service gets it. */
  spoil: (headers: PassingHeaders, path: string) => PassingHeaders | Promise<PassingHeaders> = (headers) =>
    headers,
): Promise<TamperingNode> {
  const checks: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/'
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
      const isSync = path.startsWith('/sync')
      const passing = headers as PassingHeaders
      const upstream = await fetch(new URL(path, serviceUrl), {
        headers: isSync ? passing : await spoil(passing, path),
        // Every POST request of the app has this body or none.
        ...(request.method === 'POST' && { method: 'POST', body: '{}' }),
      })
      let answer: PassingAnswer = {
        status: upstream.status,
        headers: endToEndHeaders(upstream.headers),
        body: await upstream.text(),
      }
      if (isSync) {
        answer.body = JSON.stringify({ ...JSON.parse(answer.body), nodes: [`${url}/`] })
      } else {
        checks.push(path)
        answer = await tamper(answer, { headers: request.headers, url: path })
      }
      response.writeHead(answer.status, answer.headers).end(answer.body)
    })().catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    checks,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
