import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('quotes what has a comma, a quote or a line break', () => {
  expect(csvOf([['a', 'b, c', 'say "hi"', 'two\nlines', -1]])).toBe(
    '\ufeffa,"b, c","say ""hi""","two\nlines",-1\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes the formula %j text', (formula) => {
  expect(csvOf([[formula]]).replace(/^\ufeff"?/, '')).toMatch(/^'/)
})
