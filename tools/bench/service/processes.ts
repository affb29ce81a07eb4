import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { LoadOptions, LoadResult } from './load-options.ts'

const CLI = join(import.meta.dirname, '..', '..', 'packages', 'service', 'src', 'cli.ts')

export interface Server {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** Starts a script that prints `{"url": …}` when it listens. */
export async function startServer(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Server> {
  const child = spawn(process.execPath, [...words], {
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
    ended.then(() => reject(new Error(`${words.join(' ')} ended.`)), reject)
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

export const serviceWords = (database: string): readonly string[] => [
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
