import { readFile } from 'node:fs/promises'
import type { EventRecord } from '@latchkey/management'
import { NEED_KINDS, playPolicies } from '@latchkey/management/policy'
import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { License } from '../../packages/service/src/core/license/license.ts'
import { createKeyHelpers, deviceOf, inDays } from './key-support.ts'
import { openDatabase } from './overview-support.ts'
import {
  axeFindings,
  focused,
  IS_LONG,
  type Look,
  picture,
  startConsole,
  tabTo,
  widthOverflow,
} from './support.ts'

const console = await startConsole()
const keys = createKeyHelpers(console)
const storage = await openDatabase(console.database)
afterAll(() => storage.close())

const MARKUP = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const sentence = (page: Page, text: string | RegExp) =>
  page.getByRole('paragraph').filter({ hasText: text }).first().waitFor()
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

test('a computer that was refused is named, the answer is copied, and a reset can be undone', async () => {
  const key = await keys.create({ auth_expire: inDays(100), vendor_note: 'Order 1234' })
  expect(await keys.use(key, 'a')).toBe('KEY_VALID')
  expect(await keys.use(key, 'b')).toBe('KEY_HWID_LOCKED')
  const page = await keys.open(key)
  await sentence(page, /^Works on one computer until /)
  await sentence(page, /^Another computer was refused on /)
  await page.getByText('Refused: another computer').waitFor()
  await picture(page, 'key-refused')

  await press(page, 'Copy in German')
  await expect.poll(() => clipboard(page)).toContain('wird auf einem anderen Computer benutzt')
  await press(page, 'Copy in English')
  await expect.poll(() => clipboard(page)).toContain(`that ends in ${key.slice(-4)} is in use on another`)

  await press(page, 'Reset computer')
  await sentence(page, /^Works on the next computer that uses it until /)
  await page.getByText('Computer reset').waitFor()
  await picture(page, 'key-reset')
  await press(page, 'Undo')
  await sentence(page, /^Works on one computer until /)
  expect((await keys.found(key)).key.identifier).toBe('a'.repeat(64))

  // After another computer was linked, the reset cannot be undone.
  await press(page, 'Reset computer')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await keys.use(key, 'b')).toBe('KEY_VALID')
  await press(page, 'Undo')
  await page.getByText('The key has changed since, so this cannot be undone.').waitFor()
  expect((await keys.found(key)).key.identifier).toBe('b'.repeat(64))
})

test('a perpetual key works after its end, and its page shows what it opens', async () => {
  const terms = { features: ['3d', 'export'], updates_until: inDays(-9), perpetual: true }
  const key = await keys.create({ auth_expire: inDays(-2), identifier: 'a'.repeat(64), ...terms })
  expect(await keys.use(key, 'a')).toBe('KEY_VALID')
  const page = await keys.open(key)
  await sentence(page, /^Works on one computer, with updates until /)
  for (const fact of ['Features', 'Updates until'])
    await page.getByRole('term').filter({ hasText: fact }).waitFor()
  await picture(page, 'key-perpetual')
  const german = await keys.open(key, { locale: 'de', theme: 'dark', width: 360 })
  await sentence(german, /^Gilt auf einem Computer mit Updates bis /)
  await german.getByText('3d und export').waitFor()
  await picture(german, 'key-perpetual-de-dark')
  for (const one of [page, german]) expect(await axeFindings(one)).toEqual([])
  expect(await widthOverflow(german)).toBe(0)
})

test('the page of a key that was bought again leads to the ban of its computer, and lifts it', async () => {
  const old = await keys.create({ identifier: deviceOf('p'), vendor_note: 'Order 1' })
  const bought = await keys.create({ key_days: 365, vendor_note: 'Order 2' })
  const page = await keys.open(old)
  await press(page, 'Ban…')
  await dialogOf(page).getByLabel('Reason').fill('Charged back')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'key-ban-dialog')
  await press(page, 'Ban')
  await page.getByText('Its computers are refused with other keys, too.').waitFor()
  await picture(page, 'key-banned-with-computers')
  expect(await keys.use(bought, 'p')).toBe('KEY_BANNED')

  const german = await keys.open(bought, { locale: 'de', theme: 'dark', width: 390 })
  await sentence(german, /^Gilt nicht: Der Computer, auf dem er eingegeben wurde, ist dauerhaft gesperrt/)
  await picture(german, 'key-bought-again-de-dark')
  expect([await axeFindings(german), await widthOverflow(german)]).toEqual([[], 0])
  const again = await keys.open(bought)
  await sentence(
    again,
    /^Does not work: the computer on which it was entered is banned for good, with another key, reason: “Charged back”\. Its 365 days begin with the first use\.$/,
  )
  await picture(again, 'key-bought-again')
  await again.getByRole('link', { name: 'Show the banned key' }).click()
  await again.getByRole('heading', { level: 1, name: old.slice(-4) }).waitFor()
  await press(again, 'Lift ban of the computer')
  await again.getByText('Only the key is banned: its computers can use other keys.').waitFor()
  expect((await keys.found(old)).key).toMatchObject({ banned: 1, ban_only_key: true })
  expect(await keys.use(bought, 'p')).toBe('KEY_VALID')

  // The test starts again from a key without a ban.
  await press(again, 'Lift ban')
  await sentence(again, /^Works on one computer/)
  await press(again, 'Ban…')
  await dialogOf(again).getByLabel('What is banned').selectOption('only this key')
  const phone = again.viewportSize()
  await again.setViewportSize({ width: 390, height: 844 })
  await again.emulateMedia({ colorScheme: 'dark' })
  await picture(again, 'key-ban-dialog-390-dark')
  await again.setViewportSize(phone ?? { width: 1_280, height: 900 })
  await press(again, 'Ban')
  await again.getByText('Only the key is banned: its computers can use other keys.').waitFor()
  expect((await keys.found(old)).key).toMatchObject({ banned: 1, ban_only_key: true })
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Ban the key/ })

test('what a key opens and allows is changed on its page, by mouse and by keyboard', async () => {
  await keys.ask('updateProjectSettings', { body: { features: ['base'] } })
  const key = await keys.create({ auth_expire: inDays(-1), identifier: 'a'.repeat(64) })
  const page = await keys.open(key)
  await sentence(page, /^Does not work: it expired/)
  const dialog = page
    .getByRole('dialog', { name: 'of this key' })
    .or(page.getByRole('dialog', { name: 'this key opens' }))
  await press(page, 'What it opens: Change')
  await dialog.getByText('All keys of the project also have: base.').waitFor()
  await dialog.getByLabel('Features').fill('3D export')
  await dialog.getByLabel('Updates').selectOption('until')
  await dialog.getByLabel('Goes on working after its end').check()
  await press(page, 'Save')
  await dialog.getByText('At most 32 names').waitFor()
  await dialog.getByLabel('Features').fill('export 3d, export')
  await press(page, 'Save')
  await dialog.getByText('A day until the year 2037.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'key-terms')
  await dialog.getByLabel('Last day of updates').fill('2020-01-31')
  await press(page, 'Save')
  await sentence(page, 'Works on one computer, with updates until 31 January 2020.')
  const terms = { features: ['3d', 'export'], perpetual: true }
  expect((await keys.found(key)).key).toMatchObject({ ...terms, updates_until: 1_580_511_599 })
  await press(page, 'Undo')
  await sentence(page, /^Does not work: it expired/)
  const none = { features: [], perpetual: false, updates_until: -1 }
  expect((await keys.found(key)).key).toMatchObject(none)

  await tabTo(page, 'What it opens: Change')
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await tabTo(page, 'Features')
  await page.keyboard.type('export')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await keys.found(key)).key.features).toEqual(['export'])

  await tabTo(page, 'Computers and moves: Change')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Computers').fill('0')
  await page.keyboard.press('Enter')
  await dialog.getByText('A number from 1 to 100, or nothing.').waitFor()
  await dialog.getByLabel('Computers').fill('3')
  await dialog.getByLabel('Moves a year').fill('2')
  await picture(page, 'key-limits')
  await page.keyboard.press('Enter')
  await page.getByText('1 of 3 linked.').waitFor()
  await page.getByText('The customer can move it 2 times more this year.').waitFor()
})

test('a trial is named with its end, found in the table, and becomes a bought key', async () => {
  const key = await keys.startTrial('f')
  const page = await keys.open(key)
  await sentence(page, /^A trial: works on one computer until .+ 20\d\d\.$/)
  await press(page, 'Copy in English')
  await expect.poll(() => clipboard(page)).toContain('Your trial of')
  await page.getByRole('link', { name: 'All keys' }).click()
  await page.getByRole('button', { name: 'Trials' }).click()
  const row = page.locator('[data-index]')
  await expect.poll(() => row.count()).toBe(1)
  expect(await row.innerText()).toContain('Trial')
  await picture(page, 'keys-trials')
  await row.click()
  await press(page, 'Make it a bought key')
  await page.getByRole('alertdialog').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it a bought key' }).click()
  await sentence(page, /^Works on one computer until/)
  expect((await keys.found(key)).key.trial).toBe(false)
})

test('the events of the project are played under other settings, by mouse and by keyboard', async () => {
  const key = await keys.create()
  await keys.use(key, '1')
  await keys.use(key, '2')
  await keys.ask('resetDevice', { body: { user_key: key } })
  await keys.use(key, '2')
  const page = await console.open(`/projects/${console.service.project}/overview`)
  await page.getByRole('link', { name: 'Try other settings for devices' }).click()
  const moves = page.getByRole('textbox', { name: 'Moves a year' })
  await moves.fill('0, 1, 101')
  await page.getByText('Whole numbers from 0 to 100.').waitFor()
  await moves.fill('0, 1')
  await page.getByRole('textbox', { name: 'Days between two moves' }).fill('0, 7')

  // Reads each value by keyboard, as a screen reader does.
  await tabTo(page, 'Mails and locked out keys')
  const plot = page.getByRole('slider', { name: 'Mails and locked out keys' })
  const read = () => plot.getAttribute('aria-valuetext')
  await page.keyboard.press('Home')
  await expect.poll(read).toMatch(/^What happened: Mails \d+, Keys locked out \d+, Moves by users \d+, /)
  await page.keyboard.press('ArrowRight')
  await expect.poll(read).toContain('0 moves, 1 computer, no wait (today): Mails ')
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'policy')

  // The command line computes the same values.
  const events: EventRecord[] = (await keys.ask('getEvents', { query: { until: 1_000 } })).events
  const policies = [0, 7 * 86_400].flatMap((cooldownSeconds) =>
    [0, 1].map((movesPerYear) => ({ movesPerYear, maxDevices: 1, cooldownSeconds })),
  )
  const places: readonly string[] = NEED_KINDS
  const sorted = events
    .filter(({ subject, kind }) => subject === 'key' && places.includes(kind))
    .toSorted((a, b) => a.at - b.at || places.indexOf(a.kind) - places.indexOf(b.kind))
  const played = playPolicies(sorted, policies)
  await press(page, 'Show as tables')
  const rows = page.getByRole('table').getByRole('row')
  const shown = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => Number(cell.textContent))),
  )
  const valuesOf = (one: typeof played.happened) => [one.mails, one.lockedOut, one.moves, one.outOfMoves]
  expect(shown).toEqual([played.happened, ...played.policies].map(valuesOf))
  expect(played.happened.mails).toBeGreaterThan(0)

  const german = await console.open(`/projects/${console.service.project}/policy`, {
    ...{ locale: 'de-DE', theme: 'dark', width: 360 },
  })
  await german.getByRole('slider').waitFor()
  expect(await axeFindings(german)).toEqual([])
  expect(await widthOverflow(german)).toBeLessThanOrEqual(0)
  await picture(german, 'policy-de-dark')
})

test('everything is done by keyboard alone', async () => {
  const key = await keys.create({ auth_expire: inDays(10), identifier: 'a'.repeat(64) })
  const page = await keys.open(key)
  const focus = (name: string | RegExp) => tabTo(page, name)

  await focus(/\+ 30 days$/)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await keys.found(key)).key.auth_expire).toBeGreaterThan(inDays(39))

  await focus('Note: Add')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Called on Monday')
  await page.keyboard.press('Control+Enter')
  await expect.poll(async () => (await keys.found(key)).key.note).toBe('Called on Monday')
  // The focus is where it was, and not lost with the form.
  await expect.poll(() => focused(page)).toBe('Note: Edit')

  await focus('Ban…')
  await page.keyboard.press('Enter')
  // The dialog sets the focus a moment after it opens.
  await expect.poll(() => focused(page)).toMatch(/^Reason/)
  await page.keyboard.type('Charged back')
  await focus(/^Ends/)
  await page.keyboard.press('ArrowDown')
  await focus('Ban')
  await page.keyboard.press('Enter')
  await sentence(page, /^Does not work: it is banned until .+, reason: “Charged back”\.$/)
  await focus('Lift ban')
  await page.keyboard.press('Enter')
  await sentence(page, /^Works on one computer/)

  await focus('Delete…')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').waitFor()
  await focus(/^Type /)
  await page.keyboard.type(key.slice(-4))
  await focus('Delete this key')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toMatch(/\/keys$/)
  await expect(keys.found(key)).rejects.toThrow('not found')
})

test('of two people, the second sees what the first has changed, and is asked', async () => {
  const key = await keys.create({ auth_expire: inDays(10), chat_id: 'two-people', note: 'Before' })
  const page = await keys.open(key)
  const colleague = await keys.open(key, { role: 'support' })
  await press(page, 'Note: Edit')
  await page.getByRole('textbox', { name: 'Note' }).fill('Mine')
  await press(colleague, 'Note: Edit')
  await colleague.getByRole('textbox', { name: 'Note' }).fill('Theirs')
  await press(colleague, 'Save')
  await colleague.getByText('The note was saved.').waitFor()

  await press(page, 'Save')
  const dialog = page.getByRole('alertdialog', { name: 'Somebody changed this key meanwhile' })
  await dialog.getByText('support@latchkey.example').waitFor()
  expect(await dialog.getByRole('row', { name: 'Note' }).getByRole('cell').allTextContents()).toEqual([
    'Before',
    'Theirs',
  ])
  await dialog.getByText('Write the note “Mine”.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'key-conflict')
  await press(page, 'Leave it as it is now')
  expect((await keys.found(key)).key.note).toBe('Theirs')
  // What was typed is still there, and is saved when the person decides so.
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Mine')
  await press(page, 'Save')
  await press(page, 'Do it anyway')
  await page.getByText('The note was saved.').waitFor()
  expect((await keys.found(key)).key.note).toBe('Mine')
})

test('days that were added before the first use are taken back, but only the last change', async () => {
  const key = await keys.create({ key_days: 30 })
  const page = await keys.open(key)
  const extend = page.getByRole('button', { name: 'Extend: + 30 days' })
  await extend.click()
  await sentence(page, /its 60 days begin/)
  await press(page, 'Undo')
  await sentence(page, /its 30 days begin/)
  await extend.click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await press(page, 'Note: Add')
  await page.getByRole('textbox', { name: 'Note' }).fill('Called')
  await press(page, 'Save')
  await page.getByText('The note was saved.').waitFor()
  // The Undo of the days has disappeared: it would ask whether somebody else has changed the note.
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  await press(page, 'Undo')
  await expect.poll(async () => (await keys.found(key)).key).toMatchObject({ note: '', key_days: 60 })
})

const TOAST_LOOKS: readonly Look[] = [
  { theme: 'dark', locale: 'de-DE', width: 360, height: 740 },
  ...(IS_LONG
    ? [
        { width: 1280 },
        { locale: 'de-DE', width: 1366, height: 650 },
        { width: 900, height: 600 },
        { width: 768 },
      ]
    : []),
]
test.each(TOAST_LOOKS)('what was done is said where it covers no action: at $width px', async (look) => {
  const key = await keys.create({ auth_expire: inDays(10), identifier: 'a'.repeat(64) })
  const page = await keys.open(key, look)
  await page.getByRole('button', { name: /\+ 30 / }).click()
  const toast = page.getByRole('region', { name: /^(Notifications|Mitteilungen)$/ }).getByRole('dialog')
  await toast.getByRole('button').first().waitFor()
  await picture(page, `toast-${look.width}`)
  // A toast is beside the page, or below it if the window is too narrow.
  if (look.width === 360 || look.width === 768) await page.mouse.wheel(0, 100_000)
  const actions = 'nav a, main :is(a, button, select, textarea)'
  await expect.poll(() => covered(toast, actions)).toEqual([])
  await page.getByRole('button', { name: /^(Ban…|Sperren …)$/ }).click()
  await page.getByRole('textbox', { name: /^(Reason|Grund)$/ }).waitFor()
  await picture(page, `toast-dialog-${look.width}`)
  expect(await toast.count()).toBe(1)
  expect(await covered(toast, '[role="dialog"]:has(form) :is(button, input, select)')).toEqual([])
})

/** The texts of those elements of a selector that a toast covers. */
const covered = (toast: Locator, selector: string): Promise<string[]> =>
  toast.evaluate((toast, selector) => {
    const found = [...document.querySelectorAll(selector)]
    if (found.length < 4) throw new Error(`There are only ${found.length} of ${selector}`)
    return found.flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const points = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y] as const))
      const isCovered = points.some(([x, y]) => toast.contains(document.elementFromPoint(x, y)))
      return isCovered ? [element.textContent || element.outerHTML] : []
    })
  }, selector)

test('a refusal is beside its field, and a lost connection keeps what was typed', async () => {
  await keys.create({ chat_id: 'taken' })
  const key = await keys.create({ chat_id: 'first' })
  const page = await keys.open(key)
  const field = page.getByRole('textbox', { name: 'Chat ID' })
  const error = () =>
    field.evaluate(
      (input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent,
    )
  await press(page, 'Chat ID: Change')
  await field.fill('not a chat id')
  await press(page, 'Link')
  await expect.poll(error).toBe('A chat ID has 1 to 64 letters, digits or _ . : -')
  await field.fill('second')
  await press(page, 'Link')
  await expect.poll(error).toBe('This key has another chat ID already.')
  await press(page, 'Replace it')
  await page.getByText('The chat ID was linked.').waitFor()
  expect((await keys.found(key)).key.chat_id).toBe('second')
  await press(page, 'Undo')
  await expect.poll(async () => (await keys.found(key)).key.chat_id).toBe('first')
  await press(page, 'Chat ID: Unlink')
  await expect.poll(async () => (await keys.found(key)).key.chat_id).toBe('')
  await press(page, 'Chat ID: Link')
  await field.fill('taken')
  await press(page, 'Link')
  await expect.poll(error).toBe('Another key is linked to this chat ID.')
  await press(page, 'Cancel')

  await press(page, 'Set the end…')
  await page.getByRole('combobox', { name: 'The key' }).selectOption('ends on a day')
  await press(page, 'Set end')
  await page.getByText('A day between tomorrow and the year 2038.').waitFor()
  await page.getByLabel('Last day').fill('2037-03-03')
  await press(page, 'Set end')
  await sentence(page, /3 March 2037\.$/)

  await page.route('**/keys/one', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await press(page, 'Note: Add')
  await page.getByRole('textbox', { name: 'Note' }).fill('Typed without a network')
  await press(page, 'Save')
  await page.getByRole('alert').filter({ hasText: 'No answer from the service' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Note' }).inputValue()).toBe('Typed without a network')
  await picture(page, 'key-lost')
  await page.unroute('**/keys/one')
  await press(page, 'Save')
  await page.getByText('The note was saved.').waitFor()
})

test('computers are listed with their names, released one by one, and all reset after a question', async () => {
  const key = await keys.create({ max_devices: 3, moves_per_year: 2 })
  for (const device of ['a', 'b', 'c']) expect(await keys.use(key, device)).toBe('KEY_VALID')
  await keys.nameDevice(key, 'b', 'Ada’s laptop')
  const page = await keys.open(key)
  await sentence(page, 'Works on 3 of 3 computers, without an end.')
  await page.getByText('The customer can move it 2 times more this year.').waitFor()
  await picture(page, 'key-computers')
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await keys.ask('updateProjectSettings', { body: { reset_hwid_cooldown: -1 } })
  const german = await keys.open(key, { locale: 'de-DE' })
  for (const [one, action, refusal, anyway] of [
    [german, 'Freigeben', /erlauben kein Zurücksetzen/, 'Trotzdem freigeben'],
    [page, 'Release', /do not allow resets/, 'Release anyway'],
  ] as const) {
    await one.getByRole('button', { name: /Ada’s laptop/ }).click()
    const dialog = one.getByRole('alertdialog')
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await dialog.getByText(refusal).waitFor()
    await picture(one, `key-release-${action}`)
    if (one === page) await press(page, anyway)
    else await one.getByRole('button', { name: anyway }).waitFor()
  }
  await keys.ask('updateProjectSettings', { body: { reset_hwid_cooldown: 0 } })
  await sentence(page, 'Works on 2 of 3 computers, without an end.')
  await expect.poll(() => page.getByText('Ada’s laptop', { exact: true }).count()).toBe(0)
  await page.getByText('Computer released').waitFor()
  // The requests do not have the key in their addresses, which proxies may log.
  expect(addresses.filter((address) => address.includes('/users/devices')).length).toBeGreaterThan(1)
  expect(addresses.filter((address) => address.includes(key))).toEqual([])
  await press(page, 'Reset all computers')
  await page.getByRole('alertdialog', { name: 'Reset all 2 computers?' }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reset all computers' }).click()
  await sentence(page, 'Works on the next computer that uses it, without an end.')
})

test('a license file is made from a pasted request, and moved after a question', async () => {
  const key = await keys.create({ auth_expire: inDays(500) })
  expect(await keys.use(key, 'a')).toBe('KEY_VALID')
  const page = await keys.open(key)
  await press(page, 'Offline license…')
  await page.getByRole('textbox', { name: 'Activation request' }).fill('Hello, please activate.')
  await press(page, 'Make license')
  await page.getByText('There is no whole request in this text.').waitFor()
  await page.getByRole('textbox', { name: 'Activation request' }).fill(keys.activationRequest(key, 'b'))
  await press(page, 'Make license')
  await page.getByText('The key is linked to another computer.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'key-offline-move')
  await press(page, 'Move it to this computer')
  const license = page.getByRole('textbox', { name: 'License file' })
  await license.waitFor()
  await picture(page, 'key-offline')
  await press(page, 'Copy')
  await expect.poll(() => clipboard(page)).toBe(await license.inputValue())
  const downloaded = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await readFile(await (await downloaded).path(), 'utf8')).trim()).toBe(await license.inputValue())
  await press(page, 'Done')
  expect((await keys.found(key)).key.identifier).toBe('b'.repeat(64))
  // The computer has a license file, so a reset asks before it continues.
  await press(page, 'Reset computer')
  await page.getByText('The computer has an offline license').waitFor()
  await press(page, 'Reset anyway')
  await sentence(page, /^Works on the next computer/)
})

test.each([
  ['read-only', ['Copy key', 'Copy in English', 'Copy in German', 'Show what happened before']],
  ['support', ['Delete…']],
] as const)('a person whose role is %s is not offered what is refused', async (role, names) => {
  const key = await keys.create({ identifier: 'a'.repeat(64) })
  const page = await keys.open(key, { role })
  await page.getByText('Device ID').waitFor()
  const main = page.getByRole('main')
  const shown = await main.getByRole('button').allTextContents()
  if (role === 'read-only') expect(names).toEqual(expect.arrayContaining(shown))
  else
    expect(shown).toEqual(expect.arrayContaining(['Reset computer', 'Ban…', 'Offline license…', 'Release']))
  expect(shown).not.toContain('Delete…')
})

/** Stops a key, as its order does. */
const setStop = (key: string, stopped: License['stopped'], stopWords = '') =>
  storage.changeLicense(console.service.project, key, (license) => ({
    outcome: 'done',
    license: { ...license, stopped, stopWords },
  }))

test('a key that leaked is replaced, after a question, and its computer goes on with the new one', async () => {
  const key = await keys.create({ auth_expire: inDays(100) })
  expect(await keys.use(key, 'a')).toBe('KEY_VALID')
  const page = await keys.open(key)
  const ending = key.slice(-4)
  await press(page, 'Replace…')
  await page.getByRole('alertdialog', { name: `Replace the key ending in ${ending}?` }).waitFor()
  await picture(page, 'key-replace')
  await press(page, 'Replace this key')
  await page.getByText('This is the new key. Its customer does not have it yet.').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const replaced = (await page.locator('code').first().textContent()) ?? ''
  expect([await keys.use(key, 'a'), await keys.use(replaced, 'a')]).toEqual(['KEY_BANNED', 'KEY_VALID'])

  // A key that was replaced has nothing left to replace.
  const old = await keys.open(key)
  await sentence(old, /replaced/)
  expect(await old.getByRole('button', { name: 'Replace…' }).count()).toBe(0)
})

test('a key that its order stopped says why and what to do, and works when the order lets it go on', async () => {
  const key = await keys.create({ identifier: deviceOf('a'), customer_email: 'ann@example.org' })
  await setStop(key, 'charged-back', 'Please ask your bank.')
  expect(await keys.use(key, 'a')).toBe('KEY_BANNED')
  const page = await keys.open(key)
  await page.getByRole('region', { name: 'Stopped' }).waitFor()
  await sentence(page, 'Does not work: its order stopped it, because the payment was charged back.')
  await sentence(page, 'The customer reads: “Please ask your bank.”')
  await sentence(page, 'Other keys work on its computers.')
  await page.getByText('Its order stopped the key, so it is not mailed.').waitFor()
  await press(page, 'Copy in German')
  await expect.poll(() => clipboard(page)).toContain('weil seine Zahlung zurückgebucht wurde.')
  const list = await console.open(`/projects/${console.service.project}/keys`)
  await list.getByRole('button', { name: 'Stopped', exact: true }).click()
  await list.getByRole('row').filter({ hasText: key }).getByText('Stopped').waitFor()
  await setStop(key, '')
  const again = await keys.open(key)
  await sentence(again, 'Works on one computer, without an end.')
  await again.getByText('Refused: the key is banned or stopped').waitFor()
  expect(await again.getByText('A computer was refused').count()).toBe(0)
})

describe('in every state', () => {
  /** Each state by name: how it is created, and the sentence about it in both languages. */
  const STATES: Readonly<Record<string, readonly [() => Promise<string>, RegExp, RegExp]>> = {
    works: [
      () => keys.create({ identifier: 'a'.repeat(64), note: MARKUP, vendor_note: MARKUP, chat_id: 'ada' }),
      /^Works/,
      /^Gilt/,
    ],
    unused: [
      () => keys.create({ key_days: 30 }),
      /^Not used yet; its 30 days/,
      /^Noch nicht benutzt; seine 30/,
    ],
    expired: [
      () => keys.create({ identifier: 'b'.repeat(64), auth_expire: inDays(-1) }),
      /^Does not work: it expired/,
      /^Gilt nicht: Er ist am .+ abgelaufen/,
    ],
    banned: [
      () => banned({ identifier: 'c'.repeat(64) }),
      /^Does not work: it is banned/,
      /^Gilt nicht: Er ist/,
    ],
    stopped: [
      async () => {
        const key = await keys.create({ identifier: 'c'.repeat(64) })
        await setStop(key, 'refunded', MARKUP)
        return key
      },
      /^Does not work: its order stopped it, because the purchase was refunded/,
      /^Gilt nicht: Seine Bestellung hat ihn gestoppt/,
    ],
    'computer-banned': [
      async () => {
        await banned({ identifier: 'd'.repeat(64) })
        return keys.create({ identifier: 'd'.repeat(64) })
      },
      /^Does not work: its computer is banned for good/,
      /^Gilt nicht: Sein Computer/,
    ],
    trial: [() => keys.startTrial('9'), /^A trial: works on one/, /^Eine Testzeit: Gilt auf einem/],
    computers: [
      async () => {
        const key = await keys.create({ max_devices: 2 })
        await keys.use(key, 'e')
        await keys.nameDevice(key, 'e', MARKUP.slice(0, 64).trim())
        return key
      },
      /^Works on 1 of 2 computers/,
      /^Gilt auf 1 von 2 Computern/,
    ],
  }

  const LOOKS: readonly Look[] = [
    { theme: 'light', width: 1280 },
    { theme: 'dark', locale: 'de-DE', width: 360 },
    ...(IS_LONG
      ? ([
          { theme: 'light', locale: 'de-DE', width: 3840, height: 2160 },
          { theme: 'dark', width: 768 },
        ] as const)
      : []),
  ]

  /** The states that are always tested. The sentences of the others have tests without a page. */
  const ALWAYS = ['works', 'banned', 'stopped', 'computers', 'trial']

  async function banned(fields: object): Promise<string> {
    const key = await keys.create(fields)
    await keys.ask('blacklistUser', { body: { user_key: key, ban_reason: MARKUP } })
    return key
  }

  test.each(Object.entries(STATES).filter(([name]) => IS_LONG || ALWAYS.includes(name)))(
    '%s: axe finds nothing, texts stay texts, nothing is cut',
    async (name, state) => {
      const [create, english, german] = state
      const key = await create()
      for (const look of LOOKS) {
        const text = look.locale === undefined ? english : german
        const page = await keys.open(key, look)
        await sentence(page, text)
        await page
          .getByText(/^(Device ID|Geräte-ID|No computer is|Kein Computer ist)/)
          .first()
          .waitFor()
        expect(await axeFindings(page)).toEqual([])
        expect(await widthOverflow(page)).toBeLessThanOrEqual(0)
        expect(await page.title()).toContain(key.slice(-4))
        expect(await page.locator('main :is(img, script)').count()).toBe(0)
        await picture(page, `key-${name}-${look.theme}-${look.width}`)
      }
    },
  )

  test('a key that does not exist also has an answer', async () => {
    const page = await console.open(`/projects/${console.service.project}/keys/none`)
    await page.getByRole('heading', { name: 'There is no such key' }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await picture(page, 'key-unknown')
    await press(page, 'Copy in German')
    await expect.poll(() => clipboard(page)).toContain('finden wir keine Lizenz')
  })
})
