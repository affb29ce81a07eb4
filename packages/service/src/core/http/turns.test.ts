import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('of requests that come at once, each has a turn of the event loop', async () => {
  const nextTurn = createTurns()
  let turn = 0
  let isOver = false
  const counting = (async () => {
    while (!isOver) {
      await setImmediate()
      turn += 1
    }
  })()
  const turns = await Promise.all(Array.from({ length: 20 }, () => nextTurn().then(() => turn)))
  isOver = true
  await counting
  expect(new Set(turns).size).toBe(20)
})
