import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanAppEnv } from './demo-service.js'
import { electronPath } from './set-up/launcher.js'
import { rootDir } from './set-up/places.js'
import { log } from './set-up/setup-error.js'

/** Multiplied by the number of the attempt, for busy machines. A launch usually takes one second. */
const START_LIMIT_MS = 8_000
/**
 * In about one of a hundred launches Playwright does not report the window, so a launch that times
 * out is repeated. An app with a bug hangs at every launch.
 */
const MAX_LAUNCHES = 4
const CLOSE_LIMIT_MS = 15_000

/**
 * @typedef {object} OpenWindow
 * @property {import('playwright-core').ElectronApplication} electron
 * @property {import('playwright-core').Page} window the page of the window: the gate, then the product
 * @property {() => Promise<void>} close
 */

/**
 * Starts the built app in English and controls it with Playwright. The sandbox is enabled wherever
 * the system allows it.
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] licensing settings, from `licensingEnv`
 * @param {string} [options.userDataDir] default: a new folder, which is deleted on `close`
 * @param {readonly string[]} [options.args] command line arguments of the app
 * @param {string} [options.appDir] default: this app
 * @returns {Promise<OpenWindow>}
 */
export async function openWindow(options = {}) {
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

/**
 * @param {NonNullable<Parameters<typeof openWindow>[0]>} options
 * @param {number} limitMs of each step
 * @returns {Promise<OpenWindow>}
 */
async function launchWindow({ env = {}, userDataDir, args = [], appDir = rootDir }, limitMs) {
  // Imported here, because scripts import this module before the packages are installed.
  const { _electron } = await import('playwright-core')
  const ownDir = userDataDir === undefined ? await mkdtemp(join(tmpdir(), 'latchkey-app-')) : undefined
  const removeOwnDir = async () => {
    if (ownDir !== undefined) await rm(ownDir, { recursive: true, force: true })
  }
  /** @type {import('playwright-core').ElectronApplication | undefined} */
  let electron
  try {
    electron = await _electron.launch({
      executablePath: electronPath(),
      // Playwright disables the sandbox by default. Tests must run with it.
      chromiumSandbox: true,
      args: [appDir, '--lang=en-US', ...args],
      cwd: rootDir,
      env: cleanAppEnv({ LANGUAGE: 'en_US', LATCHKEY_USER_DATA_DIR: userDataDir ?? ownDir ?? '', ...env }),
      timeout: limitMs,
    })
    const window = await electron.firstWindow({ timeout: limitMs })
    await window.waitForLoadState('load', { timeout: limitMs })
    // React renders after the page has loaded. Other apps than ours have no such element.
    if (window.url().startsWith('app:')) await window.locator('main').waitFor({ timeout: limitMs })
    const opened = electron
    return {
      electron,
      window,
      close: async () => {
        await end(opened)
        await removeOwnDir()
      },
    }
  } catch (error) {
    if (electron !== undefined) await end(electron)
    await removeOwnDir()
    throw error
  }
}

/**
 * Closes the app. Kills it if it does not exit in time.
 * @param {import('playwright-core').ElectronApplication} electron
 */
async function end(electron) {
  const limit = setTimeout(() => electron.process().kill('SIGKILL'), CLOSE_LIMIT_MS)
  await electron.close()
  clearTimeout(limit)
}

const SHOWN_LINES = 12

/**
 * Playwright's error message contains all output of the app, which can be thousands of lines.
 * @param {unknown} error
 */
function shortened(error) {
  if (!(error instanceof Error)) return error
  const lines = error.message.split('\n')
  if (lines.length <= 2 * SHOWN_LINES) return error
  return new Error([...lines.slice(0, SHOWN_LINES), '  ...', ...lines.slice(-SHOWN_LINES)].join('\n'))
}
