import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from 'playwright-core'
import { CommandError, electronPath, log } from '../cli/project.ts'
import { cleanAppEnv } from './demo-service.ts'

/** Multiplied by the number of the attempt, for busy machines. A launch usually takes one second. */
const START_LIMIT_MS = 8_000
/**
 * In about one of a hundred launches Playwright does not report the window, so a launch that times
 * out is repeated. An app with a bug hangs at every launch.
 */
const MAX_LAUNCHES = 4
const CLOSE_LIMIT_MS = 15_000

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
  /** Default: a new folder, which is deleted on `close`. */
  readonly userDataDir?: string
  /** Command line arguments of the app. */
  readonly args?: readonly string[]
  /** Default: the current folder. */
  readonly appDir?: string
  /** Default: the app's Electron. */
  readonly executablePath?: string
}

/**
 * Starts the built app in English and controls it with Playwright. The sandbox is enabled wherever
 * the system allows it.
 */
export async function openWindow(options: OpenWindowOptions = {}): Promise<OpenWindow> {
  for (let launch = 1; ; launch += 1) {
    const limitMs = launch * START_LIMIT_MS
    try {
      return await launchWindow(options, limitMs)
    } catch (error) {
      const hung = error instanceof Error && error.name === 'TimeoutError'
      if (!hung || launch === MAX_LAUNCHES) throw shortened(error)
      log(`A window did not open within ${limitMs / 1000} seconds; trying again.`)
    }
  }
}

/** @param limitMs of each step */
async function launchWindow(
  {
    env = {},
    userDataDir,
    args = [],
    appDir = process.cwd(),
    executablePath = electronPath(appDir),
  }: OpenWindowOptions,
  limitMs: number,
): Promise<OpenWindow> {
  const { _electron } = await importPlaywright()
  const ownDir = userDataDir === undefined ? await mkdtemp(join(tmpdir(), 'latchkey-app-')) : undefined
  let electron: ElectronApplication | undefined
  const close = async (): Promise<void> => {
    if (electron !== undefined) await end(electron)
    if (ownDir !== undefined) await rm(ownDir, { recursive: true, force: true })
  }
  try {
    electron = await _electron.launch({
      executablePath,
      // Playwright disables the sandbox by default. Tests must run with it.
      chromiumSandbox: true,
      args: [appDir, '--lang=en-US', ...args],
      env: cleanAppEnv({ LANGUAGE: 'en_US', LATCHKEY_USER_DATA_DIR: userDataDir ?? ownDir ?? '', ...env }),
      timeout: limitMs,
    })
    const window = await electron.firstWindow({ timeout: limitMs })
    await window.waitForLoadState('load', { timeout: limitMs })
    // React renders after the page has loaded. Other apps than ours have no such element.
    if (window.url().startsWith('app:')) await window.locator('main').waitFor({ timeout: limitMs })
    return { electron, window, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** An app that only starts needs no Playwright. */
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
