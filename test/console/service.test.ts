import { expect, test } from 'vitest'
import { FINDINGS_DE } from '../../packages/console/src/service/findings-de.ts'
import { FINDINGS, found } from '../../packages/service/src/core/operations/findings.ts'
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
    { check: 'database', ...found('DATABASE_READABLE', { database: 'sqlite:license.db' }) },
    { check: 'console URL', ...found('CONSOLE_URL_OPEN', { url: 'http://console.example/' }) },
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
  expect(await page.getByRole('listitem').first().textContent()).toContain('What to do: Put a proxy with')
  await page.getByText('The database takes no writes').waitFor()
  await page.getByText('It has jumped by 7,200 seconds').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await picture(page, 'service-problem')
})

test('every finding has a German text with the same values', () => {
  const namesOf = (text: string | undefined) => text?.match(/\{\w+\}/g)?.toSorted()
  for (const [code, [, ...english]] of Object.entries(FINDINGS)) {
    const german = FINDINGS_DE[code] ?? []
    expect(german.map(namesOf), code).toEqual(english.map(namesOf))
  }
  expect(Object.keys(FINDINGS_DE)).toEqual(Object.keys(FINDINGS))
})

test('findings are in German on the German page, apart from a code that it does not know', async () => {
  const page = await console.open('/service', { locale: 'de-DE', theme: 'dark', width: 360 })
  const url = 'http://console.example/'
  const findings = [
    { check: 'console URL', ...found('CONSOLE_URL_OPEN', { url }) },
    { check: 'weather', status: 'problem', code: 'RAIN', message: 'It rains.', values: {} },
  ]
  await page.getByText('Adresse der Konsole').waitFor()
  await page.route('**/console/service/findings', (route) =>
    route.fulfill({ json: { success: true, message: '', findings } }),
  )
  await page.getByRole('button', { name: 'Noch einmal nachsehen' }).click()
  await page.getByText('Es gibt 2 Probleme.').waitFor()
  const [known, unknown] = await page.getByRole('listitem').allInnerTexts()
  expect(known).toContain(`Adresse der Konsole ${url} ist nicht verschlüsselt: Passwörter und Sitzungen`)
  expect(known).toContain('Was zu tun ist: Stellen Sie einen Proxy mit TLS vor die Konsole')
  expect(unknown).toContain('weather It rains.')
  expect(await page.getByText('weather').locator('..').getAttribute('lang')).toBe('en')
  await picture(page, 'service-findings-de', { fullPage: true })
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
