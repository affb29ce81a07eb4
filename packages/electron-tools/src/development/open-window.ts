import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { CommandError, electronPath } from '../cli/project.ts'
import { cleanAppEnv } from './demo-service.ts'

/** A launch takes one second, and several times that on a busy machine. */
const START_LIMIT_MS = 30_000
const CLOSE_LIMIT_MS = 15_000

/**
 * Code that runs in the main process before the app's code. It lets the app become ready only when
 * Playwright is connected: if a page navigates while Playwright connects, Playwright misses the
 * navigation and reports no window. Playwright does the same itself when it chooses the executable.
 */
const holdReady = (readyPath: string): string => `
const READY_PATH = ${JSON.stringify(readyPath)}
const { app } = require('electron')
process.argv.splice(process.argv.indexOf('--require'), 2)
const { emit } = app
const systemReady = app.whenReady()
const { promise: ready, resolve: release } = Promise.withResolvers()
let isReady = false
let values = []
app.isReady = () => isReady
app.whenReady = () => ready
app.emit = (event, ...rest) => {
  if (event !== 'ready' || isReady) return emit.call(app, event, ...rest)
  values = rest
  return true
}
globalThis.__playwright_run = async () => {
  await systemReady
  require('node:fs').writeFileSync(READY_PATH, '')
  isReady = true
  release()
  app.emit('ready', ...values)
}
`

/** The launch timed out before the app became ready. None of its windows was opened. */
export class LaunchHung extends Error {}

/** A running app under the control of Playwright. */
export interface OpenWindow {
  readonly electron: ElectronApplication
  /** The page of the window: the gate, then the product. */
  readonly window: Page
  close(): Promise<void>
}

/** How `open` starts the app. */
export interface OpenWindowOptions {
  /** Licensing settings, from `licensingEnv`. */
  readonly env?: Readonly<Record<string, string>>
  /** The folder of user data. Default: a new folder, which is deleted on `close`. */
  readonly userDataDir?: string
  /** Command line arguments of the app. */
  readonly args?: readonly string[]
  /** The folder of the app. Default: the current folder. */
  readonly appDir?: string
  /** The Electron executable. Default: the app's Electron. */
  readonly executablePath?: string
}

/**
 * Starts the built app in English and controls it with Playwright. The sandbox is enabled wherever
 * the system allows it.
 * @throws LaunchHung
 */
export async function openWindow({
  env = {},
  userDataDir,
  args = [],
  appDir = process.cwd(),
  executablePath = electronPath(appDir),
}: OpenWindowOptions = {}): Promise<OpenWindow> {
  const { _electron, errors } = await importPlaywright()
  const ownDir = await mkdtemp(join(tmpdir(), 'latchkey-app-'))
  const readyPath = join(ownDir, 'ready')
  let electron: ElectronApplication | undefined
  const close = async (): Promise<void> => {
    if (electron !== undefined) await end(electron)
    await rm(ownDir, { recursive: true, force: true })
  }
  try {
    const holdReadyPath = join(ownDir, 'hold-ready.cjs')
    await writeFile(holdReadyPath, holdReady(readyPath))
    electron = await _electron.launch({
      executablePath,
      // Playwright disables the sandbox by default. Tests must run with it.
      chromiumSandbox: true,
      args: ['--require', holdReadyPath, appDir, '--lang=en-US', ...args],
      env: cleanAppEnv({
        LANGUAGE: 'en_US',
        LATCHKEY_USER_DATA_DIR: userDataDir ?? join(ownDir, 'data'),
        ...env,
      }),
      timeout: START_LIMIT_MS,
    })
    evaluateAsync(electron)
    const window = await electron.firstWindow({ timeout: START_LIMIT_MS })
    await window.waitForLoadState('load', { timeout: START_LIMIT_MS })
    // React renders after the page has loaded. The pages of other apps have no such element.
    if (window.url().startsWith('app:')) await window.locator('main').waitFor({ timeout: START_LIMIT_MS })
    return { electron, window, close }
  } catch (error) {
    const hasHung = error instanceof errors.TimeoutError && !existsSync(readyPath)
    await close()
    if (hasHung) throw new LaunchHung('Electron and Playwright did not connect in time.', { cause: error })
    throw shortened(error)
  }
}

/**
 * Makes all functions that are evaluated in the main process asynchronous. V8's inspector wraps the
 * value of any other in a promise, which it may collect before it reads it. Then Playwright reports
 * "Resulting promise was garbage collected", although the function has run.
 */
function evaluateAsync(electron: ElectronApplication): void {
  const methods = electron as unknown as Record<'evaluate' | 'evaluateHandle', Evaluate>
  for (const name of ['evaluate', 'evaluateHandle'] as const) {
    const evaluate = methods[name].bind(electron)
    // Playwright sends the text of the function.
    methods[name] = (run, arg) => {
      const text = `async (modules, arg) => (${run})(modules, arg)`
      return evaluate(
        Object.assign(() => {}, { toString: () => text }),
        arg,
      )
    }
  }
}

type Evaluate = (run: unknown, arg?: unknown) => Promise<unknown>

/** Imported only here, because an app that only starts needs no Playwright. */
async function importPlaywright(): Promise<typeof import('playwright-core')> {
  try {
    return await import('playwright-core')
  } catch {
    throw new CommandError('This needs Playwright: npm install --save-dev playwright-core')
  }
}

/** Closes the app. Kills it if it does not exit in time. */
async function end(electron: ElectronApplication): Promise<void> {
  const limit = setTimeout(() => electron.process().kill('SIGKILL'), CLOSE_LIMIT_MS)
  await electron.close()
  clearTimeout(limit)
}

const SHOWN_LINES = 12

/** Playwright's error message contains all output of the app, which can be thousands of lines. */
function shortened(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const lines = error.message.split('\n')
  if (lines.length <= 2 * SHOWN_LINES) return error
  return new Error([...lines.slice(0, SHOWN_LINES), '  ...', ...lines.slice(-SHOWN_LINES)].join('\n'))
}
