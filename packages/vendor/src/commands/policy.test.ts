import type { EventRecord } from '@latchkey/management'
import { afterEach, expect, test } from 'vitest'
import { eventRecord, projectSettings } from '../testing/records.ts'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { done, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

const NOON_SECOND = NOON / 1_000
const DAY = 86_400

const event = (daysAgo: number, kind: string, fields: Partial<EventRecord> = {}) =>
  eventRecord({ at: NOON_SECOND - daysAgo * DAY, kind, fields: [], ...fields })
const locked = (daysAgo: number, id: string) =>
  event(daysAgo, 'refused', { code: 'KEY_HWID_LOCKED', actor: 'user', id })
const reset = (daysAgo: number, id: string) => event(daysAgo, 'reset', { id, fields: ['user_key'] })

/** The user of `once` was refused once. For `shared`, the vendor answered three mails. */
const EVENTS = [
  locked(300, 'once'),
  locked(200, 'shared'),
  reset(199, 'shared'),
  event(199, 'linked', { actor: 'user', id: 'shared' }),
  locked(100, 'shared'),
  reset(99, 'shared'),
  event(99, 'linked', { actor: 'user', id: 'shared' }),
  locked(50, 'shared'),
  reset(49, 'shared'),
  event(10, 'updated', { subject: 'script', fields: ['identifier'] }),
]

/** Runs `policy simulate` against a project with these events. */
async function simulate(events: readonly EventRecord[], ...options: string[]) {
  server = await startTableServer({
    getProjectSettings: () => done(projectSettings({ reset_hwid_cooldown: 3_600 })),
    getEvents: ({ query }) =>
      done({
        events: events.filter(
          ({ kind, at, subject, bulk }) =>
            kind === query['kind'] &&
            at >= Number(query['since']) &&
            (query['bulk'] === undefined
              ? bulk === undefined || subject === 'keys'
              : bulk === query['bulk'] && subject === 'key'),
        ),
        next_cursor: '',
      }),
  })
  const ended = await runLatchkey(server, ['policy', 'simulate', ...options])
  return { ...ended, requests: server.received }
}

test('compares several settings with what happened', async () => {
  const { code, stdout, stderr } = await simulate(EVENTS, '--moves-per-year', '0,1,2', '--max-devices', '1,2')
  expect(code).toBe(0)
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['MOVES A YEAR', 'DEVICES', 'RESETS AND MOVES', 'LOCKED OUT', 'MAILS', 'SPARED', 'MOVED', 'OUT OF MOVES'],
    ['as it was', '2', '3', '0', '0'],
    ['0', '1', 'once in 1 hour', '2', '3', '0', '0', '0'],
    ['1', '1', 'once in 1 hour', '1', '2', '1', '2', '1'],
    ['2', '1', 'once in 1 hour', '1', '1', '2', '3', '1'],
    ['0', '2', 'once in 1 hour', '1', '1', '2', '0', '0'],
    ['1', '2', 'once in 1 hour', '1', '1', '2', '1', '1'],
    ['2', '2', 'once in 1 hour', '0', '0', '3', '2', '0'],
    [''],
  ])
  expect(stderr).toBe('Since 2025-11-21: 9 events, keys: 2.\n')
})

test('plays the keys that were changed with many others', async () => {
  const many = { bulk: 'bulk', fields: ['action'] }
  const freed = [
    event(99, 'reset', { subject: 'keys', id: 'bulk', count: 1, ...many }),
    event(99, 'reset', { id: 'shared', ...many }),
  ]
  const events = [
    ...EVENTS.filter(({ at, kind }) => kind !== 'reset' || at < NOON_SECOND - 150 * DAY),
    ...freed,
  ]
  const { happened } = JSON.parse((await simulate(events, '--json')).stdout)
  expect(happened).toMatchObject({ locked_out: 2, mails: 2 })
})

test('shows some moves a year without any settings, and prints JSON', async () => {
  const { stdout } = await simulate(EVENTS, '--json')
  const { simulated, ...rest } = JSON.parse(stdout)
  expect(rest).toEqual({
    since: NOON_SECOND - 365 * DAY,
    events: 9,
    keys: 2,
    cut_keys: 0,
    happened: { locked_out: 2, mails: 3, mails_spared: 0, moves: 0, out_of_moves: 0 },
  })
  expect(simulated.map((each: Record<string, number>) => each['moves_per_year'])).toEqual([1, 2, 4])
  expect(simulated[2]).toEqual({
    moves_per_year: 4,
    max_devices: 1,
    reset_hwid_cooldown: 3_600,
    locked_out: 0,
    mails: 0,
    mails_spared: 3,
    moves: 4,
    out_of_moves: 0,
  })
})

test('reads only the events since a date, and sorts them by time', async () => {
  const { stdout, requests } = await simulate(
    EVENTS,
    '--since',
    '2026-08-01T00:00Z',
    '--cooldown',
    '0',
    '--json',
  )
  const since = Date.UTC(2026, 7, 1) / 1_000
  const lists = requests.filter(({ id }) => id === 'getEvents')
  expect(new Set(lists.map(({ query }) => query['since']))).toEqual(new Set([since]))
  expect(JSON.parse(stdout)).toMatchObject({ since, happened: { locked_out: 1, mails: 2 } })
})

test('says that the service keeps no more refusals of a key', async () => {
  const refusals = Array.from({ length: 50 }, (_, day) => locked(60 - day, 'often'))
  expect((await simulate(refusals)).stderr).toContain('whose earlier ones are not stored any more: 1.')
})

test('has no keys in a new project', async () => {
  const { code, stderr, stdout } = await simulate([])
  expect([code, stdout.split('\n').length]).toEqual([0, 6])
  expect(stderr).toBe('Since 2025-11-21: 0 events, keys: 0.\n')
})

test.each([
  ['--moves-per-year', '1,x'],
  ['--moves-per-year', '101'],
  ['--max-devices', '0'],
  ['--cooldown', '1,,2'],
  ['--since', 'yesterday'],
  ['--since', '2030-01-01'],
  ['--moves-per-year', '1,2,3,4,5', '--max-devices', '1,2,3,4,5'],
])('rejects %s %s %s %s', async (...options) => {
  const { code, stdout, requests } = await simulate(EVENTS, ...options.filter((word) => word !== undefined))
  expect([code, stdout]).toEqual([2, ''])
  expect(requests.filter(({ id }) => id === 'getEvents')).toEqual([])
})
