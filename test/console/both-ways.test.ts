import { readFile } from 'node:fs/promises'
import type { KeyRecord } from '@latchkey/management'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { createKeyHelpers, deviceOf, inDays } from './key-support.ts'
import { enter, enterItem, type Opening, savedBy, startConsole, tabTo, typeInto } from './support.ts'

/**
 * Other tests do each of these jobs either by mouse or by keyboard. This file does them in the
 * other way. `npm run test:long` runs it on both engines.
 */
const console = await startConsole()
const keys = createKeyHelpers(console)

const MOST_PASTED = 5_000

const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const sentence = (page: Page, text: string | RegExp) =>
  page.getByRole('paragraph').filter({ hasText: text }).first().waitFor()
const dialogOf = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
const openKeys = (look?: Opening): Promise<Page> =>
  console.open(`/projects/${console.service.project}/keys`, look)
const recordOf = async (key: string): Promise<KeyRecord> => (await keys.found(key)).key

/** Waits until a dialog has the focus. */
async function inDialog(page: Page, title: string | RegExp): Promise<void> {
  await expect
    .poll(() => dialogOf(page, title).evaluate((one) => one.contains(document.activeElement)))
    .toBe(true)
}
/** Pastes a text. For 5,000 lines, `fill` takes Chromium half a minute. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}
/** Undoes the last change. F6 moves the focus to the newest toast. */
async function undo(page: Page, undone: () => Promise<unknown>): Promise<void> {
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('F6')
  await enter(page, 'Undo')
  await undone()
  // While a toast is shown, Tab goes from the end of the page to where F6 was pressed. A new page
  // has no toast.
  await page.reload()
  await page.getByRole('button', { name: 'Ban…' }).waitFor()
}

describe('by keyboard alone', () => {
  test('keys are created, filtered, sorted, noted, banned, freed, changed, downloaded and deleted', async () => {
    const page = await openKeys()
    const type = (field: string | RegExp, text: string) => typeInto(page, field, text)
    const more = (item: string) => enterItem(page, /^More/, item)
    await enter(page, 'Create keys')
    await inDialog(page, 'Create keys')
    await type('How many', '3')
    await tabTo(page, 'They last')
    await page.keyboard.press('ArrowDown')
    await type('Days', '30')
    await type('Note', 'By keyboard 1')
    await enter(page, 'Create 3 keys')
    await page.getByRole('heading', { name: '3 keys created' }).waitFor()
    const list = await page.getByRole('region', { name: 'The new keys' }).innerText()
    await enter(page, 'Done')
    const made = list.split('\n')
    const records = () => Promise.all(made.map(recordOf))

    await page.keyboard.press('/')
    await page.keyboard.type('by keyboard 1')
    await page.getByText('1 to 3 of 3').waitFor()
    await tabTo(page, 'In use')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect.poll(() => page.url()).toContain('unused')
    await enter(page, /^Ends: any time/)
    await enter(page, 'In the next 7 days')
    await page.getByText('No key matches').waitFor()
    await enter(page, 'Any time')
    await page.keyboard.press('Escape')
    await page.getByText('1 to 3 of 3').waitFor()
    await tabTo(page, /^Ends: any time/)
    await enter(page, /^Key\W*$/)
    await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain(made[0])

    const [saved] = await Promise.all([page.waitForEvent('download'), enter(page, 'Download CSV')])
    expect((await readFile(await saved.path(), 'utf8')).trim().split('\r\n')).toHaveLength(4)

    const select = async (): Promise<void> => {
      await tabTo(page, 'Select this page')
      await page.keyboard.press('Space')
      await page.getByText('3 keys selected').waitFor()
    }
    await select()
    await enter(page, 'Note')
    await inDialog(page, 'Note on 3 keys')
    await type('Text', 'By keyboard 1, changed')
    await enter(page, 'Save on 3 keys')
    await expect
      .poll(async () => (await records()).every(({ vendor_note }) => vendor_note.endsWith('changed')))
      .toBe(true)
    await page.getByRole('dialog', { name: 'Note on' }).waitFor({ state: 'detached' })

    await select()
    await enter(page, 'Ban')
    await inDialog(page, 'Ban 3 keys')
    await type('Reason', 'Refund')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await records()).map(({ banned }) => banned)).toEqual([1, 1, 1])
    // These keys are no longer unused.
    await page.getByText('No key matches').waitFor()
    await enter(page, 'Show all keys')
    await page.keyboard.press('/')
    await page.keyboard.type('by keyboard 1')
    await page.getByText('1 to 3 of 3').waitFor()

    await select()
    await more('Lift ban')
    await inDialog(page, 'Lift the ban of 3 keys')
    await enter(page, 'Lift the ban of 3 keys')
    await expect.poll(async () => (await records()).map(({ banned }) => banned)).toEqual([0, 0, 0])
    await dialogOf(page, 'Lift the ban').waitFor({ state: 'detached' })
    await select()
    await more('What they open')
    await inDialog(page, /^What /)
    await type('Add features', 'export')
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await records()).map(({ features }) => features))
      .toEqual([['export'], ['export'], ['export']])
    await page.getByRole('dialog', { name: /^What / }).waitFor({ state: 'detached' })
    await select()
    await more('Reset device')
    await inDialog(page, 'Reset the device of 3 keys')
    await enter(page, 'Reset 3 keys')
    await page.getByText('Device reset: 3 keys').first().waitFor()
    await dialogOf(page, 'Reset the device').waitFor({ state: 'detached' })
    await select()
    await more('Delete')
    await inDialog(page, 'Delete 3 keys')
    await type('Type 3 to confirm', '3')
    await page.keyboard.press('Enter')
    await page.getByText('No key matches').waitFor()
    for (const key of made) await expect(keys.found(key)).rejects.toThrow('not found')
  })

  test('a key is reset, released, linked, ended and moved, and each is undone where it can be', async () => {
    const key = await keys.create({ auth_expire: inDays(10), identifier: deviceOf('1') })
    const page = await keys.open(key)
    await enter(page, 'Reset computer')
    await sentence(page, /^Works on the next computer/)
    await undo(page, () => expect.poll(async () => (await recordOf(key)).identifier).toBe(deviceOf('1')))

    await enter(page, 'Chat ID: Link')
    await page.keyboard.type('by-keyboard')
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await recordOf(key)).chat_id).toBe('by-keyboard')
    await undo(page, () => expect.poll(async () => (await recordOf(key)).chat_id).toBe(''))

    await enter(page, 'Set the end…')
    await tabTo(page, 'The key')
    await page.keyboard.press('ArrowDown')
    await tabTo(page, 'Last day')
    await page.keyboard.type('03032037')
    await page.keyboard.press('Enter')
    await sentence(page, /3 March 2037\.$/)
    await undo(page, () => sentence(page, /20(26|27)\.$/))

    await enter(page, 'Copy in English')
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain(`that ends in ${key.slice(-4)}`)
    await enter(page, 'Copy in German')
    await expect.poll(copied).toContain(`mit der Endung ${key.slice(-4)}`)

    await enter(page, 'Offline license…')
    await inDialog(page, /./)
    await tabTo(page, 'Activation request')
    await page.keyboard.insertText(keys.activationRequest(key, '1'))
    await enter(page, 'Make license')
    const license = page.getByRole('textbox', { name: 'License file' })
    await license.waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), enter(page, 'Download')])
    expect((await readFile(await file.path(), 'utf8')).trim()).toBe(await license.inputValue())
    await enter(page, 'Done')
    await license.waitFor({ state: 'detached' })

    await enter(page, /^Release/)
    await inDialog(page, /^Release/)
    await enter(page, 'Release')
    await dialogOf(page, /^Release/)
      .getByText('offline license')
      .waitFor()
    await enter(page, 'Release anyway')
    await expect.poll(async () => (await recordOf(key)).identifier).toBe('')
  })

  test('a trial becomes a bought key', async () => {
    const key = await keys.startTrial('2')
    const page = await keys.open(key)
    await enter(page, 'Make it a bought key')
    await inDialog(page, /./)
    await enter(page, 'Make it a bought key')
    await expect.poll(async () => (await recordOf(key)).trial).toBe(false)
  })

  test('of two people who change one key, the second is asked', async () => {
    const key = await keys.create({ note: 'Before' })
    const [page, colleague] = [await keys.open(key), await keys.open(key, { role: 'support' })]
    for (const [one, note] of [
      [page, 'Mine'],
      [colleague, 'Theirs'],
    ] as const) {
      await enter(one, 'Note: Edit')
      await one.getByRole('textbox', { name: 'Note' }).waitFor()
      await one.keyboard.press('Control+a')
      await one.keyboard.type(note)
    }
    await colleague.keyboard.press('Control+Enter')
    await expect.poll(async () => (await recordOf(key)).note).toBe('Theirs')
    await page.keyboard.press('Control+Enter')
    const title = 'Somebody changed this key meanwhile'
    await inDialog(page, title)
    await dialogOf(page, title).getByText('support@latchkey.example').waitFor()
    // The button that keeps the other person's change has the focus.
    await page.keyboard.press('Enter')
    await dialogOf(page, title).waitFor({ state: 'detached' })
    expect((await recordOf(key)).note).toBe('Theirs')
    await tabTo(page, 'Note')
    await page.keyboard.press('Control+Enter')
    await inDialog(page, title)
    await enter(page, 'Do it anyway')
    await expect.poll(async () => (await recordOf(key)).note).toBe('Mine')
  })

  test('a paste of 5,000 keys is read, and all of them are extended', async () => {
    const { made, text } = await pasted()
    const page = await openKeys()
    await enter(page, 'Paste keys')
    await inDialog(page, 'Paste keys')
    await tabTo(page, 'Text with keys')
    await paste(page, text)
    await enter(page, 'Read keys')
    await page.getByText('In this project: 5,000 keys').waitFor()
    await page.getByRole('heading', { name: 'Not a key: 2' }).waitFor()
    await enter(page, 'Select 5,000 keys')
    await page.getByText('5,000 keys selected').waitFor()
    await enter(page, 'Extend')
    await inDialog(page, 'Extend 5,000 keys')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await page.getByText('5,000 keys extended').first().waitFor({ timeout: 50_000 })
    for (const key of [made[0], made.at(-1)]) expect((await recordOf(key ?? '')).key_days).toBe(8)
  })

  test('a customer is exported and erased', async () => {
    await keys.create({ customer_email: 'keyboard@shop.example' })
    const page = await console.open('/customers?q=keyboard')
    await enter(page, 'keyboard@shop.example')
    await page.getByRole('heading', { level: 1, name: 'Customer' }).waitFor()
    const saved = JSON.parse(await savedBy(page, () => enter(page, 'Export')))
    expect(saved.customer.email).toBe('keyboard@shop.example')
    await enter(page, 'Erase…')
    await inDialog(page, 'Erase this customer?')
    await typeInto(page, /^Type keyboard@/, 'keyboard@shop.example')
    await enter(page, 'Erase customer')
    await page.getByText('The customer was erased.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  })
})

describe('by mouse', () => {
  test('a customer is changed, and joined with another one', async () => {
    for (const name of ['mouse', 'cheese']) await keys.create({ customer_email: `${name}@shop.example` })
    const page = await console.open('/customers?q=mouse%40shop')
    await page.getByRole('link', { name: 'mouse@shop.example' }).click()
    await click(page, 'Change…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Ann Mouse')
    await click(page, 'Save')
    await page.getByText('Ann Mouse').waitFor()
    await click(page, 'Join…')
    await page.getByLabel('Address or name of the other customer').fill('cheese@')
    await page.getByRole('group', { name: 'The other customer' }).getByText('cheese@').click()
    await page.getByRole('group', { name: 'Which address stays?' }).getByText('cheese@').click()
    await click(page, 'Join customers')
    await page.getByRole('heading', { name: '2 keys' }).waitFor()
    expect(
      (await keys.ask('getCustomer', { query: { email: 'cheese@shop.example' } })).customer,
    ).toMatchObject({ name: 'Ann Mouse', keys: 2 })
  })

  test('a key is banned, freed, limited and deleted', async () => {
    const key = await keys.create({ identifier: deviceOf('3') })
    const page = await keys.open(key)
    await click(page, 'Ban…')
    await page.getByLabel('Reason').fill('Charged back')
    await click(page, 'Ban')
    await sentence(page, /^Does not work: it is banned for good/)
    await click(page, 'Lift ban')
    await sentence(page, /^Works on one computer/)
    // The toast of the ban has disappeared, because its Undo no longer fits.
    await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    await click(page, 'Undo')
    await sentence(page, /^Does not work: it is banned for good, reason: “Charged back”\.$/)
    await click(page, 'Lift ban')
    await click(page, 'Computers and moves: Change')
    await page.getByLabel('Computers', { exact: true }).fill('3')
    await click(page, 'Save')
    await page.getByText('1 of 3 linked.').waitFor()
    await click(page, 'Delete…')
    await page.getByLabel(/^Type /).fill(key.slice(-4))
    await click(page, 'Delete this key')
    await expect.poll(() => page.url()).toMatch(/\/keys$/)
    await expect(keys.found(key)).rejects.toThrow('not found')
  })

  test('5,000 keys are created, sorted, paged and filtered by their end, pasted and deleted', async () => {
    const page = await openKeys()
    await click(page, 'Create keys')
    const form = dialogOf(page, 'Create keys')
    await form.getByLabel('How many').fill(String(MOST_PASTED))
    await form.getByLabel('Note', { exact: true }).fill('By mouse 5')
    await click(page, 'Create 5,000 keys')
    const done = dialogOf(page, '5,000 keys created')
    await done.waitFor({ timeout: 50_000 })
    const [list] = await Promise.all([page.waitForEvent('download'), click(page, 'Download CSV')])
    const text = await readFile(await list.path(), 'utf8')
    await click(page, 'Done')
    await page.getByRole('searchbox').fill('by mouse 5')
    await page.getByText('1 to 100 of more than').waitFor()
    const first = () => page.getByRole('row').nth(1).innerText()
    const newest = await first()
    await click(page, 'Next page')
    await page.getByText('101 to 200 of more than').waitFor()
    await click(page, 'First page')
    await page.getByText('1 to 100 of more than').waitFor()
    await click(page, /^Key/)
    await expect.poll(first).not.toBe(newest)
    await click(page, /^Ends: any time/)
    await click(page, 'In the next 7 days')
    await page.getByText('No key matches').waitFor()
    await click(page, 'Any time')
    await page.keyboard.press('Escape')
    await page.getByText('1 to 100 of more than').waitFor()

    await click(page, 'Paste keys')
    await page.getByLabel('Text with keys').click()
    await paste(page, text)
    await click(page, 'Read keys')
    await page.getByText('In this project: 5,000 keys').waitFor()
    await click(page, 'Select 5,000 keys')
    await click(page, /^More/)
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByLabel('Type 5,000 to confirm').fill('5000')
    await click(page, 'Delete 5,000 keys')
    await page.getByText('No key matches').waitFor({ timeout: 50_000 })
  })

  test('a person is invited, promoted and removed', async () => {
    const password = await console.ownerPassword()
    const page = await console.open('/people')
    const confirm = async (action: string): Promise<void> => {
      await page.getByLabel('Your password').fill(password)
      await page
        .getByRole('dialog')
        .or(page.getByRole('alertdialog'))
        .getByRole('button', { name: action })
        .click()
    }
    await click(page, 'Invite a person')
    await page.getByLabel('E-mail').fill('mouse@latchkey.example')
    await confirm('Make a link')
    await dialogOf(page, 'A link for mouse@latchkey.example').waitFor()
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: 'mouse@latchkey.example' })
    const actions = page.getByRole('button', { name: 'Actions for mouse@latchkey.example' })
    await actions.click()
    await page.getByRole('menuitemradio', { name: 'Owner' }).click()
    await confirm('Change role')
    await expect.poll(() => row.textContent()).toContain('Owner')
    await dialogOf(page, /^Change the role/).waitFor({ state: 'detached' })
    await click(page, 'Undo')
    await confirm('Change role')
    await expect.poll(() => row.textContent()).not.toContain('Owner')
    await actions.click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await dialogOf(page, /^Remove /).waitFor()
    await confirm('Remove')
    await row.waitFor({ state: 'detached' })
  })
})

/** 5,000 keys of the project in the lines of an e-mail, with two that are none. */
async function pasted(): Promise<{ readonly made: readonly string[]; readonly text: string }> {
  const { user_keys: made } = await keys.ask('createKeys', {
    body: { count: MOST_PASTED, key_days: 1, note: 'Pasted' },
  })
  return { made, text: `Dear Ada,\n${made.join('\n')}\n${'a'.repeat(31)}` }
}
