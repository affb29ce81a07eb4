import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  axeFindings,
  IS_LONG,
  lookFindings,
  OWNER_PASSWORD,
  PAGE_LOOKS,
  picture,
  startConsole,
  tabTo,
  widthOverflow,
} from './support.ts'

const console = await startConsole()

/**
 * Reaches each state from the one before. Buttons are found by their place, because their names are
 * translated.
 */
const STATES: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  account: (page) => go(page, '/account', 'table tbody tr'),
  'account-code': async (page) => {
    await page.locator('section:nth-of-type(2) input[type=password]').fill(OWNER_PASSWORD)
    await page.locator('section:nth-of-type(2) button').click()
    await page.locator('details').click()
  },
  people: (page) => go(page, '/people', 'table tbody tr'),
  'people-menu': async (page) => {
    await page.locator('tbody button').first().click()
    await page.getByRole('menu').waitFor()
  },
  invite: async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.locator('h1 + p').locator('../..').getByRole('button').click()
    await page.getByRole('dialog').waitFor()
  },
  'invite-refused': async (page) => {
    await page.locator('[role=dialog] input[type=email]').fill('demo@latchkey.example')
    await page.locator('[role=dialog] input[type=password]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('[role=dialog] [data-error=true]').waitFor()
  },
  'invite-link': async (page) => {
    await page.locator('[role=dialog] input[type=email]').fill(`person-${Date.now()}@latchkey.example`)
    await page.locator('[role=dialog] input[type=password]').fill(OWNER_PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor()
  },
  'remove-person': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.locator('tbody button').last().click()
    await page.getByRole('menuitem').last().click()
    await page.getByRole('alertdialog').waitFor()
  },
  'person-menu': async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.locator('header button', { hasText: '@' }).click()
    await page.getByRole('menu').waitFor()
  },
  'not-found': async (page) => {
    await page.keyboard.press('Escape')
    await go(page, '/nowhere', 'h1')
  },
  lost: async (page) => {
    await page.route('**/console/**', (route) => route.abort('connectionrefused'))
    // Without this, the page would show what it loaded a few seconds ago, without a request.
    await page.clock.setFixedTime(Date.now() + 60_000)
    await go(page, '/account', 'section')
    await page.locator('[role=status] p').waitFor()
    await page.unroute('**/console/**')
  },
}

test.each(PAGE_LOOKS)(
  'axe finds nothing in any state, light and dark, and nothing is cut off: $locale at $width px',
  async (look) => {
    await console.ownerPassword()
    const page = await console.open('/account', { ...look, height: 800, isNew: true })
    const found: string[] = []
    for (const [state, enter] of Object.entries(STATES)) {
      await enter(page)
      found.push(...(await lookFindings(page, `${state}-${look.locale}`)))
    }
    expect(found).toEqual([])
  },
)

test('the pages before the sign-in are as clean, and remember theme and language', async () => {
  const page = await console.openUrl(`${console.origin}/#/sign-in`, { locale: 'de-DE', width: 360 })
  await page.getByLabel('Passwort').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0)
  await picture(page, 'sign-in-de')
  await page.getByRole('button', { name: 'Farben und Sprache' }).click()
  await page.getByRole('menuitemradio', { name: 'Dunkel' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await page.reload()
  await page.getByLabel('Password').waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'sign-in-dark')
})

test.runIf(IS_LONG)('the link and the set-up are as clean, on a telephone and on a wide screen', async () => {
  const link = await console.invite('support', 'joan')
  for (const look of [
    { theme: 'dark', locale: 'de-DE', width: 360, height: 740 },
    { theme: 'light', width: 3840, height: 2160 },
  ] as const) {
    const inspect = async (page: Page, state: string): Promise<void> => {
      await page.getByRole('main').getByRole('button').first().waitFor()
      await picture(page, `${state}-${look.width}`)
      expect({ state, findings: await axeFindings(page) }).toEqual({ state, findings: [] })
      expect(await widthOverflow(page)).toBeLessThanOrEqual(0)
    }
    await inspect(await console.openUrl(link, look), 'link')
    // This console has no public address, so the answer is changed to that of one which has.
    for (const step of ['password', 'totp']) {
      const page = await console.open('/account', { ...look, role: 'support' })
      await page.route('**/console/session', async (route) => {
        const response = await route.fetch()
        const session = await response.json()
        // After the link has removed the authenticator app, the password may be unknown, too.
        const person = { ...session.person, has_password: step === 'totp' }
        return route.fulfill({ response, json: { ...session, person, required: [step] } })
      })
      await page.reload()
      await page.getByRole('navigation').waitFor({ state: 'detached' })
      await inspect(page, `set-up-${step}`)
    }
  }
})

test('a wide screen is used, and the skip link jumps over the navigation', async () => {
  const page = await console.open('/people', { width: 3840, height: 2160 })
  await page.locator('tbody tr').first().waitFor()
  await picture(page, 'people-4k')
  await page.reload()
  await page.locator('tbody tr').first().waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await picture(page, 'skip-link')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
})

test('on a telephone, each link of the navigation is whole in sight when Tab reaches it', async () => {
  const page = await console.open('/people', { width: 360 })
  const links = page.getByRole('navigation').first().getByRole('link')
  for (const name of await links.allTextContents()) {
    await tabTo(page, name)
    await expect
      .poll(() => links.and(page.getByText(name, { exact: true })).evaluate(cutOff), { message: name })
      .toBeLessThan(1)
  }
})

/** The pixels of an element that are cut off at the sides of its parent. */
function cutOff(element: Element): number {
  const own = element.getBoundingClientRect()
  const parent = (element.parentElement ?? element).getBoundingClientRect()
  return Math.max(parent.left - own.left, own.right - parent.right)
}

/** Opens a page by its address, as a link does. */
async function go(page: Page, path: string, selector: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await page.locator(`main ${selector}`).first().waitFor()
}

test('a dialog has the focus before the next frame, so that no typed letter is lost', async () => {
  const page = await console.open('/people')
  const button = page.getByRole('button', { name: 'Invite a person' })
  const focus = await button.evaluate(async (element: HTMLElement) => {
    let frames = 0
    requestAnimationFrame(() => {
      frames += 1
    })
    element.click()
    // React renders and Base UI sets the focus in microtasks, which run before the next frame.
    for (let turns = 0; turns < 100; turns += 1) await Promise.resolve()
    const { activeElement } = document
    return {
      frames,
      type: activeElement?.getAttribute('type'),
      isInDialog: activeElement?.closest('[role=dialog]') !== null,
    }
  })
  expect(focus).toEqual({ frames: 0, type: 'email', isInDialog: true })
})
