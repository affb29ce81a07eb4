import { expect, test } from 'vitest'
import { enter, enterItem, focused, startConsole, tabTo } from './support.ts'

const console = await startConsole()

test('an owner invites, promotes and removes a person, by keyboard alone', async () => {
  const page = await console.open('/people')
  await enter(page, 'Invite a person')
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await dialog.waitFor()
  // The service names the field of what the browser lets pass.
  await tabTo(page, 'E-mail')
  await page.keyboard.type('ada@latchkey.example')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('alertdialog', { name: 'A link for ada@latchkey.example' })
  const link = (await shown.locator('code').textContent()) ?? ''
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'detached' })
  // Shown once: it is nowhere on the page any more.
  expect(await page.content()).not.toContain(link)

  const invited = await console.openUrl(link)
  await enter(invited, 'Sign in with this link')
  await enter(invited, 'Your account')
  await invited.getByText('Sees everything, changes nothing.').waitFor()
  // A role that may not see people does not see the page either.
  expect(await invited.getByRole('link', { name: 'People' }).count()).toBe(0)

  const row = page.getByRole('row', { name: 'ada@latchkey.example' })
  await enterItem(page, 'Actions for ada@latchkey.example', /Owner$/)
  await expect.poll(() => row.textContent()).toContain('Owner')
  await page.keyboard.press('Escape')
  await page.keyboard.press('F6')
  await enter(page, 'Undo')
  await expect.poll(() => row.textContent()).toContain('Read-only')

  await enterItem(page, 'Actions for ada@latchkey.example', 'Remove')
  const question = page.getByRole('alertdialog', { name: 'Remove ada@latchkey.example?' })
  await question.waitFor()
  // What cannot be undone is never one Enter away.
  await expect.poll(() => question.getByRole('button', { name: 'Cancel' }).evaluate(isFocused)).toBe(true)
  await enter(page, 'Remove')
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
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('demo@latchkey.example')
  await page.keyboard.press('Escape')

  // The only owner stays one.
  await page.getByRole('button', { name: 'Actions for demo@latchkey.example' }).click()
  await page.getByRole('menuitemradio', { name: 'Support' }).click()
  await page.getByRole('alert').waitFor()
  await expect.poll(() => page.getByRole('row', { name: 'demo@' }).textContent()).toContain('Owner')
})

test('without a connection the page says so, sends no change twice, and goes on by itself', async () => {
  const page = await console.open('/people')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByLabel('E-mail').fill('lost@latchkey.example')
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
  // Nothing was sent when the connection was back: the person was not invited.
  expect(await page.getByRole('row', { name: 'lost@' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByRole('alertdialog', { name: 'A link for lost@latchkey.example' }).waitFor()
})

test('a page that opens without a connection shows its data when the service is back', async () => {
  const page = await console.open('/account')
  await page.route('**/console/people', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByText('No connection to the service.').waitFor()
  await page.unroute('**/console/people')
  await page.getByRole('row', { name: 'demo@' }).waitFor()
})

const isFocused = (element: unknown): boolean => element === document.activeElement
