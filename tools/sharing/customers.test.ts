import { expect, test } from 'vitest'
import type { PlayedEvent } from '../../packages/management/src/policy/needs-of-events.ts'
import { playPolicies } from '../../packages/management/src/policy/play-policies.ts'
import { playCustomers } from './customers.ts'

const DAY = 86_400
const SAMPLE = { keys: 100, years: 3, seed: 7 }
/** Each replaced computer is thrown away, so each need is a new computer. */
const CUSTOMER = { people: 1, computers: [80], newDeviceDays: 200, mailsEveryDays: 0 }

test.each([
  { maxDevices: 1, movesPerYear: 0, resetCooldownSeconds: 0 },
  { maxDevices: 1, movesPerYear: 1, resetCooldownSeconds: 0 },
  { maxDevices: 1, movesPerYear: 2, resetCooldownSeconds: 90 * DAY },
  { maxDevices: 2, movesPerYear: 0, resetCooldownSeconds: 0 },
  { maxDevices: 3, movesPerYear: 1, resetCooldownSeconds: 0 },
])('the service does under $maxDevices, $movesPerYear what the command predicts', (rules) => {
  const played: PlayedEvent[] = []
  const today = { maxDevices: 1, movesPerYear: 0, resetCooldownSeconds: 0 }
  const happened = playCustomers(CUSTOMER, today, {
    ...SAMPLE,
    onEvents: (events) => {
      played.push(...events.map((event) => ({ ...event, id: event.subjectId, fields: [...event.fields] })))
    },
  })
  const { maxDevices, movesPerYear, resetCooldownSeconds: cooldownSeconds } = rules
  const predicted = playPolicies(played, [{ maxDevices, movesPerYear, cooldownSeconds }])
  const { mails, moves } = playCustomers(CUSTOMER, rules, SAMPLE)
  expect(predicted.happened.mails).toBe(happened.mails)
  expect(predicted.policies[0]).toMatchObject({ mails, moves })
  expect(happened.mails).toBeGreaterThan(300)
})
