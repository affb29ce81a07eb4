import type { EventRecord } from '@latchkey/management'
import { afterEach, expect, test } from 'vitest'
import { eventRecord } from '../testing/records.ts'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF'

/** Runs `events list` against a server with these events. */
async function list(events: readonly EventRecord[], ...options: string[]) {
  server = await startTableServer({ getEvents: () => ({ body: { success: true, message: '', events } }) })
  const ended = await runLatchkey(server, ['events', 'list', ...options])
  return { ...ended, query: server.received[0]?.query }
}

test('lists what happened, to what, by whom and from where', async () => {
  const refused = { kind: 'refused', code: 'KEY_EXPIRED', actor: 'user', user_key: '', fields: [] }
  const { code, stdout, stderr } = await list([
    eventRecord(),
    eventRecord(refused),
    eventRecord({ subject: 'account', id: 'a'.repeat(32), user_key: '', address: '', actor: 'command-line' }),
  ])
  expect([code, stderr]).toEqual([0, ''])
  const [titles, created, second, account] = stdout.split('\n')
  expect(titles).toMatch(/^WHEN +WHAT +KEY +ID +BY +NETWORK +FIELDS$/)
  expect(created).toMatch(/\(1 hour ago\) +created +\w{32} +\w{16} +api-key +192.0.2.0\/24 +note key_days$/)
  expect(second).toMatch(/refused KEY_EXPIRED +– +\w{16} +user +192.0.2.0\/24$/)
  expect(account).toMatch(/created +account +a{15}… +command-line +– +note key_days$/)
})

test('sends the filters and prints JSON', async () => {
  const words = ['--key', KEY, '--kind', 'refused', '--days', '2', '--from', '1', '--to', '9', '--json']
  const { stdout, query } = await list([eventRecord()], ...words)
  expect(JSON.parse(stdout)).toEqual([eventRecord()])
  const since = NOON / 1_000 - 2 * 86_400
  expect(query).toEqual({ user_key: KEY, kind: 'refused', since, from: 1, until: 9 })
})

test('finds the events of a deleted key by its ID', async () => {
  expect((await list([eventRecord()], '--key-id', '0123456789abcdef')).query).toEqual({
    key_id: '0123456789abcdef',
  })
})

test('reports that there are none, and that there may be more', async () => {
  expect(await list([])).toMatchObject({ code: 0, stdout: '', stderr: 'No events.\n' })
  await server?.close()
  expect((await list(Array.from({ length: 100 }, () => eventRecord()))).stderr).toContain('may be more')
})

test.each([
  ['--kind', 'lost'],
  ['--days', '0'],
  ['--to', 'x'],
])('refuses %s %s', async (...words) => {
  expect(await list([], ...words)).toMatchObject({ code: 2, query: undefined })
})
