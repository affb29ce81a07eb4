import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WAKE_SETTLE_MS } from './gate.ts'
import type { Gate } from './gate-parts.ts'
import {
  answer,
  askForOffer,
  check,
  checkAgain,
  createGateModel,
  forget,
  type GateModel,
  isOffering,
  isOpen,
  LONGEST_BETWEEN_MARKS,
  load,
  ModelClock,
  passTime,
  release,
  startTrial,
  TRIAL_DAYS,
} from './testing/gate-model.ts'
import { isLongRun, SEED } from './testing/seeded-random.ts'
import { PUBLIC_KEYS } from './testing/signed.ts'
import {
  createTestMachine,
  GRACE_SECONDS,
  type ServiceMode,
  type TestMachine,
} from './testing/test-machine.ts'
import { KEY, OTHER_KEY, TRIAL_KEY } from './testing/test-service.ts'
import type { TimeMark } from './trusted-clock.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const RUNS = isLongRun ? 900 : 50

interface Real {
  readonly machine: TestMachine
  gate: Gate
}
type Act = (model: GateModel, real: Real) => Promise<void>

/** More than all time limits of a check together. */
const LONGEST_CHECK_SECONDS = 60

let steps = 0
/** Steps after which the product was open with a trial. */
let trialsOpen = 0
/** The states that starts without an answer were in. */
const heldStarts = new Set<GateModel['status']>()

/**
 * A step that is always possible. Afterwards the gate must agree with the model, and an open
 * product must have a verified answer.
 */
const step = (name: string, act: Act): fc.AsyncCommand<GateModel, Real> => ({
  check: () => true,
  toString: () => name,
  async run(model, real) {
    steps++
    await act(model, real)
    await real.machine.settle(real.gate)
    expectAgreement(model, real)
  },
})

function expectAgreement(model: GateModel, { machine, gate }: Real): void {
  askForOffer(model, machine)
  const view = gate.view()
  const status = view.kind === 'licensed' ? view.source : view.kind
  expect({ status, executions: machine.executions() }).toEqual({
    status: model.status,
    executions: model.executions,
  })
  expect(gate.isLicensed()).toBe(isOpen(model))
  expect('trial' in view).toBe(isOffering(model))
  if (!gate.isLicensed()) return
  // Independent of the model: the service must have accepted this key.
  const key = model.stored?.key ?? ''
  const verifiedAt = model.verified.get(key)
  if (verifiedAt === undefined && !model.isTamperedWith) throw new Error('Open without a verified answer.')
  if (key === TRIAL_KEY && !model.isTamperedWith) {
    trialsOpen++
    expect(machine.serviceTime()).toBeLessThan((model.trialEndsAt ?? 0) + LONGEST_CHECK_SECONDS)
  }
  if (model.isVerifiedInSession || model.isTamperedWith) return
  expect(machine.serviceTime()).toBeLessThan((verifiedAt ?? 0) + GRACE_SECONDS)
}

/** Lets time pass for the gate and the model, from timer to timer. */
async function pass(model: GateModel, real: Real, seconds: number): Promise<void> {
  const { machine, gate } = real
  const { time } = machine
  for (let left = seconds; ; ) {
    const next = time.untilNextTimer()
    if (next === undefined || next > left) {
      time.pass(left)
      break
    }
    time.pass(next)
    left -= next
    await machine.settle(gate)
    passTime(model, machine, true)
  }
  await machine.settle(gate)
  passTime(model, machine, false)
}

async function restart(model: GateModel, real: Real, closedSeconds = 0): Promise<void> {
  const { machine } = real
  machine.kill()
  const { stored, history } = await machine.store().open()
  // The disk must contain what the model expects.
  expect(stored?.key).toBe(model.disk?.key)
  expect(stored?.proof?.checkedAt).toBe(model.disk?.proof?.checkedAt)
  if (model.stored?.proof !== undefined && stored?.proof !== undefined)
    model.mark = expectMark(model, history?.time)
  machine.time.pass(closedSeconds)
  model.clock = new ModelClock(machine.time.clock)
  Object.assign(model, {
    status: 'locked',
    stored: undefined,
    lastTriedKey: undefined,
    movableKey: undefined,
    isVerifiedInSession: false,
    offer: undefined,
  })
  model.isDeviceUnsure = machine.hasTooFewFacts
  load(model, machine)
  real.gate = await machine.launch()
}

/** The model knows every value of the mark, except when the run last wrote one. */
function expectMark({ clock }: GateModel, mark: TimeMark | undefined): TimeMark {
  const secondsAgo = clock.seen() - (mark?.highestSeconds ?? 0)
  expect(secondsAgo).toBeGreaterThan(-0.001)
  expect(secondsAgo).toBeLessThan(LONGEST_BETWEEN_MARKS + 0.001)
  const expected = clock.mark(secondsAgo)
  expect(mark?.offsetSeconds).toBeCloseTo(expected.offsetSeconds, 3)
  expect(mark?.reservedUntilSeconds).toBeCloseTo(expected.reservedUntilSeconds ?? 0, 3)
  return expected
}

/** A restart whose check has no answer until the product was open for a while, if it opens. */
const restartWithHeldAnswer =
  (closedSeconds: number, heldSeconds: number, isKilled: boolean): Act =>
  async (model, real) => {
    const { machine } = real
    const usual = machine.serviceMode
    machine.serviceMode = { kind: 'silent' }
    model.serviceMode = machine.serviceMode
    await restart(model, real, closedSeconds)
    heldStarts.add(model.status)
    expectAgreement(model, real)
    await machine.pass(heldSeconds, real.gate)
    expectAgreement(model, real)
    machine.serviceMode = usual
    model.serviceMode = usual
    if (isKilled) return restart(model, real)
    const isSent = !model.isDeviceUnsure && model.stored !== undefined
    machine.answerHeldChecks()
    if (isSent) answer(model, model.stored?.key ?? '', machine)
  }

const enter =
  (key: string): Act =>
  async (model, { machine, gate }) => {
    gate.activate(key)
    await machine.settle(gate)
    check(model, key, machine)
  }

const tryIt: Act = async (model, { machine, gate }) => {
  gate.askForOffer()
  await machine.settle(gate)
  askForOffer(model, machine, true)
  gate.startTrial()
  await machine.settle(gate)
  startTrial(model, machine)
}

const setMode =
  (describe: (now: number) => ServiceMode): Act =>
  async (model, { machine }) => {
    machine.serviceMode = describe(machine.serviceTime())
    model.serviceMode = machine.serviceMode
  }

/** The service receives the check and never answers. The user cancels or waits. */
const checkWithoutAnswer =
  (cancels: boolean): Act =>
  async (model, real) => {
    const { machine, gate } = real
    // No request is sent in this state.
    if (model.isDeviceUnsure) return
    const usual = machine.serviceMode
    const key = isOpen(model) ? model.stored?.key : model.lastTriedKey
    machine.serviceMode = { kind: 'silent' }
    model.serviceMode = { kind: 'silent' }
    gate.checkAgain()
    await machine.settle(gate)
    const isStopped = cancels && !isOpen(model) && key !== undefined
    if (cancels) gate.cancel()
    if (isStopped) {
      model.executions++
      model.status = 'locked'
      model.movableKey = undefined
    } else if (key !== undefined) {
      // No timed event is due before the time limit of the check.
      await machine.pass(20, gate)
      checkAgain(model, machine)
    }
    machine.serviceMode = usual
    model.serviceMode = usual
  }

const sleep =
  (seconds: number): Act =>
  async (model, real) => {
    const { machine } = real
    machine.time.sleep(seconds)
    real.gate.resumed(seconds)
    model.clock.woken(seconds)
    await passUntilAwake(model, real, seconds)
  }

async function passUntilAwake(model: GateModel, real: Real, slept: number): Promise<void> {
  const { machine, gate } = real
  let left = WAKE_SETTLE_MS / 1000
  for (;;) {
    const next = Math.min(machine.time.untilNextTimer() ?? left, left)
    machine.time.pass(next)
    left -= next
    await machine.settle(gate)
    if (left <= 0) break
    passTime(model, machine, true)
  }
  if (slept > DAY && isOpen(model)) checkAgain(model, machine)
  else passTime(model, machine, true)
}

const damage = (change: (content: Record<string, unknown>) => unknown, left: 'nothing' | 'key'): Act => {
  return async (model, real) => {
    const { disk } = real.machine
    if (disk.content !== undefined && Object.hasOwn(disk.content, 'key')) {
      disk.content = change(disk.content) as Record<string, unknown>
      model.disk = left === 'nothing' || model.disk === undefined ? undefined : { key: model.disk.key }
    }
    await restart(model, real)
  }
}

/** Overwrites bytes instead of flipping them, so that damaging twice does not repair the text. */
const damaged = (text: unknown): string =>
  Buffer.from(String(text), 'base64').fill(0, 16, 24).toString('base64')

const between = (least: number, most: number) => fc.integer({ min: least, max: most })

const STEPS: fc.Arbitrary<fc.AsyncCommand<GateModel, Real>>[] = [
  fc.constantFrom(KEY, OTHER_KEY).map((key) => step(`enter ${key.slice(0, 1)}…`, enter(key))),
  fc.constant(
    step('enter an invalid key', async (model, { gate }) => {
      gate.activate('no key')
      if (!isOpen(model)) model.status = 'refused'
      model.movableKey = undefined
    }),
  ),
  fc.constant(
    step('check again', async (model, { machine, gate }) => {
      gate.checkAgain()
      await machine.settle(gate)
      checkAgain(model, machine)
    }),
  ),
  fc.constant(step('start a trial', tryIt)),
  fc.constant(
    step('forget', async (model, { gate }) => {
      gate.forget()
      forget(model)
    }),
  ),
  fc
    .boolean()
    .map((cancels) => step(`check without an answer, cancel: ${cancels}`, checkWithoutAnswer(cancels))),
  fc.constant(
    step(
      'the service answers: valid',
      setMode(() => ({ kind: 'valid', expiresAt: 'never' })),
    ),
  ),
  between(-2, 20).map((days) =>
    step(
      `the service answers: valid for ${days} days`,
      setMode((now) => ({ kind: 'valid', expiresAt: Math.floor(now) + days * DAY })),
    ),
  ),
  fc.tuple(between(-2, 9), between(-9, 9)).map(([days, updateDays]) =>
    step(
      `the service answers: valid for ${days} days and perpetual, with updates for ${updateDays} days`,
      setMode((now) => ({
        kind: 'valid',
        expiresAt: Math.floor(now) + days * DAY,
        fields: { isPerpetual: true, updatesUntil: Math.floor(now) + updateDays * DAY },
      })),
    ),
  ),
  between(0, 9).map((days) =>
    step(`restart with a version that was built ${days} days ago`, async (model, real) => {
      const { machine } = real
      machine.builtAt = machine.serviceTime() - days * DAY
      if (days === 9) machine.builtAt = 0
      await restart(model, real)
    }),
  ),
  fc.constant(
    step(
      'the service answers: in use on another computer',
      setMode(() => ({ kind: 'refused', fields: { move: { left: 1 } } })),
    ),
  ),
  fc.constant(
    step(
      'the service answers: the request is refused',
      setMode(() => ({ kind: 'refused', code: 'SECURITY_ERROR' })),
    ),
  ),
  fc.constant(
    step('move the key here', async (model, { machine, gate }) => {
      gate.moveHere()
      await machine.settle(gate)
      if (model.movableKey !== undefined) check(model, model.movableKey, machine)
    }),
  ),
  fc.constant(
    step('release this computer', async (model, { machine, gate }) => {
      // A list reads the facts of the machine again, and the gate has none without a refused key.
      if (!gate.isLicensed()) return
      const usual = machine.serviceMode
      machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
      machine.linked = [{ id: 'this', isThis: true, name: '' }]
      await gate.devices()
      machine.serviceMode = usual
      await gate.releaseDevice('this')
      release(model, machine)
    }),
  ),
  fc.constantFrom('refused', 'offline', 'offline', 'forged', 'garbage').map((kind) =>
    step(
      `the service answers: ${kind}`,
      setMode(() => ({ kind }) as ServiceMode),
    ),
  ),
  fc
    .oneof(between(1, HOUR), between(HOUR, 2 * DAY), between(2 * DAY, 9 * DAY))
    .map((seconds) => step(`${seconds} seconds pass`, (model, real) => pass(model, real, seconds))),
  fc
    .oneof(between(60, DAY), between(DAY, 6 * DAY))
    .map((seconds) => step(`sleep ${seconds}`, sleep(seconds))),
  fc.constant(step('restart', restart)),
  between(0, 5 * DAY).map((seconds) =>
    step(`closed for ${seconds}`, (model, real) => restart(model, real, seconds)),
  ),
  ...[HOUR, 5 * DAY].map((longest) =>
    fc
      .tuple(between(0, longest), between(0, 5), fc.boolean())
      .map(([closed, held, isKilled]) =>
        step(
          `closed for ${closed}, then no answer for ${held}, killed: ${isKilled}`,
          restartWithHeldAnswer(closed, held, isKilled),
        ),
      ),
  ),
  fc.boolean().map((isCheckFirst) =>
    step(`restart, the setting requires a check first: ${isCheckFirst}`, async (model, real) => {
      real.machine.isCheckFirst = isCheckFirst
      await restart(model, real)
    }),
  ),
  fc.oneof(between(-5 * DAY, -1), between(-400 * DAY, 400 * DAY)).map((seconds) =>
    step(`the date is moved by ${seconds}`, async (model, { machine }) => {
      machine.time.setWall(machine.time.clock.wallSeconds() + seconds)
      model.isTamperedWith = true
    }),
  ),
  fc.constantFrom(
    step(
      'the key is damaged',
      damage((content) => ({ ...content, key: damaged(content['key']) }), 'nothing'),
    ),
    step(
      'the proof is damaged',
      damage((content) => ({ ...content, proof: damaged(content['proof']) }), 'key'),
    ),
    step(
      'a newer version wrote the file',
      damage((content) => ({ ...content, version: 2 }), 'key'),
    ),
    step(
      'the file is empty',
      damage(() => ({}), 'nothing'),
    ),
    step(
      'the file is a list',
      damage(() => ['nonsense'], 'nothing'),
    ),
  ),
  fc.constant(
    step('the file is copied to another machine', async (model, real) => {
      real.machine.deviceSeed += '!'
      model.disk = undefined
      await restart(model, real)
    }),
  ),
  fc.boolean().map((isHard) =>
    step(`too few facts can be read: ${isHard}`, async (_model, { machine }) => {
      machine.hasTooFewFacts = isHard
    }),
  ),
  fc.constant(
    step('restart, too few facts can be read', async (model, real) => {
      real.machine.hasTooFewFacts = true
      await restart(model, real)
    }),
  ),
  fc.constant(
    step('accept as a new device', async (model, { machine, gate }) => {
      const mayAccept = model.isDeviceUnsure && model.status === 'unreachable'
      await gate.acceptDevice()
      await machine.settle(gate)
      if (!mayAccept) return
      Object.assign(model, { isDeviceUnsure: false, status: 'locked', disk: undefined })
      if (model.lastTriedKey !== undefined) check(model, model.lastTriedKey, machine)
    }),
  ),
  fc.boolean().map((remembers) =>
    step(`remember: ${remembers}`, async (model, { gate }) => {
      await gate.setRememberPolicy(remembers ? 'remember' : 'ask-every-time')
      if (!remembers) model.disk = undefined
      model.remembers = remembers
      if (remembers && model.stored !== undefined) model.disk = model.stored
    }),
  ),
]

test(`behaves like a simpler model for random sequences of events (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('nothing', 'key', 'trial'),
      fc.boolean(),
      fc.commands(STEPS, { maxCommands: 60, size: 'max' }),
      async (first, hasPublicKeys, commands) => {
        const machine = createTestMachine()
        if (hasPublicKeys) {
          machine.publicKeys = PUBLIC_KEYS
          machine.hasTrials = true
          machine.offer = { trial_days: TRIAL_DAYS, weak_devices: false }
        }
        const real = { machine, gate: await machine.launch() }
        const model = createGateModel(machine)
        askForOffer(model, machine)
        if (first !== 'nothing') {
          await setMode(() => ({ kind: 'valid', expiresAt: 'never' }))(model, real)
          await (first === 'key' ? enter(KEY) : tryIt)(model, real)
        }
        await fc.asyncModelRun(() => ({ model, real }), commands)
      },
    ),
    { seed: SEED, numRuns: RUNS },
  )
  expect(trialsOpen).toBeGreaterThan(RUNS / 10)
  expect([...heldStarts]).toEqual(expect.arrayContaining(['stored', 'checking']))
  if (isLongRun) expect(steps).toBeGreaterThan(20_000)
}, 900_000)
