import { expect, test } from 'vitest'
import { linesAround, readSourceError } from './source-error.ts'

test('a message names a line, and most a column', () => {
  expect(readSourceError('Line 3, column 14: Unexpected token.')).toEqual({
    line: 3,
    column: 14,
    what: 'Unexpected token.',
  })
  const ofLine = readSourceError('Line 12: the obfuscator cannot take this: x.')
  expect(ofLine).toMatchObject({ line: 12, column: undefined })
  expect(readSourceError('The source is empty.')).toBeUndefined()
})

test('the line of an error is shown with two lines on each side, and where in it', () => {
  const source = 'a\r\nb\nc\rd = = 1\u2028e\nf\ng'
  const lines = linesAround(source, { line: 4, column: 5, what: '' })
  expect(lines.map(({ number, text }) => `${number} ${text}`)).toEqual([
    '2 b',
    '3 c',
    '4 d = = 1',
    '5 e',
    '6 f',
  ])
  expect(lines.map(({ at }) => at)).toEqual([undefined, undefined, 4, undefined, undefined])
  expect(linesAround('a', { line: 1, column: undefined, what: '' })).toEqual([
    { number: 1, text: 'a', at: undefined },
  ])
})

test('of a line of megabytes, what is around the error is shown', () => {
  const source = `${'x'.repeat(2_000_000)}!${'y'.repeat(2_000_000)}`
  const [line] = linesAround(source, { line: 1, column: 2_000_001, what: '' })
  expect(line?.text).toHaveLength(122)
  expect(line?.text[line.at ?? 0]).toBe('!')
  expect(line?.text.at(0)).toBe('…')
  expect(line?.text.at(-1)).toBe('…')
})
