import { expect, test } from 'vitest'
import { createManualTime } from './testing/manual-time.ts'
import { createTrustedClock, TOLERANCE_SECONDS } from './trusted-clock.ts'

const START = 1_800_000_000
const DAY = 86_400

function started(wall = START) {
  const time = createManualTime(wall)
  return { time, trusted: createTrustedClock(time.clock) }
}

test('starts with the date of the computer', () => {
  const { time, trusted } = started()
  time.pass(100)
  expect(trusted.now()).toBe(START + 100)
  expect(trusted.isSetBack()).toBe(false)
})

test('counts with the monotonic clock from the time of the service', () => {
  const { time, trusted } = started()
  trusted.synchronise(START + 500)
  time.pass(100)
  expect(trusted.now()).toBe(START + 600)
  time.setWall(START - DAY)
  expect(trusted.now()).toBe(START + 600)
  time.setWall(START + DAY)
  expect(trusted.now()).toBe(START + 600)
})

test('corrects a date that is wrong by a constant', () => {
  const { time, trusted } = started(START - 40 * DAY)
  trusted.synchronise(START)
  const next = createTrustedClock(time.clock)
  const mark = trusted.mark(0)
  time.pass(DAY)
  next.restore(mark)
  expect(next.now()).toBe(START + DAY)
  expect(next.isSetBack()).toBe(false)
})

test('detects a date that was set back before a start, and does not go back', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.pass(DAY)
  const mark = trusted.mark(0)
  time.setWall(START)
  const next = createTrustedClock(time.clock)
  next.restore(mark)
  expect(next.isSetBack()).toBe(true)
  expect(next.now()).toBe(START + DAY)
})

test('detects a date that is set back during a run', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.pass(DAY)
  expect(trusted.isSetBack()).toBe(false)
  time.setWall(START + DAY - TOLERANCE_SECONDS - 1)
  expect(trusted.isSetBack()).toBe(true)
})

test('tolerates a correction of a few minutes', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.setWall(START - TOLERANCE_SECONDS)
  expect(trusted.isSetBack()).toBe(false)
})

test('uses the time of the service, even if it is earlier than the latest time', () => {
  const { time, trusted } = started(START + 9 * DAY)
  trusted.restore({ offsetSeconds: 0, highestSeconds: START + 10 * DAY })
  expect(trusted.isSetBack()).toBe(true)
  trusted.synchronise(START)
  expect(trusted.isSetBack()).toBe(false)
  time.pass(1)
  expect(trusted.mark(0)).toEqual({
    offsetSeconds: -9 * DAY,
    highestSeconds: START + 1,
    reservedUntilSeconds: START + 1,
  })
})

test('ignores the mark of an earlier run after an answer of the service', () => {
  const { trusted } = started()
  trusted.synchronise(START)
  trusted.restore({ offsetSeconds: 0, highestSeconds: START + DAY })
  expect(trusted.now()).toBe(START)
})

test('adds a sleep that the monotonic clock did not count', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.sleep(3 * DAY)
  trusted.resumed(3 * DAY)
  expect(trusted.now()).toBe(START + 3 * DAY)
  expect(trusted.isSetBack()).toBe(false)
})

test('does not count a sleep twice, and adds at most its length', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.pass(3 * DAY)
  trusted.resumed(3 * DAY)
  expect(trusted.now()).toBe(START + 3 * DAY)
  time.setWall(START + 400 * DAY)
  trusted.resumed(60)
  expect(trusted.now()).toBe(START + 3 * DAY + 60)
})

test('a date that was set back during a sleep does not reduce the time', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.pass(DAY)
  time.setWall(START - DAY)
  trusted.resumed(DAY)
  expect(trusted.now()).toBe(START + DAY)
  expect(trusted.isSetBack()).toBe(true)
})

test('counts all reserved time after a run that was killed', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  const mark = trusted.mark(360)
  time.pass(100)
  time.setWall(START)
  const next = createTrustedClock(time.clock)
  next.restore(mark)
  expect(next.now()).toBe(START + 360)
})

test('reserved time of several runs does not look like a date that was set back', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  let mark = trusted.mark(360)
  for (let run = 1; run <= 5; run++) {
    time.pass(1)
    const next = createTrustedClock(time.clock)
    next.restore(mark)
    expect(next.now()).toBe(START + 360 * run)
    expect(next.isSetBack()).toBe(false)
    mark = next.mark(360)
    expect(mark.highestSeconds).toBe(START + run)
  }
})

test('adds a sleep to the end of the reserved time', () => {
  const { time, trusted } = started()
  trusted.restore({ offsetSeconds: 0, highestSeconds: START, reservedUntilSeconds: START + 360 })
  time.sleep(DAY)
  trusted.resumed(DAY)
  expect(trusted.now()).toBe(START + 360 + DAY)
  expect(trusted.isSetBack()).toBe(false)
})
