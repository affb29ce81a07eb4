import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WAKE_SETTLE_MS } from './gate.ts'
import type { Gate } from './gate-parts.ts'
import { STORE_TIME_EVERY_MS } from './license-writer.ts'
import { isLongRun, SEED } from './testing/seeded-random.ts'
import {
  createTestMachine,
  GRACE_SECONDS,
  type ServiceMode,
  type TestMachine,
} from './testing/test-machine.ts'
import { KEY } from './testing/test-service.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const RUNS = isLongRun ? 3000 : 75

const VALID = { kind: 'valid', expiresAt: 'never' } as const
const OFFLINE = { kind: 'offline' } as const

/** Activates a key; then the service becomes unreachable. */
async function activatedMachine(): Promise<{ machine: TestMachine; gate: Gate }> {
  const machine = createTestMachine()
  machine.serviceMode = VALID
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
  machine.serviceMode = OFFLINE
  return { machine, gate }
}

const setDate = (machine: TestMachine, seconds: number): void => machine.time.setWall(seconds)

test('an expired grace period stays expired when the clock is set back', async () => {
  const { machine } = await activatedMachine()
  const activatedAt = machine.time.clock.wallSeconds()
  const startAt = async (hours: number): Promise<boolean> => {
    machine.kill()
    setDate(machine, activatedAt + hours * HOUR)
    return (await machine.launch()).isLicensed()
  }
  expect([await startAt(71), await startAt(73), await startAt(1)]).toEqual([true, false, false])
})

test('short sessions use up the grace period, also when the clock is set back before each of them', async () => {
  const { machine } = await activatedMachine()
  const activatedAt = machine.time.clock.wallSeconds()
  let openSeconds = 0
  for (let session = 0; session < GRACE_SECONDS / 60; session++) {
    machine.kill()
    setDate(machine, activatedAt + 60)
    const gate = await machine.launch()
    if (!gate.isLicensed()) break
    await machine.pass(60, gate)
    openSeconds += 60
  }
  expect(openSeconds).toBeGreaterThan(0)
  expect(openSeconds).toBeLessThan(GRACE_SECONDS)
})

test('no grace period starts while the time cannot be stored', async () => {
  const { machine } = await activatedMachine()
  machine.kill()
  machine.disk.isBroken = true
  const gate = await machine.launch()
  expect(gate.view()).toMatchObject({
    kind: 'unreachable',
    failure: { kind: 'offline', details: expect.arrayContaining(['The license file cannot be written.']) },
  })
  machine.disk.isBroken = false
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test('the grace period ends when the time can no longer be stored', async () => {
  const { machine } = await activatedMachine()
  machine.kill()
  const gate = await machine.launch()
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  machine.disk.isBroken = true
  await machine.pass(STORE_TIME_EVERY_MS / 1000, gate)
  expect(gate.isLicensed()).toBe(false)
})

test('a refusal that cannot be written is written as soon as that is possible', async () => {
  const { machine } = await activatedMachine()
  machine.kill()
  machine.disk.isBroken = true
  machine.serviceMode = { kind: 'refused' }
  const gate = await machine.launch()
  expect(gate.view()).toMatchObject({ kind: 'refused' })
  await machine.pass(STORE_TIME_EVERY_MS / 1000, gate)
  machine.disk.isBroken = false
  await machine.pass(STORE_TIME_EVERY_MS / 1000, gate)
  machine.kill()
  machine.serviceMode = OFFLINE
  expect((await machine.launch()).isLicensed()).toBe(false)
})

test('a license that cannot be deleted is deleted as soon as that is possible', async () => {
  const { machine, gate } = await activatedMachine()
  machine.disk.isBroken = true
  gate.forget()
  await machine.pass(STORE_TIME_EVERY_MS / 1000, gate)
  expect(machine.disk.content).toHaveProperty('key')
  machine.disk.isBroken = false
  await machine.pass(STORE_TIME_EVERY_MS / 1000, gate)
  expect(machine.disk.content).toEqual({ history: expect.any(String) })
})

test('a license that was verified in this run has a grace period without a writable disk', async () => {
  const machine = createTestMachine()
  machine.disk.isBroken = true
  machine.serviceMode = VALID
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  machine.serviceMode = OFFLINE
  await machine.pass(DAY, gate)
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test('many starts without changes of the clock do not use up the grace period', async () => {
  const { machine } = await activatedMachine()
  for (let start = 1; start <= 20; start++) {
    machine.kill()
    machine.time.pass(60)
    expect((await machine.launch()).view(), `start ${start}`).toMatchObject({
      kind: 'licensed',
      source: 'grace',
    })
  }
})

/**
 * Counts, independently of the app's clock, the latest possible time since the last verified
 * answer: the time that the app ran or slept, and the latest date at any start. It never decreases.
 * It does not count a start that was killed before the product opened, or that could not write to
 * the disk.
 */
interface Oracle {
  longest: number
  verifiedAt: number
  /** The service's clock minus this computer's date, when the service last answered. */
  offset: number
  isVerifiedInRun: boolean
}

interface World {
  readonly machine: TestMachine
  readonly oracle: Oracle
  gate: Gate | undefined
  graces: number
  /** Openings with the stored license, before the check had an answer. */
  atOnce: number
  /** Set during a step, because the product must not be open even for a moment. */
  fault: string | undefined
}

const dateOf = ({ machine, oracle }: World): number => machine.time.clock.wallSeconds() + oracle.offset
const see = ({ oracle }: World, seconds: number): void => {
  oracle.longest = Math.max(oracle.longest, seconds)
}

function look(world: World, date = 0): void {
  const { gate, machine, oracle } = world
  const view = gate?.view()
  if (view?.kind !== 'licensed' || oracle.isVerifiedInRun) return
  // One more check is sent at the end of the grace period, and shortly after waking up.
  if (view.isChecking && view.source !== 'stored') return
  if (view.source === 'online') {
    if (machine.serviceMode.kind !== 'valid') world.fault ??= 'open without a verified answer'
    return
  }
  if (view.source === 'stored') world.atOnce++
  else world.graces++
  see(world, date)
  const end = oracle.verifiedAt + GRACE_SECONDS
  if (oracle.longest >= end) world.fault ??= `open ${oracle.longest - end} seconds after the grace period`
}

function noteAnswer({ machine, oracle }: World): void {
  const now = machine.serviceTime()
  const offset = now - machine.time.clock.wallSeconds()
  Object.assign(oracle, { longest: now, verifiedAt: now, offset })
}

function kill(world: World): void {
  world.machine.kill()
  world.gate = undefined
}

/** Starts the app. With `killedAfterTurns`, kills it after so many turns of the event loop. */
async function start(world: World, killedAfterTurns?: number): Promise<void> {
  const { machine, oracle } = world
  kill(world)
  oracle.isVerifiedInRun = false
  const date = dateOf(world)
  const gate = machine.start()
  world.gate = gate
  gate.subscribe(() => {
    if (world.gate === gate) look(world, date)
  })
  if (killedAfterTurns === undefined) {
    await machine.settle(gate)
    if (!machine.disk.isBroken) see(world, date)
  } else {
    for (let turn = 0; turn < killedAfterTurns; turn++) await new Promise((resolve) => setImmediate(resolve))
    kill(world)
  }
}

/**
 * Whether the next start knows this time. A time that could not be written is not known, but then
 * the product must not be open in a grace period.
 */
const isCounted = ({ machine, oracle, gate }: World): boolean =>
  !machine.disk.isBroken || (gate?.isLicensed() === true && !oracle.isVerifiedInRun)

/** Stops at every timer, so that the oracle can count. */
async function run(world: World, seconds: number): Promise<void> {
  const { machine, oracle, gate } = world
  for (let left = seconds; left > 0; ) {
    const next = Math.min(machine.time.untilNextTimer() ?? left, left)
    if (gate !== undefined && isCounted(world)) oracle.longest += next
    machine.time.pass(next)
    left -= next
    if (gate !== undefined) await machine.settle(gate)
    look(world)
  }
}

async function sleep(world: World, seconds: number): Promise<void> {
  const { machine, oracle, gate } = world
  machine.time.sleep(seconds)
  if (gate === undefined) return
  if (isCounted(world)) see(world, Math.min(dateOf(world), oracle.longest + seconds))
  gate.resumed(seconds)
  await machine.settle(gate)
  await run(world, WAKE_SETTLE_MS / 1000 + 1)
}

async function checkAgain(world: World, serviceMode: ServiceMode): Promise<void> {
  const { machine, gate } = world
  if (gate === undefined) return
  const executions = machine.executions()
  machine.serviceMode = serviceMode
  gate.checkAgain()
  await machine.settle(gate)
  if (machine.executions() > executions) {
    world.oracle.isVerifiedInRun = true
    if (!machine.disk.isBroken) noteAnswer(world)
  }
  machine.serviceMode = OFFLINE
}

const step = (name: string, act: (world: World) => Promise<void> | void): fc.AsyncCommand<object, World> => ({
  check: () => true,
  toString: () => name,
  async run(_model, world) {
    await act(world)
    look(world)
    expect(world.fault).toBeUndefined()
  },
})

const between = (least: number, most: number) => fc.integer({ min: least, max: most })
const SECONDS = fc.oneof(between(1, 600), between(600, 5 * HOUR), between(5 * HOUR, 80 * HOUR))
const START = step('start', (world) => start(world))

const STEPS: fc.Arbitrary<fc.AsyncCommand<object, World>>[] = [
  fc.constant(START),
  fc.constant(START),
  between(0, 9).map((turns) => step(`start, killed after ${turns} turns`, (world) => start(world, turns))),
  fc.constant(step('kill', kill)),
  SECONDS.map((seconds) => step(`run ${seconds}`, (world) => run(world, seconds))),
  SECONDS.map((seconds) =>
    step(`closed for ${seconds}`, (world) => {
      kill(world)
      world.machine.time.pass(seconds)
    }),
  ),
  between(60, 3 * DAY).map((seconds) => step(`sleep ${seconds}`, (world) => sleep(world, seconds))),
  between(-100 * HOUR, -1).map((seconds) =>
    step(`the date is moved by ${seconds}`, ({ machine }) =>
      setDate(machine, machine.time.clock.wallSeconds() + seconds),
    ),
  ),
  between(1, 80 * HOUR).map((seconds) =>
    step(`the date is set to ${seconds} after the last answer`, ({ machine, oracle }) =>
      setDate(machine, oracle.verifiedAt - oracle.offset + seconds),
    ),
  ),
  fc.boolean().map((isBroken) =>
    step(`killed, the disk is read-only: ${isBroken}`, (world) => {
      kill(world)
      world.machine.disk.isBroken = isBroken
    }),
  ),
  fc.constant(step('check again', (world) => checkAgain(world, OFFLINE))),
  fc.constant(step('check again, the service answers', (world) => checkAgain(world, VALID))),
]

test(`is never open after the grace period, by the latest time since the last answer (seed ${SEED})`, async () => {
  let graces = 0
  let atOnce = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(STEPS, { maxCommands: 40, size: 'max' }), async (commands) => {
      const { machine } = await activatedMachine()
      const oracle: Oracle = { longest: 0, verifiedAt: 0, offset: 0, isVerifiedInRun: true }
      const world: World = { machine, oracle, gate: undefined, graces: 0, atOnce: 0, fault: undefined }
      noteAnswer(world)
      await fc.asyncModelRun(() => ({ model: {}, real: world }), commands)
      graces += world.graces
      atOnce += world.atOnce
    }),
    { seed: SEED, numRuns: RUNS },
  )
  // The test would also pass if the product never opened.
  expect(graces).toBeGreaterThan(RUNS)
  expect(atOnce).toBeGreaterThan(RUNS)
}, 900_000)
