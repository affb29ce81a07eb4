import { createServer, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { listen } from './listen.ts'
import { join } from './tls-front.ts'

export interface ForwardProxy {
  readonly port: number
  /** The hosts and ports that were requested, in order. */
  readonly asked: string[]
  /** The answer to the next requests: `open` opens the tunnel, another text is sent instead. */
  answer: 'open' | string
  /** Ends every open connection. */
  hangUp(): void
  close(): Promise<void>
}

/** An HTTP proxy, as companies have them. Every tunnel leads to `port` of this machine. */
export async function startForwardProxy(port: number): Promise<ForwardProxy> {
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    proxy.asked.push(request.url ?? '')
    if (proxy.answer !== 'open') {
      client.end(proxy.answer)
      return
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      join(client, upstream)
    })
  })
  const listening = await listen(server)
  const proxy: ForwardProxy = { ...listening, asked: [], answer: 'open' }
  return proxy
}

export interface ProxyScript {
  readonly url: string
  /** The number of requests for the script. */
  fetched(): number
  close(): Promise<void>
}

/**
 * A proxy auto-configuration file on a web server of this machine. One host uses the proxy, all
 * others do not.
 */
export async function serveProxyScript(host: string, proxyPort: number): Promise<ProxyScript> {
  const script = `function FindProxyForURL(url, host) {
  return host === ${JSON.stringify(host)} ? 'PROXY 127.0.0.1:${proxyPort}' : 'DIRECT'
}
`
  let fetched = 0
  const server = createServer((_request, response) => {
    fetched++
    response.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' }).end(script)
  })
  const { port, close } = await listen(server)
  return { url: `http://127.0.0.1:${port}/proxy.pac`, fetched: () => fetched, close }
}
