import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { LicenseView } from '../../packages/client/src/license/license-view.ts'
import type { AppUnderTest } from './launch-app.ts'

/** Functions for what a person does and sees in the window. */
export const keyField = ({ window }: AppUnderTest): Locator =>
  window.getByRole('textbox', { name: 'License key' })

export const licensePanel = ({ window }: AppUnderTest): Locator =>
  window.getByRole('region', { name: 'License' })

export const press = ({ window }: AppUnderTest, name: string): Promise<void> =>
  window.getByRole('button', { name }).click()

export async function activate(app: AppUnderTest, key: string): Promise<void> {
  // A change of the text hides an earlier outcome, which a test would otherwise take for the next
  // one.
  await keyField(app).clear()
  await keyField(app).fill(key)
  await press(app, 'Activate')
}

/** Waits until the check of this start has opened the product, or confirmed that it may stay open. */
export const confirmed = (app: AppUnderTest): Promise<void> =>
  expect
    .poll(() => app.window.evaluate(() => window.latchkey.license.view()))
    .toMatchObject({ kind: 'licensed', source: 'online' })

/** Waits for the message of the gate, and returns its code. */
export async function outcomeAtGate({ window }: AppUnderTest): Promise<string | null> {
  await window.waitForURL('app://gate/')
  const alert = window.getByRole('alert')
  await alert.waitFor()
  return alert.getAttribute('data-code')
}

/** Checks the license while the product is open. Returns the view after the check. */
export async function checkAgain({ window: page }: AppUnderTest): Promise<LicenseView> {
  const view = (): Promise<LicenseView> => page.evaluate(() => window.latchkey.license.view())
  await page.evaluate(() => window.latchkey.license.checkAgain())
  await expect.poll(view, { interval: 10, timeout: 20_000 }).not.toMatchObject({ isChecking: true })
  return view()
}
