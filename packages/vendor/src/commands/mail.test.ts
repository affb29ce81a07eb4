import type { MailRecord } from '@latchkey/management'
import { afterEach, expect, test } from 'vitest'
import { keyRecord } from '../testing/records.ts'
import { NOON, runLatchkey } from '../testing/run-latchkey.ts'
import { done, type Handlers, refusal, startTableServer, type TableServer } from '../testing/table-server.ts'

let server: TableServer | undefined
afterEach(async () => {
  await server?.close()
})

async function latchkey(handlers: Handlers, ...line: string[]) {
  await server?.close()
  const started = await startTableServer(handlers)
  server = started
  const ended = await runLatchkey(started, line)
  return { ...ended, requests: started.received }
}

const MAIL: MailRecord = {
  ...{ id: 'mail', kind: 'key', of_key: '7-a', receiver: 'ann@example.org', state: 'given-up', tries: 2 },
  ...{ reason: 'refused', answer: '550 No such user', created_at: NOON / 1_000, due_at: 0, ended_at: 0 },
}

test('lists mails with what became of them, and says when the service only writes files', async () => {
  const handlers = {
    getKey: () => done({ key: keyRecord({ id: '7-a' }), reset_from: 0 }),
    listMail: () => done({ mails: [MAIL], next_cursor: '', way: 'folder' }),
  }
  const line = ['mail', 'list', '--state', 'given-up', '--key', 'k'.repeat(32)]
  const { stdout, stderr, requests } = await latchkey(handlers, ...line)
  expect(stdout).toMatch(/key +ann@example\.org +given-up: refused +2 +550 No such user/)
  expect(stderr).toContain('serve --mail')
  expect(requests.at(-1)?.query).toEqual({ state: 'given-up', of_key: '7-a', limit: 100 })
  expect((await latchkey(handlers, 'mail', 'list', '--state', 'lost')).code).toBe(2)
})

test('mails a key, also at its creation, and names the keys that exist when that is refused', async () => {
  const mailKey = () => done({ id: 'mail' })
  const sent = await latchkey({ mailKey }, 'mail', 'key', 'k'.repeat(32))
  expect(sent.requests[0]?.body).toEqual({ user_key: 'k'.repeat(32), kind: 'key-again' })

  const createUser = () => done({ user_key: 'new' })
  const create = ['users', 'create', '--count', '2', '--customer', 'ann@example.org', '--mail', '--json']
  const created = await latchkey({ createUser, mailKey }, ...create)
  expect(created.requests.map(({ id }) => id)).toEqual(['createUser', 'mailKey', 'createUser', 'mailKey'])
  expect(created.requests[1]?.body).toEqual({ user_key: 'new', kind: 'key' })
  const refused = await latchkey({ createUser, mailKey: () => refusal(409, 'No.') }, ...create)
  expect([refused.code, JSON.parse(refused.stdout)]).toEqual([
    1,
    { keys: ['new'], error: 'Refused (409): No.' },
  ])
  expect((await latchkey({}, 'users', 'create', '--mail')).code).toBe(2)
})
