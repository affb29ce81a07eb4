import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createVendorClient, type RequestTo, type VendorClient } from '@latchkey/vendor'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type DemoService, licensingEnv } from '../../packages/electron-tools/src/development/demo-service.ts'
import { activate, confirmed, keyField, licensePanel, outcomeAtGate, press } from '../support/drive-app.ts'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { createOtherComputers, type OtherComputer } from '../support/other-computers.ts'
import { startDemo } from '../support/start-service.ts'

const HOUR = 3_600
const MOVE_HERE = 'Use it on this computer instead'

let service: DemoService
let vendor: VendorClient
let computer: (name: string) => OtherComputer
let dataDir: string
beforeAll(async () => {
  service = await startDemo()
  vendor = createVendorClient({ baseUrl: service.url, apiKey: service.apiKey, projectId: service.project })
  computer = createOtherComputers(service)
  dataDir = await mkdtemp(join(tmpdir(), 'latchkey-computers-'))
})
afterAll(async () => {
  await service?.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function createKey(limits: RequestTo<'createUser'>['body'] = {}): Promise<string> {
  const outcome = await vendor.createUser({ body: limits })
  if (outcome.kind !== 'ok') throw new Error(`The service made no key: ${JSON.stringify(outcome)}`)
  return outcome.value.user_key
}

async function setCooldown(seconds: number): Promise<void> {
  const outcome = await vendor.updateProjectSettings({ body: { reset_hwid_cooldown: seconds } })
  expect(outcome).toMatchObject({ kind: 'ok', value: { reset_hwid_cooldown: seconds } })
}

async function launch(name: string): Promise<AppUnderTest> {
  const app = await launchApp({ userDataDir: join(dataDir, name), env: licensingEnv(service) })
  onTestFinished(() => app.close())
  return app
}

const alert = ({ window }: AppUnderTest) => window.getByRole('alert')
const moveHere = ({ window }: AppUnderTest) => window.getByRole('button', { name: MOVE_HERE })
const rows = ({ window }: AppUnderTest) => window.getByRole('dialog').getByRole('listitem')

/** Enters a key that is linked to another computer. Returns the message of the gate. */
async function refusal(app: AppUnderTest, key: string): Promise<string> {
  await activate(app, key)
  expect(await outcomeAtGate(app)).toBe('KEY_HWID_LOCKED')
  return alert(app).innerText()
}

test('a license is moved here by the keyboard alone, away by another computer, and back', async () => {
  const key = await createKey({ moves_per_year: 4 })
  expect(await computer('old').check(key)).toBe('KEY_VALID')
  const app = await launch('moved')
  expect(await refusal(app, key)).toContain('You have 4 moves left.')
  await expect.poll(() => app.window.evaluate(() => document.activeElement?.textContent)).toBe(MOVE_HERE)
  await app.window.keyboard.press('Enter')
  await licensePanel(app).waitFor()
  expect(await computer('old').check(key)).toBe('KEY_HWID_LOCKED')

  expect(await computer('old').move(key)).toBe('KEY_VALID')
  await press(app, 'Check again')
  expect(await outcomeAtGate(app)).toBe('KEY_HWID_LOCKED')
  expect(await alert(app).innerText()).toMatch(
    /^This license was moved to another computer on \w+ \d+, \d{4}/,
  )
  await moveHere(app).click()
  await licensePanel(app).waitFor()
  await app.close()

  // The answer to the move is stored, and opens the product at the next start.
  const again = await launch('moved')
  await licensePanel(again).waitFor()
  await confirmed(again)
  const user = await vendor.getUsers({ query: { user_key: key } })
  // The other computer sent two checks and a move, this one two checks, two moves and a check at the
  // last start.
  expect(user).toMatchObject({ value: { users: [{ total_resets: 3, total_executions: 8 }] } })
})

test('the gate offers no move that would be refused, and names the day', { timeout: 120_000 }, async () => {
  const [disabled, limited, cooling, offline] = [
    await createKey(),
    await createKey({ moves_per_year: 1 }),
    await createKey({ moves_per_year: 4 }),
    await createKey({ moves_per_year: 4 }),
  ] as const
  for (const key of [disabled, limited, cooling]) await computer('a').check(key)
  expect(await computer('b').move(disabled)).toBe('MOVE_DISABLED')
  for (const key of [limited, cooling]) expect(await computer('b').move(key)).toBe('KEY_VALID')
  const issued = await vendor.issueLicense({
    body: {
      request: computer('a').requestFile(offline),
      days: 30,
    },
  })
  expect(issued.kind, JSON.stringify(issued)).toBe('ok')

  const app = await launch('refused')
  const said = async (key: string) => {
    const text = await refusal(app, key)
    expect(await moveHere(app).count()).toBe(0)
    return text
  }
  expect(await said(disabled)).toContain('ask the vendor to free the key')
  expect(await said(limited)).toMatch(/No moves are left. You can use the key here from \w+ \d+, \d{4}/)
  expect(await said(offline)).toMatch(/license file.*You can use the key here from \w+ \d+, \d{4}/)
  await setCooldown(HOUR)
  expect(await said(cooling)).toMatch(/a short time ago. You can use the key here from \w+ \d+, \d{4}/)

  // The offer was right when the gate was shown, but another computer moves the key first.
  await setCooldown(0)
  await refusal(app, cooling)
  await moveHere(app).waitFor()
  await setCooldown(HOUR)
  await moveHere(app).click()
  await expect.poll(() => alert(app).getAttribute('data-code')).toBe('MOVE_ON_COOLDOWN')
  expect(await alert(app).innerText()).toMatch(/You can use the key here from/)
  expect(await moveHere(app).count()).toBe(0)
  await setCooldown(0)
})

test('one of three computers is released for this one, and this one later', {
  timeout: 120_000,
}, async () => {
  const key = await createKey({ max_devices: 3, moves_per_year: 3 })
  for (const name of ['a', 'b', 'c']) expect(await computer(name).check(key)).toBe('KEY_VALID')
  await computer('a').nameItself(key, 'Studio')

  const app = await launch('released')
  const { window: page } = app
  expect(await refusal(app, key)).toContain('in use on 3 of 3 computers')
  await press(app, 'Choose a computer to release')
  await rows(app).first().waitFor()
  expect(await rows(app).allInnerTexts()).toEqual([
    expect.stringMatching(/^Studio\s+Last used on/),
    expect.stringMatching(/^Last used on/),
    expect.stringMatching(/^Last used on/),
  ])
  const release = async (name: string) => {
    await press(app, `Release: ${name}`)
    await page.getByRole('button', { name: 'Release', exact: true }).click()
  }
  await release('Studio')
  // The check after it opens the product.
  await licensePanel(app).waitFor()
  expect(await computer('a').check(key)).toBe('KEY_HWID_LOCKED')

  await press(app, 'Your computers')
  await page.getByRole('textbox', { name: 'Name of this computer' }).fill('Desk')
  await press(app, 'Save name')
  await page.getByText('Name saved').waitFor()
  const saved = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.latchkey.product.onClosing(() => {
          localStorage.setItem('saved-at-closing', 'yes')
          resolve()
        })
      }),
  )
  await release('Desk')
  await saved
  await page.waitForURL('app://gate/')
  await page.getByText('This computer was released.').waitFor()
  // Nothing of the license is stored. The rest is the sealed time and the license files that have
  // ended.
  const stored = JSON.parse(await readFile(join(dataDir, 'released', 'license.json'), 'utf8'))
  expect(Object.keys(stored)).toEqual(['history'])
  // A place is free, but a user has released this computer, so only a move links it.
  expect(await computer('a').check(key)).toBe('KEY_HWID_LOCKED')
  expect(await computer('a').move(key)).toBe('KEY_VALID')
  await app.close()

  const again = await launch('released')
  await keyField(again).waitFor()
  expect(await refusal(again, key)).toContain('in use on 3 of 3 computers')
})
