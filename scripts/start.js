/**
 * Runs the whole of Latchkey on this machine: sets up what is missing, starts the license service with a demo
 * project, prints its keys and opens the app on it. Ctrl-C, or closing the window, ends everything. On a machine
 * without a display it takes the tour instead.
 * Usage: npm start [-- --fresh]   (--fresh: forget the keys that were entered, and make new ones)
 *        npm run dev              (the same, with the app rebuilt and reloaded at every change)
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildWhenStale } from './build.js'
import { cleanAppEnv, licensingEnv, startDemoService } from './demo-service.js'
import { askedToEnd, endGroup, startGroup } from './processes.js'
import { hasDisplay } from './set-up/display.js'
import { electronPath } from './set-up/launcher.js'
import { runMain, say } from './set-up/missing.js'
import { cacheDir, rootDir } from './set-up/places.js'
import { toolsEnv } from './set-up/run.js'
import { setUp } from './set-up.js'
import { table } from './table.js'
import { runTour } from './tour.js'

/** Kept from start to start, so that a key that was entered stays entered, as it does for users. */
const demoDir = join(cacheDir, 'demo')

/** Chromium's talk about this machine's buses and graphics would push the keys out of the terminal. */
const QUIET = '--log-level=3'

const isDev = process.argv.includes('--dev')

await runMain(async () => {
  await setUp()
  if (!isDev) await buildWhenStale()
  if (!hasDisplay()) {
    say('There is no display here, so the tour is taken on a virtual one.')
    return runTour()
  }
  return openEverything()
})

/** @returns {Promise<number>} the exit code */
async function openEverything() {
  if (process.argv.includes('--fresh')) rmSync(demoDir, { recursive: true, force: true })
  mkdirSync(demoDir, { recursive: true })
  const service = await startDemoService({ database: `sqlite:${join(demoDir, 'service.sqlite')}` })
  process.stdout.write(
    `\nThe license service answers at ${service.url}\n\n${table(['demo key', ''], Object.entries(service.keys))}\n\nEnter one in the window. Ctrl-C ends everything; npm start -- --fresh starts over.\n\n`,
  )
  const app = openApp({
    ...licensingEnv(service),
    LATCHKEY_USER_DATA_DIR: join(demoDir, 'user-data'),
  })
  const end = await Promise.race([
    new Promise((resolve) => app.once('exit', resolve)).then(() => /** @type {const} */ ('closed')),
    service.ended.then(() => /** @type {const} */ ('service-ended')),
    askedToEnd().then(() => /** @type {const} */ ('asked')),
  ])
  await endGroup(app)
  await service.close()
  if (end === 'asked') return 0
  if (end === 'service-ended') say('The license service ended by itself; it says why above.')
  else if (app.exitCode !== 0) say(`The app ended with ${app.signalCode ?? `exit code ${app.exitCode}`}.`)
  return end === 'closed' && app.exitCode === 0 ? 0 : 1
}

/** @param {Record<string, string>} settings */
function openApp(settings) {
  const stdio = /** @type {const} */ (['ignore', 'inherit', 'inherit'])
  return isDev
    ? startGroup('electron-vite', ['dev', '--watch'], {
        cwd: rootDir,
        env: { ...toolsEnv(), ...settings, ELECTRON_EXEC_PATH: electronPath() },
        stdio: [...stdio],
        shell: process.platform === 'win32',
      })
    : startGroup(electronPath(), [rootDir, QUIET], {
        cwd: rootDir,
        env: cleanAppEnv(settings),
        stdio: [...stdio],
      })
}
