import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { rootDir } from '../../set-up/places.js'
import type { LoadOptions, LoadResult } from './load-options.ts'

const CLI = join(rootDir, 'packages', 'service', 'src', 'cli.ts')

export interface Server {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a script that prints `{"url": …}` when it is listening. */
export async function startServer(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = spawn(process.execPath, [...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'exit')
  const line = new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more
      if (text.includes('\n')) resolve(text)
    })
    ended.then(() => reject(new Error(`${args.join(' ')} ended.`)), reject)
  })
  const { url } = JSON.parse(await line) as { url: string }
  return {
    url,
    pid: child.pid ?? 0,
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

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'load.ts'), JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (more: string) => {
    text += more
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error('The load failed.')
  return JSON.parse(text) as LoadResult
}
