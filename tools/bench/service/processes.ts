import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SharedSecrets } from '@latchkey/protocol'
import { firstLine } from '../../../packages/electron-tools/src/development/processes.ts'
import { ensureExpress } from '../../set-up/install-apart.js'
import { rootDir } from '../../set-up/places.js'

export const CLI = join(rootDir, 'packages', 'service', 'src', 'cli.ts')

export interface LoadApp {
  readonly appName: string
  readonly executor: string
  readonly userAgent: string
  readonly secrets: SharedSecrets
}

interface Load {
  readonly app: LoadApp
  /** The number of keys. See `keyOf`. */
  readonly keys: number
  readonly warmUpMs: number
  readonly measureMs: number
}

export interface LoadOptions extends Load {
  readonly url: string
  readonly connections: number
  /** Determines how many requests are presigned. */
  readonly maxPerSecond: number
}

export interface OpenLoopOptions extends Load {
  /** The nodes, used in turns. */
  readonly urls: readonly string[]
  readonly perSecond: number
}

/** Percentiles in milliseconds. */
export interface Latency {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export interface Server {
  readonly url: string
  /** Only a service has one. */
  readonly consoleUrl?: string
  /** Megabytes of memory that are in use. Only on Linux. */
  memoryMb(): number
  stop(): Promise<void>
}

/** Starts a script that prints `{"url": …}` when it is listening. */
export async function startServer(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Server> {
  const server = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(server, 'exit')
  const line = await firstLine(server.stdout)
  if (line === undefined) throw new Error(`${args.join(' ')} ended.`)
  return {
    ...(JSON.parse(line) as { url: string; consoleUrl?: string }),
    memoryMb() {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1_024
    },
    async stop() {
      server.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * @param database a path for SQLite, or `postgres://…`
 * @param keys for the floor that also counts; see `floor.ts`
 */
export const floorArgs = (database: string, keys = 0): readonly string[] => [
  join(import.meta.dirname, 'floor.ts'),
  database,
  String(keys),
]
export const expressArgs = (path: string): readonly string[] => [
  join(import.meta.dirname, 'express-server.ts'),
  path,
  ensureExpress(),
]
export const serviceArgs = (database: string): readonly string[] => [
  ...[CLI, 'serve', '--port', '0', '--database', database],
  ...['--checks-per-minute', '0', '--requests-per-minute', '0', '--log-level', 'warn'],
]

/** Returns the answers per second. */
export const runLoad = (options: LoadOptions): Promise<number> => runGenerator('load.ts', options)
export const runOpenLoop = (options: OpenLoopOptions): Promise<Latency> =>
  runGenerator('open-loop.ts', options)

/** Runs a load generator in a process of its own. @returns what it prints as JSON */
async function runGenerator<Printed>(script: string, options: object): Promise<Printed> {
  const args = [join(import.meta.dirname, script), JSON.stringify(options)]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Printed
}
