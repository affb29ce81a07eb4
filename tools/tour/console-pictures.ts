import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import {
  type DemoService,
  startDemoService,
} from '../../packages/electron-tools/src/development/demo-service.ts'
import { createKeyHelpers } from '../../test/console/key-support.ts'
import { signInByLink } from '../../test/console/sign-in-by-link.ts'
import { buildPagesWhenStale } from '../pages.js'
import { ensureBrowser } from '../set-up/test-tools.js'

const DAY = 86_400

/** The customers and what each of them bought, the newest last. */
const CUSTOMERS: readonly (readonly [name: string, sold: 'year' | 'days' | 'ever' | 'ended'])[] = [
  ['Mary Somerville', 'ended'],
  ['Sophie Wilson', 'year'],
  ['Annie Easley', 'ever'],
  ['Hedy Lamarr', 'ended'],
  ['Katherine Johnson', 'days'],
  ['Joan Clarke', 'year'],
  ['Barbara Liskov', 'year'],
  ['Karen Spärck Jones', 'days'],
  ['Radia Perlman', 'year'],
  ['Mary Jackson', 'ever'],
  ['Dorothy Vaughan', 'year'],
  ['Grace Hopper', 'year'],
  ['Frances Allen', 'days'],
  ['Ada Lovelace', 'year'],
]
const BANNED = 'Radia Perlman'
/** This customer has a new computer, and wrote that the key does not work. */
const WRITER = 'Grace Hopper'

/** Takes the pictures of the console in README.md: the keys, and one of them, light and dark. */
export async function takeConsolePictures(picturesDir: string): Promise<void> {
  buildPagesWhenStale()
  const executablePath = ensureBrowser()
  // The tour uses a service of its own, so that the table has only these keys.
  const service = await startDemoService()
  const browser = await chromium.launch({ executablePath })
  try {
    const context = await browser.newContext({
      locale: 'en-GB',
      timezoneId: 'Europe/London',
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
    })
    const { id } = await sellKeys(service, context)
    const page = await context.newPage()
    await signInByLink(page, service.consoleUrl ?? '')
    await page.getByRole('row', { name: 'Ada Lovelace' }).waitFor()
    await take(page, picturesDir, 'console-keys')
    // The key is opened from the table, as a person does it.
    await page.getByRole('row', { name: WRITER }).click()
    await page.getByText('Refused: another computer').waitFor()
    if (!page.url().endsWith(`/keys/${id}`)) throw new Error(`The table has opened ${page.url()}`)
    await take(page, picturesDir, 'console-key')
  } finally {
    await browser.close()
    await service.close()
  }
}

/** Takes a picture of a page, light and dark. */
export async function take(page: Page, picturesDir: string, name: string): Promise<void> {
  // The pointer leaves the button or the row that was clicked.
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(picturesDir, `${name}-${colorScheme}.png`), animations: 'disabled' })
  }
}

/** @returns the record of the key of `WRITER` */
async function sellKeys(service: DemoService, context: BrowserContext) {
  const keys = createKeyHelpers({ service, open: () => context.newPage() })
  const now = Math.floor(Date.now() / 1_000)
  let writersKey = ''
  for (const [index, [name, sold]] of CUSTOMERS.entries()) {
    const isUsed = sold !== 'days'
    const key = await keys.create({
      vendor_note: `${name}, #${1_040 + index}`,
      ...(sold === 'year' && { auth_expire: now + (30 + 23 * index) * DAY }),
      ...(sold === 'ended' && { auth_expire: now - (5 + index) * DAY }),
      ...(sold === 'days' && { key_days: 30 }),
      ...(isUsed && { identifier: createHash('sha256').update(name).digest('hex') }),
    })
    if (name === BANNED) {
      await keys.ask('blacklistUser', { body: { user_key: key, ban_reason: 'The payment was taken back' } })
    }
    if (name === WRITER) writersKey = key
  }
  if ((await keys.use(writersKey, 'b')) !== 'KEY_HWID_LOCKED') throw new Error('The key is not linked')
  return (await keys.found(writersKey)).key
}
