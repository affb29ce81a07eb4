import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodePath, rootDir } from '../../tools/set-up/places.js'
import { type AppUnderTest, launchApp } from '../support/launch-app.ts'
import { runLatchkey } from '../support/run-latchkey.ts'

const run = promisify(execFile)
const serviceCli = join(rootDir, 'packages/service/src/cli.ts')

let dir: string
const stops: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-vendor-'))
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  await rm(dir, { recursive: true, force: true })
})

const alertCode = async ({ window }: AppUnderTest): Promise<string | null> => {
  await window.waitForURL('app://gate/')
  const alert = window.getByRole('alert')
  await alert.waitFor()
  return alert.getAttribute('data-code')
}
const product = ({ window }: AppUnderTest) => window.getByRole('region', { name: 'License' })
const checkAgain = ({ window }: AppUnderTest) => window.getByRole('button', { name: 'Check again' }).click()

/** Enters a key at the gate and waits for the product. */
async function enter(app: AppUnderTest, key: string): Promise<void> {
  await app.window.getByRole('textbox', { name: 'License key' }).fill(key)
  await app.window.getByRole('button', { name: 'Activate' }).click()
  await product(app).waitFor()
}

test('a vendor sells, bans, forgives, resets and ends a license, by the command line alone', {
  timeout: 240_000,
}, async () => {
  const database = ['--database', `sqlite:${join(dir, 'license.sqlite')}`]
  const onService = async (...words: string[]) =>
    JSON.parse((await run(nodePath, [serviceCli, ...words, ...database], { env: process.env })).stdout)

  // On the evening before, the vendor makes an account and a project, and starts a service.
  const { apiKey } = await onService('account', 'create', '--email', 'vendor@example.com')
  const project = await onService(
    ...['project', 'create', '--account', 'vendor@example.com', '--name', 'Harbour'],
    ...['--app-name', 'harbour', '--executor', 'desktop', '--user-agent', 'Harbour/*'],
  )
  const server = spawn(nodePath, [serviceCli, 'serve', '--port', '0', ...database], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  stops.push(
    () => new Promise<void>((resolve) => server.once('exit', () => resolve()) && void server.kill('SIGTERM')),
  )
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string]
  const { url } = JSON.parse(line) as { url: string }

  const latchkey = async (...words: string[]) => {
    const env = { ...process.env, LATCHKEY_URL: url, LATCHKEY_API_KEY: apiKey }
    return JSON.parse(await runLatchkey([...words, '--json'], env))
  }
  const userOf = async (key: string) => (await latchkey('users', 'list', '--key', key))[0]

  // The vendor creates a hundred keys for a shop. A customer buys one of them.
  await latchkey('users', 'create', '--count', '100', '--days', '30', '--note', 'Bought in the shop')
  const users = await latchkey('users', 'list', '--all')
  expect(users).toHaveLength(100)
  const key: string = users[41].user_key
  expect(await userOf(key)).toMatchObject({ status: 'reset', identifier: '', auth_expire: 0 })

  const customer = await launchApp({
    userDataDir: join(dir, 'customer'),
    env: {
      LATCHKEY_SYNC_URL: url,
      LATCHKEY_APP_NAME: project.appName,
      LATCHKEY_EXECUTOR: project.executor,
      LATCHKEY_SECRET_1: project.secrets[0],
      LATCHKEY_SECRET_2: project.secrets[1],
      LATCHKEY_SECRET_3: project.secrets[2],
      LATCHKEY_USER_AGENT: 'Harbour/1.0',
    },
  })
  stops.push(() => customer.close())
  await enter(customer, key)
  expect(await product(customer).innerText()).toContain('Bought in the shop')
  const claimed = await userOf(key)
  expect(claimed).toMatchObject({ status: 'active', total_executions: 1 })
  expect(claimed.identifier).toMatch(/^[0-9a-f]{64}$/)

  // The payment is charged back, so the vendor bans the key.
  await latchkey('users', 'ban', key, '--reason', 'The payment was taken back')
  await checkAgain(customer)
  expect(await alertCode(customer)).toBe('KEY_BANNED')
  expect(await customer.window.getByRole('alert').innerText()).toContain('The payment was taken back')

  // The bank has made a mistake, so the vendor lifts the ban.
  await latchkey('users', 'unban', key)
  await customer.window.evaluate(() => window.latchkey.license.checkAgain())
  await product(customer).waitFor()

  // The customer buys a new computer. The next computer with the key is linked.
  await latchkey('users', 'reset', key)
  expect(await userOf(key)).toMatchObject({ status: 'reset', identifier: '', total_resets: 1 })
  await checkAgain(customer)
  await expect.poll(async () => (await userOf(key)).status, { timeout: 30_000 }).toBe('active')

  // The license ends in a second. The app learns it at its next check or at the end.
  await latchkey('users', 'update', key, '--days', '0.00001')
  await checkAgain(customer)
  expect(await alertCode(customer)).toBe('KEY_EXPIRED')
  expect((await userOf(key)).total_executions).toBeGreaterThanOrEqual(5)
})
