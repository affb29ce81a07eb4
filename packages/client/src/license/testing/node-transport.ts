import http from 'node:http'
import https from 'node:https'
import { createGunzip } from 'node:zlib'
import type { Fault, FaultKind, GetRequest, GetResult, Transport } from '../transport.ts'

const KINDS: Readonly<Record<string, FaultKind>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'connection-refused',
  CERT_HAS_EXPIRED: 'tls-date',
  CERT_NOT_YET_VALID: 'tls-date',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tls',
}

export interface NodeTransport extends Transport {
  /** The addresses whose answers were read to their end. */
  readonly answered: readonly string[]
}

/** A transport with Node's HTTP, for tests: a new connection for every request. */
export function createNodeTransport(): NodeTransport {
  const answered: string[] = []
  const send = ({ url, headers, signal, body }: GetRequest & { readonly body?: string }) =>
    new Promise<GetResult>((resolve) => {
      const client = url.startsWith('https:') ? https : http
      let hasConnected = false
      const method = body === undefined ? 'GET' : 'POST'
      const request = client.request(url, { method, headers, signal, agent: false }, (response) => {
        resolve({
          kind: 'answer',
          answer: {
            status: response.statusCode ?? 0,
            header: (name) => [response.headers[name]].flat().join(', ') || null,
            body: reportEnd(decompressed(response), () => answered.push(url)),
          },
        })
      })
      request.on('socket', (socket) => {
        socket.on('connect', () => {
          hasConnected = true
        })
      })
      request.on('error', (error: NodeJS.ErrnoException) => {
        resolve({ kind: 'fault', fault: faultOf(error, signal, hasConnected) })
      })
      request.end(body)
    })
  return { answered, get: send, post: send }
}

async function* reportEnd(body: AsyncIterable<Uint8Array>, onEnd: () => void): AsyncGenerator<Uint8Array> {
  yield* body
  onEnd()
}

/** Chromium also decompresses before the body is read. */
function decompressed(response: http.IncomingMessage): AsyncIterable<Uint8Array> {
  if (response.headers['content-encoding'] !== 'gzip') return response
  const gunzip = createGunzip()
  response.on('error', (error) => gunzip.destroy(error))
  return response.pipe(gunzip)
}

function faultOf(error: NodeJS.ErrnoException, signal: AbortSignal, hasConnected: boolean): Fault {
  const code = error.code ?? error.name
  if (signal.aborted) return { kind: 'aborted', neverSent: !hasConnected, code }
  const kind = KINDS[code]
  return kind === undefined
    ? { kind: 'interrupted', neverSent: false, code }
    : { kind, neverSent: true, code }
}
