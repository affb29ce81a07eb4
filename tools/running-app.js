import { watch } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.js'
import { cleanAppEnv } from './demo-service.js'
import { endGroup, startGroup } from './processes.js'
import { electronPath } from './set-up/launcher.js'
import { rootDir } from './set-up/places.js'
import { log, SetupError } from './set-up/setup-error.js'

/** Suppresses Chromium's warnings about D-Bus and graphics. */
const QUIET = '--log-level=3'

const SOURCES = [
  'src',
  ...['client', 'electron', 'protocol', 'react'].map((name) => join('packages', name, 'src')),
]
/** An editor saves a file in several steps, and a branch switch touches many. */
const SETTLE_MS = 200

/**
 * Opens the built app.
 * @param {Record<string, string>} settings environment variables with the licensing settings
 * @param {{ reopenOnChange: boolean }} options `reopenOnChange`: rebuild and restart on changes
 * @returns {{ ended: Promise<string | undefined>, close: () => Promise<void> }}
 *   `ended` resolves when the app exits, to an error message if it failed
 */
export function openApp(settings, { reopenOnChange }) {
  let isReopening = false
  /** @type {(error: string | undefined) => void} */
  let resolveEnded
  /** @type {Promise<string | undefined>} */
  const ended = new Promise((resolve) => {
    resolveEnded = resolve
  })
  const open = () => {
    const started = startGroup(electronPath(), [rootDir, QUIET], {
      cwd: rootDir,
      env: cleanAppEnv(settings),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    started.once('error', (error) => resolveEnded(`The app could not be started: ${error.message}`))
    started.once('exit', (code, signal) => {
      if (!isReopening)
        resolveEnded(code === 0 ? undefined : `The app ended with ${signal ?? `exit code ${code}`}.`)
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
 * Calls `callback` after source changes, never concurrently.
 * @param {() => Promise<void>} callback
 * @returns {() => Promise<void>} stops watching; resolves when a running callback has finished
 */
function onSourceChange(callback) {
  let queue = Promise.resolve()
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const settled = () => {
    queue = queue.then(callback).catch((error) => {
      // A failed build is normal during development. The next change triggers another build.
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
    await queue
  }
}
