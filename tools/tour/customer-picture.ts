import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import {
  type DemoService,
  startDemoService,
} from '../../packages/electron-tools/src/development/demo-service.ts'
import { createKeyHelpers } from '../../test/console/key-support.ts'
import { until } from '../../test/support/until.ts'
import { buildPagesWhenStale } from '../pages.js'
import { rootDir } from '../set-up/places.js'
import { ensureBrowser } from '../set-up/test-tools.js'
import { take } from './console-pictures.ts'

const CUSTOMER = 'ada@example.com'
const DAY = 86_400

/** Takes the picture of the page of customers in README.md, light and dark. */
export async function takeCustomerPicture(picturesDir: string): Promise<void> {
  buildPagesWhenStale()
  // The mails are in a folder beside the database.
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-tour-'))
  const database = `sqlite:${join(dir, 'tour.sqlite')}`
  // Mails with a link need a public address. Here the code is used.
  const service = await startDemoService({ database, publicUrl: 'http://127.0.0.1/' })
  const browser = await chromium.launch({ executablePath: ensureBrowser() })
  try {
    await sellLicenses(service)
    const viewport = { width: 1280, height: 800 }
    const page = await browser.newPage({ locale: 'en-GB', timezoneId: 'Europe/London', viewport })
    await page.goto(`${service.url}/my/${service.project}/`)
    await signIn(page, join(dir, 'mail'))
    await page.getByRole('heading', { name: 'Studio' }).waitFor()
    await page.getByRole('heading', { level: 1 }).blur()
    await take(page, picturesDir, 'customer-page')
  } finally {
    await browser.close()
    await service.close()
    await rm(dir, { recursive: true, force: true })
  }
}

async function signIn(page: Page, mailDir: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(CUSTOMER)
  await page.getByRole('button', { name: 'Send me a mail' }).click()
  const readCode = (): string | undefined =>
    globSync('*.eml', { cwd: mailDir })
      .map((name) => /^([A-Z]{4}-[A-Z]{4})\s*$/m.exec(readFileSync(join(mailDir, name), 'utf8'))?.[1])
      .find((code) => code !== undefined)
  await until('the mail with the code is there', () => readCode() !== undefined)
  await page.getByLabel('Code from the mail').fill(readCode() ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function sellLicenses(service: DemoService): Promise<void> {
  const keys = createKeyHelpers({ service, open: () => Promise.reject(new Error('There is no console.')) })
  const acts = { free_computer: true, replace_key: true, hand_over: true, license_file: true }
  await keys.ask('changeCustomerPage', { body: { on: true, ...acts, change_address: true } })
  const logo = readFileSync(join(rootDir, 'resources', 'icon.png')).toString('base64')
  await keys.ask('changeMailSettings', {
    body: { logo, support: 'help@harbour.example', app_link: 'harbour' },
  })
  const owned = { customer_email: CUSTOMER, customer_name: 'Ada Lovelace', moves_per_year: 4 }
  const end = Math.floor(Date.now() / 1_000) + 200 * DAY
  const laptop = await keys.create({ ...owned, note: 'Laptop', key_days: 365 })
  const studio = await keys.create({
    ...{ ...owned, note: 'Studio', max_devices: 3, auth_expire: end },
    features: ['export', 'layers'],
  })
  const names = { a: 'Studio Mac', b: 'Render PC' }
  for (const [device, name] of Object.entries(names)) {
    await keys.use(studio, device)
    await keys.nameDevice(studio, device, name)
  }
  await keys.use(laptop, 'c')
  await keys.nameDevice(laptop, 'c', 'Travel laptop')
}

if (import.meta.main) await takeCustomerPicture(join(rootDir, 'docs', 'pictures'))
