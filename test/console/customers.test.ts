import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { Origin } from '../../packages/service/src/core/event-log/events.ts'
import { createKeyHelpers } from './key-support.ts'
import { openDatabase } from './overview-support.ts'
import {
  enter,
  focused,
  inspectAll,
  type Opening,
  PAGE_LOOKS,
  picture,
  savedBy,
  startConsole,
  tabTo,
  typeInto,
} from './support.ts'

const console = await startConsole()
const storage = await openDatabase(console.database)
afterAll(() => storage.close())
const { ask, create, found } = createKeyHelpers(console)

/** The longest address and name that the service accepts. */
const LONGEST = {
  customer_email: `${'l'.repeat(64)}@${`${'d'.repeat(61)}.`.repeat(3)}org`,
  customer_name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200),
}

/** Asks as a customer does on the customer's page. */
async function askForErasure(email: string): Promise<void> {
  const found = await storage.findCustomer((await storage.onlyAccount())?.id ?? '', { email })
  if (found === undefined) throw new Error('There is no such customer.')
  const at = Math.floor(Date.now() / 1_000)
  const by: Origin = { at, actor: 'customer', address: '', fields: [] }
  const { row, customer } = found
  await storage.askForErasure(console.service.project, { row, id: customer.id }, by, [])
}

const rows = (page: Page) => page.locator('main tbody tr')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The open dialog. Toasts have the role of dialogs, too. */
const question = (page: Page) => page.locator('[role$=dialog][data-open]')

/** The customer with an address, as the API has it. */
const customerWith = (email: string) => ask('getCustomer', { query: { email } })

async function openCustomer(email: string, opening?: Opening): Promise<Page> {
  const { id } = (await customerWith(email)).customer
  const page = await console.open(`/customers/${id}`, opening)
  await page.getByRole('main').getByText(email, { exact: true }).waitFor()
  return page
}

test('finds customers while somebody types, page by page, and says what to do where none is', async () => {
  // The demo has the customers of its orders.
  for (const { id } of (await ask('listCustomers', {})).customers)
    await ask('eraseCustomer', { query: { id } })
  const empty = await console.open('/customers')
  await empty.getByText('No customer yet').waitFor()
  await inspectAll(empty, 'customers-none')
  await button(empty, 'Import keys').click()
  await empty.getByRole('heading', { level: 1, name: 'Import keys' }).waitFor()
  const reader = await console.open('/customers', { role: 'read-only' })
  await reader.getByText('No customer yet').waitFor()
  expect(await button(reader, 'Import keys').count()).toBe(0)

  const keys = Array.from({ length: 60 }, (_, index) => ({
    user_key: `CUSTOMER-${String(index).padStart(23, '0')}`,
    customer_email: `buyer-${index}@shop.example`,
    customer_name: index === 7 ? 'Grace Hopper' : '',
  }))
  await ask('importKeys', { body: { keys } })
  await create({ customer_email: 'BUYER-7@shop.example' })

  const page = await console.open('/people')
  await enter(page, 'Customers')
  await expect.poll(() => rows(page).count()).toBe(50)
  expect(await rows(page).first().innerText()).toContain('buyer-59@shop.example')
  await enter(page, 'Show more')
  await expect.poll(() => rows(page).count()).toBe(60)
  // The button is gone, so the focus is on the heading of the list.
  await expect.poll(() => focused(page)).toBe('Newest first')

  await page.keyboard.press('/')
  await page.keyboard.type('race HOP')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await rows(page).innerText()).toMatch(/buyer-7@shop\.example\s+Grace Hopper\s+2\s+\d/)
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await page.getByRole('searchbox').inputValue()).toBe('race HOP')
  await enter(page, 'buyer-7@shop.example')
  await page.getByRole('heading', { level: 1, name: 'Customer' }).waitFor()
  await expect.poll(() => rows(page).count()).toBe(2)
  await page.goBack()
  await expect.poll(() => rows(page).count()).toBe(1)

  await typeInto(page, 'Search customers', 'hopper@')
  await page.getByText('Try a shorter part of it').waitFor()
  await inspectAll(page, 'customers-no-match')
  await typeInto(page, 'Search customers', 'op')
  await page.getByText('Type a third character').waitFor()
  await button(page, 'Show all customers').click()
  await expect.poll(() => rows(page).count()).toBe(50)
  expect(page.url()).toMatch(/customers$/)
})

test('people with support change a customer, and join it with another one by keyboard alone', async () => {
  const key = await create({ customer_email: 'ada@old.example', customer_name: 'Ada Lovelace' })
  for (const customer_email of ['ada@new.example', 'ada@new.example', 'ada@third.example']) {
    await create({ customer_email })
  }
  const page = await openCustomer('ada@old.example', { role: 'support' })
  for (const name of ['Export', 'Erase…']) expect(await button(page, name).count()).toBe(0)

  await enter(page, 'Change…')
  await question(page).waitFor()
  await typeInto(page, 'E-mail address', 'ADA@third.example')
  await page.keyboard.press('Enter')
  await page.getByText('Another customer has this address.').waitFor()
  await typeInto(page, 'E-mail address', 'ada@[10.0.0.1]')
  await page.keyboard.press('Enter')
  await page.getByText('No mail can be sent to this address.').waitFor()
  await inspectAll(page, 'customer-change-refused')
  await typeInto(page, 'E-mail address', 'ada.lovelace@old.example')
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('ada.lovelace@old.example', { exact: true }).waitFor()

  await enter(page, 'Join…')
  await question(page).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('then choose the other customer').waitFor()
  await page.keyboard.type('ada')
  const choices = page.getByRole('group', { name: 'The other customer' }).getByRole('radio')
  // A customer is not joined with itself.
  await expect.poll(() => choices.count()).toBe(2)
  await page.keyboard.type('@new')
  await expect.poll(() => choices.count()).toBe(1)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  const preview = question(page).getByRole('status')
  expect(await preview.innerText()).toBe(
    '2 keys move to ada.lovelace@old.example. The customer ada@new.example is deleted. This cannot be undone.',
  )
  await inspectAll(page, 'customer-join')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await preview.innerText()).toBe(
    '1 key moves to ada@new.example. The customer ada.lovelace@old.example is deleted. The name “Ada Lovelace” stays. This cannot be undone.',
  )
  await enter(page, 'Join customers')
  await question(page).waitFor({ state: 'detached' })
  await page.getByRole('main').getByText('ada@new.example', { exact: true }).waitFor()
  await expect.poll(() => rows(page).count()).toBe(3)
  expect((await found(key)).key).toMatchObject({
    customer_email: 'ada@new.example',
    customer_name: 'Ada Lovelace',
  })
})

test('an owner exports and erases a customer, and its key goes on', async () => {
  const key = await create({
    customer_email: 'mary@shop.example',
    customer_name: 'Mary Shelley',
    vendor_note: 'Order 1818, mary shelley',
  })
  const page = await openCustomer('mary@shop.example')
  const exported = JSON.parse(await savedBy(page, () => button(page, 'Export').click()))
  expect(exported).toMatchObject({
    customer: { name: 'Mary Shelley' },
    keys: [{ key: { user_key: key, vendor_note: 'Order 1818, mary shelley' } }],
    events: [{ kind: 'created' }],
  })

  await button(page, 'Erase…').click()
  const erase = question(page).getByRole('button', { name: 'Erase customer' })
  // Nothing is erased by Enter alone.
  await expect.poll(() => focused(page)).toBe('Cancel')
  await page.getByText('The key, which goes on working without a customer').waitFor()
  expect(await erase.getAttribute('aria-disabled')).toBe('true')
  await inspectAll(page, 'customer-erase')
  await page.getByLabel('Type mary@shop.example to confirm').fill('mary@shop')
  await erase.click({ force: true })
  await page.getByLabel('Type mary@shop.example to confirm').fill('Mary@shop.example')
  await erase.click()
  await page.getByText('Notes of 1 key were changed.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  expect(await page.getByText('mary@shop.example').count()).toBe(0)
  const { key: left } = await found(key)
  expect(left).toMatchObject({ state: 'unused', vendor_note: 'Order 1818, [erased]' })
  expect(left).not.toHaveProperty('customer_id')

  await page.goBack()
  await page.goto(`${console.origin}/#/customers/${exported.customer.id}`)
  await page.getByText('There is no such customer').waitFor()
  await inspectAll(page, 'customer-gone')
})

test('who asks to be erased is above the list, until an owner declines', async () => {
  await create({ customer_email: 'percy@shop.example' })
  await askForErasure('percy@shop.example')
  const reader = await console.open('/customers', { role: 'support' })
  const asked = reader.locator('section', { hasText: 'These customers ask to be erased' })
  await picture(reader, 'customers-asking')
  await asked.getByRole('link', { name: 'percy@shop.example' }).click()
  await reader.getByText(/asked on .* to be erased/).waitFor()
  expect(await button(reader, 'Decline').count()).toBe(0)
  const page = await openCustomer('percy@shop.example')
  await inspectAll(page, 'customer-asks')
  await enter(page, 'Decline')
  await page.getByText('The request was declined.').waitFor()
  await expect.poll(() => page.getByText('to be erased').count()).toBe(0)
  expect((await customerWith('percy@shop.example')).customer.erasure_asked_at).toBe(0)
  await enter(page, /All customers/)
  await rows(page).first().waitFor()
  expect(await page.getByText('These customers ask').count()).toBe(0)
})

test('a reader goes from a key to its customer and back, and changes nothing', async () => {
  const key = await create({ customer_email: 'alan@shop.example' })
  const page = await console.open(`/projects/${console.service.project}/keys`, { role: 'read-only' })
  const row = page.locator('[data-index]', { hasText: key })
  await row.waitFor()
  await picture(page, 'keys-with-customers')
  await row.getByRole('link').click()
  await page.getByRole('main').getByText('alan@shop.example', { exact: true }).waitFor()
  expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Copy address'])
  await enter(page, key)
  await page.getByRole('heading', { level: 1, name: key.slice(-4) }).waitFor()
  await picture(page, 'key-with-customer')
  await enter(page, 'alan@shop.example')
  await page.getByRole('heading', { level: 1, name: 'Customer' }).waitFor()
  await tabTo(page, /All customers/)
})

test.each(PAGE_LOOKS)(
  'the longest address and name fit, light and dark: $locale at $width px',
  async ({ locale, width }) => {
    await create(LONGEST)
    await create({ customer_email: 'other@shop.example' })
    await askForErasure(LONGEST.customer_email)
    const { id } = (await customerWith(LONGEST.customer_email)).customer
    const page = await console.open('/customers?q=llll', { locale, width })
    await expect.poll(() => rows(page).count()).toBe(1)
    await inspectAll(page, `customers-${locale}`)
    await page.goto(`${console.origin}/#/customers/${id}`)
    await rows(page).first().waitFor()
    await inspectAll(page, `customer-${locale}`)
    for (const [index, name] of ['change', 'join', '', 'erase'].entries()) {
      if (name === '') continue
      await page.locator('main header button').nth(index).click()
      await question(page).waitFor()
      if (name === 'join') {
        await question(page).getByRole('textbox').fill('other@')
        await question(page).getByRole('radio').first().check()
        await question(page).getByRole('status').getByText(LONGEST.customer_email).waitFor()
      }
      await inspectAll(page, `customer-${name}-${locale}`)
      await page.keyboard.press('Escape')
      await question(page).waitFor({ state: 'detached' })
    }
  },
)
