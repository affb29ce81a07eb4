import { expect, test } from 'vitest'
import {
  createImportReport,
  fileOfNotImported,
  fileOfReport,
  type ImportRow,
  notImported,
  planImport,
} from './index.ts'

const rowOf = (line: number, ...cells: string[]): ImportRow => ({ line, cells, isBroken: false })
const planOf = (...texts: string[]) =>
  planImport(
    texts.map((text, index) => rowOf(index + 2, text)),
    { columns: { key: 0 } },
  )

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
    stopped: 1,
    revived: 0,
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
