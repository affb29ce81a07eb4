import type { Overview } from '@latchkey/management'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newProject } from '../../packages/service/src/core/accounts/projects.ts'
import { createKeyHelpers, inDays } from './key-support.ts'
import { addHistory, openDatabase } from './overview-support.ts'
import {
  axeFindings,
  IS_LONG,
  type Look,
  lookFindings,
  PAGE_LOOKS,
  picture,
  startConsole,
} from './support.ts'

const console = await startConsole()
const keys = createKeyHelpers(console)
const storage = await openDatabase(console.database)
/** The number of keys that end in nine days. Others end earlier and later. */
const ENDING = 4

beforeAll(async () => {
  const { appName } = console.service
  const created: string[] = []
  for (let n = 0; n < 9; n += 1) {
    const auth_expire = n < ENDING ? inDays(9) : inDays(12 + 2 * n)
    created.push(await keys.create({ identifier: String(n).padStart(64, '0'), auth_expire }))
  }
  await addHistory(storage, appName, created)
  const project = await storage.findProjectByAppName(appName)
  if (project === undefined) throw new Error('There is no demo project.')
  const empty = { id: 'empty', name: 'A new app', appName: 'empty-app' }
  await storage.createProject(newProject({ ...project, ...empty }, 1))
})
afterAll(() => storage.close())

async function openOverview(look?: Look, project = console.service.project): Promise<Page> {
  const page = await console.open(`/projects/${project}/overview`, look)
  await page.getByRole('heading', { level: 1, name: /Overview|Überblick/ }).waitFor()
  await page.locator('section').first().waitFor()
  return page
}
const read = (): Promise<Overview> => keys.ask('getOverview', {})
const plot = (page: Page, name: string): Locator => page.getByRole('slider', { name })
const textOf = (slider: Locator) => slider.getAttribute('aria-valuetext')
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

test('by keyboard alone: opens the overview, reads a plot value by value, its table, and the keys that end', async () => {
  const page = await console.open()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  for (let tabs = 0; tabs < 20 && (await focused()) !== 'Overview'; tabs += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const checks = plot(page, 'Checks an hour')
  await checks.waitFor()
  const isOn = (slider: Locator) => slider.evaluate((element) => element === document.activeElement)
  for (let tabs = 0; tabs < 20 && !(await isOn(checks)); tabs += 1) await page.keyboard.press('Tab')
  const { hours } = await read()
  for (const [press, place] of [
    ['Home', 0],
    ['ArrowLeft', 0],
    ['ArrowRight', 1],
    ['PageUp', 25],
    ['PageDown', 1],
    ['End', 167],
    ['ArrowDown', 166],
  ] as const) {
    await page.keyboard.press(press)
    expect(await checks.getAttribute('aria-valuenow'), press).toBe(String(place))
    const count = hours.executions[place] ?? 0
    const value = count === 1 ? '1 check' : `${count} checks`
    expect(await textOf(checks)).toMatch(new RegExp(`^\\w{3},? \\d+ \\w+.*\\d\\d:00: ${value}$`))
    // The text below the plot, which everybody can see, is the same.
    await page.getByText((await textOf(checks)) ?? '', { exact: true }).waitFor()
  }

  const ends = plot(page, 'Ends in the next 30 days')
  for (let tabs = 0; tabs < 20 && !(await isOn(ends)); tabs += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Home')
  for (let day = 0; day < 9; day += 1) await page.keyboard.press('ArrowRight')
  expect(await textOf(ends)).toMatch(new RegExp(`: ${ENDING} keys end$`))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
  await expect.poll(() => page.locator('[data-index]').count()).toBe(ENDING)
})

test('by mouse: reads a value, switches to tables, which stay, and opens the keys of a state', async () => {
  const page = await openOverview()
  const checks = plot(page, 'Checks an hour')
  const box = await checks.boundingBox()
  if (box === null) throw new Error('The plot is not shown.')
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height / 2)
  const shown = page.getByText(/\d\d:00: \d+ checks?$/).first()
  const first = await shown.textContent()
  await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2)
  await expect.poll(() => shown.textContent()).not.toBe(first)

  await page.getByRole('button', { name: 'Show as tables' }).click()
  await expect.poll(() => page.getByRole('slider').count()).toBe(0)
  const { hours, ends, keys: states } = await read()
  const values = page.getByRole('region', { name: 'Checks an hour' }).locator('tbody td')
  const executions = (await values.allTextContents()).map(Number)
  expect(executions.slice(1, -1)).toEqual(hours.executions.slice(1, -1))
  const endTable = page.getByRole('region', { name: 'Ends in the next 30 days' })
  const ending = (await endTable.locator('tbody td:nth-of-type(1)').allTextContents()).map(Number)
  expect(ending).toHaveLength(31)
  expect(sum(ending)).toBe(sum(ends.keys.slice(0, 30 * 24)))
  await page.reload()
  await endTable.waitFor()

  await page.getByRole('link', { name: 'In use' }).click()
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor()
  await expect.poll(() => page.locator('[data-index]').count()).toBe(states.active)
})

test('plots what customers do now, a moment later', async () => {
  const page = await openOverview()
  const legend = page.getByRole('listitem').filter({ hasText: 'Another computer' })
  const shown = async () => Number((await legend.textContent())?.replaceAll(/\D/g, ''))
  const shownBefore = await shown()
  const before = await read()
  const key = await keys.create({ identifier: 'f'.repeat(64) })
  expect(await keys.use(key, 'f')).toBe('KEY_VALID')
  expect(await keys.use(key, 'e')).toBe('KEY_HWID_LOCKED')
  const locked = ({ refusals }: Overview) =>
    sum(refusals.find(({ code }) => code === 'KEY_HWID_LOCKED')?.hours ?? [])
  await expect.poll(async () => locked(await read())).toBe(locked(before) + 1)
  const after = await read()
  expect(sum(after.hours.executions)).toBe(sum(before.hours.executions) + 2)
  expect(after.keys.active).toBe(before.keys.active + 1)
  await page.reload()
  await expect.poll(shown).toBe(shownBefore + 1)
})

const LOOKS = [...PAGE_LOOKS, ...(IS_LONG ? [{ locale: 'en-GB', width: 3840, height: 2160 }] : [])]

test.each(LOOKS)(
  'axe finds nothing, light and dark, and nothing is cut off: $locale at $width px',
  async (look) => {
    const page = await openOverview(look)
    const examine = async (state: string): Promise<void> => {
      const name = `overview-${state}-${look.locale}-${look.width}`
      expect(await lookFindings(page, name, { fullPage: true })).toEqual([])
    }
    await page.getByRole('slider').first().focus()
    await page.keyboard.press('ArrowLeft')
    await examine('plots')
    // The plot was drawn again with other colours, and its cursor has not moved.
    expect(await page.getByRole('slider').first().getAttribute('aria-valuenow')).toBe('166')
    const cursor = page.locator('[role=slider] .u-cursor-x').first()
    await expect.poll(async () => (await cursor.boundingBox())?.x).toBeGreaterThan(0)
    expect(await cursor.getAttribute('style')).not.toContain('translate(-')
    await page.getByRole('button', { name: /Show as tables|Als Tabellen zeigen/ }).click()
    await examine('tables')
    await page.evaluate(() => {
      location.hash = '/projects/empty/overview'
    })
    await page.getByText(/Nothing to show yet|Noch gibt es nichts zu zeigen/).waitFor()
    await examine('empty')
  },
)

test('meters show what is left of the plan, and when it starts again', async () => {
  await storage.changeAccount('demo@latchkey.example', (account) => ({ ...account, plan: 'trial' }))
  const page = await openOverview()
  const meter = page.getByRole('meter', { name: 'Keys' })
  // The service may have the account of a session in its memory for two seconds.
  await expect
    .poll(async () => {
      await page.reload()
      return meter.getAttribute('max')
    })
    .toBe('10')
  const { plan } = await read()
  await page.getByText(`${plan.used.users} of 10`).waitFor()
  await page.getByText('The limit is reached.').first().waitFor()
  const next = new Date(plan.reset_at * 1_000)
  const day = next.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Europe/Berlin' })
  await page.getByText(`Starts again at 0 on ${day}.`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'overview-full')
})
