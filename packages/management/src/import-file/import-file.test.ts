import { expect, test } from 'vitest'
import {
  batchesOf,
  createImportReport,
  fileOfNotImported,
  fileOfReport,
  guessColumns,
  guessDateOrder,
  type ImportRow,
  notImported,
  planImport,
  readEnd,
  readTable,
  requestIdOf,
  unusedAddresses,
} from './index.ts'

const read = (text: string) => readTable(new TextEncoder().encode(text))
const cellsOf = (rows: readonly ImportRow[]) => rows.map(({ cells }) => cells)
const rowOf = (line: number, ...cells: string[]): ImportRow => ({ line, cells, isBroken: false })

const WITHOUT_TITLES = 'ABCD-1234-EFGH,ada@example.org\nIJKL-5678-MNOP,max@example.org\n'

test.each([
  [',', 'key,note\nA,"1, 2"\n'],
  [';', 'key;note\nA;"1; 2"\n'],
  ['\t', 'key\tnote\nA\t1 2\n'],
])('reads a file with %j between its cells', (delimiter, text) => {
  const table = read(text)
  expect(table).toMatchObject({ delimiter, encoding: 'UTF-8' })
  expect(cellsOf(table.rows)[0]).toEqual(['key', 'note'])
  expect(table.rows[1]?.cells[1]?.replace(/[,;]/, '')).toBe('1 2')
})

test('counts lines, also of cells with several, and leaves out empty rows', () => {
  const { rows } = read('\ufeffkey,note\r\n"A","one\r\ntwo ""2"""\r\n\r\n ,\r\nB,\r\n')
  expect(rows.map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'key', 'note'],
    [2, 'A', 'one\ntwo "2"'],
    [6, 'B', ''],
  ])
})

test('reads the encodings of spreadsheets', () => {
  const bytes = (encoding: 'latin1' | 'utf16le', text: string) => new Uint8Array(Buffer.from(text, encoding))
  expect(readTable(bytes('latin1', 'key;Gerät\nA;Jürgen'))).toMatchObject({
    encoding: 'Windows-1252',
    rows: [{ cells: ['key', 'Gerät'] }, { cells: ['A', 'Jürgen'] }],
  })
  expect(readTable(bytes('utf16le', '\ufeffkey\tnote\nA\tJürgen'))).toMatchObject({
    encoding: 'UTF-16',
    delimiter: '\t',
    rows: [{ cells: ['key', 'note'] }, { cells: ['A', 'Jürgen'] }],
  })
  const swapped = Buffer.from('\ufeffkey;note\nA;Jürgen', 'utf16le').swap16()
  expect(readTable(new Uint8Array(swapped))).toMatchObject({
    encoding: 'UTF-16',
    delimiter: ';',
    rows: [{ cells: ['key', 'note'] }, { cells: ['A', 'Jürgen'] }],
  })
})

test.each([
  ['user_key,state,note,chat_id,auth_expire', { key: 0, note: 2, end: 4 }, []],
  ['E-Mail;Lizenzschlüssel;Gültig bis;Lizenzstatus', { key: 1, email: 0, end: 2 }, [3]],
  ['id,name,License Key,Expiry Date,HWID,email', { key: 2, email: 5, name: 1, end: 3, device: 4 }, []],
])('finds the columns of %s', (titles, columns, states) => {
  expect(guessColumns(read(`${titles}\n`).rows)).toEqual({ columns, states, hasTitles: true })
})

test('takes a state for that of a key if its words are known, and not for that of an address', () => {
  expect(guessColumns(read('key,State\nA,CA\nB,active\n').rows).states).toEqual([])
  expect(guessColumns(read('key,state\nA,banned\nB,\nC,active\n').rows).states).toEqual([1])
})

test('finds the columns of a file without titles by what is in them', () => {
  expect(guessColumns(read(WITHOUT_TITLES).rows)).toEqual({
    columns: { key: 0, email: 1 },
    states: [],
    hasTitles: false,
  })
  expect(guessColumns(read('2027-01-31,ABCD-1234-EFGH\n2027-02-01,IJKL-5678-MNOP\n').rows)).toEqual({
    columns: { key: 1, end: 0 },
    states: [],
    hasTitles: false,
  })
  // Other titles than are known.
  expect(guessColumns(read('Token,Mail\nABCD-1234-EFGH,a@b.c\nIJKL-5678-MNOP,d@e.f\n').rows)).toEqual({
    columns: { key: 0, email: 1 },
    states: [],
    hasTitles: true,
  })
  // Addresses are found beside titles that are known.
  expect(guessColumns(read('key,Contact\nA,a@b.c\nB,d@e.f\n').rows).columns).toEqual({ key: 0, email: 1 })
})

test('finds columns with addresses that are not imported', () => {
  const text =
    'key,Buyer Email,Purchase Email,Giftee Email\nA,a@b.c,A@b.c,\nB,,d@e.f,\nC,x@y.z,x@y.z,gift@y.z\n'
  const { rows } = read(text)
  const { columns } = guessColumns(rows)
  expect(columns).toEqual({ key: 0, email: 2 })
  expect(unusedAddresses(rows.slice(1), columns)).toEqual([3])
})

const local = (...parts: [number, number, number, number?, number?]) => {
  const [year, month, day, hour = 0, minute = 0] = parts
  return { kind: 'at', second: new Date(year, month - 1, day, hour, minute).getTime() / 1_000 }
}
const wrong = (problem: string) => ({ kind: 'wrong', problem })

test.each([
  ['', { kind: 'never' }],
  ['Lifetime', { kind: 'never' }],
  ['-1', { kind: 'never' }],
  ['0000-00-00 00:00:00', { kind: 'never' }],
  // The last day counts as a whole.
  ['2027-01-31', local(2027, 2, 1)],
  ['2027/1/31', local(2027, 2, 1)],
  ['31.01.2027', local(2027, 2, 1)],
  ['01/31/2027', local(2027, 2, 1)],
  ['31/01/2027', local(2027, 2, 1)],
  ['2/2/2027', local(2027, 2, 3)],
  ['2027-01-31 18:30', local(2027, 1, 31, 18, 30)],
  ['01/31/2027 6:30 PM', local(2027, 1, 31, 18, 30)],
  ['2027-01-31T18:30:00Z', { kind: 'at', second: Date.UTC(2027, 0, 31, 18, 30) / 1_000 }],
  ['2027-01-31T18:30:00.000+02:00', { kind: 'at', second: Date.UTC(2027, 0, 31, 16, 30) / 1_000 }],
  ['1801353600', { kind: 'at', second: 1_801_353_600 }],
  ['1801353600123', { kind: 'at', second: 1_801_353_600 }],
  ['03/04/2027', wrong('end-ambiguous')],
  ['2027-02-30', wrong('end-unreadable')],
  ['2027-13-01', wrong('end-unreadable')],
  ['2027-01-31 25:00', wrong('end-unreadable')],
  ['next year', wrong('end-unreadable')],
  ['31.01.27', wrong('end-unreadable')],
  ['2099-12-31', wrong('end-too-late')],
])('reads the end %j', (text, end) => {
  expect(readEnd(text, undefined)).toEqual(end)
})

test('reads dates with slashes in the order that the file shows', () => {
  expect(guessDateOrder(['', '2027-01-31', '03/04/2027', '13/04/2027'])).toEqual({
    order: 'day-first',
    hasAny: true,
  })
  expect(guessDateOrder(['03/14/2027'])).toEqual({ order: 'month-first', hasAny: true })
  expect(guessDateOrder(['03/04/2027'])).toEqual({ order: undefined, hasAny: true })
  expect(guessDateOrder(['03/14/2027', '14/03/2027'])).toEqual({ order: undefined, hasAny: true })
  expect(guessDateOrder(['03.04.2027'])).toEqual({ order: undefined, hasAny: false })
  expect(readEnd('03/04/2027', 'day-first')).toEqual(local(2027, 4, 4))
  expect(readEnd('03/04/2027', 'month-first')).toEqual(local(2027, 3, 5))
})

test('says of each line that cannot be imported why', () => {
  const columns = { key: 0, email: 1, note: 2, end: 3, device: 4, devices: 5 }
  const rows = [
    rowOf(2, 'Key-1', 'ada@example.org', 'Order 7', '2027-01-31', 'device'),
    rowOf(3, 'Key-2'),
    rowOf(4, '', 'ada@example.org'),
    rowOf(5, 'Key-1'),
    rowOf(6, 'Key-3', '', '', 'soon'),
    rowOf(7, 'Key-4', '', 'n'.repeat(1_001)),
    rowOf(8, 'K'.repeat(257)),
    rowOf(9, 'Key-5', '', '', '', 'd'.repeat(257)),
    rowOf(10, 'Key\0-6'),
    { ...rowOf(11, 'Key-7'), isBroken: true },
    rowOf(12, 'Key-8', '', '', '', '', 'many'),
    rowOf(13, 'Key-9', '', '', '', '', '101'),
    rowOf(14, 'Key-10', '', '', '', '', '3.0'),
    rowOf(15, 'Key-11', '', '', '', '', 'Unlimited'),
  ]
  const plan = planImport(rows, { columns })
  expect(plan.lines.map(({ wanted }) => wanted)).toEqual([
    {
      user_key: 'Key-1',
      note: 'Order 7',
      vendor_note: 'ada@example.org',
      auth_expire: local(2027, 2, 1).second,
      identifier: 'device',
    },
    { user_key: 'Key-2' },
    { user_key: 'Key-10', max_devices: 3 },
    { user_key: 'Key-11', max_devices: 100 },
  ])
  expect(plan.wrong.map(({ row, problem }) => [row.line, problem])).toEqual([
    [4, 'no-key'],
    [5, 'key-twice'],
    [6, 'end-unreadable'],
    [7, 'note-too-long'],
    [8, 'key-too-long'],
    [9, 'device-too-long'],
    [10, 'wrong-character'],
    [11, 'open-quotation'],
    [12, 'devices-unreadable'],
    [13, 'devices-too-many'],
  ])
  expect(read('key\n"A\nB\n').rows.at(-1)?.isBroken).toBe(true)
})

const NOW = Date.UTC(2026, 10, 23) / 1_000

test.each([
  ['Status', 'active', 'works'],
  ['Status', 'inactive', 'works'],
  ['Status', '', 'works'],
  ['Order Status', 'Partially Refunded', 'banned'],
  ['status', 'wc-refunded', 'banned'],
  ['Status', 'Widerrufen', 'banned'],
  ['Status', 'past_due', 'banned'],
  ['Status', 'Gold', 'state-unknown'],
  ['Refunded?', '1', 'banned'],
  ['Refunded?', 'FALSE', 'works'],
  ['Amount Refunded', '0.00', 'works'],
  ['Amount Refunded', '0,00 €', 'works'],
  ['Amount Refunded', '$12.00', 'banned'],
  ['refunded_at', '2026-01-31T10:00:00Z', 'banned'],
  ['License Key Enabled?', '', 'works'],
  ['License Key Enabled?', '0', 'banned'],
  ['Status', 'expired', 'banned'],
  ['Status', 'expired;2026-01-31', 'works'],
  // The end of the file is later than its word.
  ['Status', 'expired;2027-01-31', 'banned'],
  ['Status', 'cancelled', 'banned'],
  ['Status', 'canceled;2027-01-31', 'works'],
])('%s %j: the key is %s', (title, text, result) => {
  const [word = '', end = ''] = text.split(';')
  const rows = [rowOf(2, 'Key-1', word, end)]
  const plan = planImport(rows, {
    columns: { key: 0, end: 2 },
    states: [1],
    titles: ['Key', title, 'End'],
    now: NOW,
  })
  const [line] = plan.lines
  const reason = line?.wanted.ban_reason
  expect(plan.wrong[0]?.problem ?? (reason === undefined ? 'works' : 'banned')).toBe(result)
})

test('a key of several lines does not work if one of them says so', () => {
  const titles = ['Key', 'Status', 'Refunded?', 'HWID']
  const rows = [
    rowOf(2, 'abcd-1234', 'active', '0', 'device-1'),
    rowOf(3, 'ABCD 1234', 'active', '1'),
    rowOf(4, 'EFGH-1234', 'active', '0', 'device-2'),
    rowOf(5, 'IJKL-1234', 'Gold', '1'),
  ]
  const reading = { columns: { key: 0, device: 3 }, states: [1, 2], titles }
  const plan = planImport(rows, reading)
  const refunded = 'The purchase was refunded.'
  expect(plan.lines.map(({ wanted }) => wanted)).toEqual([
    // Its device stays free for another key.
    { user_key: 'abcd-1234', ban_reason: refunded },
    { user_key: 'ABCD 1234', ban_reason: refunded },
    { user_key: 'EFGH-1234', identifier: 'device-2' },
    { user_key: 'IJKL-1234', ban_reason: refunded },
  ])
  expect(plan.states.map(({ id, effect, lines }) => [id, effect, lines])).toEqual([
    ['1:active', 'works', 3],
    ['1:gold', 'ask', 1],
    ['2:', 'banned', 2],
  ])
  const left = planImport(rows, { ...reading, choices: { '2:': 'left-out', '1:gold': 'works' } })
  expect(left.wrong.map(({ row, problem }) => [row.line, problem])).toEqual([
    [2, 'left-out'],
    [3, 'left-out'],
    [5, 'left-out'],
  ])
})

const planOf = (...texts: string[]) =>
  planImport(
    texts.map((text, index) => rowOf(index + 2, text)),
    { columns: { key: 0 } },
  )

test('sends lines in requests that the service takes, with an ID that follows from them', async () => {
  const { lines } = planOf(...Array.from({ length: 2_500 }, (_, n) => `Key-${n}`))
  expect(batchesOf(lines).map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  const long = planImport(
    Array.from({ length: 600 }, (_, n) => rowOf(n + 1, `Key-${n}`, 'n'.repeat(1_000))),
    { columns: { key: 0, note: 1 } },
  )
  expect(batchesOf(long.lines).length).toBeGreaterThan(2)
  expect(batchesOf(long.lines).flat()).toEqual(long.lines)
  const id = await requestIdOf(lines)
  expect(id).toMatch(/^[0-9a-f]{64}$/)
  expect(await requestIdOf([...lines])).toBe(id)
  expect(await requestIdOf(lines.slice(1))).not.toBe(id)
})

test('reports each line, also a second text with the same alias in another request', () => {
  const { lines } = planOf('AB-12-34', 'KNOWN-1', 'ab1234', 'x')
  const [first, known, second, short] = lines
  const result = (user_key: string, code = '') => ({ user_key, alias: true, code })
  const report = createImportReport(true)
  report.add(
    [first, known].flatMap((line) => line ?? []),
    {
      created: 1,
      results: [result('a'), { ...result('b', 'KEY_EXISTS'), alias: false }],
      keys_left: 0,
    },
  )
  report.add(
    [second, short].flatMap((line) => line ?? []),
    {
      created: 1,
      results: [result('a'), { ...result('', 'KEY_UNUSABLE'), alias: false }],
      keys_left: 0,
    },
  )
  expect(report.counts()).toMatchObject({ answered: 4, imported: 1, created: 1, aliases: 1, refused: 3 })
  expect(report.overPlan()).toBe(0)
  const left = notImported([{ row: rowOf(4, '=1', ''), problem: 'no-key' }], report.lines())
  expect(left.map(({ row, code }) => [row.line, code])).toEqual([
    [3, 'KEY_EXISTS'],
    [4, 'no-key'],
    [4, 'KEY_TWICE'],
    [5, 'KEY_UNUSABLE'],
  ])
  expect(fileOfNotImported(['Key', 'Note'], left.slice(0, 2), ({ code }) => `Why: ${code}`)).toBe(
    '\ufeffKey,Note,line,reason\r\nKNOWN-1,,3,Why: KEY_EXISTS\r\n"\'=1",,4,Why: no-key\r\n',
  )
  expect(fileOfReport(report.lines().slice(0, 1), ({ code }) => code || 'imported')).toBe(
    '\ufeffline,key,user_key,alias,result\r\n2,AB-12-34,a,yes,imported\r\n',
  )
})

test('counts keys that the project had and that a repeated import has changed', () => {
  const { lines } = planOf('Key-1', 'Key-2', 'Key-3', 'Key-4')
  const report = createImportReport(false)
  const result = (code: string, ...changed: string[]) => ({
    user_key: 'x'.repeat(changed.length) + code,
    alias: false,
    code,
    ...(changed.length > 0 && { changed }),
  })
  const results = [
    result('KEY_EXISTS', 'note', 'banned'),
    result('KEY_EXISTS'),
    result('KEY_BANNED_HERE', 'note'),
    result('KEY_WORKS_HERE'),
  ]
  report.add(lines, { created: 0, results, keys_left: -1 })
  expect(report.counts()).toMatchObject({
    completed: 1,
    bannedNow: 1,
    unbannedNow: 0,
    worksHere: 1,
    bannedHere: 1,
    refused: 3,
  })
  expect(notImported([], report.lines()).map(({ row }) => row.line)).toEqual([3, 4, 5])
})

test('says how many keys more than the plan allows', () => {
  const report = createImportReport(true)
  for (const line of planOf('Key-1', 'Key-2', 'Key-3').lines) {
    report.add([line], {
      created: 1,
      results: [{ user_key: line.wanted.user_key, alias: false, code: '' }],
      keys_left: 1,
    })
  }
  expect(report.overPlan()).toBe(1)
  const { lines } = planOf('Key-4')
  report.add(lines, {
    created: 0,
    results: [{ user_key: 'Key-4', alias: false, code: 'PLAN_LIMIT' }],
    keys_left: 0,
  })
  expect(report.overPlan()).toBe(2)
})
