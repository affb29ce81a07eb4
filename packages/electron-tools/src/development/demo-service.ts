import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CommandError } from '../cli/project.ts'
import { endGroup, firstLine, killGroup, startGroup } from './processes.ts'

const START_LIMIT_MS = 30_000

/** The JSON line that `serve --demo` prints. */
export interface DemoLine {
  readonly url: string
  /** A link that signs in to the console of the service, once. Missing for an older service. */
  readonly consoleUrl?: string
  readonly apiKey: string
  readonly project: string
  /** ID of the project's script, which is processed shortly after the start. */
  readonly script: string
  readonly appName: string
  readonly executor: string
  /** A user agent that the project allows. */
  readonly userAgent: string
  readonly secrets: readonly [string, string, string]
  /** The value of `LATCHKEY_PUBLIC_KEYS`. */
  readonly publicKeys: string
  readonly plantToken: string
  /** License keys by name. */
  readonly keys: Readonly<Record<string, string>>
}

export interface DemoService extends DemoLine {
  /** Resolves when the service exits. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

export interface DemoServiceOptions {
  /** The folder of an app that depends on `@latchkey/service`. Default: the current folder. */
  readonly rootDir?: string
  readonly database?: string
  /** The URL in the node list, if it is not the address where the service listens. */
  readonly publicUrl?: string
}

/** Starts the license service with its demo project on a free port. */
export async function startDemoService({
  rootDir = process.cwd(),
  database = 'sqlite::memory:',
  publicUrl,
}: DemoServiceOptions = {}): Promise<DemoService> {
  const service = startGroup(
    process.execPath,
    [
      findService(rootDir),
      'serve',
      '--demo',
      ...['--port', '0', '--database', database, '--log-level', 'warn'],
      ...(publicUrl === undefined ? [] : ['--public-url', publicUrl]),
    ],
    { cwd: rootDir, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  // The service must never outlive this process.
  const kill = (): void => killGroup(service)
  process.once('exit', kill)
  const close = async (): Promise<void> => {
    await endGroup(service)
    process.off('exit', kill)
  }
  const ended = new Promise<void>((resolve) => service.once('exit', () => resolve()))
  const limit = setTimeout(close, START_LIMIT_MS)
  const line = await firstLine(service.stdout)
  clearTimeout(limit)
  if (line === undefined) {
    await close()
    throw new CommandError('The license service did not start. The reason is printed above.')
  }
  return { ...(JSON.parse(line) as DemoLine), ended, close }
}

/** The script of `latchkey-service`, without the wrappers that npm writes. */
function findService(rootDir: string): string {
  let manifestPath: string
  try {
    manifestPath = createRequire(join(rootDir, 'package.json')).resolve('@latchkey/service/package.json')
  } catch {
    throw new CommandError(
      'This app does not depend on @latchkey/service. To run it with the service in .env: npm run app',
    )
  }
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8'))
  return join(dirname(manifestPath), bin['latchkey-service'])
}

export function licensingEnv(demo: DemoLine): Record<string, string> {
  const [first, second, third] = demo.secrets
  return {
    LATCHKEY_SYNC_URL: demo.url,
    LATCHKEY_APP_NAME: demo.appName,
    LATCHKEY_EXECUTOR: demo.executor,
    LATCHKEY_SECRET_1: first,
    LATCHKEY_SECRET_2: second,
    LATCHKEY_SECRET_3: third,
    LATCHKEY_PUBLIC_KEYS: demo.publicKeys,
    LATCHKEY_USER_AGENT: demo.userAgent,
  }
}

/**
 * Returns this process's environment for the app, without variables that would change its
 * behaviour.
 */
export function cleanAppEnv(settings: Readonly<Record<string, string>>): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      // Editors that are Electron apps set ELECTRON_RUN_AS_NODE in their terminals.
      entry[1] !== undefined && !entry[0].startsWith('LATCHKEY_') && entry[0] !== 'ELECTRON_RUN_AS_NODE',
  )
  return { ...Object.fromEntries(inherited), ...settings }
}
