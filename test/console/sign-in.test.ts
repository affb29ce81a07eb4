import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, type ConsoleUnderTest, picture, startConsole } from './support.ts'

let console: ConsoleUnderTest

beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.close())

test('a one-time link signs in once, and says so the second time', async () => {
  const page = await console.openUrl(console.link)
  await picture(page, 'link')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in with this link' }).click()
  await page.getByRole('link', { name: 'Keys' }).waitFor()
  await picture(page, 'keys-empty')
})
