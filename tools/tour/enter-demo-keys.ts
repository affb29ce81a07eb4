import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openWindow } from '../open-window.js'

/** The expected code of each demo key, and of a key with a wrong letter. */
const EXPECTED: Readonly<Record<string, string>> = {
  valid: 'KEY_VALID',
  'ends-in-20-days': 'KEY_VALID',
  unassigned: 'KEY_VALID',
  expired: 'KEY_EXPIRED',
  banned: 'KEY_BANNED',
  'other-device': 'KEY_HWID_LOCKED',
  mistyped: 'KEY_INCORRECT',
  'service-away': 'connection-refused',
}

/** Longer than the app waits for an answer. */
const OUTCOME_LIMIT_MS = 45_000

/** No program listens on this privileged port. */
const UNREACHABLE = { LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' }

export interface Row {
  readonly name: string
  /** The value of `data-code`. */
  readonly code: string
  readonly isRight: boolean
  readonly message: string
  readonly picture: string
}

/**
 * Enters every demo key in a new window, with the real service.
 * @param env licensing settings
 * @param keys keys by name
 */
export async function enterDemoKeys(
  env: Record<string, string>,
  keys: Readonly<Record<string, string>>,
  picturesDir: string,
): Promise<Row[]> {
  const valid = keys['valid'] ?? ''
  const mistyped = `${valid.slice(0, -1)}${valid.endsWith('a') ? 'b' : 'a'}`
  const rows = [await showEmptyGate(env, join(picturesDir, '01-gate.png'))]
  for (const [name, key] of Object.entries({ ...keys, mistyped, 'service-away': valid })) {
    const picture = join(picturesDir, `${String(rows.length + 1).padStart(2, '0')}-${name}.png`)
    const settings = name === 'service-away' ? { ...env, ...UNREACHABLE } : env
    rows.push(await enterKey(name, key, settings, picture))
  }
  return rows
}

async function showEmptyGate(env: Record<string, string>, picture: string): Promise<Row> {
  const { window, close } = await openWindow({ env })
  try {
    await window.getByRole('textbox', { name: 'License key' }).waitFor()
    await window.screenshot({ path: picture })
    return { name: '(none)', code: '', isRight: true, message: 'The gate after the start.', picture }
  } finally {
    await close()
  }
}

async function enterKey(
  name: string,
  key: string,
  env: Record<string, string>,
  picture: string,
): Promise<Row> {
  const { window, close } = await openWindow({ env })
  try {
    await window.getByRole('textbox', { name: 'License key' }).fill(key)
    await window.getByRole('button', { name: 'Activate' }).click()
    const outcome = window.locator('[data-code]').first()
    const code = await outcome.getAttribute('data-code', { timeout: OUTCOME_LIMIT_MS }).catch(() => null)
    const message = code === null ? '' : await readMessage(window)
    await window.screenshot({ path: picture })
    // A new demo key without an entry in EXPECTED fails the tour.
    return { name, code: code ?? 'no outcome', isRight: code === EXPECTED[name], message, picture }
  } finally {
    await close()
  }
}

const SHOWN_TERMS = ['Note', 'Expires', 'Executions']

/** Returns one line: the title of the alert, or the terms of the license panel. */
async function readMessage(window: Page): Promise<string> {
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

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''
