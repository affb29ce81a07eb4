import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import {
  openStateWindow,
  STATE_LANGUAGES,
  type StateLanguage,
  type StateWindow,
} from '../../tools/tour/state-window.ts'
import { STATES, type State } from '../../tools/tour/states.ts'
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

interface Look {
  readonly state: State
  readonly language: StateLanguage
  readonly colorScheme: 'light' | 'dark'
}

const EVERY_LOOK = STATE_LANGUAGES.flatMap((language) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ language, colorScheme })),
)

/** In the long run every state in every language and scheme; otherwise each in one of them, in turns. */
const looks: readonly Look[] = STATES.flatMap((state, index) =>
  EVERY_LOOK.filter((_, turn) => isLong || turn === index % EVERY_LOOK.length).map((look) => ({
    state,
    ...look,
  })),
)

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
  timeout: 600_000,
}, async () => {
  const { page } = window
  const found: Record<string, string[]> = {}
  for (const { state, language, colorScheme } of looks) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' })
    await window.show(state, language)
    await page.evaluate(axeSource)
    const violations = await findViolations({ resultTypes: ['violations'] })
    if (isLong) {
      await page.emulateMedia({ contrast: 'more' })
      violations.push(...(await findViolations(CONTRAST_ALONE)))
    }
    if (violations.length > 0) found[`${state.name} ${language} ${colorScheme}`] = violations
  }
  expect(found).toEqual({})
})

test('with text twice as large nothing is cut off and nothing overlaps, in the smallest window either', {
  timeout: 600_000,
}, async () => {
  const { page } = window
  const found: Record<string, string[]> = {}
  // The schemes differ in colours alone.
  const layouts = isLong ? looks.filter(({ colorScheme }) => colorScheme === 'light') : looks
  for (const [width, height] of isLong ? [DEFAULT_SIZE, SMALLEST_SIZE] : [SMALLEST_SIZE]) {
    await window.resize(width, height)
    for (const { state, language } of layouts) {
      await window.show(state, language)
      for (const fontSize of ['100%', '200%']) {
        await page.evaluate((given) => {
          document.documentElement.style.fontSize = given
        }, fontSize)
        const faults = await page.evaluate(findLayoutFaults)
        if (faults.length > 0) found[`${state.name} ${language} ${width}×${height} ${fontSize}`] = faults
      }
    }
  }
  expect(found).toEqual({})
})

test('the check of the layout sees what is cut off, what overlaps and what leaves the page', async () => {
  const { page } = window
  const empty = STATES[0] ?? expect.fail('there are no states')
  const faultsWith = async (style: string) => {
    await window.show(empty, 'en')
    await page.locator('h1').evaluate((heading, given) => {
      // The policy of the page forbids the attribute.
      heading.style.cssText = given
    }, style)
    return (await page.evaluate(findLayoutFaults)).join()
  }
  expect(await faultsWith('')).toBe('')
  expect(await faultsWith('height: 8px; overflow: hidden')).toContain('cut off at the end: H1')
  expect(await faultsWith('translate: 0 1.5rem')).toContain('lies on “Paste your license key')
  expect(await faultsWith('translate: -30rem')).toContain(`off the page: Unlock ${manifest.productName}`)
})
