import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  axeFindings,
  enter,
  enterItem,
  focused,
  IS_LONG,
  picture,
  startConsole,
  typeInto,
} from './support.ts'

const PASSWORD = 'a long summer by the sea'
const PERIOD_SECONDS = 30

const console = await startConsole()

test('a one-time link signs in once, and its token is in no address', async () => {
  const link = await console.invite('support', 'ada')
  const token = link.slice(link.lastIndexOf('/') + 1)
  const page = await console.openUrl('about:blank')
  const addresses: string[] = []
  page.on('request', (request) => {
    addresses.push(request.url())
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.getByRole('link', { name: 'Keys' }).waitFor()
  // A fragment is no part of a request.
  expect(addresses.filter((address) => address.includes(token))).toEqual([])
  expect(addresses.length).toBeGreaterThan(3)
  expect(page.url()).not.toContain(token)

  const second = await console.openUrl(link)
  await second.getByRole('button', { name: 'Sign in with this link' }).press('Enter')
  await expect.poll(() => second.getByRole('alert').textContent()).toContain('This link no longer works')
  expect(await axeFindings(second)).toEqual([])
  await picture(second, 'link-over')
  await second.getByRole('link', { name: 'Sign in with e-mail and password' }).click()
  await second.getByLabel('E-mail').waitFor()
})

test('a person sets a password and a code, and signs in with both, by keyboard alone', async () => {
  const page = await console.openUrl(await console.invite('read-only', 'grace'))
  await enter(page, 'Sign in with this link')
  await enter(page, 'Your account')

  // After a sign-in by link, the form does not ask for the current password.
  await typeInto(page, 'New password', 'too short')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('New password').evaluate(isInvalid)).toBe(true)
  await typeInto(page, 'New password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('The new password is set.').waitFor()

  await typeInto(page, 'Your password', PASSWORD)
  await enter(page, 'Set up')
  await expect.poll(() => focused(page)).toBe('Code')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const secret = (await page.locator('details code').textContent())?.replaceAll(' ', '') ?? ''
  await picture(page, 'account-code')
  await typeInto(page, 'Code', codeOf(secret))
  await page.keyboard.press('Enter')
  await page.getByText('Your authenticator app is set up.').waitFor()
  // The button with the focus has disappeared with its form.
  await expect.poll(() => focused(page)).toBe('Authenticator app')

  await enterItem(page, /grace@latchkey\.example$/, 'Sign out')
  // The address of the sign-in has the page to which it returns.
  await expect.poll(() => page.url()).toContain('account')
  await page.getByLabel('E-mail').pressSequentially('grace@latchkey.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('is wrong')
  await picture(page, 'sign-in-wrong')
  expect(await axeFindings(page)).toEqual([])
  expect(await page.getByLabel('E-mail').inputValue()).toBe('grace@latchkey.example')
  await typeInto(page, 'Password', PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByLabel('Code', { exact: true }).waitFor()
  await picture(page, 'sign-in-code')
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.type('000 000')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('code is wrong')
  // The code is of the next period: each code can be used once, and the service accepts one period
  // ahead.
  await typeInto(page, 'Code', codeOf(secret, PERIOD_SECONDS))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  expect(page.url()).toContain('/account')
})

test.runIf(IS_LONG)('a person sets a password and a code, and signs in with both, by mouse', async () => {
  const page = await console.openUrl(await console.invite('read-only', 'mary'))
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await click('Sign in with this link')
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await click('Set password')
  await page.getByText('The new password is set.').waitFor()

  await page.getByLabel('Your password').fill(PASSWORD)
  await click('Set up')
  await page.getByText('Enter the secret by hand').click()
  await click('Copy')
  const secret = (await page.locator('details code').textContent())?.replaceAll(' ', '') ?? ''
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await click('Confirm')
  await page.getByText('Your authenticator app is set up.').waitFor()

  await page.getByRole('button', { name: 'mary@latchkey.example' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('E-mail').fill('mary@latchkey.example')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await click('Sign in')
  // The code is of the next period: each code can be used once, and the service accepts one period
  // ahead.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, PERIOD_SECONDS))
  await click('Sign in')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
})

test.runIf(IS_LONG)('a person removes the authenticator app, by mouse and by keyboard alone', async () => {
  const page = await console.openUrl(await console.invite('read-only', 'annie'))
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('The new password is set.').waitFor()
  const setUp = page.getByRole('button', { name: 'Set up' })
  const remove = page.getByRole('button', { name: 'Remove' })
  for (const way of ['mouse', 'keyboard'] as const) {
    await page.getByLabel('Your password').fill(PASSWORD)
    await setUp.click()
    await page.getByText('Enter the secret by hand').click()
    const secret = (await page.locator('details code').textContent())?.replaceAll(' ', '') ?? ''
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await page.keyboard.press('Enter')
    await remove.waitFor()
    const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' })
    // The code is of the next period: each code can be used once, and the service accepts one
    // period ahead.
    if (way === 'mouse') {
      await remove.click()
      await question.getByLabel('Code').fill(codeOf(secret, PERIOD_SECONDS))
      await question.getByRole('button', { name: 'Remove' }).click()
    } else {
      await enter(page, 'Remove')
      await question.waitFor()
      await expect.poll(() => focused(page)).toBe('Code')
      await typeInto(page, 'Code', codeOf(secret, PERIOD_SECONDS))
      await enter(page, 'Remove')
    }
    await setUp.waitFor()
    await expect.poll(() => focused(page)).toBe('Authenticator app')
  }
})

test.runIf(IS_LONG)('somebody whose password is guessed still signs in, after a proof of work', async () => {
  const page = await console.openUrl(await console.invite('support', 'joan'))
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('The new password is set.').waitFor()
  await guess(page, 'joan@latchkey.example', 11)

  const fresh = await console.openUrl(console.origin)
  await fresh.getByLabel('E-mail').fill('joan@latchkey.example')
  await fresh.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const challenged = fresh.waitForResponse((response) => response.status() === 403)
  await fresh.getByRole('button', { name: 'Sign in' }).click()
  expect((await (await challenged).json()).challenge).toBeDefined()
  // The challenge takes 262,144 hashes on average.
  await fresh.getByRole('link', { name: 'Keys' }).waitFor({ timeout: 50_000 })
})

/** A second session of the owner, on another device. */
async function signInElsewhere(): Promise<Page> {
  const password = await console.ownerPassword()
  const elsewhere = await console.openUrl(console.origin)
  await elsewhere.getByLabel('E-mail').fill('demo@latchkey.example')
  await elsewhere.getByLabel('Password', { exact: true }).fill(password)
  await elsewhere.getByRole('button', { name: 'Sign in' }).click()
  await elsewhere.getByRole('navigation').first().waitFor()
  return elsewhere
}

test('a person ends another of their sessions, and signs in again where they were', async () => {
  const page = await console.open('/account')
  const elsewhere = await signInElsewhere()
  await elsewhere.getByRole('link', { name: 'People', exact: true }).click()
  await elsewhere.getByRole('heading', { name: 'People' }).waitFor()

  await page.reload()
  await page.getByRole('row').nth(2).waitFor()
  await picture(page, 'account-sessions')
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)

  // The page reads again, and finds that the session has ended.
  await elsewhere.getByRole('link', { name: 'Your account' }).click()
  await elsewhere.getByLabel('Password', { exact: true }).waitFor()
  expect(decodeURIComponent(elsewhere.url())).toContain('/account')
})

const WAYS = ['keyboard', ...(IS_LONG ? ['mouse'] : [])]
test.each(WAYS)('a person ends all other sessions at once, by %s', async (way) => {
  const page = await console.open('/account')
  const elsewhere = [await signInElsewhere(), await signInElsewhere()]
  await page.reload()
  await page.getByRole('row').nth(3).waitFor()
  if (way === 'keyboard') await enter(page, 'End all others')
  else await page.getByRole('button', { name: 'End all others' }).click()
  await page.getByText('Your other sessions were ended').waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  for (const other of elsewhere) {
    await other.getByRole('link', { name: 'Your account' }).click()
    await other.getByLabel('Password', { exact: true }).waitFor()
  }
})

test.runIf(IS_LONG)('a person ends another of their sessions by keyboard alone', async () => {
  const page = await console.open('/account')
  const elsewhere = await signInElsewhere()
  await page.reload()
  await page.getByRole('row').nth(2).waitFor()
  await enter(page, 'End')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  // The button is gone with its row.
  await expect.poll(() => focused(page)).toBe('Sessions')
  await enter(elsewhere, 'Your account')
  await elsewhere.getByLabel('Password', { exact: true }).waitFor()
})

const isInvalid = (field: unknown): boolean => !(field as HTMLInputElement).validity.valid

const codeOf = (secret: string, offsetSeconds = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + offsetSeconds })

/** Wrong sign-ins, as a guesser sends them. */
const guess = (page: Page, email: string, count: number): Promise<void> =>
  page.evaluate(
    async ([address, times]) => {
      for (let left = times; left > 0; left -= 1) {
        await fetch('/console/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: address, password: `guess ${left}` }),
        })
      }
    },
    [email, count] as const,
  )
