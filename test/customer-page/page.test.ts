import { expect, test } from 'vitest'
import { axeFindings, enter, openUrl, savedBy, tabTo, typeInto, widthOverflow } from '../console/support.ts'
import { CODE, LICENSE, MINE, REQUEST, startFake, TOKEN } from './fake-service.ts'

/** The limit for script, compressed as the service sends it. */
const MOST_BYTES = 90_000

test('a customer signs in by the code of a mail, and frees a computer: by the keyboard', async () => {
  const { state, url } = await startFake()
  const page = await openUrl(url)
  await page.getByLabel('E-mail address').waitFor()
  await typeInto(page, 'E-mail address', 'ada@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('If there are licenses for ada@example.org').waitFor()
  // Nothing but the code has the focus, and a wrong one says what to do.
  await page.keyboard.type('WRONG')
  await page.keyboard.press('Enter')
  await page.getByText('The code is wrong').waitFor()
  await typeInto(page, 'Code from the mail', CODE)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Harbour for the studio' }).waitFor()
  const { body } = state.received.find(({ id }) => id === 'requestSignIn') ?? {}
  expect(body).toEqual({ email: 'ada@example.org', language: 'en' })
  await enter(page, 'Free Laptop')
  await page.getByRole('heading', { name: 'Free Laptop?' }).waitFor()
  await enter(page, 'Free this computer')
  await page.getByText('The computer is free.').waitFor()
  await page.getByText('Computers: 1 of 2').waitFor()
  // The button is gone, so the heading of its license has the focus.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Harbour for the studio')
  expect(await axeFindings(page)).toEqual([])
})

test('a link is spent by its button alone, once, and its token is nowhere afterwards', async () => {
  const { state, url } = await startFake()
  const page = await openUrl(`${url}#in/${TOKEN}`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(state.received).toEqual([])
  expect(page.url()).toBe(url)
  await page.getByRole('button', { name: 'Sign in' }).dblclick()
  await page.getByRole('heading', { name: 'Your licenses' }).waitFor()
  expect(state.received.map(({ id }) => id)).toEqual(['signInByMailLink', 'getMine'])
  await page.goBack()
  await page.goForward()
  expect(page.url()).toBe(url)
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(TOKEN)
  // A second link in the same tab, and one that was used.
  await page.evaluate(() => {
    location.hash = '#in/used'
  })
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This link was used, has ended, or was replaced').waitFor()
  state.isSignedIn = false
  await page.getByRole('button', { name: 'To the sign-in' }).click()
  await page.getByLabel('E-mail address').waitFor()
})

test.each([
  ['signInByMailLink', 'in', 'Sign in'],
  ['acceptLicense', 'offer', 'Accept the license'],
  ['confirmMyAddress', 'address', 'Confirm this address'],
] as const)(
  '%s: the link #%s leads to the licenses, and says when cookies are missing',
  async (id, kind, button) => {
    const { state, url } = await startFake()
    state.hasCookies = false
    const page = await openUrl(`${url}#${kind}/${TOKEN}`)
    await page.getByRole('button', { name: button }).click()
    await page.getByText('Your browser stores no cookies').waitFor()
    state.isSignedIn = true
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Your licenses' }).waitFor()
    expect(state.received.filter((one) => one.id === id)).toHaveLength(1)
  },
)

test('an act without a fresh proof asks for one, and then goes on with what was typed', async () => {
  const { state, url } = await startFake()
  state.isSignedIn = true
  const page = await openUrl(url)
  await page.getByRole('button', { name: 'Hand over' }).click()
  await page.getByLabel('Their e-mail address').fill('grace@example.org')
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.getByRole('button', { name: 'Send me a mail' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Enter the code from the mail, or open its link').waitFor()
  await page.getByLabel('Code from the mail').fill(CODE)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Offered to grace@example.org').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(state.received.filter(({ id }) => id === 'requestSignIn').map(({ body }) => body['email'])).toEqual([
    'ada@example.org',
  ])
  await page.getByRole('button', { name: 'Take the offer back' }).click()
  await page.getByText('The offer has ended.').waitFor()
})

test('a proof by the link of the mail in another tab is enough, and a given up one changes nothing', async () => {
  const { state, url } = await startFake()
  state.isSignedIn = true
  const page = await openUrl(url)
  await page.getByRole('button', { name: 'Replace key' }).click()
  await page.getByRole('button', { name: 'Give me a new key' }).click()
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Give me a new key' }).click()
  await page.getByRole('button', { name: 'Send me a mail' }).click()
  state.isProven = true
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('The license has a new key.').waitFor()
  expect(await page.locator('code').textContent()).toBe('Z'.repeat(32))
})

test('a session that has ended meanwhile is begun again without losing what was typed', async () => {
  const { state, url } = await startFake()
  state.isSignedIn = true
  const page = await openUrl(url)
  await page.getByRole('button', { name: 'Change address' }).click()
  await page.getByLabel('New e-mail address').fill('ada@new.example')
  state.isSignedIn = false
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'You were signed out' }).waitFor()
  await page.getByRole('button', { name: 'Send me a mail' }).click()
  await page.getByLabel('Code from the mail').fill(CODE)
  await page.keyboard.press('Enter')
  await page.getByText('Look into the mail of the new address.').waitFor()
  expect(state.received.findLast(({ id }) => id === 'changeMyAddress')?.body['email']).toBe('ada@new.example')
})

test('a request is answered with the words of the computer that waits, by the keyboard', async () => {
  const { state, url } = await startFake({ ...MINE, requests: [REQUEST] })
  const page = await openUrl(`${url}#request/r1/${TOKEN}`)
  await page.getByRole('button', { name: 'Look at the request' }).waitFor()
  await enter(page, 'Look at the request')
  await page.getByText('Office PC').waitFor()
  await page.getByText('192.0.2.0/24').waitFor()
  await typeInto(page, 'The two words on the waiting computer', 'green harbour')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  state.refusals.allowRequest = { status: 409, code: 'WORDS_WRONG' }
  await enter(page, 'Free it for the new one')
  await page.getByText('the third wrong try ends the request').waitFor()
  delete state.refusals.allowRequest
  await enter(page, 'Free it for the new one')
  await page.getByText('The waiting computer opens').waitFor()
  expect(state.received.findLast(({ id }) => id === 'allowRequest')?.body).toEqual({
    request_id: 'r1',
    words: 'green harbour',
    computer_id: 'c2',
  })
  await page.getByText('The request was answered already').waitFor()
})

test('a link to a request without a token leads to the usual sign-in, and then to the request', async () => {
  const { url } = await startFake({ ...MINE, requests: [REQUEST] })
  const page = await openUrl(`${url}#request/r1/`)
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByRole('button', { name: 'Send me a mail' }).click()
  await page.getByLabel('Code from the mail').fill(CODE)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'A computer asks to be let in' }).waitFor()
})

test('“This was not me” refuses the computer, and leads to a new key', async () => {
  const { state, url } = await startFake({ ...MINE, requests: [REQUEST] })
  const page = await openUrl(`${url}#request/r1/${TOKEN}`)
  await page.getByRole('button', { name: 'Look at the request' }).click()
  await page.getByRole('button', { name: 'This was not me' }).click()
  await page.getByRole('heading', { name: 'Replace the key?' }).waitFor()
  expect(state.received.some(({ id }) => id === 'denyRequest')).toBe(true)
  await page.getByRole('button', { name: 'Give me a new key' }).click()
  await page.getByText('The license has a new key.').waitFor()
})

test('a license file is made from a dropped request, or from its text, and downloaded', async () => {
  const { state, url } = await startFake()
  state.isSignedIn = true
  state.isProven = true
  const page = await openUrl(url)
  await page.getByRole('button', { name: 'License file' }).click()
  const field = page.getByLabel('Request of the app')
  const drop = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.items.add(new File(['a dropped request'], 'harbour.request'))
    return data
  })
  await field.dispatchEvent('drop', { dataTransfer: drop })
  await expect.poll(() => field.inputValue()).toBe('a dropped request')
  state.refusals.makeMyLicenseFile = { status: 400, code: 'WRONG_REQUEST' }
  await page.getByRole('button', { name: 'Make the license file' }).click()
  await page.getByText('This is no request of this app and key').waitFor()
  delete state.refusals.makeMyLicenseFile
  await field.fill('a pasted request')
  const make = () => page.getByRole('button', { name: 'Make the license file' }).click()
  expect(await savedBy(page, make)).toBe('a license file')
  expect(state.received.findLast(({ id }) => id === 'makeMyLicenseFile')?.body['request']).toBe(
    'a pasted request',
  )
})

test('the other jobs: keys by mail, erasure, language, and the end of the session', async () => {
  const { state, url } = await startFake()
  state.isSignedIn = true
  const page = await openUrl(url)
  await page.getByRole('button', { name: 'Copy key' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(LICENSE.key)
  expect(await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')).toBe(
    `harbour://activate?key=${LICENSE.key}`,
  )
  await page.getByRole('button', { name: 'Send me my keys' }).click()
  await page.getByText('A mail with your keys is on its way.').waitFor()
  await page.getByRole('button', { name: 'Ask for erasure' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for erasure' }).click()
  await page.getByText('You asked for erasure on').waitFor()
  await page.getByRole('button', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Ihre Lizenzen' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.getByLabel('E-Mail-Adresse').waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
})

test('names, notes and addresses are texts, never markup, and no address of a shop is run', async () => {
  const script = '<img src=x onerror="alert(1)"><script>alert(1)</script>'
  const [order] = MINE.orders
  if (order === undefined) throw new Error('There is no order')
  const stored = {
    ...MINE,
    email: 'a"><b>@example.org',
    name: script,
    licenses: [
      { ...LICENSE, note: script, features: [script], handed_to: script },
      {
        ...LICENSE,
        id: 'l9',
        key: '',
        state: 'banned',
        reason: script,
        computers: [{ ...LICENSE.computers[0], name: script }],
      },
    ],
    orders: [
      { ...order, order: script, products: [script], state: script, shop_page: 'javascript:alert(1)' },
    ],
    requests: [{ ...REQUEST, computer: script, network: script }],
  } as typeof MINE
  const { state, url } = await startFake(stored, { project: `</script>${script}`, support: script })
  state.isSignedIn = true
  const page = await openUrl(url)
  let hasAlert = false
  page.on('dialog', () => {
    hasAlert = true
  })
  await page.getByRole('heading', { name: script }).first().waitFor()
  expect(await page.locator('img[src="x"], script:not([src], [type="application/json"]), b').count()).toBe(0)
  expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
  expect(hasAlert).toBe(false)
  expect(await page.title()).toContain('</script>')
})

test('200 licenses are searched, on a narrow screen with large text', async () => {
  const licenses = Array.from({ length: 200 }, (_, n) => ({
    ...LICENSE,
    id: `l${n}`,
    note: `Seat ${n} ${'x'.repeat(60)}`,
  }))
  const { state, url } = await startFake({ ...MINE, licenses })
  state.isSignedIn = true
  const page = await openUrl(url, { width: 320 })
  await page.getByText('Only the newest 200 are shown.').waitFor()
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await widthOverflow(page)).toBeLessThanOrEqual(0)
  await tabTo(page, 'Search your licenses')
  await page.keyboard.type('seat 137')
  await expect.poll(() => page.getByRole('heading', { level: 2, name: /^Seat/ }).count()).toBe(1)
})

test('the page opens with at most 90 kB of compressed script', async () => {
  const { url } = await startFake()
  const page = await openUrl(url)
  await page.getByLabel('E-mail address').waitFor()
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  process.stderr.write(`Page of customers: ${Math.round(bytes / 1000)} kB of compressed script\n`)
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  expect(bytes).toBeGreaterThan(40_000)
})
