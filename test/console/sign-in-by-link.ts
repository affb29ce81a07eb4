import type { Page } from 'playwright-core'

/** Signs in by a one-time link, in English. Resolves when the navigation is shown. */
export async function signInByLink(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.getByRole('navigation').first().waitFor()
}
