import { expect, onTestFinished, test } from 'vitest'
import { NOW } from '../../testing/records.ts'
import { createClockWatch } from './clock-watch.ts'

function watched() {
  const time = { wall: NOW, monotonic: 1_000 }
  const logged: unknown[] = []
  const watch = createClockWatch({
    clock: () => time.wall,
    monotonic: () => time.monotonic,
    log: { warn: (fields: unknown) => void logged.push(fields) },
  })
  onTestFinished(() => watch.stop())
  const goOn = (seconds: number, jump = 0): void => {
    time.wall += seconds + jump
    time.monotonic += seconds
    watch.look()
  }
  return { time, logged, watch, goOn }
}

test('A jump of the time of day is logged once, with its size, and once more when it is undone', () => {
  const { time, logged, watch, goOn } = watched()
  goOn(3_600)
  goOn(1, 21_600)
  goOn(60)
  expect(logged).toEqual([{ seconds: 21_600, togetherSeconds: 21_600 }])
  expect(watch.look()).toEqual({ steady: false, jumpedSeconds: 21_600, jumpedAt: time.wall - 60 })
  goOn(1, -21_600)
  expect(logged.slice(1)).toEqual([{ seconds: -21_600, togetherSeconds: 0 }])
  expect(watch.look()).toEqual({ steady: true, jumpedSeconds: 0, jumpedAt: time.wall })
})

test('Corrections of up to a minute are no jumps', () => {
  const { logged, watch, goOn } = watched()
  for (const correction of [1, -1, 60, -60, 60]) goOn(1, correction)
  expect(logged).toEqual([])
  expect(watch.look()).toEqual({ steady: true, jumpedSeconds: 0, jumpedAt: 0 })
})
