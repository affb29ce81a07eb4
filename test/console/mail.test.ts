import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MailRecord } from '@latchkey/management'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createKeyHelpers, inDays } from './key-support.ts'
import { inspectAll, PAGE_LOOKS, picture, startConsole, tabTo } from './support.ts'

const console = await startConsole()
const keys = createKeyHelpers(console)
const { project } = console.service
const path = `/projects/${project}/mail`

const rows = (page: Page) => page.locator('main tbody tr')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
/** The mails that the service has written as files. */
function written(): string[] {
  const folder = join(dirname(console.database.replace('sqlite:', '')), 'mail')
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('=\r\n', ''))
}
const mailOf = async (key: string): Promise<MailRecord[]> =>
  (await keys.ask('listMail', { query: { of_key: (await keys.found(key)).key.id } })).mails

test('a new key is mailed to its customer, again from its page, and again from the list', async () => {
  const page = await console.open(path)
  await page.getByText('No mail yet').waitFor()
  await page.getByText('start the service with --mail').waitFor()
  await inspectAll(page, 'mail-none')
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await press(page, 'Create keys')
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('E-mail address of the customer')
  await address.fill('ann@nowhere')
  await dialog.getByLabel('Mail the key to the customer').check()
  await dialog.getByLabel('How many').fill('21')
  await press(page, 'Create 21 keys')
  await dialog.getByText('At most 20 keys are mailed at once.').waitFor()
  await dialog.getByLabel('How many').fill('1')
  await press(page, 'Create 1 key')
  await dialog.getByText('No mail can be sent to this address').waitFor()
  expect(await address.getAttribute('aria-invalid')).toBe('true')
  await picture(page, 'mail-create-refused')
  await address.fill('Ann@example.org')
  await dialog.getByLabel('Name of the customer').fill('Ann Lee')
  await press(page, 'Create 1 key')
  const key = (await page.getByRole('region', { name: 'The new keys' }).innerText()).trim()
  await press(page, 'Done')

  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  // The list shows by itself that the mail has left.
  await rows(page).getByText('Sent').waitFor()
  expect(await rows(page).innerText()).toMatch(/The key\s.*ann@example\.org.*Written to \S+\.eml/s)
  expect(written().filter((mail) => mail.includes(key))).toHaveLength(1)

  await rows(page).getByRole('link', { name: 'The key' }).click()
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Mail' }) })
  await card.getByText('Written to').waitFor()
  await tabTo(page, 'Mail the key')
  await page.keyboard.press('Enter')
  await page.getByText('The mail leaves in the next seconds.').waitFor()
  await card.getByText('The key again').waitFor()
  await expect.poll(() => card.getByText('Written to').count()).toBe(2)
  expect((await mailOf(key)).map(({ kind }) => kind)).toEqual(['key-again', 'key'])
  await page.goBack()

  await press(page, 'Send again: The key, ann@example.org')
  await expect.poll(() => rows(page).count()).toBe(3)
  await expect
    .poll(async () => (await mailOf(key)).map(({ kind }) => kind))
    .toEqual(['key', 'key-again', 'key'])
  await rows(page).first().getByRole('link', { name: 'ann@example.org' }).click()
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await rows(page).getByText('Ann@example.org').waitFor()
})

test('a key is mailed only if it can be, and the reason is beside the button', async () => {
  const page = await keys.open(await keys.create())
  const button = page.getByRole('button', { name: 'Mail the key' })
  await page.getByText('The key has no customer, so there is no address.').waitFor()
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  await tabTo(page, 'Mail the key')
  await page.keyboard.press('Enter')
  await press(page, 'Customer: Add')
  const customer = page.getByLabel('Customer', { exact: true })
  await customer.fill('dee at example.org')
  await page.keyboard.press('Enter')
  await page.getByText('No mail can be sent to this address').waitFor()
  await customer.fill('dee@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'dee@example.org' }).waitFor()
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('false')
  await press(page, 'Undo')
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  const [key = ''] = (
    await keys.ask('createKeys', {
      body: { count: 1, customer_email: 'bo@example.org', key_days: 3 },
    })
  ).user_keys
  const other = await keys.open(key)
  await other.getByText('No mail about this key').waitFor()
  await keys.ask('changeKey', { body: { user_key: key, action: 'expire', auth_expire: inDays(3) } })
  await keys.ask('mailKey', { body: { user_key: key, kind: 'ends-soon' } })
  await keys.ask('changeKey', { body: { user_key: key, action: 'expire', auth_expire: -1 } })
  const list = await console.open(path)
  await rows(list).first().getByText('Sent').waitFor()
  await press(list, 'Send again: The key ends soon, bo@example.org')
  await rows(list).first().getByText('this mail would be wrong').waitFor()
  await keys.ask('blacklistUser', { body: { user_key: key } })
  await other.reload()
  await other.getByText('The key is banned, so it is not mailed.').waitFor()
  expect(await other.getByRole('button', { name: 'Mail the key' }).getAttribute('aria-disabled')).toBe('true')
  expect((await mailOf(key)).map(({ kind }) => kind)).toEqual(['ends-soon'])

  const reader = await console.open(path, { role: 'read-only' })
  await rows(reader).first().waitFor()
  expect(await reader.getByRole('button', { name: /^Send again/ }).count()).toBe(0)
})

/** What became of mails that a mail server did not take. */
const NOW = inDays(0)
const OTHERS: readonly Partial<MailRecord>[] = [
  { state: 'waiting', tries: 3, answer: `451 4.7.1 ${'Try later. '.repeat(60)}`, due_at: NOW + 3_600 },
  { state: 'given-up', tries: 1, reason: 'refused', answer: `550 ${'x'.repeat(300)}`, ended_at: NOW },
  { state: 'given-up', tries: 400, reason: 'expired', receiver: '', ended_at: NOW },
]

test.each(PAGE_LOOKS)('shows what a mail server did not take: $locale at $width px', async (look) => {
  const key = await keys.create({ customer_email: `${'l'.repeat(60)}@${'d'.repeat(60)}.example.org` })
  await keys.ask('mailKey', { body: { user_key: key } })
  await expect.poll(async () => (await mailOf(key))[0]?.state).toBe('sent')
  const [known] = await mailOf(key)
  const page = await console.open(path, look)
  await page.route('**/mail?*', async (route) => {
    const response = await route.fetch()
    const mails = OTHERS.map((other, index) => ({ ...known, id: String(index), ...other }))
    await route.fulfill({ response, json: { ...(await response.json()), mails, way: 'none' } })
  })
  await page.reload()
  await expect.poll(() => rows(page).count()).toBe(OTHERS.length)
  await inspectAll(page, `mail-${look.locale}`)
  const { id } = (await keys.found(key)).key
  await page.goto(`${console.origin}/#/projects/${project}/keys/${id}`)
  await page.getByText('451 4.7.1').waitFor()
  await inspectAll(page, `mail-key-${look.locale}`)
})

test('the list is filtered and read further by keyboard alone, and the address names the filter', async () => {
  const [key = ''] = (await keys.ask('createKeys', { body: { count: 1, customer_email: 'cy@example.org' } }))
    .user_keys
  for (let sent = 0; sent < 52; sent += 1) await keys.ask('mailKey', { body: { user_key: key } })
  const page = await console.open(path)
  await expect.poll(() => rows(page).count()).toBe(50)
  await page.getByRole('button', { name: 'Older' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(50)
  await page.getByLabel('State').focus()
  await page.keyboard.type('Given')
  await page.getByText('No mail was given up in the last 30 days').waitFor()
  expect(page.url()).toContain('state=given-up')
})
