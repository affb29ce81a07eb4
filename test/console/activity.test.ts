import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter, focused, lookFindings, PAGE_LOOKS, startConsole, tabTo } from './support.ts'

const console = await startConsole()
const { url, apiKey, project } = console.service
const path = `/projects/${project}/activity`

/** Sends a request as a script does. */
async function ask(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/v3/projects/${project}${path}`, {
    method,
    headers: { authorization: apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Record<string, unknown>
}
const createKeys = async (count: number): Promise<string[]> =>
  (await ask('POST', '/keys', { count }))['user_keys'] as string[]
const noteMany = (user_keys: readonly string[]) =>
  ask('POST', '/keys/changes', { action: 'note', note: 'Fair', user_keys })

const rows = (page: Page) => page.locator('main tbody tr')

test('a change of many keys is one line, of which each key is found, and its page tells of it', async () => {
  const keys = await createKeys(300)
  await noteMany(keys)
  const page = await console.open(path)
  const [changed, created] = [rows(page).nth(0), rows(page).nth(1)]
  await changed.waitFor()
  expect(await changed.innerText()).toMatch(/Changed: .*300 keys.*An API key/s)
  expect(await created.innerText()).toMatch(/Created.*300 keys/s)
  await changed.getByRole('link', { name: 'Show them' }).click()
  await page.getByText('These are the keys of one change.').waitFor()
  await expect.poll(() => rows(page).count()).toBe(50)
  await page.getByRole('button', { name: 'Older' }).click()
  await expect.poll(() => rows(page).count()).toBe(100)
  await rows(page).first().getByRole('link').click()
  await page.getByRole('heading', { name: 'What happened' }).waitFor()
  await page.getByRole('listitem').getByText('Changed', { exact: false }).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Show everything' }).click()
  await expect.poll(() => changed.innerText()).toContain('300 keys')
})

test('shows what a person did, or one kind, by keyboard alone, and older events by a cursor', async () => {
  const support = await console.open(`/projects/${project}/keys`, { role: 'support' })
  await support.getByRole('button', { name: 'Create keys' }).click()
  await support.getByRole('dialog').locator('[type=submit]').click()
  await support.getByRole('heading', { name: /created$/ }).waitFor()
  for (let n = 0; n < 60; n += 1) await createKeys(1)

  const page = await console.open(path)
  await rows(page).first().waitFor()
  await tabTo(page, 'Older')
  const before = await rows(page).count()
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBeGreaterThan(before)
  // The button keeps the focus, so that it can be pressed again while there are older events.
  expect(await focused(page)).toMatch(/Older|What happened/)

  const who = page.getByLabel('Who')
  await who.focus()
  await page.keyboard.type('support@')
  await expect.poll(() => page.url()).toContain('by=support')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(await rows(page).innerText()).toMatch(/Created.*Key ending in .*support@latchkey.example/s)
  await page.getByLabel('What happened').focus()
  await page.keyboard.type('Del')
  await page.getByText('Nothing was recorded').waitFor()
  // The address names the filter, so back and a link work.
  await page.goBack()
  await expect.poll(() => rows(page).count()).toBe(1)
})

test('people who may only read see the page, and choose among the people that it names', async () => {
  const page = await console.open(path, { role: 'read-only' })
  await rows(page).first().waitFor()
  await enter(page, 'Keys')
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
  await enter(page, 'Activity')
  await rows(page).first().waitFor()
  expect(await page.getByLabel('Who').locator('option').allTextContents()).toContain('An API key')
})

test.each(PAGE_LOOKS)('axe finds nothing, and nothing is cut off: $locale at $width px', async (look) => {
  await noteMany(await createKeys(12))
  const page = await console.open(path, { ...look, height: 800, isNew: true })
  await rows(page).first().waitFor()
  expect(await lookFindings(page, `activity-${look.locale}-${look.width}`)).toEqual([])
})
