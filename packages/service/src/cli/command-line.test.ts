import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '@latchkey/command-line'
import { parsePublicKeys } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { UserError } from '../core/user-error.ts'
import { openStorage } from '../modules.ts'
import { runCommandLine } from './command-line.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'latchkey-command-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

/** Runs a command line, with its words parted as by a shell, on the database of this test. */
async function run(line: string, environment: Record<string, string> = {}): Promise<unknown[]> {
  const printed: unknown[] = []
  const text = await runCommandLine(line.split(' '), {
    environment: { LATCHKEY_DATABASE: `sqlite:${join(dir, 'test.sqlite')}`, ...environment },
    print: (data) => printed.push(data),
  })
  return text === undefined ? printed : [text]
}

const PROJECT =
  'project create --account vendor@example.org --name App --app-name my-app --executor MyApp --user-agent MyApp/*'

describe('the command line', () => {
  test.each([
    ['nonsense', /^There is no such command\. See --help\.$/],
    ['account nonsense', /^There is no such command\. See --help\.$/],
    ['serve --colour red', /'--colour'/],
    ['serve stray', /^Too many arguments\. See --help\.$/],
    ['serve --region --demo', /--region needs a value/],
    ['serve --demo=secret', /^Unknown option '--demo=…'/],
    ['serve --port', /'--port/],
    ['serve --port 99999', /--port must be a whole number from 0 to 65535/],
    ['serve --node https://a.example/one --node https://b.example/two', /--node must have the same path/],
    ['serve --port 1e3', /--port must be a whole number/],
    ['serve --log-level loud', /--log-level must be one of/],
    ['serve --public-url ftp://x', /--public-url must be/],
    ['serve --public-url https://x/?a=b', /--public-url must be/],
    ['serve --trust-proxy proxy.example', /--trust-proxy must be/],
    ['serve --trust-proxy 10.0.0.0/33', /--trust-proxy must be/],
    ['serve --checks-per-minute -1', /--checks-per-minute/],
    [
      'serve --mail-from Harbour<a@harbour.example>',
      /--mail-from is not an address for mail\. Addresses with/,
    ],
    ['serve --waiting-bytes 0', /--waiting-bytes must be a whole number from 1/],
    ['serve --all-waiting-scripts many', /--all-waiting-scripts/],
    ['account create', /'--email <EMAIL>' not specified/],
    ['account create --email=', /--email is empty/],
    ['account create --email nobody', /not an e-mail address/],
    ['account create --email a@b --plan gold', /--plan must be one of/],
    ['account create --email a@b --allow 10.0.0.0/33', /--allow must be/],
    ['account create --email a@b --allow example.org', /--allow must be/],
    ['account create --email a@b --chat-id a,b', /--chat-id must be/],
    ['account create --email a@b --expires -2', /--expires must be|--expires/],
    ['account update --email a@b --disable --enable', /cannot be combined/],
    ['account update --email a@b --allow ::1 --allow-all', /cannot be combined/],
    ['project update --app-name x --approved maybe', /--approved must be yes or no/],
    ['project rotate-secrets --app-name x --keep-days -1', /--keep-days must be a whole number from 0/],
    ['script create --account a@b --app-name x', /'--name <NAME>' not specified/],
    [PROJECT.replace(' --user-agent MyApp/*', ''), /'--user-agent <TEXT>' not specified/],
    [PROJECT.replace('MyApp ', 'My:App '), /--executor must be/],
  ])('says what is wrong with "%s"', async (line, pattern) => {
    const failure = run(line)
    await expect(failure).rejects.toThrow(pattern)
    await expect(failure).rejects.toBeInstanceOf(UsageError)
    await expect(failure).rejects.toThrow(/^[^\n]+[.?]$/)
  })

  test.each([
    ['serv', /Did you mean serve\?/],
    ['acount create', /Did you mean account\?/],
    ['account updat', /Did you mean update\?/],
    ['serve --prot 1', /Did you mean --port\?/],
  ])('suggests what "%s" may mean', async (line, pattern) => {
    await expect(run(line)).rejects.toThrow(pattern)
  })

  test('shows the commands of a group that is named without one, and calls it a mistake', async () => {
    const failure = run('account')
    await expect(failure).rejects.toBeInstanceOf(UsageError)
    await expect(failure).rejects.toThrow(/account create .*account update /s)
    await expect(failure).rejects.not.toThrow(/project create/)
  })

  test('says what to do when something is there already, or is not', async () => {
    await run('account create --email vendor@example.org')
    await run(PROJECT)
    for (const [line, pattern] of [
      ['account create --email Vendor@example.org', /An account for/],
      [PROJECT.replace('vendor', 'nobody'), /Create it with: account create --email nobody@example.org/],
      [PROJECT, /The app name my-app is taken/],
      ['project update --app-name nobody', /There is no project/],
      ['account update --email nobody@example.org', /There is no account/],
      ['script create --account vendor@example.org --app-name nobody --name S', /has no project/],
    ] as const) {
      await expect(run(line)).rejects.toThrow(pattern)
      await expect(run(line)).rejects.toBeInstanceOf(UserError)
    }
  })

  test('says what is wrong with a database, and hides its password', async () => {
    writeFileSync(join(dir, 'text'), 'This is no database. '.repeat(100))
    for (const [url, pattern] of [
      [`sqlite:${dir}/text`, /cannot be opened/],
      [`sqlite:${dir}/no/folder`, /Check that its folder/],
      ['sqlite:', /is not a database/],
      ['mysql://user:password@host/db', /"mysql:\/\/…@host\/db" is not a database/],
    ] as const) {
      await expect(run(`account create --email a@b --database ${url}`)).rejects.toThrow(pattern)
    }
  })

  test('says all that is wrong with the settings of a service at once', async () => {
    const failure = run('serve --port x --log-level loud --node ftp://a --trust-proxy 1 --database mysql:x')
    await expect(failure).rejects.toBeInstanceOf(UsageError)
    const message = String(await failure.catch((error: unknown) => error))
    for (const named of ['--port', '--log-level', '--node', '--trust-proxy', '"mysql:x" is not a database']) {
      expect(message).toContain(named)
    }
  })

  test('says why it cannot listen', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await expect(run(`serve --log-level silent --port ${port}`)).rejects.toThrow(/Port \d+ is in use/)
    taken.close()
    const nowhere = run('serve --log-level silent --port 0 --host 203.0.113.1')
    await expect(nowhere).rejects.toThrow(/not an address of this machine/)
  })

  test('refuses another service key than the first, and does not repeat it', async () => {
    const create = (email: string, key: string) =>
      run(`account create --email ${email}`, { LATCHKEY_SERVICE_KEY: key })
    await create('a@example.org', '1'.repeat(64))
    await expect(create('b@example.org', '2'.repeat(64))).rejects.toThrow(/Start with the original one/)
    await expect(create('b@example.org', 'short-key')).rejects.toThrow(/LATCHKEY_SERVICE_KEY must hold/)
    await expect(create('b@example.org', 'short-key')).rejects.not.toThrow(/short-key/)
  })

  test('closes a project for its apps, and opens it again', async () => {
    await run('account create --email vendor@example.org')
    await run(PROJECT)
    const update = 'project update --app-name my-app'
    expect(await run(update)).toMatchObject([{ approved: true }])
    expect(await run(`${update} --approved no`)).toMatchObject([{ approved: false }])
    expect(await run(`${update} --approved yes`)).toMatchObject([{ approved: true }])
  })

  test('leaves an event of each change, with the names of what was given', async () => {
    await run('account create --email vendor@example.org')
    const [project] = await run(PROJECT)
    await run('project update --app-name my-app --approved yes')
    await run('script create --account vendor@example.org --app-name my-app --name S')
    await run('account update --email vendor@example.org --new-api-key')
    const { storage } = await openStorage(`sqlite:${join(dir, 'test.sqlite')}`, {})
    onTestFinished(() => storage.close())
    const { project: id } = project as { project: string }
    const events = await storage.listEvents(id, {}, { limit: 9 })
    expect(events.map(({ kind, subject, fields }) => [kind, subject, ...fields])).toEqual([
      ['created', 'account'],
      ['created', 'project'],
      ['updated', 'project', 'approved'],
      ['created', 'script'],
      ['updated', 'account', 'new-api-key'],
    ])
    expect(events.every(({ actor, address }) => actor === 'command-line' && address === '')).toBe(true)
  })

  test('changes an account, its API key included, and keeps to the scripts of its plan', async () => {
    const [made] = await run('account create --email vendor@example.org --plan trial --allow 192.0.2.0/24')
    const { apiKey } = made as { apiKey: string }
    const [changed] = await run(
      'account update --email vendor@example.org --allow-all --disable --new-api-key',
    )
    expect(changed).toEqual({
      account: expect.any(String),
      email: 'vendor@example.org',
      plan: 'trial',
      allowList: [],
      expiresAt: -1,
      enabled: false,
      apiKey: expect.not.stringMatching(apiKey),
    })
    await run(PROJECT)
    const script = 'script create --account vendor@example.org --app-name my-app --name Main'
    expect(await run(script)).toEqual([
      { script: expect.stringMatching(/^[0-9a-f]{32}$/), project: expect.any(String), name: 'Main' },
    ])
    await expect(run(script)).rejects.toThrow(/The plan trial allows no more scripts/)
  })

  test('adds the next signing key of a project, and prints the keys for its next build', async () => {
    await run('account create --email vendor@example.org')
    const [made] = (await run(PROJECT)) as { publicKeys: string }[]
    expect(parsePublicKeys(made?.publicKeys ?? '')?.size).toBe(1)
    const rotate = 'project rotate-signing-key --app-name my-app'
    const inThirtyDays = Math.floor(Date.now() / 1_000) + 30 * 86_400
    const [rotated] = (await run(`${rotate} --keep-days 30`)) as { publicKeys: string; othersUntil: number }[]
    expect(parsePublicKeys(rotated?.publicKeys ?? '')?.size).toBe(2)
    expect(rotated?.publicKeys.split(',')[1]).toBe(made?.publicKeys)
    expect(rotated?.othersUntil).toBeGreaterThanOrEqual(inThirtyDays)
    expect(await run('project update --app-name my-app')).toMatchObject([{ publicKeys: rotated?.publicKeys }])
    const [leaked] = (await run(`${rotate} --keep-days 0`)) as { publicKeys: string }[]
    expect(parsePublicKeys(leaked?.publicKeys ?? '')?.size).toBe(1)
    expect(rotated?.publicKeys).not.toContain(leaked?.publicKeys)
    await expect(run('project rotate-signing-key --app-name other')).rejects.toThrow(/There is no project/)
  })

  test('explains itself and each of its commands', async () => {
    const [overview] = await run('--help')
    for (const command of [
      'serve',
      'account create',
      'account update',
      'project create',
      'project rotate-signing-key',
      'script create',
      'backup',
    ]) {
      expect(overview).toContain(command)
      expect(await run(`${command} --help`)).toEqual([expect.stringContaining('Usage: latchkey-service')])
    }
  })
})
