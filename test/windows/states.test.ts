import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

const DEFAULT_SIZE = [960, 720] as const
/** The window of `createLicensing` with the gate. */
const GATE_SIZE = [720, 720] as const
/** The smallest size that `openMainWindow` allows. */
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

/** In the long run each state in every language and scheme; otherwise in one of them, in turns. */
const looks: readonly Look[] = STATES.flatMap((state, index) =>
  EVERY_LOOK.filter((_, turn) => isLong || turn === index % EVERY_LOOK.length).map((look) => ({
    state,
    ...look,
  })),
)

async function findViolations(options: RunOptions): Promise<string[]> {
  const { violations } = await window.page.evaluate<AxeResults, RunOptions>(
    // The page's policy blocks scripts of the page, but not what Playwright evaluates.
    (given) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(document, given),
    options,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)}`))
}

/** The kinds of elements that axe has inspected, for each colour scheme. */
const inspected = new Set<string>()

/**
 * Whether the page has an element of a new kind in this colour scheme. A kind is the tag, the names
 * of the attributes and what styles refer to, of the element and of its parent.
 */
async function hasNewElement(colorScheme: string): Promise<boolean> {
  const kinds = await window.page.evaluate(() => {
    const kindOf = (element: Element | null): string =>
      `${element?.localName} ${[...(element?.attributes ?? [])]
        .map(({ name, value }) =>
          /^(class|role|type|data-(?!code$))/.test(name) ? `${name}=${value}` : name,
        )
        .toSorted()}`
    return [...document.querySelectorAll('*')].map(
      (element) => `${kindOf(element.parentElement)} > ${kindOf(element)}`,
    )
  })
  const known = inspected.size
  for (const kind of kinds) inspected.add(`${colorScheme} ${kind}`)
  return inspected.size > known
}

const CONTRAST_ALONE: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

test('there are words, a picture and a look at every code and every kind of failure', () => {
  expect(STATES.length).toBeGreaterThan(60)
  expect(new Set(STATES.map(({ name }) => name)).size).toBe(STATES.length)
})

/**
 * The problems that axe and the layout check find, by state and look. Each state is opened once for
 * both.
 */
const found: Record<'axe' | 'layout', Record<string, readonly string[]>> = { axe: {}, layout: {} }

beforeAll(async () => {
  const { page } = window
  // The smallest window shows most problems.
  for (const [width, height] of isLong ? [DEFAULT_SIZE, SMALLEST_SIZE] : [SMALLEST_SIZE]) {
    await window.resize(width, height)
    for (const { state, language, colorScheme } of looks) {
      const look = `${state.name} ${language} ${colorScheme} ${width}×${height}`
      await page.emulateMedia({ colorScheme, contrast: 'no-preference' })
      await window.show(state, language)
      if (isLong || (await hasNewElement(colorScheme))) {
        await page.evaluate(axeSource)
        const violations = await findViolations({ resultTypes: ['violations'] })
        if (isLong) {
          await page.emulateMedia({ contrast: 'more' })
          violations.push(...(await findViolations(CONTRAST_ALONE)))
        }
        if (violations.length > 0) found.axe[look] = violations
      }
      for (const fontSize of ['100%', '200%']) {
        await page.evaluate((given) => {
          document.documentElement.style.fontSize = given
        }, fontSize)
        const faults = await page.evaluate(findLayoutFaults)
        if (faults.length > 0) found.layout[`${look} ${fontSize}`] = faults
      }
    }
  }
}, 1_200_000)

test('axe finds no violation in any state, light or dark, nor in high contrast', () => {
  expect(found.axe).toEqual({})
})

test('text at twice its size is not cut off and overlaps nothing, in the smallest window', () => {
  expect(found.layout).toEqual({})
})

test('a refusal and the offer of a trial fit in the default window of the gate', async () => {
  const { page } = window
  await page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
  await window.resize(...GATE_SIZE)
  const faults: Record<string, unknown> = {}
  const outcomes = STATES.filter(({ name }) => /^(refused|move|computer-banned|on-three|trial-o)/.test(name))
  for (const state of outcomes) {
    // German texts are longer.
    for (const language of isLong ? STATE_LANGUAGES : (['de'] as const)) {
      await window.show(state, language)
      const { hidden, isPrimarySeen } = await page.evaluate(() => {
        const root = document.querySelector('#root') ?? document.body
        const primary = document.querySelector('[data-look="primary"]')
        const { top, bottom } = primary?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
        return {
          hidden: root.scrollHeight - root.clientHeight,
          isPrimarySeen: top >= 0 && bottom <= innerHeight,
        }
      })
      // The longest message of a service may need scrolling, but its button must be in sight.
      const fits = hidden <= 0 || state.name === 'refused-unknown-code'
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      const layout = await page.evaluate(findLayoutFaults)
      if (!fits || !isPrimarySeen || layout.length > 0) {
        faults[`${state.name} ${language}`] = { hidden, isPrimarySeen, layout }
      }
    }
  }
  expect(outcomes.length).toBeGreaterThan(25)
  expect(faults).toEqual({})
}, 300_000)

describe('in a window of the default size', () => {
  beforeAll(async () => {
    await window.page.emulateMedia({ colorScheme: 'light', contrast: 'no-preference' })
    await window.resize(...DEFAULT_SIZE)
  })

  async function show(name: string, textSize?: string): Promise<void> {
    await window.show(
      STATES.find((state) => state.name === name) ?? expect.fail(`no ${name}`),
      'en',
      textSize,
    )
  }

  /** The bounds of the first element that fits, in the visible part of the page. */
  const boundsOf = (selector: string) =>
    window.page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x, y, width, height }
      })

  test('the bar of a check stays where it is, and fills a part only when its step is over', async () => {
    const bars: unknown[] = []
    for (const [done, name] of [
      'checking-identify',
      'checking-connect',
      'checking-check',
      'unlocked',
    ].entries()) {
      await show(name)
      expect(await window.page.locator('main li[data-done="true"]').count(), name).toBe(done)
      bars.push(await boundsOf('main ol'))
    }
    expect(new Set(bars.map((bar) => JSON.stringify(bar))).size).toBe(1)
  })

  test('an outcome does not move the heading or the field', async () => {
    await show('empty')
    const places = async () => [await boundsOf('h1'), await boundsOf('.key-frame')]
    const before = await places()
    for (const name of ['refused-KEY_BANNED', 'failed-name-not-found', 'failed-stored-key']) {
      await show(name)
      expect(await places(), name).toEqual(before)
    }
  })

  test('the checkbox is in the middle of the line of its label', async () => {
    await show('no-keyring')
    for (const fontSize of ['100%', '200%']) {
      await window.page.evaluate((given) => {
        document.documentElement.style.fontSize = given
      }, fontSize)
      const [box, label] = [await boundsOf('input'), await boundsOf('input + label')]
      expect(Math.abs(box.y + box.height / 2 - (label.y + label.height / 2))).toBeLessThanOrEqual(0.5)
      expect(box.height).toBeCloseTo(label.height / 1.5, 0)
    }
  })

  test('the letters of a key have the same indent in a dialog as at the gate', async () => {
    const indent = async () => (await boundsOf('.key-sheet')).x - (await boundsOf('.key-frame')).x
    await show('empty')
    const atGate = await indent()
    await show('change-key')
    expect(await indent()).toBe(atGate)
  })

  test('the count of a key that is too long has the colour of its message', async () => {
    await show('too-long')
    const colourOf = (selector: string) =>
      window.page.locator(selector).evaluate((element) => getComputedStyle(element).color)
    expect(await colourOf('.key-labels > span')).toBe(await colourOf('main [role="status"]'))
  })

  test.each([
    ['refused-KEY_INCORRECT', 'form [role="alert"] > p'],
    ['refused-KEY_BANNED', 'form [role="alert"] > p'],
    ['change-key-refused', 'form [role="alert"] > p'],
    ['sent-empty', 'form [role="status"]'],
    ['pasted-no-key', 'form [role="status"]'],
    ['license-lost', '[data-source="lost"]'],
  ])('the answer of %s is scrolled into sight, with text at twice its size', async (name, words) => {
    await show(name, '200%')
    // The element must be visible in every box that scrolls, such as a dialog, and not only inside
    // of the window.
    const isSeen = await window.page
      .locator(words)
      .first()
      .evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [y + 1, y + height - 1].every((place) =>
          element.contains(document.elementFromPoint(x + width / 2, place)),
        )
      })
    expect(isSeen).toBe(true)
  })

  test('a long note leaves the actions of the license in sight', async () => {
    await show('long-note-shown')
    const button = window.page.getByRole('button', { name: 'Check again' })
    const bottom = await button.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThanOrEqual(DEFAULT_SIZE[1])
  })
})

test('the check of the layout sees what is cut off, what overlaps and what leaves the page', async () => {
  const { page } = window
  const empty = STATES[0] ?? expect.fail('there are no states')
  const faultsWith = async (style: string) => {
    await window.show(empty, 'en')
    await page.locator('h1').evaluate((heading, given) => {
      // The page's policy forbids the attribute `style`, so the style is set by script.
      heading.style.cssText = given
    }, style)
    return (await page.evaluate(findLayoutFaults)).join()
  }
  expect(await faultsWith('')).toBe('')
  expect(await faultsWith('height: 8px; overflow: hidden')).toContain('cut off at the end: H1')
  expect(await faultsWith('translate: 0 1.5rem')).toContain('lies on “Paste your license key')
  expect(await faultsWith('translate: -30rem')).toContain('off the page: Unlock ')
})
