import type { ElectronApplication, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchApp } from './launch-app.ts'

export const GATE = 'https://gate.latchkey.invalid/gate'
export const PANEL = 'https://gate.latchkey.invalid/panel'

export interface LicensedApp {
  readonly electron: ElectronApplication
  /** The newest page whose address matches, once it is loaded. */
  readonly pageAt: (address: string | RegExp) => Promise<Page>
  /** What each window shows, in parentheses if it is hidden. */
  readonly windows: () => Promise<string[]>
}

/** Runs an app that calls `createLicensing`, and closes it. */
export async function runLicensedApp(
  options: NonNullable<Parameters<typeof launchApp>[0]>,
  use: (app: LicensedApp) => Promise<void>,
): Promise<void> {
  const { electron, close } = await launchApp(options)
  const find = (address: string | RegExp) =>
    electron.windows().findLast((page) => !page.isClosed() && new RegExp(address).test(page.url()))
  try {
    await use({
      electron,
      async pageAt(address) {
        await expect.poll(() => find(address)?.url(), { timeout: 30_000 }).toMatch(new RegExp(address))
        const page = find(address) as Page
        // A page has its address before the preload script has added the bridge to it.
        await page.waitForLoadState('load')
        return page
      },
      windows: () =>
        electron.evaluate(({ BaseWindow, BrowserWindow }) =>
          BaseWindow.getAllWindows().map((window) => {
            const isGate =
              window instanceof BrowserWindow &&
              window.webContents.getURL().startsWith('https://gate.latchkey.invalid/')
            const name = isGate ? 'gate' : 'app'
            return window.isVisible() ? name : `(${name})`
          }),
        ),
    })
  } finally {
    await close()
  }
}

export const keyFieldOf = (page: Page) => page.getByRole('textbox', { name: 'License key' })

export async function enterKey(page: Page, key: string): Promise<void> {
  await keyFieldOf(page).fill(key)
  await page.getByRole('button', { name: 'Activate' }).click()
}

/** The code of the refusal or failure that the gate shows. */
export async function outcomeOf(page: Page): Promise<string | null> {
  const alert = page.getByRole('alert')
  await alert.waitFor()
  return alert.getAttribute('data-code')
}
