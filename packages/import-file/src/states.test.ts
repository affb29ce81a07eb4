import { expect, test } from 'vitest'
import { guessColumns, type ImportRow, planImport, readTable } from './index.ts'

const read = (text: string) => readTable(new TextEncoder().encode(text))
const rowOf = (line: number, ...cells: string[]): ImportRow => ({ line, cells, isBroken: false })

test('takes a state for that of a key if its words are known, and not for that of an address', () => {
  expect(guessColumns(read('key,State\nA,CA\nB,active\n').rows).states).toEqual([])
  expect(guessColumns(read('key,state\nA,banned\nB,\nC,active\n').rows).states).toEqual([1])
})

const NOW = Date.UTC(2026, 10, 23) / 1_000

test('finds a column that says by its words that a purchase was given back', () => {
  const file = (title: string, ...words: string[]) =>
    guessColumns(read(`key,${title}\n${words.map((word, n) => `Key-${n},${word}`).join('\n')}\n`).rows).states
  expect(file('Payment', 'paid', '', 'Refunded')).toEqual([1])
  expect(file('Payment', 'paid', 'chargeback', 'Gold')).toEqual([])
  expect(file('Delivery', 'delivered', 'failed')).toEqual([])
  const untitled = read('ABCD-1234-EFGH,paid\nIJKL-5678-MNOP,refunded\n').rows
  expect(guessColumns(untitled)).toEqual({ columns: { key: 0 }, states: [1], hasTitles: false })
})

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
  ['Refunded', 'N/A', 'works'],
  ['Refunded', 'Not refunded', 'works'],
  ['Refund Status', 'none', 'works'],
  ['License Key Enabled?', '', 'works'],
  ['License Key Enabled?', '0', 'banned'],
  ['Status', 'expired', 'banned'],
  ['Status', 'expired;2026-01-31', 'works'],
  // The end in the file is in the future, but the word says that the key has expired.
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
    // Without `identifier`, the device of the banned key stays free for another key.
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
