import { expect, test } from 'vitest'
import { createManualTime } from './testing/manual-time.ts'
import { createTrustedClock, TOLERANCE_SECONDS } from './trusted-clock.ts'

const START = 1_800_000_000
const DAY = 86_400

function started(wall = START) {
  const time = createManualTime(wall)
  return { time, trusted: createTrustedClock(time.clock) }
}

test('counts from the service’s word with the clock that cannot be set', () => {
  const { time, trusted } = started()
  trusted.synchronise(START + 500)
  time.pass(100)
  expect(trusted.now()).toBe(START + 600)
  time.setWall(START - DAY)
  expect(trusted.now()).toBe(START + 600)
  time.setWall(START + DAY)
  expect(trusted.now()).toBe(START + 600)
})

test('a computer whose date is wrong, but steady, is right', () => {
  const { time, trusted } = started(START - 40 * DAY)
  trusted.synchronise(START)
  const next = createTrustedClock(time.clock)
  const mark = trusted.mark(0)
  time.pass(DAY)
  next.restore(mark)
  expect(next.now()).toBe(START + DAY)
  expect(next.isSetBack()).toBe(false)
})

test('notices at the next start that the date was set back, and does not go back with it', () => {
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

test('notices while it runs that the date was set back', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.pass(DAY)
  expect(trusted.isSetBack()).toBe(false)
  time.setWall(START + DAY - TOLERANCE_SECONDS - 1)
  expect(trusted.isSetBack()).toBe(true)
})

test('a correction of a few minutes is no trick', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.setWall(START - TOLERANCE_SECONDS)
  expect(trusted.isSetBack()).toBe(false)
})

test('the service’s word counts, even when it is earlier than what was seen', () => {
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

test('what an earlier run knew does not overrule the service', () => {
  const { trusted } = started()
  trusted.synchronise(START)
  trusted.restore({ offsetSeconds: 0, highestSeconds: START + DAY })
  expect(trusted.now()).toBe(START)
})

test('counts a sleep that the monotonic clock did not', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.sleep(3 * DAY)
  trusted.resumed(3 * DAY)
  expect(trusted.now()).toBe(START + 3 * DAY)
  expect(trusted.isSetBack()).toBe(false)
})

test('does not count a sleep twice, nor more of it than there was', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.pass(3 * DAY)
  trusted.resumed(3 * DAY)
  expect(trusted.now()).toBe(START + 3 * DAY)
  time.setWall(START + 400 * DAY)
  trusted.resumed(60)
  expect(trusted.now()).toBe(START + 3 * DAY + 60)
})

test('a date set back during the sleep does not shorten the time that passed', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  time.pass(DAY)
  time.setWall(START - DAY)
  trusted.resumed(DAY)
  expect(trusted.now()).toBe(START + DAY)
  expect(trusted.isSetBack()).toBe(true)
})

test('a run that ended without notice has used all that it reserved', () => {
  const { time, trusted } = started()
  trusted.synchronise(START)
  const mark = trusted.mark(360)
  time.pass(100)
  time.setWall(START)
  const next = createTrustedClock(time.clock)
  next.restore(mark)
  expect(next.now()).toBe(START + 360)
})

test('reserves of a few runs in a row do not make the date look set back', () => {
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

test('a sleep counts from where a reserve had ended', () => {
  const { time, trusted } = started()
  trusted.restore({ offsetSeconds: 0, highestSeconds: START, reservedUntilSeconds: START + 360 })
  time.sleep(DAY)
  trusted.resumed(DAY)
  expect(trusted.now()).toBe(START + 360 + DAY)
  expect(trusted.isSetBack()).toBe(false)
})
