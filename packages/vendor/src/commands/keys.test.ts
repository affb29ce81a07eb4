import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ImportKeysBody, KeysImported } from '@latchkey/management'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runLatchkey } from '../testing/run-latchkey.ts'
import { type Handler, startTableServer, type TableServer } from '../testing/table-server.ts'

let dir: string
let server: TableServer | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'latchkey-import-'))
})
afterEach(async () => {
  await server?.close()
  await rm(dir, { recursive: true })
})

/** A project with these keys, and room for more. A key that contains digits is its own alias. */
function project(known: readonly string[] = [], room = 100_000): Handler {
  const keys = new Map(known.map((key) => [key, '']))
  return ({ body }) => {
    const { keys: wanted, request_id = '', dry_run = false } = body as ImportKeysBody
    let created = 0
    const results = wanted.map(({ user_key }) => {
      const request = keys.get(user_key)
      if (request === undefined && created === room) {
        return { user_key, alias: false, code: 'PLAN_LIMIT' }
      }
      if (request === undefined) created += 1
      if (request === undefined && !dry_run) keys.set(user_key, request_id)
      const isKnown = request !== undefined && request !== request_id
      return { user_key, alias: /\d/.test(user_key), code: isKnown ? 'KEY_EXISTS' : '' }
    })
    const answer: KeysImported = { success: true, message: '', created, results, keys_left: room - created }
    return { body: answer }
  }
}

async function importing(handler: Handler, text: string, ...options: string[]) {
  const file = join(dir, 'keys.csv')
  await writeFile(file, text)
  server = await startTableServer({ importKeys: handler })
  const ended = await runLatchkey(server, ['keys', 'import', file, ...options])
  const bodies = server.received.map(({ body }) => body as ImportKeysBody)
  await server.close()
  server = undefined
  return {
    ...ended,
    bodies,
    dry: bodies.filter(({ dry_run }) => dry_run),
    real: bodies.filter((body) => !body.dry_run),
  }
}

const FILE = `E-Mail;Serial;Valid until
ada@example.org;ABCD-1234;31.01.2027
max@example.org;EFGH-5678;
eve@example.org;;
eve@example.org;ABCD-1234;
kim@example.org;KNOWN-1;soon
ann@example.org;KNOWN-2;
`

test('shows what can be imported and what not, and imports nothing until it is asked for', async () => {
  for (const options of [['--dry-run'], []]) {
    const { code, stdout, stderr, real, dry } = await importing(project(['KNOWN-2']), FILE, ...options)
    expect([code, real]).toEqual([1, []])
    expect(dry[0]?.keys).toEqual([
      { user_key: 'ABCD-1234', customer_email: 'ada@example.org', auth_expire: expect.any(Number) },
      { user_key: 'EFGH-5678', customer_email: 'max@example.org' },
      { user_key: 'KNOWN-2', customer_email: 'ann@example.org' },
    ])
    expect(stderr).toContain('key: column Serial')
    expect(stderr).toContain('Keys to import: 2. New: 2. By an alias: 2.')
    expect(stderr).toContain('Lines that cannot be imported: 4.')
    expect(stdout.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'LINE CELLS REASON',
      '4 eve@example.org | | There is no key in this line.',
      '5 eve@example.org | ABCD-1234 | An earlier line has the same key.',
      '6 kim@example.org | KNOWN-1 | soon The end is not a date such as 2027-01-31.',
      '7 ann@example.org | KNOWN-2 | The project has this key already.',
      '',
    ])
  }
})

test('imports with --yes, and writes the report and the wrong lines', async () => {
  const [report, wrong] = [join(dir, 'report.csv'), join(dir, 'wrong.csv')]
  const { code, stdout, real } = await importing(
    project(),
    FILE,
    '--yes',
    '--json',
    '--report',
    report,
    '--wrong',
    wrong,
  )
  expect([code, real.length]).toEqual([1, 1])
  expect(JSON.parse(stdout)).toMatchObject({
    imported: 3,
    created: 3,
    aliases: 3,
    not_imported: [{ line: 4 }, { line: 5 }, { code: 'end-unreadable' }],
  })
  expect(await readFile(report, 'utf8')).toBe(
    '\ufeffline,key,user_key,alias,result\r\n2,ABCD-1234,ABCD-1234,yes,imported\r\n3,EFGH-5678,EFGH-5678,yes,imported\r\n7,KNOWN-2,KNOWN-2,yes,imported\r\n',
  )
  expect(await readFile(wrong, 'utf8')).toBe(
    '\ufeffE-Mail,Serial,Valid until,line,reason\r\neve@example.org,,,4,There is no key in this line.\r\neve@example.org,ABCD-1234,,5,An earlier line has the same key.\r\nkim@example.org,KNOWN-1,soon,6,The end is not a date such as 2027-01-31.\r\n',
  )
})

test('sends a part again whose answer was lost, and goes on where an import has stopped', async () => {
  const lines = Array.from({ length: 2_400 }, (_, n) => `Key-${n}`)
  const service = project()
  let requests = 0
  const losing: Handler = (request) => {
    requests += 1
    const reply = service(request)
    // The answer to the second request of the real import is lost; then the service is away.
    if (requests === 5) return 'drop'
    return requests === 6 ? { status: 503, body: { success: false, message: 'Later.' } } : reply
  }
  const { code, real, stderr, pausesMs } = await importing(losing, `key\n${lines.join('\n')}`, '--yes')
  expect([code, real.map(({ keys }) => keys.length)]).toEqual([0, [1_000, 1_000, 1_000, 1_000, 400]])
  expect(pausesMs).toEqual([1_000, 2_000])
  expect(new Set(real.map(({ request_id }) => request_id)).size).toBe(1)
  expect(stderr).toContain('Imported keys: 2400. New: 1400.')
  const again = await importing(service, `key\n${lines.join('\n')}`, '--yes')
  expect([again.code, again.real]).toEqual([0, []])
  expect(again.stderr).toContain('Keys to import: 2400. New: 0.')
})

test('takes a file of 200,000 lines', async () => {
  // Most lines have no key, so that the test is short.
  const lines = Array.from({ length: 200_000 }, (_, n) => (n % 100 === 0 ? `Key-${n},` : `,Note ${n}`))
  const { code, stderr, dry } = await importing(project(), `key,note\n${lines.join('\n')}`, '--dry-run')
  expect([code, dry.length]).toEqual([1, 2])
  expect(stderr).toContain('Keys to import: 2000.')
  expect(stderr).toContain('Lines that cannot be imported: 198000.')
})

test('imports nothing of more keys than the plan allows', async () => {
  const { code, stderr, real } = await importing(project([], 1), 'key\nKey-1\nKey-2\nKey-3\n', '--yes')
  expect([code, real]).toEqual([1, []])
  expect(stderr).toContain('The plan of the account allows 2 keys fewer. Nothing was imported.')
})

test.each([
  [['--key', 'Licence'], 'there is no column Licence. The columns are: a, b.'],
  [['--key', '3'], 'there is no column 3.'],
  [[], 'Which column has the keys? --key COLUMN.'],
  [['--dates', 'year-first'], '--dates needs day-first or month-first.'],
  [['--key', 'a', '--state', 'b', '--works', '2,Gold'], 'No key of the file is said to be Gold.'],
])('refuses %j', async (options, message) => {
  const { code, stderr, bodies } = await importing(project(), 'a,b\n1,2\n', ...options)
  expect([code, bodies]).toEqual([2, []])
  expect(stderr).toContain(message)
})

test('leaves columns out that were guessed, and takes others for the state of a key', async () => {
  const text = 'key,email,status,gone\nKEY-0001,a@b.c,refunded,no\nKEY-0002,d@e.f,active,yes\n'
  const none = await importing(project(), text, '--dry-run', '--email', 'none', '--state', 'NONE')
  expect(none.dry[0]?.keys).toEqual([{ user_key: 'KEY-0001' }, { user_key: 'KEY-0002' }])
  expect(none.dry[0]).toMatchObject({ fill: true, ban_existing: true, unban_existing: false })
  expect(none.stderr).toContain('no column says whether a key was refunded or disabled')
  expect(none.stderr).toContain('e-mail addresses that are not imported: email.')
  const other = await importing(
    project(),
    text,
    ...['--dry-run', '--state', 'Gone, 3', '--ban', 'yes', '--works', 'no', '--keep-working', '--revive'],
  )
  expect(other.dry[0]).toMatchObject({ ban_existing: false, unban_existing: true })
  expect(other.dry[0]?.keys.map(({ ban_reason }) => ban_reason)).toEqual([
    'The purchase was refunded.',
    'The key is not in use.',
  ])
})

test('takes columns by number in a file without titles, and dates in the given order', async () => {
  const text = '03/04/2027,XKEY-0001\n05/06/2027,XKEY-0002\n'
  const { dry } = await importing(
    project(),
    text,
    '--dry-run',
    '--no-titles',
    '--key',
    '2',
    '--end',
    '1',
    '--dates',
    'day-first',
  )
  const second = new Date(2027, 3, 4).getTime() / 1_000
  expect(dry[0]?.keys[0]).toEqual({ user_key: 'XKEY-0001', auth_expire: second })
})
