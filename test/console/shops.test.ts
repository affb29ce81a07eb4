import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { simulate } from '../../packages/shops/src/index.ts'
import { inDays } from './key-support.ts'
import { createShopHelpers } from './shop-support.ts'
import { inspectAll, type Opening, PAGE_LOOKS, startConsole, tabTo } from './support.ts'

const console = await startConsole()
const { ask, deliver, buy, connect, create } = createShopHelpers(console)
const orders = `/projects/${console.service.project}/orders`

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
/** The open dialog. Toasts have the role of dialogs, too. */
const question = (page: Page) => page.locator('[role$=dialog][data-open]')

async function openShop(id: string, opening?: Opening): Promise<Page> {
  const page = await console.open(`${orders}/shops/${id}`, opening)
  await page.locator('main h2').first().waitFor()
  return page
}

test('a person with support plays an order through at a shop to play with, by keyboard alone', async () => {
  const shop = await connect({ kind: 'test', secret: undefined })
  await create({ name: 'Basic' })
  const page = await openShop(shop, { role: 'support' })
  for (const name of ['Change…', 'Disconnect…', 'Deliver']) expect(await button(page, name).count()).toBe(0)
  await tabTo(page, 'Product')
  await page.keyboard.type('Bas')
  await tabTo(page, 'What follows')
  await page.keyboard.type('A payment')
  await tabTo(page, 'Simulate')
  await page.keyboard.press('Enter')
  await page.getByText('A payment failed. The key works on for some days').waitFor()
  await page.getByText(/^.Test$/).waitFor()
  await inspectAll(page, 'order-past-due')
  await page.goBack()
  await button(page, 'Simulate').waitFor()
  await page.getByLabel('Product').selectOption('One that nobody has mapped')
  await button(page, 'Simulate').click()
  await page.getByText('It waits for its product to be mapped.').waitFor()
})

const NOW = inDays(0)
const paid = (purchase: object = {}) =>
  simulate({
    ...{ product: 'price_1', quantity: 1, email: 'ada@example.com', name: 'Ada', steps: [] },
    ...{ at: NOW, random: 'missed' },
    ...purchase,
  })[0]?.body ?? ''

test('an owner rotates the secret of a shop, delivers what was lost, and disconnects it', async () => {
  const password = await console.ownerPassword()
  const shop = await connect({ is_test: true })
  const page = await openShop(shop)
  await button(page, 'Change…').click()
  await question(page).getByLabel('Name in lists').fill('Our shop')
  await question(page).getByLabel('New signing secret').fill('whsec_new')
  await question(page).getByLabel('End the earlier secrets now').check()
  await inspectAll(page, 'shop-change')
  await question(page).getByLabel('Your password').fill('wrong')
  await page.keyboard.press('Enter')
  await question(page).getByText('The password is wrong.').waitFor()
  await question(page).getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Our shop' }).waitFor()
  expect(await deliver(shop, paid())).toBe(401)
  await page.getByText('The secret may be that of another endpoint.').waitFor({ timeout: 40_000 })

  const body = page.getByLabel('Body, as JSON')
  await body.fill('{"id":1}')
  await button(page, 'Deliver').click()
  await page.getByText('This is no delivery of this shop.').waitFor()
  await body.fill(paid())
  await button(page, 'Deliver').click()
  await page.getByRole('link', { name: /^Order / }).waitFor()
  const buffer = Buffer.from(paid())
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    button(page, 'Choose a file').click(),
  ])
  await chooser.setFiles({ name: 'delivery.json', mimeType: 'application/json', buffer })
  await expect.poll(() => body.inputValue()).toBe(paid())
  await button(page, 'Deliver').click()
  await page.getByText('It had arrived before. Nothing has changed.').waitFor()
  const live = JSON.stringify({ ...JSON.parse(paid({ random: 'live' })), livemode: true })
  expect(await deliver(shop, live, 'whsec_new')).toBe(200)
  await page.locator('tbody').getByText('Test, without effect').waitFor()
  await inspectAll(page, 'shop-used')

  await button(page, 'Disconnect…').click()
  await question(page).getByLabel('Your password').fill(password)
  await question(page).getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText(/Disconnected$/).waitFor()
  expect(await deliver(shop, paid(), 'whsec_new')).toBe(404)
})

/** Texts from which a page could break, or run a script. */
const LONG = {
  name: `<img src=x onerror=alert(1)> ${'Donaudampfschifffahrt'.repeat(8)}`.slice(0, 200),
  rtl: 'مفتاح الترخيص '.repeat(14).slice(0, 200),
  id: `price_${'x'.repeat(249)}`,
}

test.each(PAGE_LOOKS)('long texts fit, light and dark: $locale at $width px', async ({ locale, width }) => {
  const password = await console.ownerPassword()
  const shop = await connect({ is_test: true, name: LONG.name })
  const play = await connect({ kind: 'test', secret: undefined, name: LONG.rtl })
  const long = `${LONG.id.slice(0, -5)}${locale}`
  const product = await create({ name: LONG.rtl, shop_products: [long], features: ['f'.repeat(32)] })
  await buy(shop, {
    product: `${LONG.id.slice(0, -1)}y`,
    email: `${'l'.repeat(60)}@${'d'.repeat(60)}.example`,
  })
  const { id, keys } = await buy(shop, {
    product: long,
    steps: ['part-refund', 'chargeback'],
    quantity: 3,
    name: LONG.name,
  })
  await ask('changeKey', { body: { user_key: keys[0], action: 'expire', auth_expire: inDays(90) } })
  const page = await console.open(`${orders}`, { locale, width })
  await page.route('**/shops', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const refused = {
      refused: 12_345,
      refused_at: inDays(0),
      refused_reason: 'changed-body',
      by_earlier_api_key: true,
    }
    for (const one of json.shops ?? [])
      Object.assign(one, refused, { url: `https://licenses.example/${LONG.id}` })
    await route.fulfill({ response, json })
  })
  const look = async (path: string, name: string): Promise<void> => {
    await page.goto(`${console.origin}/#${orders}${path}`)
    // Otherwise the page before could still be shown.
    await page.reload()
    await page.locator('main section, main form').first().waitFor()
    await inspectAll(page, `${name}-${locale}`)
  }
  await look('', 'orders')
  await look(`/${id}`, 'order')
  await look('/shops', 'shops')
  await look(`/shops/${shop}`, 'shop')
  await look('/products', 'products')
  await look(`/products/new?id=${LONG.id.replace('x', 'z')}`, 'product-new')
  await page.locator('details').click()
  await inspectAll(page, `product-policies-${locale}`)
  await look(`/products/${product}`, 'product')
  await look(`/shops/${play}`, 'shop-to-play')
  await page.locator('main .buttons > button').first().click()
  await question(page).waitFor()
  await inspectAll(page, `shop-open-${locale}`)
  await question(page).locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  const until = (await ask('listShops', {})).shops.find((one: { id: string }) => one.id === play).open_until
  expect(until).toBeGreaterThan(inDays(0))
})
