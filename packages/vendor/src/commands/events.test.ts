import type { EventRecord } from '@latchkey/management'
import { afterEach, expect, test } from 'vitest'
import { eventRecord } from '../testing/records.ts'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { done, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF'

/** Runs a command against a server with these events. */
async function run(events: readonly EventRecord[], words: readonly string[]) {
  server = await startTableServer({
    getEvents: ({ query: { limit = 100, cursor = '0' } }) => {
      const from = Number(cursor)
      const to = from + Number(limit)
      return done({ events: events.slice(from, to), next_cursor: to < events.length ? String(to) : '' })
    },
  })
  const ended = await runLatchkey(server, words)
  return { ...ended, query: server.received[0]?.query, requests: server.received.length }
}

const list = (events: readonly EventRecord[], ...options: string[]) =>
  run(events, ['events', 'list', ...options])

test('lists what happened, to what, by whom and from where', async () => {
  const refused = { kind: 'refused', code: 'KEY_EXPIRED', actor: 'user', user_key: '', fields: [] }
  const { code, stdout, stderr } = await list([
    eventRecord(),
    eventRecord(refused),
    eventRecord({ subject: 'account', id: 'a'.repeat(32), user_key: '', address: '', actor: 'command-line' }),
    eventRecord({
      subject: 'keys',
      id: 'b',
      user_key: '',
      count: 300,
      actor: 'person',
      person: 'a@b.example',
    }),
  ])
  expect([code, stderr]).toEqual([0, ''])
  const [titles, created, second, account, many] = stdout.split('\n')
  expect(titles).toMatch(/^WHEN +WHAT +KEY +ID +BY +NETWORK +FIELDS$/)
  expect(created).toMatch(/\(1 hour ago\) +created +\w{32} +\w{16} +api-key +192.0.2.0\/24 +note key_days$/)
  expect(second).toMatch(/refused KEY_EXPIRED +– +\w{16} +user +192.0.2.0\/24$/)
  expect(account).toMatch(/created +account +a{15}… +command-line +– +note key_days$/)
  expect(many).toMatch(/created +300 keys +b +a@b.example +192.0.2.0\/24 +note key_days$/)
})

test('sends the filters and prints JSON', async () => {
  const words = ['--key', KEY, '--kind', 'refused', '--by', 'a@b.example', '--days', '2', '--json']
  const { stdout, query } = await list([eventRecord()], ...words)
  expect(JSON.parse(stdout)).toEqual([eventRecord()])
  const since = NOON / 1_000 - 2 * 86_400
  expect(query).toEqual({ user_key: KEY, kind: 'refused', by: 'a@b.example', since, order: 'desc' })
})

test('finds the events of a deleted key by its ID, and the keys of a change of many', async () => {
  const order = 'desc'
  const ofKey = await list([eventRecord()], '--key-id', '0123456789abcdef')
  expect(ofKey.query).toEqual({ key_id: '0123456789abcdef', order })
  await server?.close()
  const words = ['--bulk', '0123456789abcdef', '--from', '1', '--to', '9']
  const query = { bulk: '0123456789abcdef', order, from: 1, until: 9 }
  expect((await list([eventRecord()], ...words)).query).toEqual(query)
})

test('lists every event, in as many requests as necessary, also without the word list', async () => {
  const events = Array.from({ length: 1_200 }, (_, at) => eventRecord({ at }))
  const { stdout, stderr, requests } = await list(events, '--all', '--json')
  expect([JSON.parse(stdout), stderr, requests]).toEqual([events, '', 2])
  await server?.close()
  const { code, stdout: same } = await run(events, ['events', '--all', '--json'])
  expect([code, same]).toEqual([0, stdout])
})

test('reports that there are none, and that there may be more', async () => {
  expect(await list([])).toMatchObject({ code: 0, stdout: '', stderr: 'No events.\n' })
  await server?.close()
  const { stdout, stderr } = await list(Array.from({ length: 101 }, () => eventRecord()))
  expect([stdout.split('\n').length, stderr]).toEqual([
    102,
    'These are the newest 100 events. --all lists every one.\n',
  ])
})

test.each([
  ['--kind', 'lost'],
  ['--days', '0'],
  ['--to', 'x'],
  ['--all', '--from', '1'],
])('refuses %s %s', async (...words) => {
  expect(await list([], ...words)).toMatchObject({ code: 2, query: undefined })
})
