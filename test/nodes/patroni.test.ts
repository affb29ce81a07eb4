import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { connect } from '../../packages/service/src/core/storage/postgres/database.ts'
import { freePort } from '../../packages/service/src/testing/free-port.ts'
import { PATRONI_SETTINGS } from '../../packages/service/src/testing/patroni-settings.ts'
import { until } from '../support/until.ts'
import { createCustomers, startNode } from './customers.ts'

const UNDER_LOAD = 300
const POSTGRES_DIR = '/usr/lib/postgresql'
const AUTHENTICATION = {
  superuser: { username: 'latchkey', password: 'super' },
  replication: { username: 'replicator', password: 'replicate' },
}

/** Patroni and etcd are no npm packages: a fresh clone cannot install them. */
function missing(): string | undefined {
  if (process.env['LATCHKEY_LONG_TESTS'] !== '1') return 'runs in npm run test:long'
  for (const program of ['patroni', 'etcd']) {
    if (spawnSync(program, ['--version']).error !== undefined)
      return `needs ${program}: apt-get install patroni etcd-server`
  }
  return binDir() === undefined ? 'needs the server of Debian: apt-get install postgresql' : undefined
}

const binDir = (): string | undefined =>
  (existsSync(POSTGRES_DIR) ? readdirSync(POSTGRES_DIR) : [])
    .map((version) => join(POSTGRES_DIR, version, 'bin'))
    .find((dir) => ['postgres', 'pg_basebackup', 'pg_rewind'].every((name) => existsSync(join(dir, name))))

const left: (() => unknown)[] = []
afterEach(async () => {
  for (const leave of left.splice(0).reverse()) await leave()
})

/** PostgreSQL refuses to run as root. */
const AS_USER =
  process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] : []

function start(dir: string, words: readonly string[]): ChildProcess {
  const [program = '', ...args] = [...AS_USER, ...words]
  const log = openSync(join(dir, 'log'), 'a')
  const child = spawn(program, args, { stdio: ['ignore', log, log], env: { ...process.env, LC_ALL: 'C' } })
  left.push(() => child.kill('SIGKILL'))
  return child
}

/** A machine: a PostgreSQL server and its Patroni. */
interface Machine {
  readonly name: string
  readonly port: number
  /** The port of Patroni's API. */
  readonly apiPort: number
  start(): void
  /** Sends a signal to all of its processes at once. */
  signal(signal: NodeJS.Signals): void
}

async function createMachine(dir: string, name: string, etcdUrl: string): Promise<Machine> {
  const [port, apiPort] = [await freePort(), await freePort()]
  const own = join(dir, name)
  const dataDir = join(own, 'data')
  mkdirSync(own)
  const configPath = join(own, 'patroni.yml')
  const config = {
    ...PATRONI_SETTINGS,
    name,
    restapi: { listen: `127.0.0.1:${apiPort}`, connect_address: `127.0.0.1:${apiPort}` },
    etcd3: { hosts: [new URL(etcdUrl).host] },
    // Most test machines have no watchdog device.
    watchdog: { mode: 'off' },
    postgresql: {
      ...PATRONI_SETTINGS.postgresql,
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: dataDir,
      bin_dir: binDir(),
      pgpass: join(own, 'pgpass'),
      authentication: AUTHENTICATION,
      parameters: { unix_socket_directories: own },
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
  }
  // JSON is YAML.
  writeFileSync(configPath, JSON.stringify(config))
  let patroni: ChildProcess | undefined
  const serverPids = (): number[] => {
    const postmaster = postmasterOf(dataDir)
    return postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)]
  }
  const signal = (sent: NodeJS.Signals): void => {
    patroni?.kill(sent)
    for (const pid of serverPids()) {
      try {
        process.kill(pid, sent)
      } catch {
        // The process has already ended.
      }
    }
  }
  left.push(() => signal('SIGKILL'))
  return {
    name,
    port,
    apiPort,
    start() {
      patroni = start(own, ['patroni', configPath])
    },
    signal,
  }
}

function postmasterOf(dataDir: string): number | undefined {
  try {
    return Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

const childrenOf = (pid: number): number[] => {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number)
}

const urlOf = (ports: readonly number[]): string => {
  const { username, password } = AUTHENTICATION.superuser
  return `postgres://${username}:${password}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres`
}

async function ask<R>({ port }: Machine, text: string): Promise<readonly R[]> {
  const connection = await connect(urlOf([port]))
  try {
    return (await connection.query<R>(text)).rows
  } finally {
    await connection.close()
  }
}

/**
 * Whether the machine takes writes, and the other one may take over. PostgreSQL knows its
 * synchronous standby some seconds before Patroni has published it; until then no machine may take
 * over.
 */
async function leads({ name, apiPort }: Machine): Promise<boolean> {
  const asked = await fetch(`http://127.0.0.1:${apiPort}/cluster`).catch(() => undefined)
  if (asked?.ok !== true) return false
  const { members } = (await asked.json()) as { members: readonly { name: string; role: string }[] }
  const isLeader = members.some((one) => one.name === name && one.role === 'leader')
  return isLeader && members.some(({ role }) => role === 'sync_standby')
}

const why = missing()

test.skipIf(why !== undefined)(
  `under Patroni, a primary that dies or hangs under load costs seconds, and no acknowledged check${why === undefined ? '' : ` (${why})`}`,
  { timeout: 600_000 },
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'latchkey-patroni-'))
    left.push(() => rmSync(dir, { recursive: true, force: true }))
    const etcdUrl = `http://127.0.0.1:${await freePort()}`
    const peerUrl = `http://127.0.0.1:${await freePort()}`
    start(dir, [
      ...['etcd', '--data-dir', join(dir, 'etcd'), '--listen-client-urls', etcdUrl],
      ...['--advertise-client-urls', etcdUrl, '--listen-peer-urls', peerUrl],
      ...['--initial-advertise-peer-urls', peerUrl, '--initial-cluster', `default=${peerUrl}`],
    ])
    const one = await createMachine(dir, 'one', etcdUrl)
    const two = await createMachine(dir, 'two', etcdUrl)
    one.start()
    await until('the first server takes writes', () =>
      ask(one, 'select 1').then(
        () => true,
        () => false,
      ),
    )
    two.start()
    await until('its standby is synchronous', () => leads(one))

    const url = urlOf([one.port, two.port])
    const nodes = [await startNode(url), await startNode(url)]
    const customers = createCustomers(nodes)
    left.push(() => customers.stop())
    customers.begin()
    await customers.untilMore(UNDER_LOAD)

    const story: string[] = []
    const failOver = async (
      name: string,
      from: Machine,
      to: Machine,
      signals: [NodeJS.Signals, NodeJS.Signals?],
    ) => {
      customers.startPause()
      from.signal(signals[0])
      await until(`${name}: the other one takes writes`, async () => {
        const [row] = await ask<{ standby: boolean }>(to, 'select pg_is_in_recovery() as standby').catch(
          () => [],
        )
        return row?.standby === false
      })
      await customers.untilBack()
      story.push(`${name}: ${customers.longestPauseMs()} ms without a valid check`)
      await customers.untilMore(UNDER_LOAD)

      customers.startPause()
      if (signals[1] === undefined) from.start()
      else from.signal(signals[1])
      await until(`${name}: it is back as the synchronous standby`, () => leads(to))
      await customers.untilMore(UNDER_LOAD)
      story.push(`its return: ${customers.longestPauseMs()} ms`)
    }
    await failOver('the primary dies', one, two, ['SIGKILL'])
    // The old primary continues as a primary, and must be fenced.
    await failOver('the primary hangs', two, one, ['SIGSTOP', 'SIGCONT'])

    await customers.stop()
    const counts = await customers.proveCounts((text) => ask(one, text))
    console.info([...story, counts].join('\n'))
    expect(await leads(two)).toBe(false)
  },
)
