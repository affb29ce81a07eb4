/**
 * Runs the whole of Latchkey on this machine: sets up what is missing, starts the license service with a demo
 * project, prints its keys and opens the app on it. Ctrl-C, or closing the window, ends everything. On a machine
 * without a display it takes the tour instead.
 * Usage: npm start [-- --fresh] [-- --data DIR]
 *          --fresh: forget the keys that were entered, and make new ones
 *          --data: keep them in a folder of your choice, so that two of these can run side by side
 *        npm run dev: the same, with the app rebuilt and opened anew at every change
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from './build.js'
import { licensingEnv, startDemoService } from './demo-service.js'
import { askedToEnd } from './processes.js'
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

/** Kept from start to start, so that a key that was entered stays entered, as it does for users. */
const demoDir = options.data === undefined ? join(cacheDir, 'demo') : resolve(options.data)

await runMain(async () => {
  await setUp()
  await buildWhenStale()
  if (!hasDisplay()) {
    log('There is no display here, so the tour is taken on a virtual one.')
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
      `\nThe license service answers at ${service.url}\n\n${table(['demo key', ''], Object.entries(service.keys))}\n\nEnter one in the window. Ctrl-C ends everything; npm start -- --fresh starts over.\n\n`,
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
  const trouble = await Promise.race([
    app.ended,
    service.ended.then(() => 'The license service ended by itself; it says why above.'),
    askedToEnd().then(() => undefined),
  ])
  if (trouble !== undefined) log(trouble)
  await app.close()
  return trouble === undefined ? 0 : 1
}
