/**
 * Walks through the app as a user would: enters every demo key in a window of its own, saves a picture of what
 * comes of it under artifacts/tour/ and prints a table. Ends with exit code 1 when an outcome is not the one
 * that the key is made for. Without a display it opens a virtual one.
 * Usage: npm run tour [-- --docs]   (--docs: also renew the pictures of the guides, in docs/pictures/)
 */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { buildWhenStale } from './build.js'
import { licensingEnv, startDemoService } from './demo-service.js'
import { openWindow } from './open-window.js'
import { askedToEnd } from './processes.js'
import { hasDisplay, openVirtualDisplay } from './set-up/display.js'
import { isStarted, runMain, say } from './set-up/missing.js'
import { rootDir } from './set-up/places.js'
import { setUp } from './set-up.js'
import { table } from './table.js'

const picturesDir = join(rootDir, 'artifacts', 'tour')
const docsDir = join(rootDir, 'docs', 'pictures')

/** What each demo key is made for. @type {Record<string, string>} */
const EXPECTED = {
  valid: 'KEY_VALID',
  'ends-in-20-days': 'KEY_VALID',
  unassigned: 'KEY_VALID',
  expired: 'KEY_EXPIRED',
  banned: 'KEY_BANNED',
  'other-device': 'KEY_HWID_LOCKED',
}

/** Longer than the app itself waits for an answer. */
const OUTCOME_LIMIT_MS = 45_000

/** A port that no program may listen on without being root, and that none does: the service is not there. */
const NOBODY_THERE = 'http://127.0.0.1:9/'

/**
 * @typedef {object} Stop
 * @property {string} name also of the picture
 * @property {string} key
 * @property {string} expected `data-code`
 * @property {Record<string, string>} env
 */

/** @returns {Promise<number>} the exit code */
export async function runTour() {
  // The window, the service and the display are each ended at this process's exit.
  void askedToEnd().then(() => process.exit(1))
  const display = hasDisplay() ? undefined : await openVirtualDisplay()
  const service = await startDemoService()
  try {
    rmSync(picturesDir, { recursive: true, force: true })
    mkdirSync(picturesDir, { recursive: true })
    say('Taking the tour ...')
    const rows = [await seeEmptyGate(licensingEnv(service))]
    for (const stop of stopsOf(service)) rows.push(await visit(stop, rows.length + 1))
    process.stdout.write(
      `\n${table(
        ['key', 'code shown', 'as expected', 'message', 'picture'],
        rows.map(({ name, code, isRight, message, picture }) => [
          name,
          code,
          isRight ? 'yes' : 'NO',
          message,
          relative(rootDir, picture),
        ]),
      )}\n`,
    )
    return rows.every(({ isRight }) => isRight) ? 0 : 1
  } finally {
    await service.close()
    await display?.close()
  }
}

/** @param {import('./demo-service.js').DemoLine} demo @returns {Stop[]} */
function stopsOf(demo) {
  const env = licensingEnv(demo)
  const keys = Object.entries(demo.keys).map(([name, key]) => ({
    name,
    key,
    // A key that this table does not know is a gap in the tour.
    expected: EXPECTED[name] ?? 'an entry in scripts/tour.js',
    env,
  }))
  const key = demo.keys['valid'] ?? ''
  return [
    ...keys,
    { name: 'mistyped', key: withOneLetterChanged(key), expected: 'KEY_INCORRECT', env },
    {
      name: 'service-away',
      key,
      expected: 'connection-refused',
      env: { ...env, LATCHKEY_SYNC_URL: NOBODY_THERE },
    },
  ]
}

/** @param {string} key */
const withOneLetterChanged = (key) => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`

/** @param {Record<string, string>} env */
async function seeEmptyGate(env) {
  const { window, close } = await openWindow({ env })
  try {
    await window.getByRole('textbox', { name: 'License key' }).waitFor()
    const picture = join(picturesDir, '01-gate.png')
    await window.screenshot({ path: picture })
    return { name: '(none)', code: '', isRight: true, message: 'The gate as it opens.', picture }
  } finally {
    await close()
  }
}

/**
 * Enters one key in a fresh window and looks at what comes of it.
 * @param {Stop} stop
 * @param {number} number of the picture
 */
async function visit({ name, key, expected, env }, number) {
  const picture = join(picturesDir, `${String(number).padStart(2, '0')}-${name}.png`)
  const { window, close } = await openWindow({ env })
  try {
    await window.getByRole('textbox', { name: 'License key' }).fill(key)
    await window.getByRole('button', { name: 'Activate' }).click()
    const outcome = window.locator('[data-code]').first()
    const code = await outcome
      .getAttribute('data-code', { timeout: OUTCOME_LIMIT_MS })
      .catch(() => 'no outcome')
    const message = code === 'no outcome' ? '' : await readMessage(window)
    await window.screenshot({ path: picture })
    return { name, code: code ?? '', isRight: code === expected, message, picture }
  } finally {
    await close()
  }
}

const SHOWN_TERMS = ['Note', 'Expires', 'Executions']

/**
 * What the window says, in a line: an alert's title, or what the license's terms hold.
 * @param {import('playwright-core').Page} window
 */
async function readMessage(window) {
  const alert = window.getByRole('alert')
  if ((await alert.count()) > 0) return firstLine(await alert.first().innerText())
  const region = window.getByRole('region', { name: 'License' })
  const terms = await region.locator('dt').allInnerTexts()
  const values = await region.locator('dd').allInnerTexts()
  return terms
    .map((term, index) => ({ term: firstLine(term), value: firstLine(values[index] ?? '') }))
    .filter(({ term }) => SHOWN_TERMS.includes(term))
    .map(({ term, value }) => `${term}: ${value}`)
    .join('; ')
}

/** @param {string} text */
const firstLine = (text) => text.trim().split('\n')[0] ?? ''

function renewDocsPictures() {
  mkdirSync(docsDir, { recursive: true })
  copyFileSync(join(picturesDir, '01-gate.png'), join(docsDir, 'gate.png'))
  copyFileSync(join(picturesDir, '02-valid.png'), join(docsDir, 'product.png'))
}

if (isStarted(import.meta.url)) {
  await runMain(async () => {
    await setUp()
    await buildWhenStale()
    const exitCode = await runTour()
    if (exitCode === 0 && process.argv.includes('--docs')) renewDocsPictures()
    return exitCode
  })
}
