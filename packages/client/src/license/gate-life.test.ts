import { beforeEach, expect, test } from 'vitest'
import { WAKE_SETTLE_MS } from './gate.ts'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { KEY } from './testing/test-service.ts'

const HOUR = 3600
const DAY = 24 * HOUR

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
})

const valid = (daysLeft: number | 'never') => ({
  kind: 'valid' as const,
  expiresAt: daysLeft === 'never' ? ('never' as const) : machine.serviceTime() + daysLeft * DAY,
})

/** Starts the app and activates a key that expires after `daysLeft` days. */
async function activated(daysLeft: number | 'never' = 'never') {
  machine.serviceMode = valid(daysLeft)
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
  return gate
}

const relaunch = () => {
  machine.kill()
  return machine.launch()
}

test('a launch with a stored key counts as one execution', async () => {
  await activated()
  const gate = await relaunch()
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', executions: 2 })
  expect(machine.executions()).toBe(2)
})

test('sends no check for a month while the product is open', async () => {
  const gate = await activated()
  await machine.pass(30 * DAY, gate)
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(1)
})

test('checks the license after a sleep of more than a day, not after a shorter one', async () => {
  const gate = await activated()
  await machine.sleep(DAY, gate)
  await machine.pass(60, gate)
  expect(machine.executions()).toBe(1)
  await machine.sleep(DAY + 1, gate)
  expect(machine.executions()).toBe(1)
  await machine.pass(WAKE_SETTLE_MS / 1000, gate)
  expect(machine.executions()).toBe(2)
})

test('checks the license once if a wake-up is reported twice', async () => {
  const gate = await activated()
  await machine.sleep(DAY, gate)
  await machine.pass(1, gate)
  await machine.sleep(2 * DAY, gate)
  await machine.pass(HOUR, gate)
  expect(machine.executions()).toBe(2)
})

test('waking without a network leads to the grace period, and after the grace period to the gate', async () => {
  const gate = await activated()
  machine.serviceMode = { kind: 'offline' }
  await machine.sleep(2 * DAY, gate)
  await machine.pass(60, gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  await machine.sleep(2 * DAY, gate)
  await machine.pass(60, gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable', failure: { kind: 'offline' } })
  expect(machine.executions()).toBe(1)
})

test('checks an expired license once, and stays open if it was renewed', async () => {
  const gate = await activated(10)
  machine.serviceMode = valid(40)
  await machine.pass(10 * DAY, gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
  expect(machine.executions()).toBe(2)
})

test('closes with the message of the service when an expired license is refused', async () => {
  const gate = await activated(10)
  machine.serviceMode = { kind: 'refused' }
  await machine.pass(10 * DAY - 1, gate)
  expect(gate.isLicensed()).toBe(true)
  await machine.pass(1, gate)
  expect(gate.view()).toEqual({ kind: 'refused', code: 'KEY_BANNED', message: 'Banned.' })
  expect(machine.executions()).toBe(2)
})

test('checks once if the service keeps accepting an expired license', async () => {
  const gate = await activated(1)
  await machine.pass(30 * DAY, gate)
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(2)
})

test('checks at most once an hour if the service always answers with a near expiry', async () => {
  const gate = await activated(1)
  machine.serviceMode = valid(1)
  await machine.pass(DAY - 60, gate)
  for (let minute = 0; minute < 180; minute++) {
    machine.serviceMode = { kind: 'valid', expiresAt: Math.floor(machine.serviceTime()) + 90 }
    await machine.pass(60, gate)
  }
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBeLessThanOrEqual(1 + 3)
  expect(machine.executions()).toBeGreaterThanOrEqual(1 + 2)
})

test('the license expires by the service’s clock, whatever the date of this computer', async () => {
  machine.time.setWall(machine.serviceTime() - 400 * DAY)
  const gate = await activated(10)
  machine.serviceMode = { kind: 'refused' }
  machine.time.setWall(machine.serviceTime() - 700 * DAY)
  await machine.pass(10 * DAY - 1, gate)
  expect(gate.isLicensed()).toBe(true)
  await machine.pass(1, gate)
  expect(gate.isLicensed()).toBe(false)
})

test('the grace period starts at the last verified answer, and the view has its end', async () => {
  await activated()
  const verifiedAt = machine.serviceTime()
  machine.serviceMode = { kind: 'offline' }
  machine.kill()
  machine.time.pass(GRACE_SECONDS - HOUR)
  const gate = await machine.launch()
  expect(gate.view()).toMatchObject({
    kind: 'licensed',
    source: 'grace',
    checkedAt: verifiedAt,
    graceEndsAt: verifiedAt + GRACE_SECONDS,
    notice: { kind: 'unreachable', failure: { kind: 'offline' } },
  })
  await machine.pass(HOUR - 1, gate)
  expect(gate.isLicensed()).toBe(true)
  await machine.pass(1, gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable', failure: { kind: 'offline' } })
  expect(machine.executions()).toBe(1)
})

test('a launch after the grace period stays at the gate', async () => {
  await activated()
  machine.serviceMode = { kind: 'offline' }
  machine.kill()
  machine.time.pass(GRACE_SECONDS)
  expect((await machine.launch()).view()).toMatchObject({ kind: 'unreachable' })
})

test('the grace period ends no later than the license', async () => {
  await activated(1)
  machine.serviceMode = { kind: 'offline' }
  const gate = await relaunch()
  const { expiresAt, graceEndsAt } = gate.view() as { expiresAt: number; graceEndsAt: number }
  expect(graceEndsAt).toBe(expiresAt)
  await machine.pass(DAY, gate)
  expect(gate.isLicensed()).toBe(false)
})

test('a valid answer ends the grace period', async () => {
  await activated()
  machine.serviceMode = { kind: 'offline' }
  const gate = await relaunch()
  machine.serviceMode = valid('never')
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
  expect(gate.view()).not.toHaveProperty('notice')
})

test('a refusal ends the grace period at once, also for later starts', async () => {
  await activated()
  machine.serviceMode = { kind: 'offline' }
  const gate = await relaunch()
  expect(gate.isLicensed()).toBe(true)
  machine.serviceMode = { kind: 'refused' }
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'refused', code: 'KEY_BANNED' })
  machine.serviceMode = { kind: 'offline' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'unreachable' })
})

test('a forged answer ends no grace period, and does not make it longer', async () => {
  await activated()
  machine.serviceMode = { kind: 'forged' }
  const gate = await relaunch()
  expect(gate.view()).toMatchObject({
    kind: 'licensed',
    source: 'grace',
    notice: { failure: { kind: 'answer-not-authentic' } },
  })
  await machine.pass(GRACE_SECONDS, gate)
  expect(gate.view()).toMatchObject({
    kind: 'unreachable',
    failure: { kind: 'answer-not-authentic' },
  })
})

test.each([
  ['while the app was closed', true],
  ['while the app runs', false],
])('a clock that was set back %s ends the grace period', async (_name, isClosed) => {
  await activated()
  machine.serviceMode = { kind: 'offline' }
  let gate = await relaunch()
  expect(gate.isLicensed()).toBe(true)
  await machine.pass(10 * HOUR, gate)
  machine.time.setWall(machine.serviceTime() - 9 * HOUR)
  if (isClosed) gate = await relaunch()
  else await machine.pass(HOUR, gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable', failure: { kind: 'clock' } })
})

test('a valid answer opens the product again after the clock was set back', async () => {
  await activated()
  machine.time.setWall(machine.serviceTime() - 100 * DAY)
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed', source: 'online' })
  machine.serviceMode = { kind: 'offline' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test('reminds 7, 3 and 1 days before the expiry, once each, across restarts', async () => {
  let gate = await activated(10)
  const reminder = () => (gate.view() as { reminder?: number }).reminder
  const { expiresAt } = machine.serviceMode as { expiresAt: number }
  const seen: (number | undefined)[] = []
  for (let day = 0; day < 9; day++) {
    await machine.pass(DAY, gate)
    seen.push(reminder())
    if (day % 2 === 0) gate = await relaunch()
    if (day % 2 === 0) seen.push(reminder())
  }
  expect(machine.serviceTime()).toBe(expiresAt - DAY)
  expect(seen.filter((days, index) => days !== seen[index - 1])).toEqual([
    7,
    undefined,
    3,
    undefined,
    1,
    undefined,
  ])
})
