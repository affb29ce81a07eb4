import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyPicture } from '../../tools/tour/state-window.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { type ServiceUnderTest, startService } from '../support/start-service.ts'

let service: ServiceUnderTest
let app: AppUnderTest

beforeAll(async () => {
  service = await startService()
  app = await launchApp({ env: service.appEnv })
})
afterAll(async () => {
  await app?.close()
  await service?.close()
})

const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => app.window.keyboard.press(key)), Promise.resolve())

/** The name of the focused element, as a screen reader reads it. */
const focused = (): Promise<string> =>
  app.window.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing'
    const labels = element instanceof HTMLTextAreaElement ? [...element.labels] : []
    return (element.getAttribute('aria-label') ?? labels[0]?.textContent ?? element.textContent ?? '').trim()
  })

const expectFocus = (name: string) => expect.poll(focused, { timeout: 15_000 }).toBe(name)

/** The names of the elements that the next presses of Tab focus. */
async function tab(presses: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  const names: string[] = []
  for (let count = 0; count < presses; count += 1) {
    await press(key)
    names.push(await focused())
  }
  return names
}

async function pasteKey(key: string): Promise<void> {
  await app.electron.evaluate(({ clipboard }, text) => clipboard.writeText(text), `Your key: ${key}`)
  await press('ControlOrMeta+a', 'ControlOrMeta+v')
}

const alertCode = () => app.window.getByRole('alert').getAttribute('data-code', { timeout: 15_000 })
const term = (name: string) =>
  app.window.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
const dialog = () => app.window.getByRole('dialog')

/**
 * Runs the action of the entry in the Edit menu, which the app has soon after its first paint. The
 * system passes the page that has the focus, which a window on a virtual display gets and loses at
 * any time.
 */
const pasteByMenu = () =>
  expect
    .poll(() =>
      app.electron.evaluate(({ BrowserWindow, Menu }) => {
        const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
        const entry = items?.find(({ role }) => role === 'paste')
        const [window] = BrowserWindow.getAllWindows()
        entry?.click({}, window, window?.webContents)
        return entry !== undefined
      }),
    )
    .toBe(true)

/**
 * Runs the action of an entry in the context menu. The menu itself is the system's, and would wait
 * for a person.
 */
async function pasteByRightClick(): Promise<void> {
  const opening = await app.electron.evaluateHandle(({ BrowserWindow, Menu }) => {
    const { popup } = Menu.prototype
    const { promise, resolve } = Promise.withResolvers<readonly string[]>()
    Menu.prototype.popup = function () {
      Menu.prototype.popup = popup
      const [window] = BrowserWindow.getAllWindows()
      const paste = this.items.find(({ role }) => role?.toLowerCase() === 'paste')
      paste?.click({}, window, window?.webContents)
      resolve(this.items.flatMap(({ role }) => role?.toLowerCase() ?? []))
    }
    return { entries: promise }
  })
  await app.window.getByRole('textbox').click({ button: 'right' })
  expect(await opening.evaluate(({ entries }) => entries)).toEqual(['cut', 'copy', 'paste', 'selectall'])
}

test('a paste without a text in it is answered at once, by keyboard and by either menu', async () => {
  await expectFocus('License key')
  const answer = app.window.getByText('There is no text to paste.')
  const copyings = {
    nothing: () => app.electron.evaluate(({ clipboard }) => clipboard.clear()),
    'a picture': () => copyPicture(app.electron),
    spaces: () => app.electron.evaluate(({ clipboard }) => clipboard.writeText(' \n ')),
  }
  for (const [what, copy] of Object.entries(copyings)) {
    await copy()
    for (const paste of [() => press('ControlOrMeta+v'), pasteByMenu, pasteByRightClick]) {
      // An empty field first shows that a key is missing.
      await press('Enter')
      await app.window.getByText('Enter your key first.').waitFor()
      await paste()
      await answer.waitFor()
      expect(await app.window.getByRole('textbox').inputValue(), what).toBe('')
      // Typing removes the message.
      await press('a')
      await answer.waitFor({ state: 'detached' })
      await press('Backspace')
    }
  }
})

// One flow in one window, from the first start until the key is removed. Nothing uses the mouse.
test('the gate is used with the keyboard alone, and the focus goes where the next step is', async () => {
  await expectFocus('License key')
  await app.window.keyboard.type('Zz'.repeat(16))
  await press('Enter')
  expect(await alertCode()).toBe('KEY_INCORRECT')
  // The key has to be corrected, so its field has the focus.
  await expectFocus('License key')

  await pasteKey(service.keys.expired)
  await press('Enter')
  await expect.poll(alertCode).toBe('KEY_EXPIRED')
  await expectFocus('Activate')
  expect(await tab(1)).toEqual(['About this device'])
  await press('Shift+Tab', 'Shift+Tab', 'Enter')
  expect(await tab(1)).toEqual(['Copy support report'])
  expect(await tab(2)).toEqual(['Activate', 'About this device'])

  await press('Enter')
  await dialog().waitFor()
  await expectFocus('About this device')
  expect(await tab(2)).toEqual(['Copy ID', 'Copy support report'])
  await press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expectFocus('About this device')

  await press('Shift+Tab')
  for (let back = 0; back < 10 && (await focused()) !== 'License key'; back += 1) await press('Shift+Tab')
  await pasteKey(service.keys.valid)
  await press('Enter')
  await app.window.waitForURL('app://product/')
  await expect.poll(() => term('Note').innerText()).toBe(service.notes.valid)
})

test('the license is looked after with the keyboard alone, and every dialog gives the focus back', async () => {
  await app.window.waitForURL('app://product/')
  expect(await tab(7)).toEqual([
    'Page for today',
    'Save as…',
    'Check again',
    'Change key',
    'About this key',
    'Remove key',
    'About this device',
  ])
  await tab(4, 'Shift+Tab')
  await press('Enter')
  await expect.poll(() => term('Executions').innerText()).toBe('2')
  await expectFocus('Check again')

  await press('Tab', 'Enter')
  await expectFocus('License key')
  await app.window.keyboard.type(service.keys['ends-in-20-days'])
  await press('Enter')
  await dialog().waitFor({ state: 'detached' })
  await expect.poll(() => term('Note').innerText()).toBe(service.notes['ends-in-20-days'])
  await expectFocus('Change key')

  await press('Tab', 'Enter')
  await dialog().waitFor()
  await press('Escape')
  await dialog().waitFor({ state: 'detached' })
  await expectFocus('About this key')

  await press('Tab', 'Enter')
  await expectFocus('Remove the key from this device?')
  expect(await tab(2)).toEqual(['Keep it', 'Remove key'])
  await press('Enter')
  await app.window.waitForURL('app://gate/')
  await expectFocus('License key')
})
