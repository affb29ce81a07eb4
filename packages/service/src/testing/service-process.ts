import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Demo } from '../cli/demo.ts'

const cliPath = fileURLToPath(new URL('../cli.ts', import.meta.url))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The environment of this machine must not set the database of a test. */
const CLEAN_ENVIRONMENT = { ...process.env, LATCHKEY_DATABASE: undefined, LATCHKEY_SERVICE_KEY: undefined }

export interface Running {
  readonly process: ChildProcess
  /** Returns what the process has written until now. */
  output(): { readonly stdout: string; readonly stderr: string }
  finished(): Promise<Finished>
}

export interface ProcessLimits {
  /** The limit of open files, which includes connections. */
  readonly openFiles?: number
}

/** The command line as a separate process, which is ended with its test. */
function startCli(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  { openFiles }: ProcessLimits = {},
): Running {
  const command = [process.execPath, cliPath, ...words]
  const limited = ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`, ...command]
  const [program = '', ...rest] = openFiles === undefined ? command : limited
  const child = spawn(program, rest, {
    env: { ...CLEAN_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const closed = once(child, 'close')
  return {
    process: child,
    output: () => ({ stdout, stderr }),
    async finished() {
      await closed
      return { code: child.exitCode, stdout, stderr }
    },
  }
}

export const runCli = (words: readonly string[], environment?: NodeJS.ProcessEnv): Promise<Finished> =>
  startCli(words, environment).finished()

export interface ListeningProcess<Line> extends Running {
  /** The line that it printed when it listened. */
  readonly line: Line
  stop(signal: NodeJS.Signals): Promise<Finished>
}

/** Runs `serve` as a separate process. Resolves when it listens. */
export async function startServe<Line = { readonly url: string; readonly consoleUrl?: string }>(
  words: readonly string[],
  environment?: NodeJS.ProcessEnv,
  limits?: ProcessLimits,
): Promise<ListeningProcess<Line>> {
  const running = startCli(['serve', '--port', '0', ...words], environment, limits)
  const line = await new Promise<string>((resolve, reject) => {
    running.process.stdout?.on('data', () => {
      const { stdout } = running.output()
      if (stdout.includes('\n')) resolve(stdout)
    })
    running.finished().then(({ stderr }) => reject(new Error(`The service did not start: ${stderr}`)), reject)
  })
  return {
    ...running,
    line: JSON.parse(line) as Line,
    stop(signal) {
      running.process.kill(signal)
      return running.finished()
    },
  }
}

type DemoLine = Demo & { readonly url: string; readonly consoleUrl: string }

export interface ServiceProcess extends ListeningProcess<DemoLine> {
  readonly demo: DemoLine
}

/** Runs `serve --demo` as a separate process. Resolves when it listens. */
export async function startServiceProcess(
  words: readonly string[],
  environment?: NodeJS.ProcessEnv,
  limits?: ProcessLimits,
): Promise<ServiceProcess> {
  const service = await startServe<DemoLine>(['--demo', ...words], environment, limits)
  return { ...service, demo: service.line }
}
