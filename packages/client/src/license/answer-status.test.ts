import { expect, test } from 'vitest'
import { retryAfterSeconds } from './answer-status.ts'

const answer = (headers: Record<string, string>) => ({ header: (name: string) => headers[name] ?? null })

test.each([
  ['30', 30],
  [' 30 ', 30],
  ['9999999999', 3600],
  ['0', undefined],
  ['-5', undefined],
  ['1.5', undefined],
  ['0x10', undefined],
  ['soon', undefined],
  ['', undefined],
])('%j means a wait of %s seconds', (text, seconds) => {
  expect(retryAfterSeconds(answer({ 'retry-after': text }))).toBe(seconds)
})

test('returns undefined without the header', () => {
  expect(retryAfterSeconds(answer({}))).toBeUndefined()
})

test('compares a date with the Date header of the answer', () => {
  const date = 'Fri, 31 Dec 1999 23:59:29 GMT'
  const later = 'Fri, 31 Dec 1999 23:59:59 GMT'
  expect(retryAfterSeconds(answer({ 'retry-after': later, date }))).toBe(30)
  expect(retryAfterSeconds(answer({ 'retry-after': date, date: later }))).toBeUndefined()
  expect(retryAfterSeconds(answer({ 'retry-after': later }))).toBeUndefined()
})
