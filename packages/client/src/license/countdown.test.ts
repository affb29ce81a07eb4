import { expect, test } from 'vitest'
import { dueReminder, type GivenReminder, nextReminderAt } from './countdown.ts'

const DAY = 86_400
const END = 1_900_000_000

test.each([
  [8 * DAY, undefined],
  [7 * DAY + 1, undefined],
  [7 * DAY, 7],
  [3 * DAY + 1, 7],
  [3 * DAY, 3],
  [DAY + 1, 3],
  [DAY, 1],
  [1, 1],
  [0, undefined],
  [-DAY, undefined],
] as const)('%i seconds before the end, the due reminder is %s', (left, days) => {
  expect(dueReminder(END, END - left, undefined)?.days).toBe(days)
})

test('shows each reminder once, and none that is farther from the end than the last one', () => {
  const given = (days: GivenReminder['days']): GivenReminder => ({ expiresAt: END, days })
  expect(dueReminder(END, END - 6 * DAY, given(7))).toBeUndefined()
  expect(dueReminder(END, END - 2 * DAY, given(7))).toEqual(given(3))
  expect(dueReminder(END, END - 2 * DAY, given(3))).toBeUndefined()
  expect(dueReminder(END, END - 6 * DAY, given(1))).toBeUndefined()
})

test('reminders start again after a new expiry', () => {
  expect(dueReminder(END, END - DAY, { expiresAt: END - 1, days: 1 })).toEqual({ expiresAt: END, days: 1 })
})

test('a license that never expires has no reminder', () => {
  expect(dueReminder('never', 0, undefined)).toBeUndefined()
  expect(nextReminderAt('never', 0)).toBeUndefined()
})

test.each([
  [30 * DAY, 7],
  [7 * DAY, 3],
  [2 * DAY, 1],
  [DAY, undefined],
  [-DAY, undefined],
])('%i seconds before the end, the next reminder is due %s days before it', (left, days) => {
  expect(nextReminderAt(END, END - left)).toBe(days === undefined ? undefined : END - days * DAY)
})
