import { afterEach, describe, expect, test } from 'vitest'
import { keyRecord, userRecord } from '../testing/records.ts'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { done, type Handlers, refusal, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

/** Runs one command against a server with these handlers. */
async function latchkey(handlers: Handlers, ...line: string[]) {
  const started = await startTableServer(handlers)
  server = started
  const ended = await runLatchkey(started, line)
  return { ...ended, requests: started.received }
}

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF'
const NOON_SECOND = NOON / 1_000
const listOf = (...users: object[]) => ({ body: { success: true, message: '', users } })

describe('users create', () => {
  const created = () => {
    let count = 0
    return () => done({ user_key: `key-${count++}` })
  }

  test('prints one key a line on standard output, and nothing else there', async () => {
    const { code, stdout, requests } = await latchkey(
      { createUser: created() },
      'users',
      'create',
      '--count',
      '3',
    )
    expect(code).toBe(0)
    expect(stdout).toBe('key-0\nkey-1\nkey-2\n')
    expect(requests.map(({ body }) => body)).toEqual([{}, {}, {}])
  })

  test.each([
    [['--days', '30'], { key_days: 30 }],
    [['--days', '0.5', '--note', 'trial'], { key_days: 0.5, note: 'trial' }],
    [['--until', '2027-01-01T00:00Z'], { auth_expire: 1_798_761_600 }],
    [['--until', '2027-01-01'], { auth_expire: new Date(2027, 0, 1).getTime() / 1_000 }],
    [['--never', '--chat-id', 'a.b', '--identifier', 'device'], { chat_id: 'a.b', identifier: 'device' }],
  ])('%j requests %j', async (options, body) => {
    const { code, requests } = await latchkey({ createUser: created() }, 'users', 'create', ...options)
    expect(code).toBe(0)
    expect(requests[0]?.body).toEqual(body)
  })

  test.each([
    ['--days', '30', '--never'],
    ['--days', '0'],
    ['--days', '1e3'],
    ['--until', '2027-02-30'],
    ['--until', 'tomorrow'],
    ['--until', '2020-01-01'],
    ['--until', '2040-01-01'],
    ['--count', '0'],
    ['--count', 'many'],
    ['--count', '10001'],
    ['--count', '2', '--chat-id', 'a'],
  ])('rejects %s %s %s %s before it sends a request', async (...options) => {
    const { code, stdout, stderr, requests } = await latchkey(
      { createUser: created() },
      'users',
      'create',
      ...options.filter((word) => word !== undefined),
    )
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toMatch(/^.+\.\n$/)
    expect(requests).toEqual([])
  })

  test('waits as long as the service requests, and creates each key once', async () => {
    const replies = [
      done({ user_key: 'a' }),
      refusal(429, 'Slow.', { 'retry-after': '9' }),
      done({ user_key: 'b' }),
    ]
    const { code, stdout, pausesMs } = await latchkey(
      { createUser: () => replies.shift() ?? refusal(400, 'None left.') },
      'users',
      'create',
      '--count',
      '2',
      '--json',
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ keys: ['a', 'b'] })
    expect(pausesMs).toEqual([9_000])
  })

  test.each([[], ['--json']])(
    'prints the keys that exist when a later one is refused %s',
    async (...json) => {
      const replies = [done({ user_key: 'a' }), refusal(400, 'The plan allows no more users.')]
      const { code, stdout, stderr } = await latchkey(
        { createUser: () => replies.shift() ?? 'drop' },
        'users',
        'create',
        '--count',
        '5',
        ...json,
      )
      expect(code).toBe(1)
      if (json.length === 0) expect(stdout).toBe('a\n')
      else
        expect(JSON.parse(stdout)).toMatchObject({
          keys: ['a'],
          error: expect.stringContaining('no more users'),
        })
      expect(stderr).toContain('no more users')
      expect(stderr).toContain('1 of 5 keys')
    },
  )
})

describe('users list', () => {
  test('prints a table without control characters of other people', async () => {
    const users = [
      userRecord({
        auth_expire: NOON_SECOND + 90 * 86_400,
        total_executions: 7,
        note: 'red\u001b[31m\nline\u202e',
      }),
      userRecord({ user_key: '', status: 'banned', banned: 1, auth_expire: 0, identifier: 'x'.repeat(64) }),
    ]
    const { code, stdout } = await latchkey({ getUsers: () => listOf(...users) }, 'users', 'list')
    expect(code).toBe(0)
    const [title, first, second] = stdout.split('\n')
    expect(title).toMatch(/^KEY +STATUS +EXPIRES +RUNS +DEVICE +CHAT ID +NOTE$/)
    expect(first).toMatch(
      /^[a-zA-Z]{32} +unused +2027-02-(19|20) \d\d:\d\d \(in 3 months\) +7 +– +– +red \[31m line$/,
    )
    expect(second).toMatch(/^– +banned +– +0 +x{13}… +–$/)
  })

  test('prints the records with --json', async () => {
    const { stdout, stderr } = await latchkey(
      { getUsers: () => listOf(userRecord({ note: 'a' })) },
      'users',
      'list',
      '--json',
      '--search',
      'a',
      '--from',
      '2',
      '--to',
      '3',
    )
    expect(JSON.parse(stdout)).toEqual([userRecord({ note: 'a' })])
    expect(stderr).toBe('')
    expect(server?.received[0]?.query).toEqual({ search: 'a', from: 2, until: 3 })
  })

  test('shows all details of one requested user', async () => {
    const banned = userRecord({ banned: 1, ban_expire: -1, ban_reason: 'sharing', unban_token: 'tok' })
    const { stdout } = await latchkey({ getUsers: () => listOf(banned) }, 'users', 'list', '--key', KEY)
    expect(stdout).toMatch(/^Key +[a-zA-Z]{32}$/m)
    expect(stdout).toMatch(/^Banned +permanently$/m)
    expect(stdout).toMatch(/^Unban token +tok \(lifts this ban, also after the key was deleted\)$/m)
    expect(stdout).toMatch(/^Expires +never$/m)
  })

  test('reads every page with --all', async () => {
    const everyone = Array.from({ length: 1_500 }, () => userRecord())
    const { stdout, stderr, requests } = await latchkey(
      { getUsers: ({ query }) => listOf(...everyone.slice(Number(query['from']), Number(query['until']))) },
      'users',
      'list',
      '--all',
    )
    expect(stdout.trim().split('\n').length).toBe(1_501)
    expect(stderr).toBe('1500 users.\n')
    expect(requests.length).toBe(2)
  })

  test('reports that there may be more users', async () => {
    const { stderr } = await latchkey(
      { getUsers: () => listOf(...Array.from({ length: 100 }, () => userRecord())) },
      'users',
      'list',
    )
    expect(stderr).toContain('--all')
  })

  test('reports that there are no users, and leaves standard output empty', async () => {
    const { code, stdout, stderr } = await latchkey({ getUsers: () => listOf() }, 'users', 'list')
    expect([code, stdout, stderr]).toEqual([0, '', 'No users.\n'])
  })
})

describe('users show', () => {
  const shown = async (fields: Parameters<typeof keyRecord>[0], more: object = {}) => {
    const key = keyRecord({ user_key: KEY, ...fields })
    const { stdout } = await latchkey(
      { getKey: () => done({ key, reset_from: 0, ...more }) },
      'users',
      'show',
      KEY,
    )
    return stdout
  }

  test.each([
    [{}, /^Status +not used yet: the first device that uses it is linked \(reset\)$/m],
    [{ last_reset: 1, state: 'active' }, /^Status +free: the next device that uses it is linked \(reset\)$/m],
    [{ status: 'active', state: 'active' }, /^Status +linked to a device \(active\)$/m],
    [{ status: 'active', state: 'expired' }, /^Status +expired; linked to a device \(active\)$/m],
    [
      { status: 'active', state: 'banned', banned: 1, ban_expire: -1, unban_token: 'tok' },
      /^Status +banned; linked to a device \(active\)$/m,
    ],
    [
      { status: 'active', state: 'stopped', stopped: 'refunded' },
      /^Status +stopped; linked to a device \(active\)$/m,
    ],
    [{ stopped: 'charged-back' }, /^Stopped by its order +its payment was charged back$/m],
    [{ stopped: 'refunded', stop_words: 'Ask us.' }, /^What its user reads +Ask us\.$/m],
    [{ note: 'a' }, /^Note: shown to the customer +a$/m],
    [{ vendor_note: 'b' }, /^Vendor note: only you see it +b$/m],
    [{ banned: 1, ban_only_key: true }, /^Ban of its devices +no: only the key is banned$/m],
  ] as const)('names %j in plain words beside the status of the interface', async (fields, line) => {
    expect(await shown(fields)).toMatch(line)
  })

  test('says that the computer is banned with another key, and how to lift that', async () => {
    const device_ban = { id: '2-0', ban_reason: 'Charged back', ban_expire: -1, is_linked: false }
    const text = await shown({}, { device_ban })
    expect(text).toMatch(
      new RegExp(`^Banned device +a device on which it was refused is banned permanently, with ${KEY}$`, 'm'),
    )
    expect(text).toMatch(/^Reason of that +Charged back$/m)
    expect(text).toContain(`latchkey users unban ${KEY} --only-computers`)
  })
})

describe('the other verbs of users', () => {
  test.each<[string[], string, unknown]>([
    [['update', KEY, '--never'], 'updateUser', { user_key: KEY, auth_expire: -1 }],
    [['update', KEY, '--days', '2'], 'updateUser', { user_key: KEY, auth_expire: NOON_SECOND + 172_800 }],
    [['update', KEY, '--note', '', '--chat-id='], 'updateUser', { user_key: KEY, note: '', chat_id: '' }],
    [['reset', KEY], 'resetDevice', { user_key: KEY }],
    [['reset', KEY, '--force'], 'resetDevice', { user_key: KEY, force: true }],
    [['ban', KEY], 'blacklistUser', { user_key: KEY, ban_expire: -1 }],
    [
      ['ban', KEY, '--days', '1', '--reason', 'sharing'],
      'blacklistUser',
      { user_key: KEY, ban_expire: NOON_SECOND + 86_400, ban_reason: 'sharing' },
    ],
    [['ban', KEY, '--only-key'], 'blacklistUser', { user_key: KEY, ban_expire: -1, ban_only_key: true }],
    [['unban', '--unban-token', 'tok'], 'unbanUser', { unban_token: 'tok' }],
    [
      ['unban', '--unban-token', 'tok', '--only-computers'],
      'unbanUser',
      { unban_token: 'tok', unban_only_devices: true },
    ],
    [['update', KEY, '--vendor-note', 'x'], 'updateUser', { user_key: KEY, vendor_note: 'x' }],
    [['link', KEY, 'chat.1', '--force'], 'linkChat', { user_key: KEY, chat_id: 'chat.1', force: true }],
  ])('%j sends the request, reports it on standard error, and prints JSON', async (words, id, body) => {
    const handlers = { [id]: () => done() }
    const { code, stdout, stderr, requests } = await latchkey(handlers, 'users', ...words)
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toMatch(/^The .+\.\n$/s)
    expect(requests[0]?.body).toEqual(body)
    await server?.close()
    const json = await latchkey(handlers, 'users', ...words, '--json')
    expect(JSON.parse(json.stdout)).toEqual({ success: true, message: 'Done.' })
  })

  test('delete sends the key in the query', async () => {
    const { code, requests } = await latchkey({ deleteUser: () => done() }, 'users', 'delete', KEY)
    expect(code).toBe(0)
    expect(requests[0]).toMatchObject({ query: { user_key: KEY }, body: undefined })
  })

  test('unban reads the token of a key', async () => {
    const { code, requests } = await latchkey(
      { getUsers: () => listOf(userRecord({ banned: 1, unban_token: 'tok' })), unbanUser: () => done() },
      'users',
      'unban',
      KEY,
    )
    expect(code).toBe(0)
    expect(requests.map(({ query, body }) => body ?? query)).toEqual([
      { user_key: KEY },
      { unban_token: 'tok' },
    ])
  })

  test('unban of a key that is not banned is refused', async () => {
    const { code, stderr } = await latchkey({ getUsers: () => listOf(userRecord()) }, 'users', 'unban', KEY)
    expect([code, stderr]).toEqual([1, 'Refused (400): This key is not banned.\n'])
  })

  test.each([
    ['update', KEY],
    ['unban'],
    ['unban', KEY, '--unban-token', 'tok'],
    ['link', KEY],
    ['reset', KEY, 'b'],
  ])('refuses users %s %s %s %s', async (...words) => {
    const { code, requests } = await latchkey({}, 'users', ...words.filter((word) => word !== undefined))
    expect([code, requests]).toEqual([2, []])
  })
})
