import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { cleanAppEnv } from '../../packages/electron-tools/src/development/demo-service.ts'

const run = promisify(execFile)
const SHOWN_WITHIN_MS = 30_000
/** The time includes the installation of an update. */
const CLOSED_WITHIN_MS = 20_000

export interface PackagedWindow {
  readonly pid: number
  /** Types and presses Enter, as a person at the keyboard. */
  enter(text: string): Promise<void>
  /** Clicks at a place in the window, and types there. */
  typeAt(x: number, y: number, text: string): Promise<void>
  picture(path: string): Promise<void>
  /** The output of the app. */
  said(): string
  close(): Promise<void>
}

export interface PackagedWindowOptions {
  readonly binaryPath: string
  readonly title: string
  readonly homeDir: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a packaged app as an ordinary user, with its sandbox on, and waits until its window is shown. */
export async function openPackagedWindow(options: PackagedWindowOptions): Promise<PackagedWindow> {
  const { binaryPath, title, homeDir, args = [], env = {} } = options
  // Electron refuses to run as root, so it runs as another user in a namespace of its own.
  const asUser =
    process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] : []
  const [command = binaryPath, ...rest] = [...asUser, binaryPath, '--lang=en-US', ...args]
  const { XDG_CONFIG_HOME: _config, XDG_CACHE_HOME: _cache, ...kept } = cleanAppEnv({ LANGUAGE: 'en_US' })
  const app = spawn(command, rest, {
    env: { ...kept, HOME: homeDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [app.stdout, app.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const ended = once(app, 'exit')
  const outcome = await Promise.race([findWindow(title), ended])
  if (typeof outcome !== 'string') {
    throw new Error(`The packaged app ended with ${outcome.join()} before it showed a window:\n${said}`)
  }
  const windowId = outcome
  const keys = (...words: string[]) => run('xdotool', words)
  await keys('windowfocus', '--sync', windowId)
  return {
    pid: app.pid ?? 0,
    async enter(text) {
      await keys('type', '--delay', '10', text)
      await keys('key', 'Return')
    },
    async typeAt(x, y, text) {
      await keys('mousemove', '--window', windowId, String(x), String(y), 'click', '1')
      await keys('type', '--delay', '10', text)
    },
    async picture(path) {
      await mkdir(dirname(path), { recursive: true })
      await run('scrot', ['--overwrite', path])
    },
    said: () => said,
    async close() {
      await keys('key', 'ctrl+q')
      const limit = setTimeout(() => app.kill('SIGKILL'), CLOSED_WITHIN_MS)
      await ended
      clearTimeout(limit)
    },
  }
}

async function findWindow(title: string): Promise<string> {
  const search = ['search', '--sync', '--onlyvisible', '--name', `^${title}$`]
  const limit = AbortSignal.timeout(SHOWN_WITHIN_MS)
  for (;;) {
    try {
      const { stdout } = await run('xdotool', search, { signal: limit })
      return stdout.split('\n')[0] ?? ''
    } catch (error) {
      // xdotool fails if another window closes while it is examined. The search is repeated then.
      if (limit.aborted || !String(error).includes('BadWindow')) throw error
    }
  }
}
