import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeMainProcess } from '../../tools/tour/state-window.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'

let app: AppUnderTest

beforeAll(async () => {
  app = await launchApp()
})
afterAll(async () => {
  await app?.close()
})

/** A window without the preload: no script runs, so what it shows is what the build drew. */
async function openDrawing(): Promise<Page> {
  const opened = app.electron.waitForEvent('window')
  await app.electron.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ width: 960, height: 640, webPreferences: { sandbox: true } })
    await window.loadURL('app://gate/')
  })
  return opened
}

/** What the page is made of, but for the names that React makes up. */
const structure = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('#root *')].map((element) => {
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      const text = own.map(({ textContent }) => textContent).join('')
      return `${element.tagName} ${element.getAttribute('class')} ${text}`
    }),
  )

test('the gate takes typing before a script has run, and goes on with it when the real page takes its place', async () => {
  const page = await openDrawing()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('kJdL wPqA')
  // A press that nobody hears would be lost: who is that fast has to wait, and so has a test that clicks.
  expect(await page.getByRole('button', { name: 'Activate' }).isDisabled()).toBe(true)
  const drawn = await structure(page)
  expect(drawn.join()).toContain('Unlock Latchkey')

  await page.evaluate(fakeMainProcess())
  // What the preload runs, now that there is a main process to talk to.
  const script = await page.locator('#root').getAttribute('data-after-paint')
  await page.evaluate(`import('${script}')`)
  const field = page.getByRole('textbox', { name: 'License key' })
  await expect.poll(() => field.inputValue()).toBe('kJdLwPqA')
  await page.keyboard.type('z')
  expect(await field.inputValue()).toBe('kJdLwPqAz')

  expect(await page.getByRole('button', { name: 'Activate' }).isEnabled()).toBe(true)

  // Nothing else on the page moves: it is made of the same parts, but for help that this build does not know of.
  await field.fill('')
  const parts = (await structure(page)).filter((part) => !part.includes('Get help'))
  expect(parts).toEqual(drawn)
})
