import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { SharedSecrets } from '@latchkey/protocol'
import { rootDir } from '../../set-up/places.js'

const CLI = join(rootDir, 'packages', 'service', 'src', 'cli.ts')

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

export interface LoadResult {
  readonly answered: number
  readonly valid: number
  readonly seconds: number
  /** All presigned requests were sent before the end, so the result is invalid. */
  readonly ranOut: boolean
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
}

export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a script that prints `{"url": …}` when it is listening. */
export async function startServer(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'exit')
  const line = once(createInterface(child.stdout), 'line')
  const [text] = (await Promise.race([line, ended.then(() => [])])) as (string | undefined)[]
  if (text === undefined) throw new Error(`${args.join(' ')} ended.`)
  const { url } = JSON.parse(text) as { url: string }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

export const serviceArgs = (database: string): readonly string[] => [
  ...[CLI, 'serve', '--port', '0', '--database', database],
  ...['--checks-per-minute', '0', '--requests-per-minute', '0', '--log-level', 'warn'],
]

export const runLoad = (options: LoadOptions): Promise<LoadResult> => runGenerator('load.ts', options)
export const runOpenLoop = (options: OpenLoopOptions): Promise<Latency> =>
  runGenerator('open-loop.ts', options)

/** Runs a load generator in a process of its own. */
async function runGenerator<Result>(script: string, options: object): Promise<Result> {
  const args = [join(import.meta.dirname, script), JSON.stringify(options)]
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout) as Result
}
