import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.js'
import { cleanAppEnv } from './demo-service.js'
import { endGroup, startGroup } from './processes.js'
import { electronPath } from './set-up/launcher.js'
import { rootDir } from './set-up/places.js'
import { log, SetupError } from './set-up/setup-error.js'

/** Chromium's talk about this machine's buses and graphics would push what matters out of the terminal. */
const QUIET = '--log-level=3'

const SOURCES = [
  'src',
  ...['client', 'electron', 'protocol', 'react'].map((name) => join('packages', name, 'src')),
]
/** An editor saves a file in several steps, and a branch switch touches many. */
const SETTLE_MS = 200

/**
 * Opens the built app.
 * @param {Record<string, string>} settings its licensing settings, as environment
 * @param {{ reopenOnChange: boolean }} options rebuilds and opens it anew whenever a source changes
 * @returns {{ ended: Promise<string | undefined>, close: () => Promise<void> }} `ended` resolves when its user closes
 *   it, or to what went wrong
 */
export function openApp(settings, { reopenOnChange }) {
  let isReopening = false
  /** @type {(trouble: string | undefined) => void} */
  let tellEnd
  /** @type {Promise<string | undefined>} */
  const ended = new Promise((resolve) => {
    tellEnd = resolve
  })
  const open = () => {
    const started = startGroup(electronPath(), [rootDir, QUIET], {
      cwd: rootDir,
      env: cleanAppEnv(settings),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    started.once('error', (error) => tellEnd(`The app could not be started: ${error.message}`))
    started.once('exit', (code, signal) => {
      if (!isReopening)
        tellEnd(code === 0 ? undefined : `The app ended with ${signal ?? `exit code ${code}`}.`)
    })
    return started
  }
  let app = open()
  const reopen = async () => {
    await buildWhenStale()
    isReopening = true
    await endGroup(app)
    isReopening = false
    app = open()
  }
  const stopWatching = reopenOnChange ? onSourceChange(reopen) : async () => {}
  return {
    ended,
    close: async () => {
      await stopWatching()
      await endGroup(app)
    },
  }
}

/**
 * Calls back after the sources have changed and settled; one call at a time.
 * @param {() => Promise<void>} callback
 * @returns {() => Promise<void>} stops it; resolves when a call that is under way has ended
 */
function onSourceChange(callback) {
  let turn = Promise.resolve()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const settled = () => {
    turn = turn.then(callback).catch((error) => {
      // A mistake in the sources is what development is made of: the next change gets its chance.
      if (!(error instanceof SetupError)) throw error
      log(error.message)
    })
  }
  const watchers = SOURCES.map((source) =>
    watch(join(rootDir, source), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(settled, SETTLE_MS)
    }),
  )
  return async () => {
    for (const watcher of watchers) watcher.close()
    clearTimeout(timer)
    await turn
  }
}
