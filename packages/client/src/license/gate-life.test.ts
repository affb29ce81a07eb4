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

/** Started, activated with a key that ends in so many days, and open. */
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

test('one launch with a stored key is one execution', async () => {
  await activated()
  const gate = await relaunch()
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', executions: 2 })
  expect(machine.executions()).toBe(2)
})

test('a running product is not polled: a month is no execution', async () => {
  const gate = await activated()
  await machine.pass(30 * DAY, gate)
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(1)
})

test('a short sleep is no execution, one of more than a day is one', async () => {
  const gate = await activated()
  await machine.sleep(DAY, gate)
  await machine.pass(60, gate)
  expect(machine.executions()).toBe(1)
  await machine.sleep(DAY + 1, gate)
  expect(machine.executions()).toBe(1)
  await machine.pass(WAKE_SETTLE_MS / 1000, gate)
  expect(machine.executions()).toBe(2)
})

test('waking in two steps is one waking', async () => {
  const gate = await activated()
  await machine.sleep(DAY, gate)
  await machine.pass(1, gate)
  await machine.sleep(2 * DAY, gate)
  await machine.pass(HOUR, gate)
  expect(machine.executions()).toBe(2)
})

test('waking without network after a long sleep is grace, and after a longer one the gate', async () => {
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

test('when the license runs out there is one check, and a renewed one goes on', async () => {
  const gate = await activated(10)
  machine.serviceMode = valid(40)
  await machine.pass(10 * DAY, gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
  expect(machine.executions()).toBe(2)
})

test('when the license runs out and the service says so, the gate closes with its words', async () => {
  const gate = await activated(10)
  machine.serviceMode = { kind: 'refused' }
  await machine.pass(10 * DAY - 1, gate)
  expect(gate.isLicensed()).toBe(true)
  await machine.pass(1, gate)
  expect(gate.view()).toEqual({ kind: 'refused', code: 'KEY_BANNED', message: 'Banned.' })
  expect(machine.executions()).toBe(2)
})

test('a service that goes on calling a past end valid is asked once', async () => {
  const gate = await activated(1)
  await machine.pass(30 * DAY, gate)
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(2)
})

test('a service that names one near end after another is asked once an hour, and no more', async () => {
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

test('the end comes by the service’s clock, whatever this computer’s date says', async () => {
  machine.time.setWall(machine.serviceTime() - 400 * DAY)
  const gate = await activated(10)
  machine.serviceMode = { kind: 'refused' }
  machine.time.setWall(machine.serviceTime() - 700 * DAY)
  await machine.pass(10 * DAY - 1, gate)
  expect(gate.isLicensed()).toBe(true)
  await machine.pass(1, gate)
  expect(gate.isLicensed()).toBe(false)
})

test('the grace lasts from the last verified answer, and says until when', async () => {
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

test('a launch after the grace has ended stays at the gate', async () => {
  await activated()
  machine.serviceMode = { kind: 'offline' }
  machine.kill()
  machine.time.pass(GRACE_SECONDS)
  expect((await machine.launch()).view()).toMatchObject({ kind: 'unreachable' })
})

test('a grace does not outlast the license', async () => {
  await activated(1)
  machine.serviceMode = { kind: 'offline' }
  const gate = await relaunch()
  const { expiresAt, graceEndsAt } = gate.view() as { expiresAt: number; graceEndsAt: number }
  expect(graceEndsAt).toBe(expiresAt)
  await machine.pass(DAY, gate)
  expect(gate.isLicensed()).toBe(false)
})

test('in a grace, reaching the service again makes it whole', async () => {
  await activated()
  machine.serviceMode = { kind: 'offline' }
  const gate = await relaunch()
  machine.serviceMode = valid('never')
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
  expect(gate.view()).not.toHaveProperty('notice')
})

test('a refusal ends the grace at once, and no later start has one', async () => {
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

test('an answer that is not the service’s opens no grace, and does not take it away', async () => {
  await activated()
  machine.serviceMode = { kind: 'forged' }
  expect((await relaunch()).view()).toMatchObject({
    kind: 'unreachable',
    failure: { kind: 'answer-not-authentic' },
  })
  machine.serviceMode = { kind: 'offline' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test.each([
  ['while the app was closed', true],
  ['while the app runs', false],
])('a clock set back %s ends the grace', async (_name, isClosed) => {
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

test('after a clock was set back, the service’s word opens again', async () => {
  await activated()
  machine.time.setWall(machine.serviceTime() - 100 * DAY)
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed', source: 'online' })
  machine.serviceMode = { kind: 'offline' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test('reminds 7, 3 and 1 days before the end, once each, across restarts', async () => {
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
