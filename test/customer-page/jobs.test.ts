import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendCheck } from '../../packages/service/src/testing/test-service.ts'
import { deviceOf } from '../console/key-support.ts'
import { axeFindings, enter, IS_LONG, openUrl, savedBy, typeInto } from '../console/support.ts'
import { startReal } from './real-service.ts'

const OWNER = 'ada@example.org'

interface Hands {
  press(page: Page, name: string): Promise<void>
  type(page: Page, field: string, text: string): Promise<void>
}

/** The same jobs are done in both ways. */
const HANDS: Readonly<Record<string, Hands>> = {
  mouse: {
    async press(page, name) {
      const dialogs = page.getByRole('dialog')
      const within = (await dialogs.count()) > 0 ? dialogs.last() : page
      await within.getByRole('button', { name, exact: true }).first().click()
    },
    type: (page, field, text) => page.getByLabel(field).last().fill(text),
  },
  keyboard: {
    async press(page, name) {
      await page.getByRole('button', { name, exact: true }).last().waitFor()
      await enter(page, name)
    },
    async type(page, field, text) {
      await page.getByLabel(field).last().waitFor()
      await typeInto(page, field, text)
    },
  },
}

// In short runs by the keyboard alone, which is the more difficult way.
test.each(Object.entries(HANDS).filter(([name]) => IS_LONG || name === 'keyboard'))(
  'a customer does every job with mails of a real server: by %s',
  { timeout: 240_000 },
  async (_name, { press, type }) => {
    const { keys, nextMail, url, demo } = await startReal()
    const owned = { customer_email: OWNER, customer_name: 'Ada', max_devices: 2, moves_per_year: 20 }
    const key = await keys.create({ ...owned, note: 'The studio' })
    for (const device of ['a', 'b']) expect(await keys.use(key, device)).toBe('KEY_VALID')
    await keys.nameDevice(key, 'a', 'Old laptop')
    await keys.nameDevice(key, 'b', 'Studio PC')

    // Sign in by a code, in the browser that asked for it.
    const page = await openUrl(url)
    await type(page, 'E-mail address', OWNER)
    await press(page, 'Send me a mail')
    const mail = await nextMail(OWNER, /sign in/i)
    await type(page, 'Code from the mail', mail.code)
    await press(page, 'Continue')
    await page.getByRole('heading', { name: 'The studio' }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    // A computer that asks at its gate is let in by the words that it shows.
    const { appName, executor, secrets, userAgent } = demo
    const check = { key, deviceId: deviceOf('c'), userAgent, name: 'Waiting Mac' }
    const asked = await sendCheck(demo.url, { appName, executor, secrets }, { ...check, use: 'ask-owner' })
    const { words = [] } = asked.body as { words?: readonly string[] }
    const request = await openUrl((await nextMail(OWNER, /computer/i)).link)
    await press(request, 'Look at the request')
    await request.getByText('Waiting Mac').waitFor()
    expect(await request.content()).not.toMatch(new RegExp(words.join('|')))
    await type(request, 'The two words on the waiting computer', 'something else')
    await request.getByRole('radio').first().check()
    await press(request, 'Free it for the new one')
    await request.getByText('These are not the words').waitFor()
    await type(request, 'The two words on the waiting computer', words.join(' '))
    await press(request, 'Free it for the new one')
    await request.getByText('The waiting computer opens').waitFor()
    expect(await keys.use(key, 'c')).toBe('KEY_VALID')

    // Free another one.
    await page.reload()
    await press(page, 'Free Studio PC')
    await press(page, 'Free this computer')
    await page.getByText('The computer is free.').waitFor()
    await nextMail(OWNER, /computer/i)

    // The key leaked.
    await press(page, 'Replace key')
    await press(page, 'Give me a new key')
    await page.getByText('The license has a new key.').waitFor()
    const next = (await page.locator('code').textContent()) ?? ''
    expect(next).not.toBe(key)
    expect(await keys.use(key, 'c')).not.toBe('KEY_VALID')
    expect(await keys.use(next, 'c')).toBe('KEY_VALID')

    // A computer without a network.
    await press(page, 'License file')
    await type(page, 'Request of the app', keys.activationRequest(next, 'e'))
    const file = await savedBy(page, () => press(page, 'Make the license file'))
    expect(file.length).toBeGreaterThan(100)

    await press(page, 'Send me my keys')
    await page.getByText('A mail with your keys is on its way.').waitFor()

    // The own address changes when the new one is proven.
    await press(page, 'Change address')
    await type(page, 'New e-mail address', 'ada@new.example')
    await press(page, 'Send the link')
    await page.getByText('Look into the mail of the new address.').waitFor()
    const renewed = await openUrl((await nextMail('ada@new.example', /address/i)).link)
    await press(renewed, 'Confirm this address')
    await renewed.getByText('ada@new.example').waitFor()

    // Hand the license over, to somebody with another browser.
    const given = await keys.create({ customer_email: 'ada@new.example', note: 'A present' })
    await renewed.reload()
    await renewed.getByRole('heading', { name: 'A present' }).waitFor()
    await press(renewed, 'Hand over')
    await type(renewed, 'Their e-mail address', 'grace@example.org')
    await press(renewed, 'Send the offer')
    await renewed.getByText('Offered to grace@example.org').waitFor()
    const offer = await openUrl((await nextMail('grace@example.org', /for you/i)).link)
    await press(offer, 'Accept the license')
    await offer.getByText('grace@example.org').waitFor()
    await renewed.reload()
    await renewed.getByRole('heading', { name: 'The studio' }).waitFor()
    expect(await keys.use(given, 'f')).toBe('KEY_VALID')

    await press(offer, 'Ask for erasure')
    await press(offer, 'Ask for erasure')
    await offer.getByText('You asked for erasure on').waitFor()
    await press(offer, 'Sign out')
    await offer.getByLabel('E-mail address').waitFor()
  },
)
