import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type RequestListener, request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface TrustedFront {
  readonly url: string
  /** Passes everything on to the service behind it from now on. */
  passOnTo(serviceUrl: string): void
  /** Answers what is asked below `/updates/` itself, from now on. */
  answerUpdates(answer: RequestListener): void
  /** The user agent of every request so far. */
  readonly userAgents: readonly string[]
  close(): Promise<void>
}

/**
 * TLS in front of a service, as a packaged app demands it. The user whose home is `homeDir` trusts its certificate,
 * the way a company's own authority comes into a system.
 */
export async function startTrustedFront(workDir: string, homeDir: string): Promise<TrustedFront> {
  const { key, cert } = await makeCertificate(workDir)
  await trust(homeDir, join(workDir, 'ca.pem'))
  let target: string | undefined
  let updates: RequestListener | undefined
  const userAgents: string[] = []
  const server = createServer({ key, cert }, (incoming, outgoing) => {
    const { method, headers } = incoming
    userAgents.push(headers['user-agent'] ?? '')
    if (incoming.url?.startsWith('/updates/') && updates !== undefined) {
      updates(incoming, outgoing)
      return
    }
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
    answerUpdates(answer) {
      updates = answer
    },
    userAgents,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function makeCertificate(dir: string): Promise<{ key: string; cert: string }> {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: dir })
  const key = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    name,
  ]
  await writeFile(join(dir, 'names'), 'subjectAltName=IP:127.0.0.1\n')
  const authority = ['-subj', '/CN=Latchkey test authority', '-addext', 'keyUsage=critical,keyCertSign']
  await openssl('req', '-x509', ...key('ca.key'), '-days', '2', '-out', 'ca.pem', ...authority)
  await openssl('req', ...key('server.key'), '-subj', '/CN=127.0.0.1', '-out', 'server.csr')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names']
  await openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signing)
  const read = (name: string) => readFile(join(dir, name), 'utf8')
  return { key: await read('server.key'), cert: await read('server.pem') }
}

/** Chromium on Linux reads the user's own authorities from here. */
async function trust(homeDir: string, authorityPath: string): Promise<void> {
  const store = join(homeDir, '.pki', 'nssdb')
  await mkdir(store, { recursive: true })
  await run('certutil', ['-d', `sql:${store}`, '-N', '--empty-password'])
  await run('certutil', ['-d', `sql:${store}`, '-A', '-n', 'latchkey-test', '-t', 'C,,', '-i', authorityPath])
}
