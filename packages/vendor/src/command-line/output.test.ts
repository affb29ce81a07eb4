import { expect, test } from 'vitest'
import { plainJson, plainText, table } from './output.ts'

/** Escape, the one-character CSI of C1, delete, a line break, and a right-to-left override. */
const HOSTILE = 'a\u001b[2Jb\u009b31mc\u007fd\r\ne\u202ef'

test('a text contains no control characters or line breaks', () => {
  expect(plainText(HOSTILE)).toBe('a [2Jb 31mc d e f')
})

test('JSON contains them only escaped', () => {
  const json = plainJson({ note: HOSTILE, name: 'Zoë 🌿' })
  expect(JSON.parse(json)).toEqual({ note: HOSTILE, name: 'Zoë 🌿' })
  expect(json).not.toMatch(/[^\n\P{Cc}]|\u202e/u)
  expect(json).toContain('Zoë 🌿')
})

test('a table has as many rows as a list of all keys', () => {
  const rows = Array.from({ length: 200_000 }, (_, n) => String(n))
  const lines = table([{ title: 'KEY', cell: (row) => row, align: 'right' }], rows)
  expect([lines.length, lines[0], lines[1]]).toEqual([200_001, '   KEY', '     0'])
})
