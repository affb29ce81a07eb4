import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_MAIL_SETTINGS } from '../../packages/service/src/mail/settings.ts'
import { addTestShop } from '../../packages/service/src/shops/testing/test-shop.ts'
import { startTestService, type TestService } from '../../packages/service/src/testing/test-service.ts'
import {
  PAID_AT,
  SESSION_ID,
  session,
  stripeEvent,
} from '../../packages/shops/src/testing/stripe-deliveries.ts'
import { rootDir } from '../../tools/set-up/places.js'
import { inspectAll, openUrl } from './support.ts'

const KEY = 'AbcdefghijklmnopqrstuvwxyzAbcdef'
const LOGO = readFileSync(join(rootDir, 'resources/icon.png')).toString('base64')
const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltung'

let service: TestService
let shop: Awaited<ReturnType<typeof addTestShop>>
beforeEach(async () => {
  service = await startTestService()
  service.clock.now = PAID_AT + 60
  shop = await addTestShop(service)
  await change({ appLink: 'tidebook' })
})
afterEach(() => service.stop())

const change = (settings: Partial<typeof DEFAULT_MAIL_SETTINGS>) =>
  service.storage.putMailSettings('project', { ...DEFAULT_MAIL_SETTINGS, ...settings })
const buy = (quantity = 1) =>
  shop.deliver(
    stripeEvent('checkout.session.completed', session({ metadata: { latchkey_quantity: `${quantity}` } })),
  )
const keysOf = async () => (await shop.orders()).flatMap(({ keys }) => keys)
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 }).waitFor()
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('a buyer sees the key when the shop has delivered, and another browser sees where it is', async () => {
  const page = await openUrl(shop.thanks(SESSION_ID))
  await page.getByText('Your license key then appears here').waitFor()
  expect(page.url()).toBe(`${service.url}/thanks/shop/`)
  await buy()
  const [key = ''] = await keysOf()
  await page.getByText(key, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  expect(await copied(page)).toBe(key)
  expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe(
    `tidebook://activate?key=${key}`,
  )
  await page.reload()
  await page.getByText(key, { exact: true }).waitFor()

  const other = await openUrl(shop.thanks(SESSION_ID))
  await heading(other, 'Your license key is in your mail')
  expect(await other.content()).not.toContain(key)
  await other.getByRole('button', { name: 'Send it again' }).press('Enter')
  await other.getByText('it is sent again in the next minute').waitFor()
  const { length } = await service.storage.listOutbox('project', 'mail', { limit: 10 })
  expect(length).toBe(2)
})

test('a buyer whose shop is slow learns that the key comes by mail', async () => {
  const page = await openUrl(shop.thanks(SESSION_ID))
  await page.clock.install()
  await page.reload()
  await page.locator('#waiting').waitFor()
  await page.clock.fastForward('06:00')
  await heading(page, 'Your license key comes by mail')
})

test('the page of a mail shows the key that is behind # in the address, and sends it nowhere', async () => {
  const other = 'z'.repeat(32)
  const page = await openUrl(`${service.url}/open/project`)
  await heading(page, 'Open this page from your mail')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
  // As when the link is pressed again: the browser stays on the page.
  for (const key of [KEY, other]) {
    await page.goto(`${service.url}/open/project#${key}`)
    await heading(page, 'Your license key')
    await page.getByText(key, { exact: true }).waitFor()
    expect(page.url()).toBe(`${service.url}/open/project`)
    expect(await page.getByRole('link').getAttribute('href')).toBe(`tidebook://activate?key=${key}`)
    await page.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => copied(page)).toBe(key)
  }
  await page.goto(`${service.url}/open/project#${encodeURIComponent('Call +1 555 0100 <b>now</b>')}`)
  await heading(page, 'Open this page from your mail')
  expect(await page.content()).not.toContain('555')
  expect(sent.join()).not.toMatch(new RegExp(`${KEY}|${other}`))
})

test.each(['en-GB', 'de-DE'])('the pages are clean: %s', async (locale) => {
  const look = { locale, width: 800 }
  const inspect = async (url: string, name: string, text: string) => {
    const page = await openUrl(url, look)
    await page.locator(`section:not([hidden]) ${text}`).first().waitFor()
    if (text === 'button') await page.locator('#again').click()
    await inspectAll(page, `key-page-${name}-${locale}`)
  }
  const long = {
    appLink: 'tidebook',
    logo: LOGO,
    color: '#0b1437',
    support: `${LONG.slice(0, 40)}@example.org`,
  }
  await inspect(shop.thanks('cs_live_unknown'), 'waiting', '.dots')
  await inspect(`${service.url}/open/project#${KEY}`, 'open', 'code')
  await change({ ...long, appLink: '', color: '#fde68a' })
  await service.storage.changeProject('project', (known) => ({ ...known, name: `${LONG} <b>& ${LONG}` }))
  await inspect(`${service.url}/open/project`, 'no-key', 'h1')
  await change(long)
  await buy(12)
  await inspect(shop.thanks(SESSION_ID), 'keys', 'code')
  await inspect(shop.thanks(SESSION_ID), 'in-mail', 'button')
  await inspect(`${service.url}/open/project#${KEY}`, 'open-long', 'code')
})
