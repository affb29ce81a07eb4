import { expect, test } from 'vitest'
import { isSmallSource, limitsOfSource } from './source-size.ts'

const KIB = 1_024

test('a worker may take the longer the larger its source is, and never longer than five minutes', () => {
  const seconds = [0, 64 * KIB, 64 * KIB + 1, 1_024 * KIB, 4_096 * KIB, 51_200 * KIB].map(
    (bytes) => limitsOfSource(bytes).seconds,
  )
  expect(seconds).toEqual([3, 7, 7, 63, 243, 300])
})

test('a small source takes less than ten seconds', () => {
  const largest = 64 * KIB
  expect([isSmallSource(largest), isSmallSource(largest + 1)]).toEqual([true, false])
  expect(limitsOfSource(largest).seconds).toBeLessThan(10)
})
