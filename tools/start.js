/**
 * Runs set-up, starts the license service with a demo project, prints its keys and opens the app.
 * Ctrl-C or closing the window stops everything. Without a display it runs the tour instead.
 * Usage: npm start [-- --fresh] [-- --data DIR]
 *          --fresh: delete the stored keys and create new ones
 *          --data: store the data in another folder, so that several instances can run
 *        npm run dev: the same; rebuilds and restarts the app on source changes
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from './build.js'
import { licensingEnv, startDemoService } from './demo-service.js'
import { terminationRequested } from './processes.js'
import { openApp } from './running-app.js'
import { hasDisplay } from './set-up/display.js'
import { cacheDir } from './set-up/places.js'
import { log, runMain } from './set-up/setup-error.js'
import { setUp } from './set-up.js'
import { table } from './table.js'
import { runTour } from './tour.js'

const { values: options } = parseArgs({
  options: { fresh: { type: 'boolean' }, dev: { type: 'boolean' }, data: { type: 'string' } },
})

/** Not deleted between starts, so that the app can store its license. */
const demoDir = options.data === undefined ? join(cacheDir, 'demo') : resolve(options.data)

await runMain(async () => {
  await setUp()
  await buildWhenStale()
  if (!hasDisplay()) {
    log('There is no display. Running the tour on a virtual display.')
    return runTour()
  }
  return openEverything()
})

/** @returns {Promise<number>} the exit code */
async function openEverything() {
  if (options.fresh) rmSync(demoDir, { recursive: true, force: true })
  mkdirSync(demoDir, { recursive: true })
  const service = await startDemoService({ database: `sqlite:${join(demoDir, 'service.sqlite')}` })
  try {
    process.stdout.write(
      `\nThe license service is running at ${service.url}\n\n${table(['demo key', ''], Object.entries(service.keys))}\n\nEnter one in the window. Press Ctrl-C to stop. npm start -- --fresh creates new keys.\n\n`,
    )
    return await openWindow(service)
  } finally {
    await service.close()
  }
}

/**
 * @param {Awaited<ReturnType<typeof startDemoService>>} service
 * @returns {Promise<number>} the exit code
 */
async function openWindow(service) {
  const app = openApp(
    { ...licensingEnv(service), LATCHKEY_USER_DATA_DIR: join(demoDir, 'user-data') },
    { reopenOnChange: options.dev ?? false },
  )
  const error = await Promise.race([
    app.ended,
    service.ended.then(() => 'The license service has exited. The reason is printed above.'),
    terminationRequested().then(() => undefined),
  ])
  if (error !== undefined) log(error)
  await app.close()
  return error === undefined ? 0 : 1
}
