import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanAppEnv } from './demo-service.js'
import { electronPath } from './set-up/launcher.js'
import { rootDir } from './set-up/places.js'
import { log } from './set-up/setup-error.js'

/**
 * Of the first try, and as much more of each further one. A window opens in a second; on a machine that is busy with
 * ten other things it takes much longer.
 */
const START_LIMIT_MS = 15_000
/**
 * Playwright and Electron lose each other at a launch now and then (once in about a hundred here, with the app's
 * window never told of), so a launch that hangs is tried again. An app that really hangs does so every time.
 */
const LAUNCHES = 3
const CLOSE_LIMIT_MS = 15_000

/**
 * @typedef {object} OpenWindow
 * @property {import('playwright-core').ElectronApplication} electron
 * @property {import('playwright-core').Page} window what the window shows: the gate, then the product
 * @property {() => Promise<void>} close
 */

/**
 * Opens the built app's real window and takes its controls. The sandbox is on wherever the machine allows it, and
 * the app speaks English whatever this machine speaks.
 * @param {object} [options]
 * @param {Record<string, string>} [options.env] licensing settings, of `licensingEnv`
 * @param {string} [options.userDataDir] a fresh one, gone with the window, unless told otherwise
 * @param {readonly string[]} [options.args] after the app's folder on the command line
 * @param {string} [options.appDir] another app than this one
 * @returns {Promise<OpenWindow>}
 */
export async function openWindow(options = {}) {
  for (let launch = 1; ; launch += 1) {
    const limitMs = launch * START_LIMIT_MS
    try {
      return await launchWindow(options, limitMs)
    } catch (error) {
      const hung = error instanceof Error && error.name === 'TimeoutError'
      if (!hung || launch === LAUNCHES) throw shortened(error)
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
  // Only now: the scripts that use this one start before the packages are there.
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
      // SECURITY: without it Playwright turns the sandbox off, and a test would speak about another app.
      chromiumSandbox: true,
      args: [appDir, '--lang=en-US', ...args],
      cwd: rootDir,
      env: cleanAppEnv({ LANGUAGE: 'en_US', LATCHKEY_USER_DATA_DIR: userDataDir ?? ownDir ?? '', ...env }),
      timeout: limitMs,
    })
    const window = await electron.firstWindow({ timeout: limitMs })
    await window.waitForLoadState('load', { timeout: limitMs })
    await window.locator('main').waitFor({ timeout: limitMs })
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
 * Closes the app as its user would. One that does not end in good time is ended: it must not hold up what comes next.
 * @param {import('playwright-core').ElectronApplication} electron
 */
async function end(electron) {
  const limit = setTimeout(() => electron.process().kill('SIGKILL'), CLOSE_LIMIT_MS)
  await electron.close()
  clearTimeout(limit)
}

const SHOWN_LINES = 12

/**
 * Playwright's account of a launch that failed holds every line the app wrote: thousands, when one of its
 * processes crashes over and over.
 * @param {unknown} error
 */
function shortened(error) {
  if (!(error instanceof Error)) return error
  const lines = error.message.split('\n')
  if (lines.length <= 2 * SHOWN_LINES) return error
  return new Error([...lines.slice(0, SHOWN_LINES), '  ...', ...lines.slice(-SHOWN_LINES)].join('\n'))
}
