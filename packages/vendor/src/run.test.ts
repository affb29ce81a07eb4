import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accountRecord, statisticsRecord, userRecord } from './testing/records.ts'
import { runLatchkey } from './testing/run-latchkey.ts'
import { API_KEY, done, refusal, startTableServer, type TableServer } from './testing/table-server.ts'

let server: TableServer
let projects = ['project-1']
let isActive = true
beforeEach(async () => {
  projects = ['project-1']
  isActive = true
  server = await startTableServer({
    getStatus: () => ({
      body: {
        version: '3.0.0',
        active: isActive,
        message: '',
        warning: !isActive,
        warning_message: 'No database.',
      },
    }),
    getApiKeyDetails: () => ({ body: accountRecord(projects) }),
    getApiKeyStats: () => ({ body: statisticsRecord([...new Array(160).fill(0), 1, 2, 4, 8, 16, 8, 4, 2]) }),
    getUsers: () => ({ body: { success: true, message: '', users: [userRecord()] } }),
    resetDevice: () => refusal(400, 'On cooldown.\u001b[2J'),
    createUser: () => done({ user_key: 'k' }),
  })
})
afterEach(() => server.close())

const env = (more: Record<string, string> = {}) => ({ LATCHKEY_URL: server.url, ...more })
const withKey = (more: Record<string, string> = {}) => env({ LATCHKEY_API_KEY: API_KEY, ...more })

test('account shows the account, and never the API key', async () => {
  const { code, stdout, stderr } = await runLatchkey(server, ['account'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^E-mail +vendor@shop\.example$/m)
  expect(stdout).toMatch(/^project-1 +The app of project-1 +desktop +1 +once in 1 hour$/m)
  expect(stdout + stderr).not.toContain(API_KEY)
})

test('stats draws the executions and counts the rest', async () => {
  const { code, stdout } = await runLatchkey(server, ['stats'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^45 executions in the last 168 hours$/m)
  expect(stdout).toContain('█')
  expect(stdout).toContain('One column is 3 h; the highest is 28.')
  expect(stdout).toMatch(/^Users +1,200 of 10,000 \(1,198 allowed, 2 banned\)$/m)
  const json = await runLatchkey(server, ['stats', '--json', '--no-users'])
  expect(JSON.parse(json.stdout)).toMatchObject({ stats: { users: 1_200 } })
  expect(server.received.at(-1)?.query).toEqual({ noUsers: true })
})

test('status needs no API key, and exits with 1 if the service is not working', async () => {
  const well = await runLatchkey(server, ['status'], { env: env() })
  expect([well.code, well.stdout]).toEqual([0, 'active  version 3.0.0\n'])
  isActive = false
  const unwell = await runLatchkey(server, ['status', '--json'], { env: env() })
  expect(unwell.code).toBe(1)
  expect(JSON.parse(unwell.stdout)).toMatchObject({ active: false })
  expect(unwell.stderr).toBe('Warning: No database.\n')
})

test('a refusal exits with 1, and is written to standard error, and as JSON to standard output', async () => {
  const line = ['users', 'reset', 'k']
  const people = await runLatchkey(server, line)
  expect(people).toMatchObject({ code: 1, stdout: '', stderr: 'Refused (400): On cooldown. [2J\n' })
  const json = await runLatchkey(server, [...line, '--json'])
  expect(json.code).toBe(1)
  expect(JSON.parse(json.stdout)).toMatchObject({ error: { kind: 'refused', status: 400 } })
})

test('exits with 3 if the service is not running', async () => {
  await server.close()
  const { code, stdout, stderr } = await runLatchkey(server, ['account'])
  expect([code, stdout]).toEqual([3, ''])
  expect(stderr).toBe('The service cannot be reached (ECONNREFUSED). Nothing was sent.\n')
})

test('uses the given project, or the only one', async () => {
  await runLatchkey(server, ['users', 'create'], { env: withKey() })
  await runLatchkey(server, ['users', 'create'], { env: withKey({ LATCHKEY_PROJECT: 'from-environment' }) })
  await runLatchkey(server, ['users', 'create', '--project', 'said'], {
    env: withKey({ LATCHKEY_PROJECT: 'from-environment' }),
  })
  const created = server.received.filter(({ id }) => id === 'createUser')
  expect(created.map(({ params }) => params['project_id'])).toEqual(['project-1', 'from-environment', 'said'])
})

test('requires --project if there are several, and reports that there is none', async () => {
  projects = ['project-1', 'project-2']
  const several = await runLatchkey(server, ['users', 'create'], { env: withKey() })
  expect(several.code).toBe(2)
  expect(several.stderr).toMatch(/project-1 .+\n.+project-2 /)
  projects = []
  const none = await runLatchkey(server, ['users', 'create'], { env: withKey() })
  expect([none.code, none.stderr]).toEqual([2, 'The account has no project yet.\n'])
  expect(server.received.filter(({ id }) => id === 'createUser')).toEqual([])
})

test('without a terminal the API key must be in the environment', async () => {
  const { code, stderr } = await runLatchkey(server, ['account'], { env: env() })
  expect(code).toBe(2)
  expect(stderr).toContain('LATCHKEY_API_KEY')
  expect(server.received).toEqual([])
})

/** A terminal with typed text. It would echo what arrives outside of raw mode. */
function terminal(...typed: string[]) {
  const modes: boolean[] = []
  const stream = new PassThrough()
  for (const text of typed) stream.write(text)
  return {
    modes,
    stdin: Object.assign(stream, { isTTY: true, setRawMode: (raw: boolean) => modes.push(raw) }),
  }
}

test('prompts for the API key on a terminal without showing it', async () => {
  const { modes, stdin } = terminal(
    `wrong\u007f\u007f\u007f\u007f\u007f${API_KEY.slice(0, 5)}`,
    `${API_KEY.slice(5)}\r`,
  )
  const { code, stdout, stderr } = await runLatchkey(server, ['account'], { env: env(), stdin })
  expect(code).toBe(0)
  expect(modes).toEqual([true, false])
  expect(stderr).toBe('API key: \n')
  expect(stdout).not.toContain(API_KEY)
  expect(server.received[0]?.headers.authorization).toBe(API_KEY)
})

test.each(['\u0003', 'half\u0004', '\r'])(
  'sends nothing if the prompt is cancelled with %j',
  async (typed) => {
    const { modes, stdin } = terminal(typed)
    const { code, stderr } = await runLatchkey(server, ['account'], { env: env(), stdin })
    expect(code).toBe(2)
    expect(stderr).toContain('No API key was given.')
    expect(modes).toEqual([true, false])
    expect(server.received).toEqual([])
  },
)

test.each([
  ['account', '--api-key', 'SECRET'],
  ['account', '--api-key=SECRET'],
  ['--apikey=SECRET', 'account'],
  ['--api_key', 'SECRET'],
])('rejects an API key as an argument, and does not repeat it: %s %s', async (...line) => {
  const { code, stdout, stderr } = await runLatchkey(server, line)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('never an argument')
  expect(stderr).not.toContain('SECRET')
  expect(server.received).toEqual([])
})

test('rejects an invalid API key without printing it', async () => {
  const { code, stderr } = await runLatchkey(server, ['account'], {
    env: env({ LATCHKEY_API_KEY: 'two words' }),
  })
  expect(code).toBe(2)
  expect(stderr).not.toContain('two words')
})

test.each([
  [['users', 'reset', 'k', '--forse'], 'Did you mean --force?'],
  [['users', 'create', '--jsn'], 'Did you mean --json?'],
  [['users', 'create', '--zzzzzz'], "Unknown option '--zzzzzz'. See --help."],
  [['users', 'reset', 'k', '--reason', 'x'], "Unknown option '--reason'"],
  [['users', 'creat'], 'Did you mean create?'],
  [['user', 'list'], 'Did you mean users?'],
  [['acount'], 'Did you mean account?'],
  [['nonsense'], 'There is no such command. See --help.'],
  [['users'], 'Usage: latchkey users [options] [command]'],
  [['users', 'create', '--note'], "Option '--note <TEXT>' argument missing"],
  [['users', 'create', '--note', '--json'], "Option '--note <TEXT>' argument missing"],
  [['users', 'create', '--note', '--days', '3'], '--note needs a value'],
  [['users', 'create', '--json=1'], "Unknown option '--json=…'"],
  [['account', 'more'], 'Too many arguments'],
  [['users', 'delete', '..'], 'has only dots'],
  [['users', 'create', '--project', '..'], 'cannot be the ID'],
  [['users', 'delete'], "Missing required argument 'KEY'"],
  [['account', '--url', 'http://license.example'], 'https://'],
])('%j exits with 2 and the message: %s', async (line, sentence) => {
  const { code, stdout, stderr } = await runLatchkey(server, line)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(sentence)
  expect(server.received).toEqual([])
})

test.each([
  [['SECRET']],
  [['users', 'SECRET']],
  [['account', 'SECRET']],
  [['account', '--', 'SECRET', 'SECRET']],
  [['account', '--secret=SECRET']],
  [['account', "--secret=SECRET'\n(Did you mean SECRET"]],
  [['users', 'create', '--note', 'a', '--json=SECRET']],
  [['users', 'create', '--days', 'SECRET']],
])('a word in the wrong place is not repeated, because it may be a secret: %j', async (line) => {
  const { code, stdout, stderr } = await runLatchkey(server, line)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).not.toContain('SECRET')
})

test('accepts global options before the command', async () => {
  const { code, stdout } = await runLatchkey(server, ['--json', 'account'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ email: 'vendor@shop.example' })
})

test('a value that begins with a dash can be written with an equals sign', async () => {
  const { code } = await runLatchkey(server, ['users', 'create', '--note=-x'])
  expect(code).toBe(0)
  expect(server.received[0]?.body).toEqual({ note: '-x' })
  await runLatchkey(server, ['users', 'create', '--note=--json'])
  expect(server.received[1]?.body).toEqual({ note: '--json' })
})

test('help is data: the commands, a group of them, or one with its options', async () => {
  const all = await runLatchkey(server, ['--help'])
  expect([all.code, all.stderr]).toEqual([0, ''])
  expect(all.stdout).toContain('users unban')
  expect((await runLatchkey(server, [])).stdout).toBe(all.stdout)
  const group = await runLatchkey(server, ['scripts', '--help'])
  expect(group.stdout).toContain('scripts push')
  expect(group.stdout).not.toContain('users unban')
  const one = await runLatchkey(server, ['users', 'ban', '--help'], { env: {} })
  expect(one.stdout).toMatch(/^Usage: latchkey users ban \[options\] <KEY>$/m)
  for (const option of ['--until <DATE>', '--reason <TEXT>', '--project <ID>', '--json', '--url <URL>']) {
    expect(one.stdout).toContain(option)
  }
  expect((await runLatchkey(server, ['--version'])).stdout).toBe('1.2.3\n')
})
