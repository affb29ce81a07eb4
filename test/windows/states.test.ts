import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  openStateWindow,
  STATE_LANGUAGES,
  type StateLanguage,
  type StateWindow,
} from '../../scripts/tour/state-window.ts'
import { STATES, type State } from '../../scripts/tour/states.ts'
import { findLayoutFaults } from '../support/find-layout-faults.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

const DEFAULT_SIZE = [960, 640] as const
/** The least that `openMainWindow` allows. */
const SMALLEST_SIZE = [480, 420] as const

let service: ServiceUnderTest
let window: StateWindow
let axeSource: string

beforeAll(async () => {
  service = await startService()
  window = await openStateWindow(service.appEnv, service.keys.valid)
  axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
})
afterAll(async () => {
  await window?.close()
  await service?.close()
})

/** In the long run every state in every language; otherwise each in one, in turns. */
const shown: readonly (readonly [StateLanguage, State])[] = STATES.flatMap((state, index) => {
  const languages = isLong
    ? STATE_LANGUAGES
    : STATE_LANGUAGES.filter((_, each) => each === index % STATE_LANGUAGES.length)
  return languages.map((language) => [language, state] as const)
})

async function findViolations(options: RunOptions): Promise<string[]> {
  const { violations } = await window.page.evaluate<AxeResults, RunOptions>(
    // The page's policy lets no script in; what Playwright evaluates is no script of the page.
    (given) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, given),
    options,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
}

const CONTRAST_ALONE: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

test('there are words, a picture and a look at every code and every kind of failure', () => {
  expect(STATES.length).toBeGreaterThan(60)
  expect(new Set(STATES.map(({ name }) => name)).size).toBe(STATES.length)
})

test('axe finds nothing to object to in any state, light or dark, nor in high contrast', {
  timeout: 300_000,
}, async () => {
  const { page } = window
  const found: Record<string, string[]> = {}
  for (const [language, state] of shown) {
    const note = (mode: string, violations: string[]) => {
      if (violations.length > 0) found[`${state.name} ${language} ${mode}`] = violations
    }
    await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
    await window.show(state, language)
    await page.evaluate(axeSource)
    note('light', await findViolations({}))
    await page.emulateMedia({ colorScheme: 'dark' })
    note('dark', await findViolations(CONTRAST_ALONE))
    if (!isLong) continue
    await page.emulateMedia({ contrast: 'more' })
    note('dark, more contrast', await findViolations(CONTRAST_ALONE))
    await page.emulateMedia({ colorScheme: 'light' })
    note('light, more contrast', await findViolations(CONTRAST_ALONE))
  }
  expect(found).toEqual({})
})

test('with text twice as large nothing is cut off and nothing overlaps, in the smallest window either', {
  timeout: 300_000,
}, async () => {
  const { page } = window
  const found: Record<string, string[]> = {}
  try {
    for (const [language, state] of shown) {
      await window.resize(...DEFAULT_SIZE)
      await window.show(state, language)
      const looks: [string, readonly [number, number], string][] = [
        ['as it is', DEFAULT_SIZE, '100%'],
        ['200 %', DEFAULT_SIZE, '200%'],
        ['200 % in the smallest window', SMALLEST_SIZE, '200%'],
      ]
      for (const [name, size, fontSize] of looks) {
        await window.resize(...size)
        await page.evaluate((given) => {
          document.documentElement.style.fontSize = given
        }, fontSize)
        const faults = await page.evaluate(findLayoutFaults)
        if (faults.length > 0) found[`${state.name} ${language} ${name}`] = faults
      }
    }
  } finally {
    await window.resize(...DEFAULT_SIZE)
  }
  expect(found).toEqual({})
})
