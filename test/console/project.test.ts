import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createKeyHelpers } from './key-support.ts'
import { axeFindings, lookFindings, type Opening, PAGE_LOOKS, startConsole, tabTo } from './support.ts'

const console = await startConsole()
const keys = createKeyHelpers(console)

const settings = () => keys.ask('getProjectSettings', {})
const open = (look?: Opening): Promise<Page> =>
  console.open(`/projects/${console.service.project}/settings`, look)

test('devices, moves and the cooldown are set by mouse, and undone', async () => {
  const page = await open()
  await page.getByLabel('Computers of a key').fill('3')
  await page.getByLabel('Moves a year').fill('2')
  await page.getByLabel('Waiting time').selectOption('hours')
  await page.getByLabel('How many').fill('36')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('The settings were saved.').waitFor()
  expect(await settings()).toMatchObject({
    max_devices: 3,
    moves_per_year: 2,
    reset_hwid_cooldown: 129_600,
  })
  await page.reload()
  // In the largest unit that is even.
  await expect.poll(() => page.getByLabel('How many').inputValue()).toBe('36')

  await page.getByLabel('Waiting time').selectOption('disabled')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The settings are as they were before.').waitFor()
  expect(await settings()).toMatchObject({ max_devices: 3, reset_hwid_cooldown: 129_600 })
  expect(await page.getByLabel('How many').inputValue()).toBe('36')
})

test('User-Agents are changed by keyboard alone, and an empty list is refused beside its field', async () => {
  const page = await open()
  await page.getByLabel('User-Agents').waitFor()
  await tabTo(page, 'User-Agents')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Enter at least one User-Agent').waitFor()
  expect(await page.getByLabel('User-Agents').getAttribute('aria-invalid')).toBe('true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Harbour/2.*\nLatchkey/*\n')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('The settings were saved.').waitFor()
  expect((await settings()).user_agents).toEqual(['Harbour/2.*', 'Latchkey/*'])
  expect(await keys.use(console.service.keys['valid'] ?? '', 'a')).toBe('KEY_VALID')
})

test('trials and the features of all keys are set, and a wrong name is refused beside its field', async () => {
  const page = await open()
  const { trial_weak_devices: isWeak } = await settings()
  await page.getByLabel('Days of a trial').fill('15')
  await page.getByRole('switch', { name: 'Also for weak devices' }).click()
  await page.getByRole('button', { name: 'Save' }).nth(2).click()
  await page.getByText('The settings were saved.').waitFor()
  expect(await settings()).toMatchObject({
    trial_days: 15,
    trial_weak_devices: !isWeak,
    trials_per_day: 1_000,
  })
  const features = page.getByLabel('Features', { exact: true })
  await features.fill('export\nnot a name!')
  await page.getByRole('button', { name: 'Save' }).nth(3).click()
  await page.getByText('A name has 1 to 32').waitFor()
  expect(await features.getAttribute('aria-invalid')).toBe('true')
  await features.fill('sync\nexport')
  await page.getByRole('button', { name: 'Save' }).nth(3).click()
  await expect.poll(async () => (await settings()).features).toEqual(['export', 'sync'])
})

test('somebody who may not change them sees the settings', async () => {
  const page = await open({ role: 'support' })
  await page.getByText('Only an owner can change this.').first().waitFor()
  expect(await page.getByLabel('Computers of a key').isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
})

test.each(PAGE_LOOKS)('the settings are clean in $locale at $width px, light and dark', async (look) => {
  const page = await open(look)
  await page.locator('textarea').nth(2).waitFor()
  expect(await lookFindings(page, `settings-${look.locale}`)).toEqual([])
})
