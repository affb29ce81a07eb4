import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openWindow } from '../open-window.js'

/** What each demo key is made for. */
const EXPECTED: Readonly<Record<string, string>> = {
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

interface Stop {
  /** Also of the picture. */
  readonly name: string
  readonly key: string
  /** `data-code` */
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
  /** Name to key. */
  readonly keys: Readonly<Record<string, string>>
  readonly picturesDir: string
}

/** Enters every demo key in a window of its own, with the real service behind it. */
export async function enterDemoKeys({ env, keys, picturesDir }: DemoKeysParts): Promise<Row[]> {
  const rows = [await seeEmptyGate(env, join(picturesDir, '01-gate.png'))]
  for (const stop of stopsOf(keys, env)) {
    const number = String(rows.length + 1).padStart(2, '0')
    rows.push(await visit(stop, join(picturesDir, `${number}-${stop.name}.png`)))
  }
  return rows
}

function stopsOf(keys: Readonly<Record<string, string>>, env: Record<string, string>): Stop[] {
  const key = keys['valid'] ?? ''
  const withOneLetterChanged = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  return [
    ...Object.entries(keys).map(([name, each]) => ({
      name,
      key: each,
      // A key that this table does not know is a gap in the tour.
      expected: EXPECTED[name] ?? 'an entry in tools/tour/enter-demo-keys.ts',
      env,
    })),
    { name: 'mistyped', key: withOneLetterChanged, expected: 'KEY_INCORRECT', env },
    {
      name: 'service-away',
      key,
      expected: 'connection-refused',
      env: { ...env, LATCHKEY_SYNC_URL: NOBODY_THERE },
    },
  ]
}

async function seeEmptyGate(env: Record<string, string>, picture: string): Promise<Row> {
  const { window, close } = await openWindow({ env })
  try {
    await window.getByRole('textbox', { name: 'License key' }).waitFor()
    await window.screenshot({ path: picture })
    return { name: '(none)', code: '', isRight: true, message: 'The gate as it opens.', picture }
  } finally {
    await close()
  }
}

/** Enters one key in a fresh window and looks at what comes of it. */
async function visit({ name, key, expected, env }: Stop, picture: string): Promise<Row> {
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

/** What the window says, in a line: an alert's title, or what the license's terms hold. */
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
