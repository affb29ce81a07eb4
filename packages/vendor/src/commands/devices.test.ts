import { afterEach, expect, test } from 'vitest'
import { deviceList, projectSettings } from '../testing/records.ts'
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
const LAPTOP = {
  id: 'd1',
  name: 'Laptop\u001b[2J',
  identifier: 'f'.repeat(64),
  linked_at: NOON_SECOND - 3_600,
  used_at: NOON_SECOND - 12 * 3_600,
}
const UNNAMED = { ...LAPTOP, id: 'd2', name: '', linked_at: 0, used_at: 0 }

test('lists the devices of a key, and the moves that are left', async () => {
  const answer = deviceList({
    devices: [LAPTOP, UNNAMED],
    max_devices: 3,
    moves_per_year: 2,
    moves_left: 1,
    move_from: NOON_SECOND + 2 * 86_400,
    move_waits: 'cooldown',
  })
  const { code, stdout, stderr, requests } = await latchkey(
    { getDevices: () => done(answer) },
    'devices',
    'list',
    KEY,
  )
  expect([code, stderr]).toEqual([0, ''])
  expect(requests[0]?.query).toEqual({ user_key: KEY })
  const [titles, laptop, unnamed, , ...limits] = stdout.trimEnd().split('\n')
  expect(titles).toMatch(/^ID +NAME +LINKED +LAST USED +DEVICE ID$/)
  expect(laptop).toMatch(/^d1 +Laptop \[2J +.+\(1 hour ago\) +2026-11-21 +f{23}…$/)
  expect(unnamed).toMatch(/^d2 +– +– +– +f{23}…$/)
  expect(limits).toEqual([
    'Devices     2 of 3',
    expect.stringMatching(
      /^Moves left {2}1 of 2 in 365 days; the next from .+\(in 2 days\), after the cooldown$/,
    ),
  ])
})

test('says that a user cannot move the key, and prints JSON', async () => {
  const handlers = { getDevices: () => done(deviceList()) }
  expect((await latchkey(handlers, 'devices', 'list', KEY)).stdout).toBe(
    'Devices     0 of 1\nMoves left  the user cannot move the key\n',
  )
  await server?.close()
  const { stdout } = await latchkey(handlers, 'devices', 'list', KEY, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ devices: [], max_devices: 1, move_waits: '' })
})

test.each([
  [[], { user_key: KEY, device: 'd2' }],
  [['--force'], { user_key: KEY, device: 'd2', force: true }],
])('releases a device %j', async (options, query) => {
  const { code, stderr, requests } = await latchkey(
    { releaseDevice: () => done() },
    'devices',
    'release',
    KEY,
    'd2',
    ...options,
  )
  expect([code, stderr]).toEqual([0, 'The device was unlinked.\n'])
  expect(requests[0]?.query).toEqual(query)
})

test('a refused release exits with 1', async () => {
  const refused = () => refusal(400, 'This key is on cooldown.')
  const { code, stderr } = await latchkey({ releaseDevice: refused }, 'devices', 'release', KEY, 'd2')
  expect([code, stderr]).toEqual([1, 'Refused (400): This key is on cooldown.\n'])
})

test('shows the settings of a project', async () => {
  const answer = projectSettings({ max_devices: 2, moves_per_year: 4, reset_hwid_cooldown: 86_400 })
  const { code, stdout } = await latchkey({ getProjectSettings: () => done(answer) }, 'project', 'settings')
  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual([
    'Devices of a key  2',
    'Moves a year      4',
    'Resets and moves  once in 1 day',
    'User-Agents       Harbour/*',
    'Approved          yes',
    'Features of keys  none',
    'Trials            none',
    '',
  ])
})

test('changes the given settings of a project, and shows all of them', async () => {
  const handlers: Handlers = {
    updateProjectSettings: () => done(projectSettings({ reset_hwid_cooldown: -1 })),
  }
  const line = ['project', 'update', '--max-devices', '2', '--moves-per-year', '0', '--cooldown', '-1']
  const agents = ['--user-agent', 'Harbour/1.*', '--user-agent', 'Harbour/2.*']
  const { code, stdout, stderr, requests } = await latchkey(handlers, ...line, ...agents)
  expect([code, stderr]).toEqual([0, 'The settings were changed.\n'])
  expect(requests[0]?.body).toEqual({
    max_devices: 2,
    moves_per_year: 0,
    reset_hwid_cooldown: -1,
    user_agents: ['Harbour/1.*', 'Harbour/2.*'],
  })
  expect(stdout).toContain('Moves a year      none\nResets and moves  disabled\n')
  await server?.close()
  expect((await latchkey(handlers, 'project', 'update', '--cooldown', '60')).requests[0]?.body).toEqual({
    reset_hwid_cooldown: 60,
  })
})

test('sets the limits of one key, or those of its project again', async () => {
  const limits = ['--max-devices', '3', '--moves-per-year', '0']
  const created = await latchkey({ createUser: () => done({ user_key: KEY }) }, 'users', 'create', ...limits)
  expect(created.requests[0]?.body).toEqual({ max_devices: 3, moves_per_year: 0 })
  await server?.close()
  const again = ['--max-devices', '-1', '--moves-per-year', '-1']
  const updated = await latchkey({ updateUser: () => done() }, 'users', 'update', KEY, ...again)
  expect(updated.requests[0]?.body).toEqual({ user_key: KEY, max_devices: -1, moves_per_year: -1 })
})

test.each([
  ['project', 'update'],
  ['project', 'update', '--max-devices', '0'],
  ['project', 'update', '--max-devices', '101'],
  ['project', 'update', '--moves-per-year', '-1'],
  ['project', 'update', '--cooldown', '-2'],
  ['users', 'create', '--max-devices', '0'],
  ['users', 'update', KEY, '--moves-per-year', '101'],
  ['devices', 'release', KEY],
])('rejects %s %s %s %s before it sends a request', async (...line) => {
  const { code, stdout, requests } = await latchkey({}, ...line.filter((word) => word !== undefined))
  expect([code, stdout, requests]).toEqual([2, '', []])
})
