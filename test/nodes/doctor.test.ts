import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer, request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Terminal } from '../../packages/service/src/cli/command.ts'
import { runCommandLine } from '../../packages/service/src/cli/command-line.ts'
import type { Finding } from '../../packages/service/src/core/operations/findings.ts'
import { NO_WAY } from '../../packages/service/src/mail/send-mail.ts'
import { createDatabase, type TestDatabase } from '../../packages/service/src/testing/postgres-database.ts'
import {
  runCli,
  type ServiceProcess,
  startServiceProcess,
} from '../../packages/service/src/testing/service-process.ts'
import { type Certificate, createAuthority } from '../support/certificates.ts'
import { listen } from '../support/listen.ts'

const KEY = { LATCHKEY_SERVICE_KEY: 'f'.repeat(64) }
const DAY_SECONDS = 86_400

let dir: string
let database: TestDatabase
let empty: TestDatabase
/** A service on PostgreSQL behind a proxy, without any problem. */
let service: ServiceProcess
let publicUrl: string
/** A service on SQLite, started without any option. */
let other: ServiceProcess
const sqlitePath = () => join(dir, 'license.db')
const left: (() => Promise<unknown>)[] = []

/** A proxy with TLS, which handles X-Forwarded-For as `forwarded` says. */
async function startProxy(
  certificate: Certificate,
  target: () => string,
  forwarded: (given: string | undefined) => string | undefined = () => '198.51.100.9',
  localAddress = '127.0.0.1',
): Promise<string> {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (from, to) => {
    const { 'x-forwarded-for': given, ...headers } = from.headers
    const address = forwarded(given?.toString())
    const passed = { ...headers, ...(address !== undefined && { 'x-forwarded-for': address }) }
    request(new URL(from.url ?? '', target()), { headers: passed, localAddress, agent: false }, (answer) => {
      to.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(to)
    }).end()
  })
  server.on('tlsClientError', () => {})
  const { port, close } = await listen(server)
  left.push(close)
  return `https://127.0.0.1:${port}/`
}

const proxies: Record<string, string> = {}

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-doctor-'))
  ;[database, empty] = [await createDatabase(), await createDatabase()]
  const authority = await createAuthority(join(dir, 'authority'), 'Test')
  const stranger = await createAuthority(join(dir, 'stranger'), 'Stranger')
  const trusted = getCACertificates()
  setDefaultCACertificates([...trusted, readFileSync(join(dir, 'authority', 'ca.pem'), 'utf8')])
  left.push(async () => setDefaultCACertificates(trusted))
  const good = await authority.issue('IP:127.0.0.1')
  publicUrl = await startProxy(good, () => service.demo.url)
  service = await startServiceProcess(
    ['--database', database.url, '--public-url', publicUrl, '--trust-proxy', '127.0.0.1'],
    KEY,
  )
  other = await startServiceProcess(['--database', `sqlite:${sqlitePath()}`])
  const toService = () => service.demo.url
  proxies['expired'] = await startProxy(await authority.issue('IP:127.0.0.1', { isExpired: true }), toService)
  proxies['otherName'] = await startProxy(await authority.issue('DNS:license.example'), toService)
  proxies['unknownAuthority'] = await startProxy(await stranger.issue('IP:127.0.0.1'), toService)
  proxies['toOther'] = await startProxy(good, () => other.demo.url)
  proxies['silent'] = await startProxy(good, toService, () => undefined)
  proxies['untrusted'] = await startProxy(good, toService, undefined, '127.0.0.2')
  proxies['credulous'] = await startProxy(good, toService, (given) => given ?? '198.51.100.9')
  proxies['toConsole'] = await startProxy(good, () => consoleOf(service))
  proxies['stopped'] = await startProxy(good, toService)
  await left.pop()?.()
  const page = createHttpServer((_request, response) => response.end('<h1>It works!</h1>'))
  const { port, close } = await listen(page)
  left.push(close)
  proxies['toPage'] = await startProxy(good, () => `http://127.0.0.1:${port}`)
})
afterEach(async () => {
  for (const running of [service, other]) await running.stop('SIGTERM')
  for (const leave of left.splice(0)) await leave()
  for (const made of [database, empty]) await made.drop()
  rmSync(dir, { recursive: true })
})

/** Runs `doctor` in this process, which is faster than a process for each misconfiguration. */
async function examine(words: readonly string[], environment: Terminal['environment'] = {}) {
  let findings: readonly (readonly [string, Finding])[] = []
  const print: Terminal['print'] = (data) => {
    findings = Object.entries(data as Record<string, Finding>)
  }
  const ending = await runCommandLine(['doctor', '--json', ...words], { environment, print }).catch(
    (error: unknown) => String(error),
  )
  return { ending, problems: findings.filter(([, { status }]) => status === 'problem') }
}

/** A copy of the SQLite database and its key, for a test to break. */
function copyOfSqlite(name: string): string {
  const path = join(dir, name)
  const raw = new DatabaseSync(sqlitePath())
  raw.exec(`vacuum into '${path}'`)
  raw.close()
  copyFileSync(`${sqlitePath()}.service-key`, `${path}.service-key`)
  return path
}

/** Copies the SQLite database and changes it by SQL. Returns the options for the copy. */
function brokenBy(change: string, name: string): readonly string[] {
  const path = copyOfSqlite(name)
  const raw = new DatabaseSync(path, { enableForeignKeyConstraints: false })
  raw.exec(change)
  raw.close()
  return sqlite(path)
}

const addMail = (fields: string): string => `
  insert into outbox (public_id, project_id, channel, kind, about, receiver, sealed_body, leased_by,
    leased_until, due_at, expires_at, tries, created_at, state, reason, answer, ended_at)
  select 'mail ' || hex(randomblob(8)), id, 'mail', 'key', '', 'a@example.org', x'', '', 0, 0, 0, 1, ${fields}
  from projects limit 1;`

/**
 * A misconfiguration: the checks that find it, with their messages and remedies, and how it is
 * caused.
 */
interface Misconfiguration {
  readonly found: Readonly<Record<string, readonly [message: RegExp, remedy: RegExp]>>
  words(): readonly string[]
  readonly environment?: Terminal['environment']
}

const sqlite = (path: string, ...more: string[]) => ['--database', `sqlite:${path}`, ...more]
const behind = (url: string | undefined) => ['--database', database.url, '--public-url', url ?? '']
const consoleAt = (url: string | undefined) => ['--database', database.url, '--console-url', url ?? '']
const consoleOf = ({ demo }: ServiceProcess): string => new URL(demo.consoleUrl).origin
const STOPPED = { nodes: [/No service is running/, /Start it/] } as const

const MISCONFIGURATIONS: Record<string, Misconfiguration> = {
  'a mistyped path': {
    found: { database: [/no such file/, /Correct the path/] },
    words: () => sqlite(join(dir, 'licence.db')),
  },
  'a file that is no database': {
    found: { database: [/not a database/, /restore a backup/] },
    words: () => {
      writeFileSync(join(dir, 'notes.txt'), 'no database '.repeat(1_000))
      return sqlite(join(dir, 'notes.txt'))
    },
  },
  'a database of a later version': {
    found: { tables: [/version 1000, this service knows/, /newer service/], ...STOPPED },
    words: () => brokenBy('pragma user_version = 1000; delete from nodes', 'later.db'),
  },
  'a database that no service has updated yet': {
    found: { tables: [/version -1 of \d+\./, /start the service once: .* updates the tables/] },
    // Version 1 is the first one, and 0 is an empty database.
    words: () => brokenBy('pragma user_version = -1', 'earlier.db'),
  },
  'a database without an account': {
    found: { tables: [/no account/, /account create/] },
    words: () => brokenBy('delete from accounts', 'nobody.db'),
  },
  'a database server that does not run': {
    found: { database: [/ECONNREFUSED/, /server runs/] },
    words: () => ['--database', database.url.replace(/:\d+\//, ':1/')],
    environment: KEY,
  },
  'a wrong password': {
    found: { database: [/password authentication failed/, /user and password/] },
    words: () => ['--database', database.url.replace(/:[^:@]+@/, ':wrong@')],
    environment: KEY,
  },
  'an empty database': {
    found: { tables: [/is empty/, /start the service once/], ...STOPPED },
    words: () => ['--database', empty.url],
    environment: KEY,
  },
  'no service key': {
    found: { 'service key': [/no service key/, /Set LATCHKEY_SERVICE_KEY/] },
    words: () => ['--database', database.url],
  },
  'another service key': {
    found: { 'service key': [/not the one that sealed/, /original/] },
    words: () => ['--database', database.url],
    environment: { LATCHKEY_SERVICE_KEY: 'e'.repeat(64) },
  },
  'a lost service key': {
    found: { 'service key': [/no service key/, /Restore .*lost\.db\.service-key/] },
    words: () => {
      const path = copyOfSqlite('lost.db')
      rmSync(`${path}.service-key`)
      return sqlite(path)
    },
  },
  'a service key that others can read': {
    found: { 'service key': [/no service key/, /chmod 600/] },
    words: () => {
      const path = copyOfSqlite('open.db')
      chmodSync(`${path}.service-key`, 0o644)
      return sqlite(path)
    },
  },
  'a clock that is behind': {
    found: { clock: [/60\d s behind/, /NTP/] },
    words: () => {
      vi.setSystemTime(Date.now() - 600_000)
      return ['--database', database.url]
    },
    environment: KEY,
  },
  'a disk that is nearly full': {
    found: { 'disk space': [/MB are free/, /Make room/] },
    words: () => sqlite(sqlitePath(), '--free-mb', '1000000000'),
  },
  'a backup that is no longer made': {
    found: { backup: [/49 hours old/, /Make a backup now/] },
    words: () => {
      const backups = join(dir, 'backups')
      mkdirSync(backups)
      for (const days of [3, 2]) {
        const path = join(backups, `${days}.db`)
        writeFileSync(path, 'a backup')
        const at = Date.now() / 1_000 - days * DAY_SECONDS - 3_600
        utimesSync(path, at, at)
      }
      // The file of a backup that failed.
      writeFileSync(join(backups, '1.db'), '')
      return sqlite(sqlitePath(), '--backup', backups)
    },
  },
  'servers of which none follows the other': {
    found: { servers: [/Several servers take writes/, /Stop all but/] },
    words: () => ['--database', database.url.replace(/127\.0\.0\.1(:\d+)/, '127.0.0.1$1,localhost$1')],
    environment: KEY,
  },
  'a standby that is down': {
    found: { servers: [/No answer from 127\.0\.0\.1:1\./, /Start it/] },
    words: () => ['--database', database.url.replace(/127\.0\.0\.1(:\d+)/, '127.0.0.1$1,127.0.0.1:1')],
    environment: KEY,
  },
  'a public URL without TLS': {
    found: {
      'public URL': [/not encrypted/, /proxy with TLS/],
      metrics: [/Everybody can read/, /Forwarded/],
    },
    words: () => behind(service.demo.url),
    environment: KEY,
  },
  'a name that is not in the DNS': {
    found: { 'public URL': [/does not answer/, /DNS/] },
    words: () => behind('https://license.invalid/'),
    environment: KEY,
  },
  'a proxy that does not run': {
    found: { 'public URL': [/ECONNREFUSED/, /Start the proxy/] },
    words: () => behind(proxies['stopped']),
    environment: KEY,
  },
  'a certificate that has expired': {
    found: { 'public URL': [/expired/, /Renew/] },
    words: () => behind(proxies['expired']),
    environment: KEY,
  },
  'a certificate for another name': {
    found: { 'public URL': [/IP: 127\.0\.0\.1/, /certificate for this name/] },
    words: () => behind(proxies['otherName']),
    environment: KEY,
  },
  'a certificate of an unknown authority': {
    found: { 'public URL': [/certificate/, /certificate chain/] },
    words: () => behind(proxies['unknownAuthority']),
    environment: KEY,
  },
  'a proxy that serves a page of its own': {
    found: { 'public URL': [/Something else answers/, /every path/] },
    words: () => behind(proxies['toPage']),
    environment: KEY,
  },
  'a proxy in front of another service, which knows neither its address nor its proxy': {
    found: {
      'public URL': [/Another service answers/, /DNS, the proxy/],
      'node list': [/sent to http:\/\/127.*not encrypted/, /--public-url/],
      'proxy headers': [/does not trust/, /--trust-proxy/],
    },
    words: () => behind(proxies['toOther']),
    environment: KEY,
  },
  'a proxy that does not name the sender': {
    found: {
      'proxy headers': [/share one limit/, /set X-Forwarded-For/],
      metrics: [/Everybody can read .*metrics/, /refuse this path/],
    },
    words: () => behind(proxies['silent']),
    environment: KEY,
  },
  'a proxy with an address that is not trusted': {
    found: { 'proxy headers': [/does not trust/, /--trust-proxy/] },
    words: () => behind(proxies['untrusted']),
    environment: KEY,
  },
  'a proxy that passes on invented senders': {
    found: { 'proxy headers': [/invent/, /replace X-Forwarded-For/] },
    words: () => behind(proxies['credulous']),
    environment: KEY,
  },
  'a console on a public address without TLS': {
    found: { 'console URL': [/not encrypted: passwords/, /proxy with TLS/] },
    words: () => consoleAt('http://console.example.com'),
    environment: KEY,
  },
  'a console whose proxy does not run': {
    found: { 'console URL': [/ECONNREFUSED/, /Start the proxy/] },
    words: () => consoleAt(proxies['stopped']),
    environment: KEY,
  },
  'a console by a name that it does not have': {
    found: { 'console URL': [/does not accept 127\.0\.0\.1:\d+ as its name/, /header Host/] },
    words: () => consoleAt(proxies['toConsole']),
    environment: KEY,
  },
  'a name of the console that leads to the API': {
    found: { 'console URL': [/The API of a service answers/, /--console-port/] },
    words: () => consoleAt(publicUrl),
    environment: KEY,
  },
  'a name of the console that leads to a page': {
    found: { 'console URL': [/Something else answers/, /every path/] },
    words: () => consoleAt(proxies['toPage']),
    environment: KEY,
  },
  'a name of the console that leads to another service': {
    found: { 'console URL': [/console of another service/, /--database/] },
    words: () => consoleAt(consoleOf(other)),
    environment: KEY,
  },
  'mail that waits, and mail that was given up': {
    found: {
      outbox: [/: 1, the first since 1970-01-01 00:00 UTC\./, /last answers/],
      'given up': [/: 1\.$/, /send the mails again/],
    },
    words: () =>
      brokenBy(
        addMail("0, 'waiting', '', '451 Later', 0") + addMail("1, 'given-up', 'expired', '451 Later', 2"),
        'waiting.db',
      ),
  },
  'mail without a way': {
    found: { mail: [/no way to send mail\. Waiting: 1\./, /--mail-folder/] },
    words: () =>
      brokenBy(addMail(`${Math.floor(Date.now() / 1_000)}, 'waiting', '', '${NO_WAY}', 0`), 'way.db'),
  },
  'mail in files behind a public address': {
    found: { 'public URL': [/Another service/, /DNS/], mail: [/written into files/, /--mail-from/] },
    words: () => [
      ...brokenBy(addMail("1, 'sent', '', 'Written to a.eml', 2"), 'files.db'),
      ...['--public-url', publicUrl],
    ],
  },
}

test('a service that is well has no problem, and each misconfiguration is named, with what to do', {
  timeout: 180_000,
}, async () => {
  writeFileSync(join(dir, 'today.db'), 'a backup')
  const words = [...behind(publicUrl), '--console-url', consoleOf(service)]
  const well = await runCli(['doctor', ...words, '--backup', join(dir, 'today.db')], {
    ...KEY,
    NODE_EXTRA_CA_CERTS: join(dir, 'authority', 'ca.pem'),
  })
  expect(well).toMatchObject({ code: 0, stderr: '' })
  expect(well.stdout).not.toContain('PROBLEM')
  expect(well.stdout.match(/^ok +[a-zA-Z ]+/gm)).toHaveLength(14)
  expect(well.stdout).not.toContain(new URL(database.url).password)

  const unwell = await runCli(['doctor', '--database', 'sqlite:nowhere.db'])
  expect(unwell).toMatchObject({ code: 1, stderr: 'There is 1 problem.\n' })
  expect(unwell.stdout).toMatch(/^PROBLEM {2}database: .*no such file.*\n +Correct the path/)

  for (const [cause, { found, words, environment }] of Object.entries(MISCONFIGURATIONS)) {
    const { ending, problems } = await examine(words(), environment)
    vi.useRealTimers()
    expect(
      problems.map(([name]) => name),
      cause,
    ).toEqual(Object.keys(found))
    for (const [name, { message, remedy }] of problems) {
      const [said, advised] = found[name] ?? []
      expect(message, cause).toMatch(said ?? '')
      expect(remedy, cause).toMatch(advised ?? '')
    }
    expect(ending).toMatch(/^UserError: There (is|are) \d problems?\.$/)
  }
})
