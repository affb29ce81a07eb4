import { join, relative } from 'node:path'
import type { LatchkeyBridge } from '@latchkey/electron/ipc'
import type { Page } from 'playwright-core'
import { type OpenWindowOptions, openWindow } from './open-window.ts'
import { table } from './table.ts'

/** The expected code of each demo key, and of a key with a wrong letter. */
const EXPECTED: Readonly<Record<string, string>> = {
  '(none)': '',
  valid: 'KEY_VALID',
  'ends-in-20-days': 'KEY_VALID',
  unassigned: 'KEY_VALID',
  expired: 'KEY_EXPIRED',
  banned: 'KEY_BANNED',
  'other-device': 'KEY_HWID_LOCKED',
  'with-export': 'KEY_VALID',
  mistyped: 'KEY_INCORRECT',
  'service-away': 'connection-refused',
}

/** This limit is longer than the app waits for an answer. */
const OUTCOME_LIMIT_MS = 45_000

/** No program listens on this privileged port. */
const UNREACHABLE = { LATCHKEY_SYNC_URL: 'http://127.0.0.1:9/' }

export interface Row {
  readonly name: string
  /** `KEY_VALID`, or the gate's `data-code`. */
  readonly code: string
  readonly isRight: boolean
  readonly message: string
  readonly picture: string
}

/**
 * Enters every demo key in a new window, with the real service. The product behind the gate may be
 * any page: nothing is read from it.
 * @param keys keys by name
 * @param options of each window, with the licensing settings
 */
export async function enterDemoKeys(
  keys: Readonly<Record<string, string>>,
  picturesDir: string,
  options: OpenWindowOptions,
): Promise<Row[]> {
  const valid = keys['valid'] ?? ''
  const mistyped = `${valid.slice(0, -1)}${valid.endsWith('a') ? 'b' : 'a'}`
  const rows = [await enterKey('(none)', undefined, options, join(picturesDir, '01-gate.png'))]
  for (const [name, key] of Object.entries({ ...keys, mistyped, 'service-away': valid })) {
    const picture = join(picturesDir, `${String(rows.length + 1).padStart(2, '0')}-${name}.png`)
    const env = name === 'service-away' ? { ...options.env, ...UNREACHABLE } : options.env
    rows.push(await enterKey(name, key, { ...options, ...(env && { env }) }, picture))
  }
  return rows
}

export const tableOfRows = (rows: readonly Row[]): string =>
  table(
    ['key', 'code shown', 'as expected', 'message', 'picture'],
    rows.map(({ name, code, isRight, message, picture }) => [
      name,
      code,
      isRight ? 'yes' : 'NO',
      message,
      relative(process.cwd(), picture),
    ]),
  )

/** Enters a key, and takes a picture of the outcome. Without a key, takes a picture of the gate. */
async function enterKey(
  name: string,
  key: string | undefined,
  options: OpenWindowOptions,
  picture: string,
): Promise<Row> {
  const { window, close } = await openWindow(options)
  try {
    const field = window.getByRole('textbox', { name: 'License key' })
    await field.waitFor()
    if (key !== undefined) {
      await field.fill(key)
      await window.getByRole('button', { name: 'Activate' }).click()
    }
    const { code, message } =
      key === undefined ? { code: '', message: 'The gate after the start.' } : await outcomeIn(window)
    await window.screenshot({ path: picture })
    // A new demo key without an entry in EXPECTED fails.
    return { name, code, isRight: code === EXPECTED[name], message, picture }
  } finally {
    await close()
  }
}

/** Waits until the gate shows why the app stays locked, or until the window has left the gate. */
async function outcomeIn(window: Page): Promise<{ code: string; message: string }> {
  const alert = window.locator('[role=alert][data-code]')
  const limit = { timeout: OUTCOME_LIMIT_MS }
  const isOpen = await Promise.race([
    window.waitForURL(({ host }) => host !== 'gate', limit).then(() => true),
    alert.waitFor(limit).then(() => false),
  ]).catch(() => undefined)
  if (isOpen === undefined) return { code: 'no outcome', message: '' }
  if (!isOpen) {
    const [title = ''] = (await alert.innerText()).trim().split('\n')
    return { code: (await alert.getAttribute('data-code')) ?? '', message: title }
  }
  await window.waitForLoadState('networkidle')
  const view = await window.evaluate(() =>
    (globalThis as unknown as { latchkey: LatchkeyBridge }).latchkey.license.view(),
  )
  if (view.kind !== 'licensed') return { code: view.kind, message: '' }
  const expires =
    view.expiresAt === 'never' ? 'never' : new Date(view.expiresAt * 1_000).toISOString().slice(0, 10)
  return {
    code: 'KEY_VALID',
    message: `Note: ${view.note}; Expires: ${expires}; Executions: ${view.executions}`,
  }
}
