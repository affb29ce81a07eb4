import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createPostgresStorage, type Storage } from '../../../modules.ts'
import {
  type EmbeddedPostgres,
  NOT_DURABLE,
  startEmbeddedPostgres,
} from '../../../testing/embedded-postgres.ts'
import { freePort } from '../../../testing/free-port.ts'
import { createDatabase, serverUrl } from '../../../testing/postgres-database.ts'
import { NOW, testAccount } from '../../../testing/records.ts'
import { startTestService } from '../../../testing/test-service.ts'
import { examineService } from '../../operations/doctor.ts'
import { createServiceKey } from '../../security/seal.ts'
import { StorageUnavailable } from '../storage.ts'
import { connect } from './database.ts'
import { createHosts } from './hosts.ts'
import { differenceFrom, type Identity, readIdentity } from './identity.ts'

const seal = createServiceKey(new Uint8Array(32))

/** A server that can be stopped and started again at its address. */
interface Host {
  readonly dir: string
  readonly port: number
  readonly url: string
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
  ask(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>
}

/** Two clusters, of which hosts are copies: making a cluster takes a second. */
const CLUSTERS = ['cluster', 'other cluster'] as const
let templates: string
beforeAll(async () => {
  templates = mkdtempSync(join(tmpdir(), 'latchkey-clusters-'))
  mkdirSync(join(templates, CLUSTERS[1]))
  for (const name of CLUSTERS) {
    // All servers of a URL have the same password.
    if (name !== CLUSTERS[0]) {
      copyFileSync(join(templates, CLUSTERS[0], 'password'), join(templates, name, 'password'))
    }
    const server = await startEmbeddedPostgres(join(templates, name), { settings: NOT_DURABLE })
    await server.stop()
  }
})
afterAll(() => rmSync(templates, { recursive: true }))

let folder: string
let left: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-identity-'))
})
afterEach(async () => {
  for (const leave of left.reverse()) await leave()
  left = []
  rmSync(folder, { recursive: true })
})

/** Starts a server with the data of a folder. */
async function newHost(name: string, from = join(templates, CLUSTERS[0])): Promise<Host> {
  const dir = join(folder, name)
  const port = await freePort()
  let running: EmbeddedPostgres | undefined
  cpSync(from, dir, { recursive: true })
  chmodSync(join(dir, 'data'), 0o700)
  const host: Host = {
    dir,
    port,
    get url() {
      if (running === undefined) throw new Error(`${name} has not been started.`)
      return running.url
    },
    async start(settings = {}) {
      running = await startEmbeddedPostgres(dir, { port, settings: { ...NOT_DURABLE, ...settings } })
    },
    async stop() {
      await running?.stop()
    },
    async ask(text) {
      const connection = await connect(host.url)
      try {
        return (await connection.query(text)).rows
      } finally {
        await connection.close()
      }
    },
  }
  left.push(() => host.stop())
  return host
}

const otherHost = (): Promise<Host> => newHost('other', join(templates, CLUSTERS[1]))

/** Makes a copy from a backup of a server, which is started again. The copy is not running. */
async function copyOf(host: Host): Promise<Host> {
  await host.stop()
  const copy = await newHost('copy', host.dir)
  await host.start()
  return copy
}

const listOf = (host: Host, ...others: readonly Host[]): string =>
  host.url.replace(`:${host.port}/`, `:${[host, ...others].map(({ port }) => port).join(',127.0.0.1:')}/`)

const hasTables = async (host: Host): Promise<unknown> =>
  (await host.ask("select to_regclass('licenses') is not null as made"))[0]?.['made']

async function open(url: string): Promise<Storage> {
  const storage = await createPostgresStorage({ url, seal })
  left.push(() => storage.close())
  return storage
}

const announce = (storage: Storage) =>
  storage.announceNode({ id: 'node', url: 'http://node/' }, NOW + 15, NOW)
const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'done', String)

test.skipIf(process.platform === 'win32')(
  'the tables are made in no other server while one of the list is in use, or cannot be asked',
  async () => {
    const real = await newHost('real')
    await real.start()
    const first = await open(real.url)
    await first.createAccount(testAccount())
    await first.close()
    const empty = await otherHost()
    await empty.start()
    const list = listOf(empty, real)

    expect(await failureOf(createPostgresStorage({ url: list, seal }))).toMatch(
      /Two servers take writes: 127.0.0.1:\d+ and 127.0.0.1:\d+/,
    )
    // The server is read-only, as a standby with the tables would be.
    await real.ask('alter system set default_transaction_read_only = on')
    await real.ask('select pg_reload_conf()')
    expect(await failureOf(createPostgresStorage({ url: list, seal }))).toContain('different databases')
    const findings = await examineService(list, {}, NOW, { publicUrl: undefined, consoleUrl: undefined })
    expect(findings['servers']?.code).toBe('OTHER_DATABASES')
    await real.stop()
    expect(await failureOf(createPostgresStorage({ url: list, seal }))).toContain(
      'The tables are made when all servers of the list answer',
    )
    expect(await hasTables(empty)).toBe(false)
  },
)

test.skipIf(process.platform === 'win32')(
  'a node refuses to answer while a restored copy takes writes beside its database, and goes on without it',
  async () => {
    const real = await newHost('real')
    await real.start()
    await (await open(real.url)).close()
    const copy = await copyOf(real)
    const storage = await createPostgresStorage({ url: listOf(real, copy), seal })
    const service = await startTestService({ storage })
    left.push(() => service.stop())
    const key = await service.addLicense()
    const ready = async () => (await fetch(`${service.url}/readyz`)).status
    const check = async () => {
      const { status, body } = await service.check({ key })
      return [status, body.code]
    }
    expect([await ready(), await check()]).toEqual([200, [200, 'KEY_VALID']])

    await copy.start()
    // The node announces itself every four seconds, and then looks at the others.
    await service.settled()
    await expect.poll(ready).toBe(503)
    expect(await check()).toEqual([503, 'UNKNOWN_ERROR'])
    expect(await failureOf(createPostgresStorage({ url: listOf(copy, real), seal }))).toContain(
      'Two servers take writes',
    )

    await copy.stop()
    await expect.poll(ready).toBe(200)
    expect(await check()).toEqual([200, 'KEY_VALID'])

    // The service fails over to the copy, which does not have this key.
    await real.stop()
    await copy.start()
    await expect.poll(check).toEqual([503, 'UNKNOWN_ERROR'])
    expect(await failureOf(storage.ping())).toContain('it is an older copy of the database')
    expect(await ready()).toBe(503)
    await copy.stop()
    await real.start()
    await expect.poll(check).toEqual([200, 'KEY_VALID'])
  },
)

test.skipIf(process.platform === 'win32')(
  'a node follows a promotion, and goes back neither to the old primary nor to another database',
  async () => {
    const [one, other] = [await newHost('one'), await otherHost()]
    await one.start()
    await (await open(one.url)).close()
    const two = await copyOf(one)
    await other.start()
    await (await open(other.url)).close()
    await other.stop()
    const storage = await open(listOf(one, two, other))
    await announce(storage)

    // The standby has everything, and is promoted.
    await one.stop()
    rmSync(join(two.dir, 'data'), { recursive: true })
    cpSync(join(one.dir, 'data'), join(two.dir, 'data'), { recursive: true })
    chmodSync(join(two.dir, 'data'), 0o700)
    writeFileSync(join(two.dir, 'data', 'standby.signal'), '')
    await two.start()
    await two.ask('select pg_promote()')
    await expect.poll(() => failureOf(announce(storage))).toBe('done')
    expect(await storage.createAccount(testAccount())).toBe('created')

    await two.stop()
    await one.start()
    await expect.poll(() => failureOf(storage.ping())).toContain('another server was promoted')
    await one.stop()
    await other.start()
    await expect.poll(() => failureOf(storage.ping())).toContain('it is another database than before')
    await other.stop()
    await two.start()
    await expect.poll(() => failureOf(storage.ping())).toBe('done')
    expect(await storage.createAccount(testAccount())).toBe('email-taken')
  },
)

test('neither a key check nor the end waits for a server of the list that says nothing', async () => {
  await using database = await createDatabase()
  await (await createPostgresStorage({ url: database.url, seal })).close()
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { host } = new URL(database.url)
  const url = database.url.replace(host, `${host},127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const storage = await createPostgresStorage({ url, seal })
  expect(sockets.size).toBeGreaterThan(0)
  // The node asks the others now, and stops using this server after four seconds.
  await announce(storage)
  const began = performance.now()
  await storage.close()
  expect(performance.now() - began).toBeLessThan(3_000)
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('a server that hides its cluster is known by the ID that Latchkey has given the database', async () => {
  await using database = await createDatabase()
  await using another = await createDatabase()
  const identities: Identity[] = []
  for (const { url } of [database, another]) {
    await (await createPostgresStorage({ url, seal })).close()
    const connection = await connect(url)
    for (const hidden of ['pg_control_system()', 'pg_current_wal_flush_lsn()', 'pg_walfile_name(pg_lsn)']) {
      await connection.query(`revoke execute on function ${hidden} from public`)
    }
    await connection.query('drop role if exists vendor')
    await connection.query(`create role vendor; grant select on service_key_proof to vendor`)
    await connection.query('set role vendor')
    identities.push(await readIdentity(async (text) => (await connection.query(text)).rows))
    await connection.query('reset role')
    await connection.query('drop owned by vendor; drop role vendor')
    await connection.close()
  }
  const [one, other] = identities
  expect(one).toMatchObject({
    hasTables: true,
    systemId: undefined,
    timeline: undefined,
    position: undefined,
  })
  expect(one?.databaseId).toMatch(/^[\da-f-]{36}$/)
  if (one === undefined || other === undefined) throw new Error('There are two.')
  expect(differenceFrom(one, one)).toBeUndefined()
  expect(differenceFrom(one, other)).toBe('it is another database than before')
})

describe('the identity of a database', () => {
  const seen: Identity = {
    writes: true,
    startedAt: '2026-11-23 09:00:00.000001+00',
    hasTables: true,
    databaseId: 'one',
    announcements: 100,
    systemId: '7',
    timeline: 2,
    position: 5_000,
  }
  test.each<[string, Partial<Identity>, string | undefined]>([
    ['is the same later on', { position: 6_000, announcements: 101 }, undefined],
    [
      'goes on after a promotion that lost little',
      { timeline: 3, position: 4_000, announcements: 85 },
      undefined,
    ],
    ['ends with a promoted copy of last night', { timeline: 3, announcements: 84 }, 'an older copy'],
    ['ends with an older copy', { position: 4_999 }, 'an older copy'],
    ['ends with an older timeline', { timeline: 1, position: 9_000 }, 'another server was promoted'],
    ['ends with another cluster', { systemId: '8' }, 'another database'],
    ['ends with another ID', { databaseId: 'two', systemId: undefined }, 'another database'],
    ['ends with no tables', { databaseId: '', hasTables: false, systemId: undefined }, 'no tables'],
  ])('%s', (_title, change, difference) => {
    const found = differenceFrom(seen, { ...seen, ...change })
    if (difference === undefined) expect(found).toBeUndefined()
    else expect(found).toContain(difference)
  })

  test('is compared with what was known when the server was asked, because answers may cross', async () => {
    const hosts = createHosts(serverUrl())
    const connection = await connect(serverUrl())
    const ask = async (text: string) => (await connection.query(text)).rows
    await hosts.verify(ask)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    // It has read the position, but answers after another session has learned a later one.
    const slow = hosts.verify(async (text) => {
      const rows = await ask(text)
      await released
      return rows
    })
    await connection.query('create table crossing (id int); drop table crossing; checkpoint')
    await hosts.verify(ask)
    release()
    await expect(slow).resolves.toBeUndefined()
    await connection.close()
  })
})

test('an error of the driver is told from another database', async () => {
  const hosts = createHosts(serverUrl())
  const lost = new StorageUnavailable('the connection ended')
  await expect(hosts.verify(() => Promise.reject(lost))).rejects.toBe(lost)
})
