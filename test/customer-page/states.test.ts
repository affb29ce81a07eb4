import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { IS_LONG, inspectAll, type Look, lookFindings, openUrl, PAGE_LOOKS } from '../console/support.ts'
import { LICENSE, MINE, REQUEST, startFake, TOKEN } from './fake-service.ts'

type Fake = Awaited<ReturnType<typeof startFake>>

/** A name without a place to break it, and one with many. */
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschreibtischrechner '.repeat(2)

const PAST = LICENSE.until - 400 * 86_400

const EACH_STATE: typeof MINE.licenses = [
  LICENSE,
  { ...LICENSE, id: 'l2', state: 'unused', until: 0, days: 30, computers: [], note: '' },
  {
    ...LICENSE,
    id: 'l3',
    state: 'expired',
    until: PAST,
    perpetual: true,
    updates_until: PAST,
  },
  { ...LICENSE, id: 'l4', state: 'stopped', key: '', reason: 'The payment was refunded.' },
  { ...LICENSE, id: 'l5', state: 'banned', key: '', computers: [], reason: '' },
  { ...LICENSE, id: 'l6', until: -1, free_from: LICENSE.until, handed_to: 'grace@example.org' },
  {
    ...LICENSE,
    id: 'l7',
    note: LONG_NAME,
    features: Array.from({ length: 12 }, (_, n) => `feature-${n}`),
    free_from: -1,
    computers: [{ id: 'c', name: LONG_NAME, linked_at: 0, used_at: 0, held_until: LICENSE.until }],
  },
]

const FULL = {
  ...MINE,
  licenses: EACH_STATE,
  requests: [REQUEST],
  orders: ['paid', 'past-due', 'refunded', 'new-state'].flatMap((state, n) =>
    MINE.orders.map((order) => ({
      ...order,
      order: `1002${n}`,
      state,
      shop_page: n === 1 ? '' : order.shop_page,
    })),
  ),
}

/** Opens a page that is signed in, with a fresh proof. */
const open = (fake: Fake, look: Look, mine = MINE): Promise<Page> => {
  Object.assign(fake.state, { mine, isSignedIn: true, isProven: true })
  return openUrl(fake.url, look)
}
/** Opens a license's dialog. Buttons are found by their place, because their names are translated. */
const dialog = async (fake: Fake, look: Look, selector: string): Promise<Page> => {
  const page = await open(fake, look)
  await page.locator(selector).click()
  await page.getByRole('dialog').waitFor()
  return page
}
const link = async (fake: Fake, look: Look, hash: string): Promise<Page> => {
  const page = await openUrl(`${fake.url}#${hash}/${TOKEN}`, look)
  await page.locator('main button').waitFor()
  return page
}
const card = (n: number): string => `.cards .card > .buttons > button:nth-child(${n})`

const STATES: Readonly<Record<string, (fake: Fake, look: Look) => Promise<Page>>> = {
  'sign-in': (fake, look) => openUrl(fake.url, look),
  'sign-in-code': async (fake, look) => {
    const page = await openUrl(fake.url, look)
    await page.locator('input[type=email]').fill(`${'a'.repeat(60)}@example.org`)
    await page.keyboard.press('Enter')
    await page.locator('input.code').fill('WRONG')
    await page.keyboard.press('Enter')
    await page.locator('.problem').waitFor()
    return page
  },
  'link-in': (fake, look) => link(fake, look, 'in'),
  'link-offer': (fake, look) => link(fake, look, 'offer'),
  'link-address': (fake, look) => link(fake, look, 'address'),
  'link-request': (fake, look) => link(fake, look, 'request/r1'),
  'link-over': async (fake, look) => {
    fake.state.refusals.acceptLicense = { status: 409, code: 'LINK_OVER' }
    const page = await link(fake, look, 'offer')
    await page.locator('main button').click()
    await page.locator('.problem').waitFor()
    return page
  },
  licenses: (fake, look) => open(fake, look, FULL),
  none: (fake, look) =>
    open(fake, look, { ...MINE, name: '', licenses: [], orders: [], erasure_asked_at: 1 }),
  free: (fake, look) => dialog(fake, look, '.rows li:first-child button'),
  replace: (fake, look) => dialog(fake, look, card(1)),
  'hand-over': (fake, look) => dialog(fake, look, card(2)),
  file: (fake, look) => dialog(fake, look, card(3)),
  erasure: (fake, look) => dialog(fake, look, '.card[aria-label] .buttons button:nth-child(3)'),
  refused: async (fake, look) => {
    const page = await dialog(fake, look, card(1))
    fake.state.refusals.replaceMyKey = { status: 409, code: 'NO_REPLACEMENT' }
    await page.locator('dialog button[type=submit]').click()
    await page.locator('dialog .problem').waitFor()
    return page
  },
  proof: async (fake, look) => {
    const page = await dialog(fake, look, card(1))
    fake.state.isProven = false
    await page.locator('dialog button[type=submit]').click()
    await page.locator('dialog form button').last().click()
    await page.locator('input.code').waitFor()
    return page
  },
  'no-answer': async (fake, look) => {
    fake.state.refusals.getMine = { status: 503, code: '' }
    const page = await openUrl(fake.url, look)
    await page.locator('.problem').waitFor()
    return page
  },
}

/** In short runs, the states with most on them. */
const SHORT = ['sign-in-code', 'link-over', 'licenses', 'none', 'file', 'proof', 'no-answer']
const INSPECTED = Object.entries(STATES).filter(([name]) => IS_LONG || SHORT.includes(name))

test.each(PAGE_LOOKS.flatMap((look) => INSPECTED.map(([state, enter]) => ({ state, enter, ...look }))))(
  'axe finds nothing at “$state”, light and dark, and nothing is cut off: $locale',
  async ({ state, enter, ...look }) => {
    const page = await enter(await startFake(), look)
    await page.locator('main :is(h1, .problem)').first().waitFor()
    expect(await lookFindings(page, `my-${state}-${look.locale}`, { fullPage: true })).toEqual([])
  },
)

test('all licenses fit on the smallest telephone with text of twice the size', async () => {
  const page = await open(await startFake(MINE, { support: '', logo: '' }), { locale: 'de-DE' }, FULL)
  await page.locator('h1').waitFor()
  await inspectAll(page, 'my-full')
})

test.runIf(IS_LONG).each([390, 1280, 3840])('every state at %i px, in both languages', async (width) => {
  for (const locale of ['en-GB', 'de-DE']) {
    for (const [state, enter] of Object.entries(STATES)) {
      const page = await enter(await startFake(), { width, height: width === 3840 ? 2160 : 800, locale })
      await page.locator('main :is(h1, .problem)').first().waitFor()
      expect(await lookFindings(page, `my-${state}-${locale}-${width}`)).toEqual([])
      await page.context().close()
    }
  }
})
