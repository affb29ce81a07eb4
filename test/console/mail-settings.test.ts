import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { KEY_MAIL_KINDS } from '@latchkey/management'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { rootDir } from '../../tools/set-up/places.js'
import { createKeyHelpers } from './key-support.ts'
import { inspectAll, lookFindings, type Opening, PAGE_LOOKS, startConsole, typeInto } from './support.ts'

const console = await startConsole()
const keys = createKeyHelpers(console)
const LOGO = join(rootDir, 'resources/icon.png')

const settings = () => keys.ask('getMailSettings', {})
const press = (page: Page, name: string, at = 0) =>
  page.getByRole('button', { name, exact: true }).nth(at).click()
const saved = (page: Page) => page.getByText('The settings were saved.').first().waitFor()
const preview = (page: Page) => page.frameLocator('iframe')

async function open(look?: Opening): Promise<Page> {
  const page = await console.open(`/projects/${console.service.project}/mail/settings`, look)
  await preview(page).locator('h1').waitFor()
  return page
}

test('shows what is typed in the preview, saves it, and sends it to the owner', async () => {
  const page = await open()
  const [subject, text] = [page.getByLabel('Subject'), page.getByRole('textbox', { name: 'Text' })]
  await page.getByLabel('Language of the text').selectOption('de')
  await preview(page).getByText('Guten Tag Ann Example').waitFor()
  await subject.fill('Hallo {project}')
  await text.fill('<b>Erstens</b> {project}\n\nZweitens {end}')
  await press(page, 'Save', 2)
  await page.getByText('this kind of mail can only have {project}').waitFor()
  expect(await text.getAttribute('aria-invalid')).toBe('true')
  // What was typed stays while another text is looked at.
  await page.getByLabel('Mail', { exact: true }).selectOption('The key ends soon')
  await preview(page).getByText('endet am').waitFor()
  await page.getByLabel('Mail', { exact: true }).selectOption('The key')
  expect(await subject.inputValue()).toBe('Hallo {project}')
  await text.fill('<b>Erstens</b> {project}\n\nZweitens')
  await preview(page).getByText('<b>Erstens</b>').waitFor()
  await page.getByText('Save the text first').waitFor()
  await press(page, 'Save', 2)
  await saved(page)
  expect((await settings()).texts).toContainEqual({
    ...{ kind: 'key', language: 'de', subject: 'Hallo {project}', is_own: true },
    paragraphs: ['<b>Erstens</b> {project}', 'Zweitens'],
  })

  await page.getByLabel('Colour').fill('#aa0000')
  await page.getByLabel('Address for answers').fill('help')
  await expect.poll(() => preview(page).locator('td').first().getAttribute('bgcolor')).toBe('#aa0000')
  // The style of mails is allowed by the policy of the page, and the colour needs none.
  const line = preview(page).locator('td').first()
  expect(await line.evaluate((cell) => getComputedStyle(cell).backgroundColor)).toBe('rgb(170, 0, 0)')
  expect(await line.evaluate((cell) => getComputedStyle(cell).height)).toBe('4px')
  await press(page, 'Save')
  await page.getByText('No mail can be sent to this address').waitFor()
  await page.getByLabel('Address for answers').fill('help@example.org')
  await preview(page).getByText('help@example.org').waitFor()
  await press(page, 'Save')
  await expect.poll(settings).toMatchObject({ color: '#aa0000', support: 'help@example.org' })

  await press(page, 'Send one to me')
  await page.getByText('See the page Mail.').waitFor()
  const folder = join(dirname(console.database.replace('sqlite:', '')), 'mail')
  const written = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  await expect.poll(() => written().join('').includes('Subject: Hallo ')).toBe(true)

  await press(page, 'Use the original text again')
  await expect.poll(() => subject.inputValue()).toMatch(/^Ihr Lizenz/)
  await press(page, 'Undo')
  await expect.poll(() => subject.inputValue()).toBe('Hallo {project}')
})

test('a logo is chosen, shown in the preview and removed, and other files are refused', async () => {
  const page = await open()
  const choose = async (file: string): Promise<void> => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page, 'Choose a PNG file')])
    await chooser.setFiles(file)
  }
  await choose(join(rootDir, 'resources/icon.svg'))
  await page.getByText('This is not a PNG file').waitFor()
  await choose(join(rootDir, 'resources/icon.icns'))
  await page.getByText('larger than 200 kB').waitFor()
  await choose(LOGO)
  await page.getByRole('img', { name: 'Logo' }).waitFor()
  const shown = preview(page).locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await press(page, 'Remove the logo')
  await expect.poll(() => shown.count()).toBe(0)
  expect((await settings()).logo).toBe('')
})

test('mails about ends are switched on by keyboard, and others than owners read the settings', async () => {
  const page = await open()
  await page.getByRole('switch', { name: 'A week before the end' }).focus()
  await page.keyboard.press('Space')
  await typeInto(page, 'Subject', 'Typed before')
  await press(page, 'Save', 1)
  await expect.poll(settings).toMatchObject({ ends_soon: true, ended: false })
  expect(await page.getByLabel('Subject').inputValue()).toBe('Typed before')
  const reader = await open({ role: 'support' })
  await reader.getByText('Only an owner can change this.').first().waitFor()
  expect(await reader.getByRole('button', { name: /Save|Send one|Choose/ }).count()).toBe(0)
  await reader.getByLabel('Mail', { exact: true }).selectOption('The key has ended')
  await preview(reader)
    .getByText(/ended on/)
    .waitFor()
})

test.each(PAGE_LOOKS)('the settings are clean: $locale at $width px', async (look) => {
  const logo = readFileSync(LOGO).toString('base64')
  await keys.ask('changeMailSettings', { body: { logo } })
  const page = await open(look)
  await inspectAll(page, `mail-settings-${look.locale}`)
})

test('every mail can be read, light and dark, on a telephone and a computer, in both languages', async () => {
  const logo = readFileSync(LOGO).toString('base64')
  const long = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenverwaltung'
  const own = { subject: long, paragraphs: [`${long} {project} `.repeat(4), long.repeat(3)] }
  const support = `${long.replaceAll('ä', 'a').replaceAll('ü', 'u')}@example.org`
  const page = await console.open('/account')
  const found: string[] = []
  for (const [language, color] of [
    ['en', '#0b1437'],
    ['de', '#fde68a'],
  ] as const) {
    await keys.ask('changeMailSettings', { body: { logo, color, support } })
    for (const kind of KEY_MAIL_KINDS) {
      const text = kind === 'key' ? own : {}
      const { html } = await keys.ask('previewMail', { body: { kind, language, ...text } })
      for (const width of [320, 800]) {
        await page.setViewportSize({ width, height: 800 })
        await page.setContent(html)
        found.push(...(await lookFindings(page, `mail-${kind}-${language}-${width}`, { fullPage: true })))
      }
    }
  }
  expect(found).toEqual([])
})
