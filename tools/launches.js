/**
 * Counts the launches of windows by tests, in all their processes. About one launch in a hundred
 * hangs between Playwright and Electron before the app runs, more on a busy machine. The tests
 * start such a launch again: it says nothing about the app.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { log } from './set-up/setup-error.js'
import { artifactsDir } from './test-count.js'

const launchesPath = join(artifactsDir, 'launches.txt')

/** If more launches hang, something else is wrong, and starting them again would hide it. */
const MAX_HUNG_SHARE = 0.02

export const forgetLaunches = () => rmSync(launchesPath, { force: true })

/** @param {'started' | 'hung'} event */
export function countLaunch(event) {
  mkdirSync(artifactsDir, { recursive: true })
  appendFileSync(launchesPath, `${event}\n`)
}

/**
 * Prints the numbers of launches.
 * @param {readonly string[]} [events] default: those of this run of the tests
 * @returns {boolean} whether few enough launches hung
 */
export function checkLaunches(events = readEvents()) {
  const hung = events.filter((event) => event === 'hung').length
  const started = events.length - hung
  log(`${started} windows were launched; ${hung} launches hung before the app ran and were started again.`)
  return hung <= started * MAX_HUNG_SHARE
}

function readEvents() {
  return existsSync(launchesPath) ? readFileSync(launchesPath, 'utf8').trim().split('\n') : []
}
