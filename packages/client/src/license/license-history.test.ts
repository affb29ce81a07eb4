import type { LicenseKey } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { type EndedFiles, endFiles, isFileEnded, MOST_ENDED_KEYS, NONE_ENDED } from './license-history.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

const keyOf = (number: number): LicenseKey =>
  String(number)
    .replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
    .padEnd(32, 'x') as LicenseKey

test('ends the files of a key that were issued until then', () => {
  const ended = endFiles(NONE_ENDED, KEY, 100)
  expect([99, 100, 101].map((issuedAt) => isFileEnded(ended, KEY, issuedAt))).toEqual([true, true, false])
  expect(isFileEnded(ended, OTHER_KEY, 1)).toBe(false)
})

test('an earlier end gives nothing back', () => {
  const ended = endFiles(endFiles(NONE_ENDED, KEY, 100), KEY, 50)
  expect(isFileEnded(ended, KEY, 100)).toBe(true)
})

test('keeps a bounded number of keys, and no ended file of another one holds again', () => {
  let ended: EndedFiles = NONE_ENDED
  const count = 3 * MOST_ENDED_KEYS
  for (let number = 0; number < count; number++) ended = endFiles(ended, keyOf(number), 1_000 + number)
  expect(ended.keys).toHaveLength(MOST_ENDED_KEYS)
  expect(JSON.stringify(ended).length).toBeLessThan(16_384)
  for (let number = 0; number < count; number++) {
    expect(isFileEnded(ended, keyOf(number), 1_000 + number)).toBe(true)
  }
  // A file that was issued after the last end that was dropped from the list is not ended.
  expect(isFileEnded(ended, KEY, 1_000 + count - MOST_ENDED_KEYS)).toBe(false)
})
