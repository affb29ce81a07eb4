import type { OrderRecord } from '@latchkey/management'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newProject } from '../../packages/service/src/core/accounts/projects.ts'
import { inDays } from './key-support.ts'
import { openDatabase } from './overview-support.ts'
import { createShopHelpers, SHOP_SECRET } from './shop-support.ts'
import {
  enter,
  enterItem,
  focused,
  inspectAll,
  type Opening,
  picture,
  startConsole,
  tabTo,
  typeInto,
} from './support.ts'

const console = await startConsole()
const { ask, deliver, buy, connect, create } = createShopHelpers(console)
const orders = `/projects/${console.service.project}/orders`

const rows = (page: Page) => page.locator('main tbody tr')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const nameOf = ({ shop_ids: ids }: OrderRecord) => ids.find(({ kind }) => kind === 'order')?.id ?? ''
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
/** The open dialog. Toasts have the role of dialogs, too. */
const question = (page: Page) => page.locator('[role$=dialog][data-open]')

/** The demo has orders. */
async function addEmptyProject(): Promise<void> {
  const storage = await openDatabase(console.database)
  const project = await storage.findProjectByAppName(console.service.appName)
  if (project === undefined) throw new Error('There is no demo project.')
  const empty = { id: 'empty', name: 'A new app', appName: 'empty-app' }
  await storage.createProject(newProject({ ...project, ...empty }, 1))
  await storage.close()
}

async function openOrder(id: string, opening?: Opening): Promise<Page> {
  const page = await console.open(`${orders}/${id}`, opening)
  await section(page, 'What the shop reported').waitFor()
  return page
}

test('an owner connects a shop, sees its first delivery, maps the product of an order, and finds its key', async () => {
  const password = await console.ownerPassword()
  await addEmptyProject()
  const page = await console.open('/projects/empty/orders')
  await page.getByText('No order yet').waitFor()
  await inspectAll(page, 'orders-none')
  await button(page, 'To the shops').click()
  await page.getByText('No shop yet').waitFor()
  await inspectAll(page, 'shops-none')
  await page.goto(`${console.origin}/#${orders}/shops`)
  await rows(page).first().waitFor()
  await button(page, 'Connect a shop').click()
  await question(page).getByLabel('Signing secret').fill('sk_live_aaaaaaaaaaaaaaaa')
  await question(page).getByLabel('Your password').fill(password)
  await question(page).getByRole('button', { name: 'Connect a shop' }).click()
  await question(page).getByText('This is an API key of the shop.').waitFor()
  await inspectAll(page, 'shop-connect-refused')
  await question(page).getByLabel('Signing secret').fill(SHOP_SECRET)
  await question(page).getByLabel('Purchases').selectOption('test')
  await question(page).getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Stripe' }).waitFor()
  await page.getByText('Not seen').waitFor()
  await button(page, 'Copy address').click()
  const url = await page.evaluate(() => navigator.clipboard.readText())
  const shop = url.slice(url.lastIndexOf('/') + 1)
  await inspectAll(page, 'shop-new')

  expect(await deliver(shop, '{}', 'whsec_of_another_endpoint')).toBe(401)
  const order = await buy(shop)
  await page.getByText(/Seen/).waitFor()
  expect(order).toMatchObject({ state: 'waiting', unmapped: ['price_1'] })
  await link(page, 'Orders').click()
  await row(page, nameOf(order)).getByText('It waits for its product to be mapped.').waitFor()
  await link(page, nameOf(order)).click()
  await page.getByText('Say what the product gives.').waitFor()
  await inspectAll(page, 'order-waits')
  await button(page, 'Map price_1').click()
  await page.getByRole('heading', { level: 1, name: 'New product' }).waitFor()
  expect(await page.getByLabel('IDs at the shops').inputValue()).toBe('price_1')
  await page.getByLabel('Name').fill('Pro')
  await page.getByLabel('Days', { exact: true }).fill('30')
  await page.getByLabel('Features').fill('Export!')
  await button(page, 'Save').click()
  await page.getByText('At most 32 names').waitFor()
  await page.getByLabel('Features').fill('export')
  await button(page, 'Save').click()
  await rows(page).getByText('30 days, export').waitFor()
  await link(page, 'Orders').click()
  await row(page, nameOf(order)).getByText('Paid').waitFor()
  await link(page, nameOf(order)).click()
  const [key = ''] = (await ask('listOrders', {})).orders[0].keys
  await link(page, key).click()
  await page.getByRole('heading', { level: 1, name: key.slice(-4) }).waitFor()
  await page.getByText('Paid', { exact: false }).first().waitFor()
  await picture(page, 'key-with-order')
  await link(page, nameOf(order)).click()
  await section(page, 'Keys').getByRole('link', { name: 'To the customer' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customer' }).waitFor()
  await section(page, 'Orders').getByText('Paid').waitFor()
  await picture(page, 'customer-with-orders')
})

test('people with support let a stopped key work, and let it follow its order again, by keyboard alone', async () => {
  const shop = await connect({ is_test: true })
  await create({ shop_products: ['price_stop'] })
  const { id, keys } = await buy(shop, { product: 'price_stop', steps: ['refund'], at: inDays(0) })
  const [user_key] = keys
  await ask('changeKey', { body: { user_key, action: 'expire', auth_expire: inDays(90) } })
  const state = async () => (await ask('getKey', { query: { user_key } })).key.state
  expect(await state()).toBe('stopped')
  const page = await openOrder(id, { role: 'support' })
  await page.getByText('The buyer got the money back.').waitFor()
  await enter(page, 'Let it work all the same')
  await page.getByText('Lifted by hand by').waitFor()
  await expect.poll(state).toBe('unused')
  // The button is gone, so the focus is on the heading.
  await expect.poll(() => focused(page)).toBe('Keys')
  await page.getByText('Set by hand by an API key').waitFor()
  await enter(page, 'End: Follow the order again')
  await expect.poll(() => page.getByText('Set by hand by').count()).toBe(0)
  await enter(page, 'Stopped by the order: Follow the order again')
  await expect.poll(state).toBe('stopped')

  const reader = await openOrder(id, { role: 'read-only' })
  expect(await reader.getByRole('main').getByRole('button').count()).toBe(0)
  await ask('deleteKey', { query: { user_key } })
  await reader.reload()
  await reader.getByText('Deleted by an API key. It is not made again.').waitFor()
})

test('a subscription that was bought again goes on with the old key', async () => {
  const shop = await connect()
  await create({ shop_products: ['price_month'] })
  const month = { product: 'price_month', isSubscription: true, email: 'grace@example.com' }
  const { keys: old } = await buy(shop, { ...month, steps: ['end'], at: inDays(-60) })
  const { id, keys: made } = await buy(shop, month)
  const page = await openOrder(id)
  await enter(page, 'Use the old key')
  await expect.poll(() => focused(page)).toBe('Cancel')
  await inspectAll(page, 'order-on-old-key')
  await enter(page, 'Use the old key')
  await question(page).waitFor({ state: 'detached' })
  await link(page, old[0] ?? '').waitFor()
  expect(await page.getByText(made[0] ?? '').count()).toBe(0)

  await enter(page, 'Overview')
  const sales = page.getByRole('slider', { name: 'Sales a week' })
  await sales.focus()
  const read = async (): Promise<string> => {
    const texts: string[] = []
    for (let week = 0; week < 12; week += 1) {
      texts.push((await sales.getAttribute('aria-valuetext')) ?? '')
      await page.keyboard.press('ArrowLeft')
    }
    return texts.join('\n')
  }
  await picture(page, 'overview-sales', { fullPage: true })
  expect((await read()).match(/Sales 1, Renewals 0, Refunds 0/g)).toHaveLength(2)
})

test('orders are found, filtered and read further, and products are mapped by keyboard alone', async () => {
  const shop = await connect()
  await create({ shop_products: ['price_old'], name: 'Old' })
  for (let count = 0; count < 52; count += 1) await buy(shop, { product: 'price_many' })
  const found = await buy(shop, { product: 'price_old', email: 'mary@example.com' })
  await buy(shop, { product: 'price_other' })
  const page = await console.open(orders)
  await expect.poll(() => rows(page).count()).toBe(50)
  await picture(page, 'orders-list')
  await button(page, 'Show more').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(52)
  await page.keyboard.press('/')
  await page.keyboard.type('MARY@example.com')
  await expect.poll(() => rows(page).count()).toBe(1)
  await typeInto(page, 'Search orders', found.shop_ids[0]?.id ?? '')
  await expect.poll(() => rows(page).count()).toBe(1)
  await tabTo(page, 'State')
  await page.keyboard.type('Ref')
  await page.getByText('No order matches').waitFor()
  expect(page.url()).toContain('state=refunded')
  await inspectAll(page, 'orders-no-match')
  await enter(page, 'Show all orders')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(52)

  await link(page, 'Products').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'IDs that wait' }).waitFor()
  await inspectAll(page, 'products-wait')
  await enter(page, 'Not ours: price_other')
  await section(page, 'Not of this app').waitFor()
  await enterItem(page, 'Map price_many', 'To Old')
  await row(page, 'price_many').getByRole('button').first().waitFor({ state: 'detached' })
  await enter(page, 'Ours again: price_other')
  await button(page, 'Map price_other').waitFor()

  await link(page, 'Old').click()
  await page.getByLabel('Days', { exact: true }).fill('400')
  await button(page, 'Save').click()
  await link(page, 'Old').click()
  await button(page, 'Apply to existing orders…').click()
  await question(page).getByText('End: changes for 53').waitFor()
  await inspectAll(page, 'product-apply')
  await question(page).getByRole('button', { name: 'Apply' }).click()
  await page.getByText('The orders have the terms of the product now.').waitFor()
})
