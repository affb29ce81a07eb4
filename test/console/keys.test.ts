import type { CreateKeysBody, KeyList, KeyRecord, KeysRefused } from '@latchkey/management'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  axeFindings,
  IS_LONG,
  type Look,
  type Opening,
  picture,
  savedBy,
  startConsole,
  widthOverflow,
} from './support.ts'

const console = await startConsole()

/** Sends a request with the API key, as a script does. */
async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const { url, apiKey, project } = console.service
  const response = await fetch(`${url}/v3/projects/${project}/keys${path}`, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Answer
}
const addKeys = async (body: CreateKeysBody) =>
  (await ask<{ user_keys: string[] }>('POST', '', body)).user_keys
const recordsOf = async (user_keys: readonly string[]) =>
  (await ask<{ keys: KeyRecord[] }>('POST', '/lookups', { user_keys })).keys

async function openKeys(look?: Opening, query = ''): Promise<Page> {
  const page = await console.open(`/projects/${console.service.project}/keys${query}`, look)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })
const rows = (page: Page) => page.locator('[data-index]')
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

test('creates, finds, extends, notes, bans, resets and deletes keys by mouse', async () => {
  const page = await openKeys()
  await button(page, 'Create keys').click()
  const form = dialog(page)
  await form.getByLabel('How many').fill('0')
  await form.locator('[type=submit]').click()
  await form.getByText('Enter a number from 1 to 5,000.').waitFor()
  await form.getByLabel('How many').fill('3')
  await form.getByLabel('They last').selectOption('days')
  await form.getByLabel('Days').fill('30')
  await form.getByLabel('Note', { exact: true }).fill('=1+1 <b>Ada</b>')
  await form.getByText('Features and updates').click()
  await form.getByLabel('Features').fill('Export')
  await button(form, 'Create 3 keys').click()
  await form.getByText('At most 32 names').waitFor()
  await form.getByLabel('Features').fill('export, 3d-view')
  await form.getByLabel('Goes on working after its end').check()
  await button(form, 'Create 3 keys').click()
  await page.getByRole('heading', { name: '3 keys created' }).waitFor()
  const keys = (await form.getByRole('region', { name: 'The new keys' }).innerText()).split('\n')
  expect(keys).toHaveLength(3)
  await button(form, 'Copy').click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(keys.join('\n'))
  expect(await savedBy(page, () => button(form, 'Download CSV').click())).toContain(keys[2])
  await button(form, 'Done').click()

  // The text has characters that no key of random letters has.
  await page.getByRole('searchbox').fill('<b>aDA<')
  await expect.poll(() => rows(page).count()).toBe(3)
  expect(await rows(page).first().innerText()).toContain('30 days of use')
  // A note is shown as text, both in the table and in a spreadsheet.
  expect(await page.locator('td b').count()).toBe(0)
  expect(await savedBy(page, () => button(page, 'Download CSV').click())).toContain(
    `${keys[0]},unused,'=1+1 <b>Ada</b>,`,
  )

  await rows(page).nth(0).getByRole('checkbox').click()
  await rows(page)
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  const selected = page.getByRole('region', { name: 'Selected keys' })
  await selected.getByText('3 keys selected').waitFor()
  await button(selected, 'Extend').click()
  await form.getByLabel('Days').fill('60')
  await button(form, 'Extend 3 keys').click()
  await toast(page, '3 keys extended')
  expect((await recordsOf(keys)).map(({ key_days }) => key_days)).toEqual([90, 90, 90])

  const selectPage = page.getByRole('checkbox', { name: 'Select this page' })
  await selectPage.click()
  await button(selected, 'Note').click()
  await form.getByLabel('Text').fill('Refunded')
  await form.getByLabel('Add a line to the present one').check()
  await button(form, 'Save on 3 keys').click()
  await toast(page, 'Note saved on 3 keys')

  await selectPage.click()
  await button(selected, 'Ban').click()
  await form.getByLabel('Reason').fill('Refund')
  await button(form, 'Ban 3 keys').click()
  await toast(page, '3 keys banned')
  await button(page, 'In use').click()
  await page.getByText('No key matches').waitFor()
  await page.goBack()
  await expect.poll(() => rows(page).count()).toBe(3)
  const [record] = await recordsOf(keys)
  expect(record).toMatchObject({
    note: '=1+1 <b>Ada</b>',
    vendor_note: 'Refunded',
    ban_reason: 'Refund',
    state: 'banned',
  })

  const more = async (action: string): Promise<void> => {
    await button(selected, /^More/).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await selectPage.click()
  await more('Reset device')
  await button(form, 'Reset 3 keys').click()
  await form.getByRole('heading', { name: 'Not changed: 3 keys' }).waitFor()
  expect(await savedBy(page, () => button(form, 'Download the list').click())).toContain('USER_BANNED')
  await button(form, 'Close').click()
  await selectPage.click()
  await more('Lift ban')
  await button(form, 'Lift the ban of 3 keys').click()
  await toast(page, 'Ban lifted: 3 keys')

  await selectPage.click()
  await more('What they open')
  await button(form, 'Change 3 keys').click()
  await form.getByText('Nothing is chosen yet.').waitFor()
  await form.getByLabel('Add features').fill('api')
  await form.getByLabel('Take features away').fill('export')
  await form.getByLabel('Updates').selectOption('until')
  await form.getByLabel('Last day of updates').fill('2030-01-31')
  await form.getByLabel('After the end of a key').selectOption('no')
  await button(form, 'Change 3 keys').click()
  await toast(page, 'What they open was changed: 3 keys')
  const terms = { features: ['3d-view', 'api'], perpetual: false, updates_until: 1_896_130_799 }
  expect(await recordsOf(keys)).toMatchObject([terms, terms, terms])

  await selectPage.click()
  await more('Delete')
  await form.getByLabel('Type 3 to confirm').fill('2')
  await button(form, 'Delete 3 keys').click()
  await form.getByText('Type the number 3.').waitFor()
  await form.getByLabel('Type 3 to confirm').fill('3')
  await button(form, 'Delete 3 keys').click()
  await page.getByText('No key matches').waitFor()
  expect(await recordsOf(keys)).toEqual([])
})

test('goes through the table, selects, extends and opens a key by the keyboard alone', async () => {
  const keys = await addKeys({ count: 230, note: 'Keyboard', key_days: 1 })
  const newest = keys.toReversed()
  const page = await openKeys()
  await rows(page).first().waitFor()
  const press = async (...names: string[]): Promise<void> => {
    for (const name of names) await page.keyboard.press(name)
  }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-rowindex'))
  const tabTo = async (text: string): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      if ((await page.evaluate(() => (document.activeElement as HTMLElement).innerText)) === text) return
      await press('Tab')
    }
    throw new Error(`Tab does not reach ${text}`)
  }

  await press('/')
  await page.keyboard.type('keyboard')
  await page.getByText('1 to 100 of 230').waitFor()
  expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('231')
  // Only the rows in sight are in the document.
  expect(await rows(page).count()).toBeLessThan(50)
  await press('ArrowDown')
  await expect.poll(focused).toBe('2')
  await press('End')
  await expect.poll(focused).toBe('101')
  await press('ArrowDown')
  await page.getByText('101 to 200 of 230').waitFor()
  await expect.poll(focused).toBe('102')
  await press('ArrowUp')
  await expect.poll(focused).toBe('101')
  await press('Home', 'PageDown')
  await expect.poll(async () => Number(await focused())).toBeGreaterThan(5)
  await press('Home', 'Space', 'ArrowDown', 'ArrowDown', 'Shift+Space', 'Shift+ArrowDown')
  await page.getByText('4 keys selected').waitFor()
  await tabTo('Extend')
  await press('Enter')
  await page.getByRole('heading', { name: 'Extend 4 keys' }).waitFor()
  await press('Control+a')
  await page.keyboard.type('9')
  await press('Enter')
  await toast(page, '4 keys extended')
  const days = new Map((await recordsOf(keys)).map(({ user_key, key_days }) => [user_key, key_days]))
  expect(newest.slice(0, 6).map((key) => days.get(key))).toEqual([10, 10, 10, 10, 1, 1])

  await press('/', 'ArrowDown', 'ArrowDown', 'Enter')
  await expect.poll(() => page.url()).toMatch(/\/keys\/[^/?]+$/)
  await page.goBack()
  await page.getByText('1 to 100 of 230').waitFor()
})

test('reads pasted keys, names what was not one, and changes those that the project has', async () => {
  const keys = await addKeys({ count: 700, vendor_note: 'Pasted' })
  const [unknown, short] = ['Q'.repeat(32), 'a'.repeat(31)]
  const page = await openKeys()
  await button(page, 'Paste keys').click()
  const form = dialog(page)
  await form.getByLabel('Text with keys').fill(`Dear Ada,\n${keys.join(';')}\n${unknown}\n${short}`)
  await button(form, 'Read keys').click()
  await form.getByText('In this project: 700 keys').waitFor()
  await form.getByRole('heading', { name: 'Not in this project: 1 key' }).waitFor()
  const report = await savedBy(page, () => button(form, 'Download the report').click())
  expect(report).toContain(`,${unknown},unknown\r\n1,"Dear Ada,",no-key\r\n4,${short},too-short\r\n`)
  await button(form, 'Select 700 keys').click()

  // The second of two steps arrives, but its answer does not.
  let steps = 0
  await page.route('**/keys/changes', async (route) => {
    steps += 1
    if (steps !== 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await button(page, 'Note').click()
  await form.getByLabel('Text').fill('VIP no. 1')
  await form.getByLabel('Add a line to the present one').check()
  await button(form, 'Save on 700 keys').click()
  await form.getByText('no key is changed twice').waitFor()
  await picture(page, 'keys-interrupted')
  expect(await axeFindings(page)).toEqual([])
  await form.getByText('500 of 700').waitFor()
  await button(form, 'Continue').click()
  await toast(page, 'Note saved on 700 keys')
  expect(new Set((await recordsOf(keys)).map(({ vendor_note }) => vendor_note))).toEqual(
    new Set(['Pasted\nVIP no. 1']),
  )

  // The text has characters that no key of random letters has.
  await page.getByRole('searchbox').fill('vip no. 1')
  await page.getByText('1 to 100 of 700').waitFor()
  await rows(page).first().getByRole('checkbox').click()
  await button(page, /^Select all 700/).click()
  await page.getByText('700 keys selected').waitFor()
  await addKeys({ count: 1, note: 'vip no. 1' })
  await button(page, 'Extend').click()
  await button(form, 'Extend 700 keys').click()
  await form.getByText('but 701 match now').waitFor()
  await button(form, 'Cancel').click()

  // The answer to the first request is lost, and then none of the keys matches any more.
  await button(page, 'Not used yet').click()
  await page.getByText('1 to 100 of 701').waitFor()
  await rows(page).first().getByRole('checkbox').click()
  await button(page, /^Select all 701/).click()
  await button(page.getByRole('region', { name: 'Selected keys' }), 'Ban').click()
  steps = 1
  await button(form, 'Ban 701 keys').click()
  await form.getByText('0 of 701').waitFor()
  await button(form, 'Continue').click()
  await toast(page, '701 keys banned')
})

test('creates keys once when the answer was lost, and keeps what was typed', async () => {
  const page = await openKeys()
  await button(page, 'Create keys').click()
  const form = dialog(page)
  await form.getByLabel('How many').fill('12')
  await form.getByLabel('Note', { exact: true }).fill('Lost answer #1')
  let requests = 0
  await page.route(
    (url) => url.pathname.endsWith('/keys'),
    async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      requests += 1
      // The first request does not arrive. The second one does, but its answer is lost.
      if (requests > 2) return route.continue()
      if (requests === 2) await route.fetch()
      return route.abort()
    },
  )
  await button(form, 'Create 12 keys').click()
  await form.getByText('no key is created twice').waitFor()
  expect(await form.getByLabel('Note', { exact: true }).inputValue()).toBe('Lost answer #1')
  await picture(page, 'keys-lost')
  expect(await axeFindings(page)).toEqual([])
  await button(form, 'Create 12 keys').click()
  await expect.poll(() => requests).toBe(2)
  await button(form, 'Create 12 keys').click()
  await page.getByRole('heading', { name: '12 keys created' }).waitFor()
  expect((await ask<KeyList>('GET', '?search=Lost answer %231')).count).toBe(12)
})

test('shows support and read-only people only what they may do', async () => {
  const support = await openKeys({ role: 'support' })
  await rows(support).first().getByRole('checkbox').click()
  expect(await button(support, 'Import').count()).toBe(0)
  await button(support, /^More/).click()
  await support.getByRole('menuitem', { name: 'Reset device' }).waitFor()
  expect(await support.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0)

  const reader = await openKeys({ role: 'read-only' })
  await rows(reader).first().getByRole('checkbox').click()
  await button(reader, /^More/).click()
  await reader.getByRole('menuitem').first().waitFor()
  expect(await reader.getByRole('menuitem').allInnerTexts()).toEqual(['Download CSV'])
  expect(await button(reader, /^(Create|Paste|Extend|Note$|Ban$)/).count()).toBe(0)
})

const LOOKS: Readonly<Record<string, Look>> = {
  'dark and German, on a telephone': { theme: 'dark', locale: 'de-DE', width: 360, height: 740 },
  ...(IS_LONG && {
    light: {},
    'light and German': { locale: 'de-DE', width: 3840, height: 2160 },
    'dark and English': { theme: 'dark', width: 1920, height: 1080 },
  }),
}

test.each(Object.entries(LOOKS))('is accessible in every state: %s', async (name, look) => {
  await addKeys({ count: 3, key_days: 30, note: 'A note that is long enough to be cut in the table' })
  await addKeys({ count: 1 })
  const page = await openKeys(look)
  const file = `keys-${name.replace(/,? .* /, '-')}`
  const inspect = async (state: string): Promise<void> => {
    await picture(page, `${file}-${state}`)
    expect({ state, findings: await axeFindings(page) }).toEqual({ state, findings: [] })
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0)
  }
  const isGerman = look.locale === 'de-DE'
  const press = (en: string, de: string) => button(page, isGerman ? de : en).click()
  const submit = () => dialog(page).locator('[type=submit]').click()
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
  }

  await rows(page).first().waitFor()
  await inspect('table')
  await page.locator('th').getByRole('checkbox').click()
  await inspect('selected')
  await press('Extend', 'Verlängern')
  await dialog(page).getByRole('textbox').fill('x')
  await submit()
  await inspect('field')
  await dialog(page).getByRole('textbox').fill('1')
  await submit()
  await dialog(page).getByRole('listitem').first().waitFor()
  await inspect('report')
  await close()
  await page.locator('th').getByRole('checkbox').click()
  await button(page, isGerman ? /^Mehr/ : /^More/).click()
  await page.getByRole('menuitem', { name: isGerman ? 'Was sie öffnen' : 'What they open' }).click()
  await submit()
  await inspect('terms')
  await close()
  await press('Create keys', 'Erstellen')
  const lasts = dialog(page).getByRole('combobox').first()
  await lasts.selectOption('date')
  await dialog(page).locator('summary').click()
  await inspect('create')
  await lasts.selectOption('forever')
  // The plan of the demo allows 100,000 keys, which would take long to create.
  const refused: KeysRefused = { success: false, message: 'Too many.', code: 'PLAN_LIMIT' }
  await page.route('**/keys', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: refused }) : route.continue(),
  )
  await submit()
  await page.getByText(isGerman ? /^Der Tarif dieses Kontos/ : /^The plan of this account/).waitFor()
  const field = dialog(page).getByRole('textbox').first()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await inspect('plan')
  await close()
  await press('Paste keys', 'Einfügen')
  await dialog(page).getByRole('textbox').fill('Hello\nabcdefghijklmnopqrstuvwxyz12345')
  await press('Read keys', 'Schlüssel lesen')
  await dialog(page).getByRole('status').first().waitFor()
  await inspect('paste')
  await close()
  await button(page, isGerman ? /^Ende:/ : /^Ends:/).click()
  await inspect('ends')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('nothing has this')
  await page.getByText(isGerman ? 'Kein Schlüssel passt' : 'No key matches').waitFor()
  await inspect('no-match')
})

test('to select all that match says why it failed, and can be tried again', async () => {
  await addKeys({ count: 150, note: 'Select all of these' })
  const page = await openKeys({}, '?q=Select+all')
  await rows(page).first().waitFor()
  let isExact = false
  await page.route(`${console.origin}/v3/**/keys?**`, async (route) => {
    const isCount = route.request().url().includes('exact=true')
    if (isCount && !isExact) return route.fulfill({ status: 503, json: { success: false, message: 'No.' } })
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...(await response.json()), count_is_exact: isCount } })
  })
  await page.reload()
  await rows(page).first().getByRole('checkbox').click()
  const all = page.getByRole('button', { name: /^Select all/ })
  await all.click()
  await page.getByRole('alert').getByText('The service cannot answer now.', { exact: false }).waitFor()
  isExact = true
  await all.click()
  await page.getByText('150 keys selected', { exact: false }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a form whose request cannot be sent says why, and can be sent again', async () => {
  const page = await openKeys()
  await button(page, 'Create keys').click()
  const storing = await page.evaluateHandle(() => Storage.prototype.getItem)
  await page.evaluate(() => {
    Storage.prototype.getItem = () => {
      throw new Error('The browser blocks its storage.')
    }
  })
  const create = dialog(page).locator('[type=submit]')
  await create.click()
  await dialog(page).getByText('The browser blocks its storage.').waitFor()
  await page.evaluate((getItem) => {
    Storage.prototype.getItem = getItem
  }, storing)
  await create.click()
  await page.getByRole('heading', { name: /created$/ }).waitFor()
})
