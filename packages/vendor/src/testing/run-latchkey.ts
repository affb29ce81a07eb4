import { PassThrough } from 'node:stream'
import type { Terminal } from '../command-line/terminal.ts'
import { run } from '../run.ts'
import { API_KEY, type TableServer } from './table-server.ts'

/** 2026-11-21 12:00 UTC, in milliseconds. */
export const NOON = Date.UTC(2026, 10, 21, 12)

export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  readonly pausesMs: readonly number[]
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: Terminal
  /** Whether standard error is a terminal. */
  readonly isTerminal?: boolean
}

/** Runs the command line in this process, at noon. Every pause ends at once. */
export async function runLatchkey(
  server: TableServer,
  line: readonly string[],
  { env, stdin = new PassThrough(), isTerminal = false }: RunOptions = {},
): Promise<Ended> {
  const written = { stdout: '', stderr: '' }
  const into = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text
    },
  })
  const pausesMs: number[] = []
  const code = await run(line, {
    env: env ?? { LATCHKEY_URL: server.url, LATCHKEY_API_KEY: API_KEY, LATCHKEY_PROJECT: 'project-1' },
    stdin,
    stdout: into('stdout'),
    stderr: { ...into('stderr'), isTTY: isTerminal },
    version: '1.2.3',
    wait: async (ms) => {
      pausesMs.push(ms)
    },
    clock: () => NOON,
  })
  return { code, ...written, pausesMs }
}
