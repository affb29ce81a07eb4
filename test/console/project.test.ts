import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createKeyHelpers } from './key-support.ts'
import {
  axeFindings,
  enter,
  focused,
  IS_LONG,
  lookFindings,
  type Opening,
  PAGE_LOOKS,
  startConsole,
  tabTo,
  typeInto,
} from './support.ts'

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
  // The time is shown in the largest unit without a remainder.
  await expect.poll(() => page.getByLabel('How many').inputValue()).toBe('36')

  await page.getByLabel('Waiting time').selectOption('disabled')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByLabel('Days of a trial').fill('9')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The settings are as they were before.').waitFor()
  // The text in another form is still there.
  expect(await page.getByLabel('Days of a trial').inputValue()).toBe('9')
  expect(await settings()).toMatchObject({ max_devices: 3, reset_hwid_cooldown: 129_600 })
  await expect.poll(() => page.getByLabel('How many').inputValue()).toBe('36')
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

test('the page for customers is opened by keyboard, with its address, and undone by mouse', async () => {
  const page = await open()
  const found = () => keys.ask('getCustomerPage', {})
  await page.getByRole('switch', { name: 'The page is open' }).waitFor()
  const { on: wasOn } = await found()
  await tabTo(page, 'The page is open')
  await page.keyboard.press('Space')
  await tabTo(page, 'Replace a key')
  await page.keyboard.press('Space')
  await enter(page, 'Save')
  await page.getByText('The settings were saved.').waitFor()
  expect(await found()).toMatchObject({ on: !wasOn, replace_key: true, free_computer: true })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(found).toMatchObject({ on: wasOn, replace_key: false })
})

test.runIf(IS_LONG)(
  'devices, moves, the cooldown, trials and features are set by keyboard alone, and undone',
  async () => {
    const page = await open()
    await page.getByLabel('Computers of a key').waitFor()
    await typeInto(page, 'Computers of a key', '5')
    await typeInto(page, 'Moves a year', '4')
    await tabTo(page, 'Waiting time')
    await page.keyboard.type('Minutes')
    await typeInto(page, 'How many', '45')
    await enter(page, 'Save')
    const devices = { max_devices: 5, moves_per_year: 4, reset_hwid_cooldown: 2_700 }
    await expect.poll(settings).toMatchObject(devices)
    await typeInto(page, 'Days of a trial', '21')
    await typeInto(page, 'Trials a day', '900')
    await typeInto(page, 'Trials a day from one address', '7')
    const { trial_weak_devices: isWeak } = await settings()
    await tabTo(page, 'Also for weak devices')
    await page.keyboard.press('Space')
    await enter(page, 'Save')
    const trials = { trial_days: 21, trials_per_day: 900, trials_per_address: 7 }
    await expect.poll(settings).toMatchObject({ ...trials, trial_weak_devices: !isWeak })
    const { features: before } = await settings()
    await typeInto(page, 'Features', 'print\nscan')
    await enter(page, 'Save')
    await expect.poll(settings).toMatchObject({ features: ['print', 'scan'] })

    await page.getByRole('button', { name: 'Undo' }).nth(2).waitFor()
    await page.keyboard.press('F6')
    await enter(page, 'Undo')
    await page.getByText('The settings are as they were before.').waitFor()
    expect(await settings()).toMatchObject({ ...devices, ...trials, features: before })
    for (const left of [3, 2, 1]) {
      await enter(page, 'Close')
      await expect.poll(() => page.getByRole('button', { name: 'Close' }).count()).toBe(left - 1)
    }
    // The focus returns to where F6 was pressed.
    await expect.poll(() => focused(page)).toBe('Save')
  },
)

test.runIf(IS_LONG)('User-Agents are changed by mouse, and undone', async () => {
  const page = await open()
  const { user_agents: before } = await settings()
  const field = page.getByLabel('User-Agents')
  const save = page.getByRole('button', { name: 'Save' }).nth(1)
  await field.fill('')
  await save.click()
  await page.getByText('Enter at least one User-Agent').waitFor()
  await field.fill('Other/*')
  await save.click()
  await expect.poll(settings).toMatchObject({ user_agents: ['Other/*'] })
  expect(await keys.use(console.service.keys['valid'] ?? '', 'a')).not.toBe('KEY_VALID')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The settings are as they were before.').waitFor()
  expect((await settings()).user_agents).toEqual(before)
  expect(await field.inputValue()).toBe(before.join('\n'))
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
