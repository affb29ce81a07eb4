import { connect, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import type { Certificate } from './certificates.ts'
import { listen } from './listen.ts'

export interface TlsFront {
  readonly url: string
  readonly port: number
  /** Passes all connections on to this service from now on. */
  passOnTo(serviceUrl: string): void
  close(): Promise<void>
}

/** TLS in front of a service that speaks plain HTTP on this machine. */
export async function startTlsFront(certificate: Certificate, serviceUrl?: string): Promise<TlsFront> {
  let target = serviceUrl
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (client) => {
    client.on('error', () => client.destroy())
    if (target === undefined) client.destroy()
    else join(client, connect(Number(new URL(target).port), '127.0.0.1'))
  })
  // A client that does not trust the certificate hangs up in the middle of the greeting.
  server.on('tlsClientError', () => {})
  const { port, close } = await listen(server)
  return {
    url: `https://127.0.0.1:${port}/`,
    port,
    passOnTo(next) {
      target = next
    },
    close,
  }
}

/** Connects two sockets: each gets what the other sends, and ends when the other ends. */
export function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
    from.pipe(to)
  }
}
