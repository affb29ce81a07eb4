import { expect, test } from 'vitest'
import { axeFindings, lookFindings, PAGE_LOOKS, picture, startConsole, tabTo } from './support.ts'

const console = await startConsole()

test('an owner sees the health, the nodes and what doctor finds, by keyboard alone', async () => {
  const page = await console.open()
  await tabTo(page, 'Service')
  await page.keyboard.press('Enter')
  await page.getByText('The database takes reads and writes.').waitFor()
  await page.getByText(`${console.service.url}/`).first().waitFor()
  await page.getByText(/^(There is no problem|There (is|are) \d+ problem)/).waitFor()
  await page.getByText('console URL').waitFor()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/findings')) asked += 1
  })
  await tabTo(page, 'Look again')
  await page.keyboard.press('Enter')
  await expect.poll(() => asked).toBe(1)
})

test('a problem comes first, with what to do about it', async () => {
  const page = await console.open()
  const findings = [
    { check: 'database', status: 'ok', message: 'It can be read.' },
    {
      check: 'console URL',
      status: 'problem',
      message: 'It is not encrypted.',
      remedy: 'Put a proxy there.',
    },
  ]
  await page.route('**/console/service/findings', (route) =>
    route.fulfill({ json: { success: true, message: '', findings } }),
  )
  await page.route('**/console/service', async (route) => {
    const answer = await (await route.fetch()).json()
    const more = { database: 'read-only', clock_steady: false, clock_jumped_seconds: 7_200 }
    await route.fulfill({ json: { ...answer, ...more } })
  })
  await page.getByRole('link', { name: 'Service' }).click()
  await page.getByText('There is 1 problem.').waitFor()
  expect(await page.getByRole('listitem').first().textContent()).toContain('What to do: Put a proxy there.')
  await page.getByText('The database takes no writes').waitFor()
  await page.getByText('It has jumped by 7,200 seconds').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'service-problem')
})

test('only an owner sees the page', async () => {
  const page = await console.open('/service', { role: 'support' })
  await page.getByRole('alert').getByText('Your role does not allow this.').waitFor()
  expect(await page.getByRole('link', { name: 'Service' }).count()).toBe(0)
})

test.each(PAGE_LOOKS)(
  'the page of the service is clean in $locale at $width px, light and dark',
  async (look) => {
    const page = await console.open('/service', look)
    await page.locator('main li').first().waitFor()
    expect(await lookFindings(page, `service-${look.locale}`)).toEqual([])
  },
)
