import { expect, test } from 'vitest'
import type { RefusalCount } from './overview.ts'
import { createRefusalCounts } from './refusal-counts.ts'

const NOW = 1_800_000_000
const HOUR = NOW / 3_600

/** Counts, and the values that they add at each flush. */
function counting() {
  const counts = createRefusalCounts()
  const added: (readonly RefusalCount[])[] = []
  const flush = () => counts.flush({ addRefusals: async (some) => void added.push(some) })
  return { counts, added, flush }
}

test('adds up refusals by app, code and hour, and adds them once', async () => {
  const { counts, added, flush } = counting()
  for (const code of ['KEY_VALID', 'KEY_EXPIRED', 'DEVICES_LISTED', 'KEY_EXPIRED', 'KEY_BANNED']) {
    counts.decided('one', code, NOW)
  }
  counts.decided('two', 'KEY_EXPIRED', NOW)
  counts.decided('one', 'KEY_EXPIRED', NOW + 3_600)
  await flush()
  await flush()
  expect(added).toEqual([
    [
      { appName: 'one', code: 'KEY_EXPIRED', hour: HOUR, refusals: 2 },
      { appName: 'one', code: 'KEY_BANNED', hour: HOUR, refusals: 1 },
      { appName: 'two', code: 'KEY_EXPIRED', hour: HOUR, refusals: 1 },
      { appName: 'one', code: 'KEY_EXPIRED', hour: HOUR + 1, refusals: 1 },
    ],
  ])
})

test('keeps what the database did not take', async () => {
  const { counts, added, flush } = counting()
  counts.decided('one', 'KEY_EXPIRED', NOW)
  const fails = async () => {
    counts.decided('one', 'KEY_EXPIRED', NOW)
    throw new Error('gone')
  }
  await expect(counts.flush({ addRefusals: fails })).rejects.toThrow('gone')
  await flush()
  expect(added).toEqual([[{ appName: 'one', code: 'KEY_EXPIRED', hour: HOUR, refusals: 2 }]])
})

test('invented app names do not fill the memory, nor hide the refusals of real apps', async () => {
  const { counts, added, flush } = counting()
  for (let n = 0; n < 20_000; n += 1) counts.decided(`invented-${n}`, 'APP_NOT_APPROVED', NOW)
  counts.decided('one', 'KEY_EXPIRED', NOW)
  await flush()
  expect(added[0]?.length).toBe(10_001)
  expect(added[0]?.at(-1)).toMatchObject({ appName: 'one', code: 'KEY_EXPIRED' })
})
