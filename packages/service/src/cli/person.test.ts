import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openBrowser } from '../testing/console-browser.ts'
import { startServe } from '../testing/service-process.ts'
import { runCommandLine } from './command-line.ts'

vi.setConfig({ testTimeout: 60_000 })

const LINK = /http:\/\/127\.0\.0\.1:\d+\/#\/link\/[\w-]{43}/

const newDatabase = (): readonly string[] => {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-person-'))
  onTestFinished(() => rmSync(dir, { recursive: true }))
  return ['--database', `sqlite:${join(dir, 'license.db')}`]
}

/** Returns what a command prints. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads of it what it is about
async function run(...words: string[]): Promise<any> {
  let printed: unknown
  const print = (data: unknown): void => {
    printed = data
  }
  await runCommandLine(words, { environment: {}, print })
  return printed
}
const createAccount = (on: readonly string[], email = 'you@example.com') =>
  run('account', 'create', '--email', email, ...on)

/**
 * Opens a link as a browser does.
 * @returns the browser, or the status of the refusal
 */
async function follow(link: string) {
  const { origin, hash } = new URL(link)
  const browser = openBrowser({ consoleUrl: origin })
  const { status } = await browser.signInByLink(hash.slice('#/link/'.length))
  return { browser, status }
}

test('serve prints the link for the first sign-in, and where the console is afterwards', async () => {
  const on = newDatabase()
  await createAccount(on)
  const service = await startServe(on)
  const words = () => service.output().stderr
  await vi.waitFor(() => expect(words()).toMatch(LINK), { timeout: 30_000 })
  expect(service.line).toEqual({ url: expect.any(String), consoleUrl: expect.not.stringContaining('#') })
  const { browser, status } = await follow(LINK.exec(words())?.[0] ?? '')
  expect(status).toBe(200)
  const { body } = await browser.ask('getSession')
  expect(body).toMatchObject({ person: { email: 'you@example.com', role: 'owner' }, required: ['password'] })
  await browser.ask('setPassword', { body: { password: 'correct horse battery' } })
  await service.stop('SIGTERM')

  const again = await startServe(on)
  await vi.waitFor(
    () => expect(again.output().stderr).toContain(`The console is at ${again.line.consoleUrl}\n`),
    { timeout: 30_000 },
  )
  expect(again.output().stderr).not.toMatch(LINK)
  expect(await again.stop('SIGTERM')).toMatchObject({ code: 0 })
})

test('people are invited, listed and removed', async () => {
  const on = newDatabase()
  await createAccount(on)
  const person = (...words: string[]) => run('person', ...words, ...on)
  await expect(person('invite', 'ada@example.com')).rejects.toThrow('No running service')
  const service = await startServe(on)
  // The service has made the first owner, and prints a link for the first sign-in.
  await vi.waitFor(() => expect(service.output().stderr).toMatch(LINK), { timeout: 30_000 })

  const invited = await person('invite', 'ada@example.com', '--role', 'owner')
  expect(invited).toMatchObject({ email: 'ada@example.com', role: 'owner' })
  expect(invited.link).toMatch(LINK)
  const newer = await person('invite', 'ADA@example.com')
  expect(newer).toMatchObject({ person: invited.person, role: 'owner' })
  expect((await follow(invited.link)).status).toBe(401)
  const { browser } = await follow(newer.link)
  expect((await browser.ask('getSession')).body.person.role).toBe('owner')
  await expect(person('invite', 'not an address')).rejects.toThrow('This is not an e-mail address')

  const listed = await person('list')
  expect(listed).toContainEqual({
    person: invited.person,
    email: 'ada@example.com',
    role: 'owner',
    password: false,
    totp: false,
  })
  expect(await person('remove', 'ada@example.com')).toEqual({
    person: invited.person,
    email: 'ada@example.com',
  })
  // A node may have stored the session in its memory for two seconds.
  await vi.waitFor(async () => expect((await browser.ask('getSession')).status).toBe(401), {
    timeout: 30_000,
  })
  await expect(person('remove', 'ada@example.com')).rejects.toThrow('Nobody signs in with ada@example.com')
  await expect(person('remove', 'you@example.com')).rejects.toThrow('The account needs an owner.')

  await createAccount(on, 'other@example.com')
  await expect(person('list')).rejects.toThrow(/account create.*Choose one with --account EMAIL/)
  expect(await person('list', '--account', 'other@example.com')).toEqual([])
  await service.stop('SIGTERM')
})

test('serve opens no console with --no-console, and refuses a wrong address for it', async () => {
  const service = await startServe([...newDatabase(), '--no-console'])
  expect(service.line).toEqual({ url: expect.any(String) })
  expect(await service.stop('SIGTERM')).toMatchObject({ code: 0 })
  for (const url of ['http://console.example.com', 'https://console.example.com/path', 'console']) {
    await expect(run('serve', '--console-url', url)).rejects.toThrow('must be an https: address')
  }
})
