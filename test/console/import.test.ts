import type { KeyFound, KeyList, UserRecord } from '@latchkey/management'
import { keyAlias } from '@latchkey/protocol'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SHOP_EXPORTS } from '../support/shop-exports.ts'
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

const openImport = (look?: Opening): Promise<Page> =>
  console.open(`/projects/${console.service.project}/keys/import`, look)
const button = (page: Page | Locator, name: string | RegExp) => page.getByRole('button', { name })

async function ask<Answer>(path: string): Promise<Answer> {
  const { url, apiKey, project } = console.service
  const response = await fetch(`${url}/v3/projects/${project}${path}`, {
    headers: { authorization: apiKey },
  })
  return (await response.json()) as Answer
}
const countKeys = async () => (await ask<KeyList>('/keys?limit=1')).count
const findUser = async (key: string) =>
  (await ask<{ users: UserRecord[] }>(`/users?user_key=${key}`)).users[0]
const findKey = async (key: string) => (await ask<KeyFound>(`/keys/one?user_key=${key}`)).key

const drop = async (page: Page, name: string, text: string): Promise<void> => {
  const dataTransfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([content], fileName, { type: 'text/csv' }))
      return transfer
    },
    [name, text] as const,
  )
  const zone = page.getByRole('region', { name: /^(File|Datei)$/ }).last()
  await zone.dispatchEvent('dragover', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
}

/** In the long run 10,000 lines. Every 270th has no key or an end that cannot be read. */
const COUNT = IS_LONG ? 10_000 : 2_710
const WRONG = Math.floor(COUNT / 270)
const RIGHT = (COUNT - WRONG).toLocaleString('en')
const LINES = Array.from({ length: COUNT }, (_, n) => {
  const isWrong = n % 270 === 269
  const key = isWrong && n % 540 === 269 ? '' : `SHOP-${String(n).padStart(5, '0')}-${(n * 7_919) % 100_000}`
  return `${key};kunde-${n}@example.org;${isWrong ? 'bald' : '31.01.2030'};Größe M`
})
const FILE = `Seriennummer;E-Mail;Gültig bis;Notiz\n${LINES.join('\n')}\n`

test(`imports ${COUNT} lines by mouse without the ${WRONG} wrong ones, also when an answer is lost`, async () => {
  const before = await countKeys()
  const page = await console.open(`/projects/${console.service.project}/keys`)
  await button(page, 'Import').click()
  await page.getByRole('heading', { name: 'Import keys' }).waitFor()
  await drop(page, 'shop.csv', FILE)
  await page.getByText(`shop.csv: ${(COUNT + 1).toLocaleString('en')} lines, UTF-8`).waitFor()
  expect(await page.getByLabel('License key').locator('option:checked').innerText()).toBe('Seriennummer')
  await page.getByText(`${WRONG} lines cannot be imported`).waitFor()
  await page.getByText(`${RIGHT} keys can be imported`).waitFor()
  const table = page.getByRole('region', { name: 'Lines of the file' })
  await table.getByText('kunde-0@example.org').waitFor()
  await table.getByText('30 Jan 2030').or(table.getByText('31 Jan 2030')).first().waitFor()
  // Only the rows in sight are in the document.
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  await page.getByLabel('Show only lines that cannot be imported').check()
  const rowCount = () => table.getByRole('table').getAttribute('aria-rowcount')
  await expect.poll(rowCount).toBe(String(WRONG + 1))
  const wrong = await savedBy(page, () => button(page, 'Download these lines').click())
  expect(wrong.split('\r\n')).toHaveLength(WRONG + 2)
  expect(wrong).toContain(',kunde-269@example.org,bald,Größe M,271,')
  expect(await countKeys()).toBe(before)

  await button(page, `Compare ${RIGHT} keys with the project`).click()
  await page.getByText(`New in this project: ${RIGHT} keys · by an alias: ${RIGHT}`).waitFor()
  expect(await countKeys()).toBe(before)
  // The second request arrives, but its answer is lost.
  let requests = 0
  await page.route('**/keys/imports', async (route) => {
    requests += 1
    if (requests !== 2) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await button(page, `Import ${RIGHT} keys`).click()
  await page.getByText('no key is imported twice').waitFor()
  await page.getByText(`Imported: 1,000 of ${RIGHT}`).waitFor()
  await picture(page, 'import-lost')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Continue').click()
  await page.getByRole('heading', { name: `${RIGHT} keys imported` }).waitFor()
  expect(await countKeys()).toBe(before + COUNT - WRONG)
  const report = await savedBy(page, () => button(page, 'Download the report').click())
  const [first = ''] = LINES[0]?.split(';') ?? []
  expect(report).toContain(`\r\n2,${first},${keyAlias(first)},yes,Imported\r\n`)
  expect(await findKey(keyAlias(first))).toMatchObject({
    note: 'Größe M',
    customer_email: 'kunde-0@example.org',
  })

  // The same file is imported again: the project has all keys. The support finds a key by the text
  // that its user has.
  await button(page, 'Another file').click()
  await drop(page, 'shop.csv', FILE)
  await button(page, `Compare ${RIGHT} keys with the project`).click()
  await page.getByText('The project has all of these keys already.').waitFor()
  await page.getByRole('link', { name: 'Keys' }).first().click()
  await page.getByRole('searchbox').fill(first.toLowerCase())
  await page.getByText('1 to 1 of 1').waitFor()
  await page.locator('[data-index]').getByText('kunde-0@example.org').waitFor()
})

test('imports a file by the keyboard alone', async () => {
  const page = await openImport()
  await button(page, 'Choose a file').waitFor()
  const tabTo = async (isThere: () => Promise<boolean>): Promise<void> => {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await isThere()) return
      await page.keyboard.press('Tab')
    }
    throw new Error('Tab does not reach it')
  }
  const isOn = (text: string) => async () =>
    (await page.evaluate(() => (document.activeElement as HTMLElement).innerText)) === text
  const isAt = (label: string) => async () =>
    page.getByLabel(label, { exact: true }).evaluate((element) => element === document.activeElement)

  // The listener is added before the key is pressed: otherwise the browser may open its own dialog
  // first.
  const choosing = page.waitForEvent('filechooser')
  await tabTo(isOn('Choose a file'))
  await page.keyboard.press('Enter')
  const chooser = await choosing
  const text = 'Token,Who,Until,Sold\nKEYB-0001-AAAA,Ada,03/04/2030,good\nKEYB-0002-BBBB,Max,,back\n'
  await chooser.setFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('own.csv: 3 lines').waitFor()
  // Only the title of the end is known, and the dates can be read in two ways.
  await page.getByText('1 line cannot be imported').waitFor()
  await tabTo(isAt('Note'))
  await page.keyboard.type('Who')
  await tabTo(isAt('Dates such as 03/04/2027'))
  await page.keyboard.type('Month')
  // The title of the column with the returned keys is not known either.
  await tabTo(isAt('Column that says whether a key works'))
  await page.keyboard.type('Sold')
  await page.getByText('2 lines cannot be imported').waitFor()
  await tabTo(isAt('Sold: good'))
  await page.keyboard.type('Works')
  await tabTo(isAt('Sold: back'))
  await page.keyboard.type('Banned')
  await page.getByText('2 keys can be imported').waitFor()
  await tabTo(isOn('Compare 2 keys with the project'))
  await page.keyboard.press('Enter')
  await expect.poll(isOn('Import 2 keys')).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(isOn('Download the report')).toBe(true)
  const [user] = [await findUser(keyAlias('KEYB-0001-AAAA'))]
  expect(user?.note).toBe('Ada')
  // The page is in the time zone of Berlin, and the whole 4th of March counts.
  expect(user?.auth_expire).toBe(Date.UTC(2030, 2, 4, 23) / 1_000)
  expect((await findUser(keyAlias('KEYB-0002-BBBB')))?.banned).toBe(1)
  await tabTo(isOn('Show the keys'))
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox').waitFor()
})

const shopOf = (name: string) => {
  const found = SHOP_EXPORTS.find(({ shop }) => shop === name)
  if (found === undefined) throw new Error(name)
  return found
}

test('imports an export of Gumroad: addresses for the vendor alone, and no refund works again', async () => {
  const page = await openImport()
  const { text, keys } = shopOf('Gumroad')
  await drop(page, 'sales.csv', text)
  const chosen = (label: string) =>
    page.getByLabel(label, { exact: true }).locator('option:checked').innerText()
  await page.getByText('sales.csv: 11 lines').waitFor()
  expect(await chosen('E-mail')).toBe('Purchase Email')
  expect(await chosen('Customer')).toBe('Buyer Name')
  expect(await chosen('Refunded?: yes')).toBe('Banned')
  expect(await chosen('License Key Enabled?: no')).toBe('Banned')
  await page.getByText('e-mail addresses that are not imported: Affiliate').waitFor()
  const table = page.getByRole('region', { name: 'Lines of the file' })
  await table.getByText('As a banned key. The payment was disputed.').waitFor()
  // The vendor does not import the key whose access was revoked.
  await page.getByLabel('Access Revoked?: yes', { exact: true }).selectOption('Not imported')
  await page.getByText('7 keys can be imported').waitFor()
  await page.getByText('1 line cannot be imported').waitFor()
  await button(page, 'Compare 7 keys with the project').click()
  await page.getByText('New in this project: 7 keys · by an alias: 7 · as banned keys: 4').waitFor()
  await picture(page, 'import-gumroad', { fullPage: true })
  await button(page, 'Import 7 keys').click()
  await page.getByRole('heading', { name: '7 keys imported' }).waitFor()
  for (const [at, { key, email, works }] of keys.entries()) {
    if (at === 5) continue
    const record = await findKey(keyAlias(key))
    expect(record).toMatchObject({ note: '', customer_email: email })
    const state = at === keys.length - 1 ? 'expired' : 'banned'
    expect([key, record.state]).toEqual([key, works ? 'unused' : state])
  }
})

test('a repeated import adds what is missing, bans what was refunded, and revives when it is chosen', async () => {
  const page = await openImport()
  const importFile = async (name: string, text: string) => {
    await drop(page, name, text)
    await page.getByText(`${name}: `).waitFor()
  }
  const alias = (n: number) => keyAlias(`AGAIN-000${n}`)
  await importFile('keys.csv', 'key\nAGAIN-0001\nAGAIN-0002\nAGAIN-0003\n')
  await page.getByText('No column says whether a key was refunded or disabled').waitFor()
  await button(page, /^Compare 3 keys/).click()
  await button(page, 'Import 3 keys').click()
  await page.getByRole('heading', { name: '3 keys imported' }).waitFor()
  const response = await fetch(`${console.service.url}/v3/projects/${console.service.project}/keys/changes`, {
    method: 'POST',
    headers: { authorization: console.service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ user_keys: [alias(3)], action: 'ban', ban_reason: 'Abuse' }),
  })
  expect(response.status).toBe(200)

  const again =
    'key,email,seats,status\nAGAIN-0001,ada@example.org,4,active\nAGAIN-0002,max@example.org,,refunded\nAGAIN-0003,eve@example.org,,active\nAGAIN-0004,kim@example.org,,Gold\n'
  await button(page, 'Another file').click()
  await importFile('again.csv', again)
  await page.getByText('Lines: 1. They are imported when you have chosen.').waitFor()
  await button(page, /^Compare 3 keys/).click()
  await page.getByText('New in this project: 0 keys · by an alias: 0 · get what they lack: 1').waitFor()
  const table = page.getByRole('region', { name: 'Lines of the file' })
  await table.getByText('The project has this key, and it stays banned.').waitFor()
  await table.getByText('The project has this key. It gets what it lacks').waitFor()
  await table.getByText('The project has this key. It is stopped by the import').waitFor()
  const ban = page.getByLabel('Stop keys that work here, but not in the file: 1 key')
  expect(await ban.isChecked()).toBe(true)
  await ban.uncheck()
  await table.getByText('The project has this key, and it stays working.').waitFor()
  await ban.check()
  await button(page, 'Import 2 keys').waitFor()
  await page.getByLabel('Lift the bans of keys that are banned here, but not in the file: 1 key').check()
  await picture(page, 'import-again', { fullPage: true })
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Import 3 keys').click()
  await page.getByRole('heading', { name: '3 keys imported' }).waitFor()
  expect(await findKey(alias(1))).toMatchObject({ customer_email: 'ada@example.org', max_devices: 4 })
  expect(await findKey(alias(2))).toMatchObject({ state: 'banned', customer_email: 'max@example.org' })
  expect(await findKey(alias(3))).toMatchObject({ state: 'unused', customer_email: 'eve@example.org' })
  await table.getByText('The project has this key. Added: number of devices, customer').waitFor()
  const report = await savedBy(page, () => button(page, 'Download the report').click())
  expect(report).toContain('The project has this key. Added: customer, ban')
})

test('says why a file or an import is not taken, and stops and goes on', async () => {
  const page = await openImport()
  await drop(page, 'empty.csv', '\n\n')
  await page.getByText('There is no line in this file.').waitFor()
  await drop(page, 'open.csv', 'key,note\nOPEN-0001,"not closed\nOPEN-0002,x\n')
  await page.getByText('A quotation mark is not closed.').waitFor()
  const keys = Array.from({ length: 2_500 }, (_, n) => `STOP-${10_000 + n}`)
  await drop(page, 'many.csv', `key\n${keys.join('\n')}\n`)

  // The plan of the demo allows 100,000 keys, which would take long to create.
  const refuse = (left: number) => (route: import('playwright-core').Route) => {
    const { keys: sent } = route.request().postDataJSON() as { keys: { user_key: string }[] }
    const results = sent.map(({ user_key }) => ({ user_key, alias: false, code: '' }))
    const json = { success: true, message: '', created: sent.length, results, keys_left: left - sent.length }
    return route.fulfill({ json })
  }
  await page.route('**/keys/imports', refuse(2_000))
  await button(page, /^Compare/).click()
  await page.getByText('The plan of this account allows 500 keys fewer. Nothing was imported.').waitFor()
  expect(await button(page, /^Import \d/).count()).toBe(0)
  await page.unroute('**/keys/imports')

  await page.getByLabel('The first line has titles').uncheck()
  await page.getByLabel('The first line has titles').check()
  await button(page, /^Compare/).click()
  await button(page, 'Import 2,500 keys').waitFor()
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/keys/imports', async (route) => {
    await held
    return route.continue()
  })
  await button(page, 'Import 2,500 keys').click()
  await button(page, 'Stop').click()
  release()
  await page.getByText(/^Stopped\./).waitFor()
  await page.getByText('Imported: 1,000 of 2,500').waitFor()
  await button(page, 'Continue').click()
  await page.getByRole('heading', { name: '2,500 keys imported' }).waitFor()
})

const LOOKS: Readonly<Record<string, Look>> = {
  'dark and German, on a telephone': { theme: 'dark', locale: 'de-DE', width: 360, height: 740 },
  ...(IS_LONG && { light: {} }),
}

test.each(Object.entries(LOOKS))('is accessible in every state: %s', async (name, look) => {
  const page = await openImport(look)
  const file = `import-${name.split(' ')[0]}`
  const inspect = async (state: string): Promise<void> => {
    await picture(page, `${file}-${state}`)
    expect({ state, findings: await axeFindings(page) }).toEqual({ state, findings: [] })
    expect(await widthOverflow(page)).toBeLessThanOrEqual(0)
  }
  await button(page, /^(Choose a file|Datei wählen)$/).waitFor()
  await inspect('empty')
  await drop(page, 'nothing.csv', '')
  await page.getByRole('alert').first().waitFor()
  await inspect('problem')
  const lines = Array.from(
    { length: 60 },
    (_, n) =>
      `LOOK-${name.length}-${1_000 + n},customer-${n}@example.org,${n % 9 === 4 ? 'soon' : '03/04/2030'},Team ${n},${n % 20 === 7 ? 'refunded' : 'active'},partner@example.org`,
  )
  await drop(
    page,
    'a-file-with-a-rather-long-name-from-the-shop.csv',
    `License key,E-mail,Expires,Customer,Status,Affiliate\n${lines.join('\n')}`,
  )
  await page.getByRole('table').waitFor()
  await inspect('dates')
  await page.getByLabel(/^(Dates such as|Daten wie)/).selectOption('day-first')
  await page.getByLabel('Status: refunded').scrollIntoViewIfNeeded()
  await inspect('states')
  await page.getByRole('table').scrollIntoViewIfNeeded()
  await inspect('preview')
  await button(page, /^(Compare|.* mit dem Projekt vergleichen)/).click()
  const start = button(page, /^(Import 53|53 Schlüssel importieren)/)
  await start.waitFor()
  await start.scrollIntoViewIfNeeded()
  await inspect('compared')
  await start.click()
  await page.getByRole('heading', { name: /^53/ }).waitFor()
  await inspect('done')
})
