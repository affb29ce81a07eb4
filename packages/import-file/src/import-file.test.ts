import { expect, test } from 'vitest'
import {
  batchesOf,
  guessColumns,
  guessDateOrder,
  type ImportRow,
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
  // The file that the console downloads.
  [
    'user_key,state,note,vendor_note,identifier,chat_id,ends,key_days,last_reset,ban_reason',
    { key: 0, note: 2, 'vendor-note': 3, device: 4, end: 6, days: 7 },
    [],
  ],
  ['id,name,License Key,Expiry Date,HWID,email', { key: 2, email: 5, name: 1, end: 3, device: 4 }, []],
])('finds the columns of %s', (titles, columns, states) => {
  expect(guessColumns(read(`${titles}\n`).rows)).toEqual({ columns, states, hasTitles: true })
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
  // These titles are not known.
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
  const columns = { key: 0, email: 1, note: 2, end: 3, device: 4, devices: 5, days: 6 }
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
    rowOf(15, 'Key-11', '', '', '', '', 'Unlimited', '30 days'),
    rowOf(16, 'Key-12', '', '', '', '', '', 'a year'),
    rowOf(17, 'Key-13', '', '', '1801353600', '', '', '30'),
  ]
  const plan = planImport(rows, { columns })
  expect(plan.lines.map(({ wanted }) => wanted)).toEqual([
    {
      user_key: 'Key-1',
      note: 'Order 7',
      customer_email: 'ada@example.org',
      auth_expire: local(2027, 2, 1).second,
      identifier: 'device',
    },
    { user_key: 'Key-2' },
    { user_key: 'Key-10', max_devices: 3 },
    { user_key: 'Key-11', max_devices: 100, key_days: 30 },
    { user_key: 'Key-13', auth_expire: 1_801_353_600 },
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
    [16, 'days-unreadable'],
  ])
  expect(read('key\n"A\nB\n').rows.at(-1)?.isBroken).toBe(true)
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

test('an address is that of the customer, and what is no address goes into the vendor note', () => {
  const columns = { key: 0, email: 1, name: 2, order: 3, 'vendor-note': 4 }
  const wantedOf = (...cells: string[]) => {
    const row = { line: 1, cells: ['Key-1', ...cells], isBroken: false }
    return planImport([row], { columns }).lines[0]?.wanted
  }
  expect(wantedOf('ann@example.org', 'Ann Lee', '17', 'VIP')).toEqual({
    user_key: 'Key-1',
    customer_email: 'ann@example.org',
    customer_name: 'Ann Lee',
    vendor_note: '17\nVIP',
  })
  expect(wantedOf('by phone', 'Ann Lee', '')).toEqual({ user_key: 'Key-1', vendor_note: 'by phone\nAnn Lee' })
  const long = 'x'.repeat(201)
  for (const name of [long, 'Ann\r\nBcc: x']) {
    expect(wantedOf('ann@example.org', name)).toEqual({
      user_key: 'Key-1',
      customer_email: 'ann@example.org',
      vendor_note: name,
    })
  }
})

test('a key follows its order only with a shop, which a column or a person names', () => {
  const rows = [
    rowOf(1, 'Key', 'Subscription ID', 'Order', 'Shop'),
    rowOf(2, 'AAAA-1111', 'sub_1', 'pi_1', ''),
    rowOf(3, 'BBBB-2222', '', '', 'paddle'),
    rowOf(4, 'CCCC-3333', '', 'pi_3', 'paddle'),
    rowOf(5, 'DDDD-4444', 's'.repeat(300), '', ''),
  ]
  const { columns } = guessColumns(rows)
  // The title of a shop has many meanings, so it is never guessed.
  expect([columns.subscription, columns.shop]).toEqual([1, undefined])
  const links = (more: object) =>
    planImport(rows.slice(1), { columns, ...more }).lines.map(({ wanted }) => [
      wanted.shop,
      wanted.order_id,
      wanted.subscription_id,
    ])
  const none = [undefined, undefined, undefined]
  expect(links({})).toEqual([none, none, none, none])
  expect(links({ shop: 'stripe' })).toEqual([['stripe', undefined, 'sub_1'], none, none, none])
  const all = { columns: { ...columns, 'order-id': 2, shop: 3 }, shop: 'stripe' }
  expect(links(all)).toEqual([['stripe', 'pi_1', 'sub_1'], none, ['paddle', 'pi_3', undefined], none])
})
