import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openWindow } from '../open-window.js'

/** The expected code of each demo key. */
const EXPECTED: Readonly<Record<string, string>> = {
  valid: 'KEY_VALID',
  'ends-in-20-days': 'KEY_VALID',
  unassigned: 'KEY_VALID',
  expired: 'KEY_EXPIRED',
  banned: 'KEY_BANNED',
  'other-device': 'KEY_HWID_LOCKED',
}

/** Longer than the app waits for an answer. */
const OUTCOME_LIMIT_MS = 45_000

/** No program listens on this privileged port. */
const UNREACHABLE_URL = 'http://127.0.0.1:9/'

interface Entry {
  /** Also the name of the picture. */
  readonly name: string
  readonly key: string
  /** The expected value of `data-code`. */
  readonly expected: string
  readonly env: Record<string, string>
}

export interface Row {
  readonly name: string
  readonly code: string
  readonly isRight: boolean
  readonly message: string
  readonly picture: string
}

export interface DemoKeysParts {
  /** Licensing settings. */
  readonly env: Record<string, string>
  /** Keys by name. */
  readonly keys: Readonly<Record<string, string>>
  readonly picturesDir: string
}

/** Enters every demo key in a new window, with the real service. */
export async function enterDemoKeys({ env, keys, picturesDir }: DemoKeysParts): Promise<Row[]> {
  const rows = [await showEmptyGate(env, join(picturesDir, '01-gate.png'))]
  for (const entry of entriesOf(keys, env)) {
    const number = String(rows.length + 1).padStart(2, '0')
    rows.push(await enterKey(entry, join(picturesDir, `${number}-${entry.name}.png`)))
  }
  return rows
}

function entriesOf(keys: Readonly<Record<string, string>>, env: Record<string, string>): Entry[] {
  const key = keys['valid'] ?? ''
  const withOneLetterChanged = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  return [
    ...Object.entries(keys).map(([name, each]) => ({
      name,
      key: each,
      // A new demo key without an entry fails the tour.
      expected: EXPECTED[name] ?? 'an entry in tools/tour/enter-demo-keys.ts',
      env,
    })),
    { name: 'mistyped', key: withOneLetterChanged, expected: 'KEY_INCORRECT', env },
    {
      name: 'service-away',
      key,
      expected: 'connection-refused',
      env: { ...env, LATCHKEY_SYNC_URL: UNREACHABLE_URL },
    },
  ]
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

/** Enters one key in a new window and reads the outcome. */
async function enterKey({ name, key, expected, env }: Entry, picture: string): Promise<Row> {
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
