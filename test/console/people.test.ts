import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  axeFindings,
  enter,
  enterItem,
  focused,
  lookFindings,
  OWNER_PASSWORD,
  picture,
  startConsole,
  tabTo,
  typeInto,
} from './support.ts'

const console = await startConsole()
beforeAll(() => console.ownerPassword())

/** Types the password into the dialog that asks for it, by the keyboard. */
async function confirm(page: Page): Promise<void> {
  await typeInto(page, 'Your password', OWNER_PASSWORD)
  await page.keyboard.press('Enter')
}

test('an owner invites, promotes and removes a person, by keyboard alone', async () => {
  const page = await console.open('/people')
  await enter(page, 'Invite a person')
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.waitFor()
  // The browser accepts this address, and the service names the field.
  await tabTo(page, 'E-mail')
  await page.keyboard.type('ada@latchkey.example')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await picture(page, 'invite')
  await confirm(page)
  const shown = page.getByRole('alertdialog', { name: 'A link for ada@latchkey.example' })
  const link = (await shown.locator('code').textContent()) ?? ''
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
  // The link is shown once: it is not in the page any more.
  expect(await page.content()).not.toContain(link)

  const invited = await console.openUrl(link)
  await enter(invited, 'Sign in with this link')
  await enter(invited, 'Your account')
  await invited.getByText('Sees everything, changes nothing.').waitFor()
  // This role may not see people, so it does not see the page either.
  expect(await invited.getByRole('link', { name: 'People', exact: true }).count()).toBe(0)

  const row = page.getByRole('row', { name: 'ada@latchkey.example' })
  await enterItem(page, 'Actions for ada@latchkey.example', /Owner$/)
  const role = page.getByRole('alertdialog', { name: 'Change the role of ada@latchkey.example?' })
  await role.waitFor()
  await expect.poll(() => focused(page)).toBe('Your password')
  await picture(page, 'role')
  await confirm(page)
  await expect.poll(() => row.textContent()).toContain('Owner')
  await role.waitFor({ state: 'detached' })
  // The code that handles F6 is loaded with the first toast.
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.keyboard.press('F6')
  await enter(page, 'Undo')
  await role.waitFor()
  await expect.poll(() => focused(page)).toBe('Your password')
  await confirm(page)
  await expect.poll(() => row.textContent()).toContain('Read-only')
  await role.waitFor({ state: 'detached' })

  await enterItem(page, 'Actions for ada@latchkey.example', 'Remove')
  const question = page.getByRole('alertdialog', { name: 'Remove ada@latchkey.example?' })
  await question.waitFor()
  // A removal cannot be undone, so a single Enter must not be enough.
  await expect.poll(() => focused(page)).toBe('Your password')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Your password').evaluate(isInvalid)).toBe(true)
  await typeInto(page, 'Your password', 'not the password')
  await page.keyboard.press('Enter')
  await page.getByText('The password is wrong.').waitFor()
  expect(await page.getByLabel('Your password').inputValue()).toBe('')
  // The row is behind the dialog, so it cannot be found by its role.
  expect(await page.locator('tbody tr', { hasText: 'ada@latchkey.example' }).count()).toBe(1)
  await confirm(page)
  await row.waitFor({ state: 'detached' })
  // The button that opened the menu is gone with its row.
  await expect.poll(() => focused(page)).toBe('Who may sign in')
  await invited.reload()
  await invited.getByLabel('Password').waitFor()
})

test('a refusal is beside its field, and keeps what was typed', async () => {
  const page = await console.open('/people')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('E-mail').fill('demo@latchkey.example')
  await page.getByLabel('Your password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByText('Somebody signs in with this e-mail address already.').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('demo@latchkey.example')
  await page.keyboard.press('Escape')

  // The only owner cannot get another role.
  await page.getByRole('button', { name: 'Actions for demo@latchkey.example' }).click()
  // A link for oneself would prolong a session that somebody has stolen.
  expect(await page.getByRole('menuitem', { name: 'New one-time link' }).count()).toBe(0)
  await page.getByRole('menuitemradio', { name: 'Support' }).click()
  await page.getByLabel('Your password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Change role' }).click()
  await page.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('row', { name: 'demo@' }).textContent()).toContain('Owner')
})

test('without a connection the page says so, sends no change twice, and goes on by itself', async () => {
  const page = await console.open('/people')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('E-mail').fill('lost@latchkey.example')
  await page.getByLabel('Your password').fill(OWNER_PASSWORD)
  let tries = 0
  await page.route('**/console/**', (route) => {
    if (route.request().method() === 'POST') tries += 1
    return route.abort('connectionrefused')
  })
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('may or may not be done')
  await page.getByText('No connection to the service.').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('lost@latchkey.example')

  await page.unroute('**/console/**')
  await page.getByText('No connection to the service.').waitFor({ state: 'detached' })
  expect(tries).toBe(1)
  // The request was not sent again when the connection was back, so the person was not invited.
  expect(await page.getByRole('row', { name: 'lost@' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByRole('alertdialog', { name: 'A link for lost@latchkey.example' }).waitFor()
})

test('a new link resets a sign-in by mouse, which every owner sees, and the person waits', async () => {
  const page = await console.open('/people')
  await console.invite('owner', 'grace')
  await page.reload()
  const actions = () => page.getByRole('button', { name: 'Actions for grace@latchkey.example' }).click()
  const link = async (): Promise<string> => {
    await actions()
    await page.getByRole('menuitem', { name: 'New one-time link' }).click()
    await page.getByRole('alertdialog', { name: 'Make a link for grace@latchkey.example?' }).waitFor()
    await page.getByLabel('Your password').fill(OWNER_PASSWORD)
    await page.getByRole('button', { name: 'Make a link' }).click()
    const text = (await page.locator('[role=alertdialog] code').textContent()) ?? ''
    await page.getByRole('button', { name: 'Close' }).click()
    return text
  }
  const signIn = async (look = {}): Promise<Page> => {
    const opened = await console.openUrl(await link(), look)
    await opened.getByRole('button').first().click()
    await opened.getByRole('navigation').first().waitFor()
    await opened.goto(`${console.origin}/#/account`)
    return opened
  }
  const first = await signIn()
  await first.getByLabel('New password').fill('a first password')
  await first.getByRole('button', { name: 'Set password' }).click()
  await first.getByText('The new password is set.').waitFor()
  expect(await first.getByText('Until').count()).toBe(0)
  // A link replaces only a password of an earlier second, so that it does so once.
  const second = () => Math.floor(Date.now() / 1_000)
  await expect.poll(second).toBeGreaterThan(second())
  // The person has forgotten the password, and signs in by a new link.
  const again = await signIn({ locale: 'de-DE', width: 360 })
  expect(await lookFindings(again, 'account-forgotten-de', { fullPage: true })).toEqual([])
  await again.getByLabel('Neues Passwort').fill('a second password')
  await again.getByRole('button', { name: 'Passwort setzen' }).click()
  await again.getByText('Das neue Passwort gilt.').waitFor()
  await again.getByText('Ein Einmal-Link hat Ihre Anmeldung zurückgesetzt.').waitFor()
  await again.goto(`${console.origin}/#/people`)
  await again.getByRole('button', { name: 'Person einladen' }).click()
  await again.getByRole('dialog').getByText('Ein anderer Inhaber kann es.').waitFor()
  expect(await lookFindings(again, 'people-waits-de')).toEqual([])

  await page.reload()
  await page.getByText('A one-time link has reset the sign-in of grace@latchkey.example').waitFor()
  expect(await page.getByRole('row', { name: 'grace@' }).textContent()).toContain('Reset by a link')
  expect(await axeFindings(page)).toEqual([])
  expect(await lookFindings(page, 'people-reset')).toEqual([])
  // An owner who knows nothing about the reset removes the person.
  await actions()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByLabel('Your password').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('row', { name: 'grace@' }).waitFor({ state: 'detached' })
})

test('a page that opens without a connection shows its data when the service is back', async () => {
  const page = await console.open('/account')
  await page.route('**/console/people', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByText('No connection to the service.').waitFor()
  await page.unroute('**/console/people')
  await page.getByRole('row', { name: 'demo@' }).waitFor()
})

const isInvalid = (field: unknown): boolean => !(field as HTMLInputElement).validity.valid
