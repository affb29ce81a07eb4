import { expect, test } from 'vitest'
import { regularCheckDueAt } from './regular-check.ts'
import { createSeededRandom, SEED } from './testing/seeded-random.ts'
import { createTestMachine } from './testing/test-machine.ts'
import { KEY } from './testing/test-service.ts'

const HOUR = 3600
const DAY = 24 * HOUR

async function openApp(checkEverySeconds: number, slot = 0.5) {
  const machine = createTestMachine()
  Object.assign(machine, { checkEverySeconds, random: () => slot })
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  return { machine, gate }
}

test('an app that stays open checks once a day, and learns of a ban', async () => {
  const { machine, gate } = await openApp(DAY)
  await machine.pass(12 * HOUR - 60, gate)
  expect(machine.executions()).toBe(1)
  await machine.pass(10 * DAY + 12 * HOUR, gate)
  expect(machine.executions()).toBe(11)
  machine.serviceMode = { kind: 'refused' }
  await machine.pass(DAY, gate)
  expect(gate.view()).toMatchObject({ kind: 'refused', code: 'KEY_BANNED' })
})

test('without an interval, an app that stays open checks at no time', async () => {
  const { machine, gate } = await openApp(0)
  await machine.pass(60 * DAY, gate)
  expect(machine.executions()).toBe(1)
})

test('a regular check that fails starts a grace, and the next one ends it', async () => {
  const { machine, gate } = await openApp(DAY)
  machine.serviceMode = { kind: 'offline' }
  await machine.pass(1.5 * DAY, gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  await machine.pass(DAY, gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
})

test('counts the time that the computer slept, and not the checks of the user', async () => {
  const { machine, gate } = await openApp(DAY)
  for (let night = 0; night < 2; night++) {
    await machine.sleep(20 * HOUR, gate)
    // The check after a wake-up waits for the network.
    await machine.pass(10, gate)
  }
  expect(machine.executions()).toBe(2)
  const { lastCheckAt, everySeconds } = { lastCheckAt: machine.serviceTime(), everySeconds: DAY }
  gate.checkAgain()
  await machine.settle(gate)
  const dueAt = regularCheckDueAt({ everySeconds, slotSeconds: DAY / 2 }, lastCheckAt) ?? 0
  await machine.pass(dueAt - machine.serviceTime() - 1, gate)
  expect(machine.executions()).toBe(3)
  await machine.pass(2, gate)
  expect(machine.executions()).toBe(4)
})

/** Apps that were all started in the same minute, such as after a power cut. */
test(`10,000 apps check evenly over the day, whatever they have in common (seed ${SEED})`, () => {
  const random = createSeededRandom(SEED)
  const APPS = 10_000
  const BUCKETS = 96
  const startedAt = Array.from({ length: APPS }, () => 1_800_000_000 + random.below(60))
  let lastCheckAt = startedAt
  const slots = Array.from({ length: APPS }, () => random.below(DAY))
  for (let day = 0; day < 3; day++) {
    const dueAt = slots.map(
      (slotSeconds, app) =>
        regularCheckDueAt({ everySeconds: DAY, slotSeconds }, lastCheckAt[app] ?? 0) ?? Number.NaN,
    )
    const counts = Array<number>(BUCKETS).fill(0)
    for (const [app, due] of dueAt.entries()) {
      const wait = due - (lastCheckAt[app] ?? 0)
      expect(wait).toBeGreaterThanOrEqual(day === 0 ? DAY / 2 : DAY)
      expect(wait).toBeLessThanOrEqual(day === 0 ? 1.5 * DAY : DAY)
      const bucket = Math.floor(((due % DAY) / DAY) * BUCKETS)
      counts[bucket] = (counts[bucket] ?? 0) + 1
    }
    const expected = APPS / BUCKETS
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // With 95 degrees of freedom, chance exceeds this once in 100,000 times.
    expect(chiSquare).toBeLessThan(161)
    lastCheckAt = dueAt
  }
})
