import { watch } from 'node:fs'
import { CommandError, electronPath, log } from '../cli/project.ts'
import { buildWhenStale, sourceDirsOf } from './build-when-stale.ts'
import { endGroup, startGroup } from './processes.ts'

/** Suppresses Chromium's warnings about D-Bus and graphics. */
const QUIET = '--log-level=3'

/** An editor saves a file in several steps, and a branch switch touches many. */
const SETTLE_MS = 200

/**
 * Opens the built app.
 * @param env from `cleanAppEnv`
 * @param reopenOnChange rebuild and restart on changes of the source
 */
export function openApp(rootDir: string, env: NodeJS.ProcessEnv, reopenOnChange: boolean) {
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<string | undefined>()
  let isReopening = false
  const open = () => {
    const started = startGroup(electronPath(rootDir), [rootDir, QUIET], {
      cwd: rootDir,
      env,
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
  const reopen = async (): Promise<void> => {
    buildWhenStale(rootDir)
    isReopening = true
    await endGroup(app)
    isReopening = false
    app = open()
  }
  const stopWatching = reopenOnChange ? onSourceChange(rootDir, reopen) : async () => {}
  return {
    /** Resolves when the app exits, to an error message if it failed. */
    ended,
    async close(): Promise<void> {
      await stopWatching()
      await endGroup(app)
    },
  }
}

/**
 * Calls `callback` after source changes, never concurrently.
 * @returns stops watching; resolves when a running callback has finished
 */
function onSourceChange(rootDir: string, callback: () => Promise<void>): () => Promise<void> {
  let queue = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const settled = (): void => {
    queue = queue.then(callback).catch((error) => {
      // A failed build is normal during development. The next change triggers another build.
      if (!(error instanceof CommandError)) throw error
      log(error.message)
    })
  }
  const watchers = sourceDirsOf(rootDir).map((dir) =>
    watch(dir, { recursive: true }, () => {
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
