import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createAuthority } from '../support/certificates.ts'

export interface TrustedFront {
  readonly url: string
  /** Passes all requests on to this service from now on. */
  passOnTo(serviceUrl: string): void
  /** The user agent of every request so far. */
  readonly userAgents: readonly string[]
  close(): Promise<void>
}

/**
 * TLS in front of a service, which a packaged app requires. The user with the home `homeDir` trusts
 * its certificate, as on the computers of a company with its own authority.
 */
export async function startTrustedFront(workDir: string, homeDir: string): Promise<TrustedFront> {
  const authority = await createAuthority(join(workDir, 'authority'), 'Latchkey test authority')
  const { key, cert } = await authority.issue('IP:127.0.0.1')
  await authority.beTrustedIn(homeDir)
  let target: string | undefined
  const userAgents: string[] = []
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, headers } = incoming
    userAgents.push(headers['user-agent'] ?? '')
    const passed = request(
      new URL(incoming.url ?? '/', target),
      { method: method ?? 'GET', headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    passOnTo(serviceUrl) {
      target = serviceUrl
    },
    userAgents,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
