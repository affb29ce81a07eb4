import { beforeEach, expect, test } from 'vitest'
import type { Gate } from './gate-parts.ts'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

const DAY = 24 * 3600

const VALID = { kind: 'valid', expiresAt: 'never' } as const
const REFUSED = { kind: 'refused' } as const
const HELD = { kind: 'silent' } as const
const CHECKING = { kind: 'checking', phase: 'check' }
const OPEN = { kind: 'licensed', source: 'stored', isChecking: true }

let machine: TestMachine
beforeEach(async () => {
  machine = createTestMachine()
  await activate(KEY)
})

async function activate(key: string, serviceMode: TestMachine['serviceMode'] = VALID): Promise<void> {
  machine.serviceMode = serviceMode
  const gate = await machine.launch()
  gate.activate(key)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
}

/** Starts the app again. The service holds the answer back. */
function relaunch(): Promise<Gate> {
  machine.kill()
  machine.serviceMode = HELD
  return machine.launch()
}

async function answer(gate: Gate, serviceMode: TestMachine['serviceMode']): Promise<void> {
  machine.serviceMode = serviceMode
  machine.answerHeldChecks()
  await machine.settle(gate)
}

test('a stored license opens the product before its check is answered, which counts once', async () => {
  const gate = await relaunch()
  expect(gate.view()).toMatchObject({ ...OPEN, note: 'n', executions: 1 })
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(2)
  await answer(gate, VALID)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', isChecking: false, executions: 2 })
  expect(machine.executions()).toBe(2)
})

test('the check behind an open product waits until the product is visible', async () => {
  const shown = Promise.withResolvers<void>()
  machine.isProductShown = shown.promise
  const gate = await relaunch()
  expect(gate.view()).toMatchObject(OPEN)
  expect(machine.executions()).toBe(1)
  shown.resolve()
  await machine.settle(gate)
  expect(machine.executions()).toBe(2)
})

test('is undecided only while the stored license is loaded', async () => {
  machine.kill()
  machine.serviceMode = HELD
  const gate = machine.start()
  expect([gate.mayOpenAtOnce(), gate.isLicensed()]).toEqual([true, false])
  await machine.settle(gate)
  expect([gate.mayOpenAtOnce(), gate.isLicensed()]).toEqual([false, true])
  gate.forget()
  await machine.settle(gate)
  machine.kill()
  expect(machine.start().mayOpenAtOnce()).toBe(false)
})

test('a check without an answer leads to the grace period, with the reason', async () => {
  const gate = await relaunch()
  await machine.pass(60, gate)
  expect(gate.view()).toMatchObject({
    kind: 'licensed',
    source: 'grace',
    isChecking: false,
    notice: { kind: 'unreachable', failure: { kind: 'outcome-unknown' } },
  })
})

test('closes when the answer is a refusal', async () => {
  const gate = await relaunch()
  await answer(gate, { kind: 'refused' })
  expect(gate.isLicensed()).toBe(false)
})

test('a forged answer leads to the grace period, like a check without an answer', async () => {
  const gate = await relaunch()
  await answer(gate, { kind: 'forged' })
  expect(gate.view()).toMatchObject({
    kind: 'licensed',
    source: 'grace',
    notice: { kind: 'unreachable', failure: { kind: 'answer-not-authentic' } },
  })
})

test('erases the proof on the disk before the product is notified of the refusal', async () => {
  const gate = await relaunch()
  const seen: unknown[] = []
  gate.subscribe((view) => seen.push(view.kind, machine.disk.content?.['proof']))
  const before = machine.disk.content?.['proof']
  await answer(gate, REFUSED)
  const erased = seen.at(-1)
  // The second view is the refusal, and no write comes after it.
  expect(seen).toEqual(['licensed', before, 'refused', erased])
  expect(erased).not.toBe(before)
  expect(machine.disk.content?.['proof']).toBe(erased)

  for (const serviceMode of [{ kind: 'offline' }, HELD] as const) {
    machine.kill()
    machine.serviceMode = serviceMode
    expect((await machine.launch()).isLicensed()).toBe(false)
  }
})

test('erases the proof also while the keyring can no longer seal the key', async () => {
  let isLocked = false
  machine.keyring = {
    kind: 'keyring',
    isAvailable: () => true,
    seal: async (text) => {
      if (isLocked) throw new Error('The keyring is locked.')
      return Buffer.from(text)
    },
    open: async (bytes) => Buffer.from(bytes).toString(),
  }
  machine.kill()
  await activate(KEY)
  isLocked = true
  await answer(await relaunch(), REFUSED)
  expect((await relaunch()).isLicensed()).toBe(false)
})

test('closes after a refusal also when the proof cannot be erased', async () => {
  const gate = await relaunch()
  machine.disk.isBroken = true
  await answer(gate, REFUSED)
  expect(gate.view()).toMatchObject({ kind: 'refused' })
})

test('is locked at the next start whenever it is killed after the product was told', async () => {
  const nextStarts = new Set<string>()
  for (let turns = 0; turns < 12; turns++) {
    machine.kill()
    await activate(KEY)
    const gate = await relaunch()
    machine.serviceMode = REFUSED
    machine.answerHeldChecks()
    for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
    const { kind } = gate.view()
    const next = await relaunch()
    nextStarts.add(`${kind}, then ${next.view().kind}`)
  }
  nextStarts.delete('licensed, then checking')
  expect([...nextStarts].sort()).toEqual(['licensed, then licensed', 'refused, then checking'])
})

test.each<[string, () => void | Promise<void>]>([
  ['the proof is older than the grace period', () => machine.time.pass(GRACE_SECONDS)],
  [
    'the clock was set back',
    async () => {
      const gate = await relaunch()
      await machine.sleep(7 * 3600, gate)
      machine.kill()
      machine.time.setWall(machine.time.clock.wallSeconds() - 6 * 3600)
    },
  ],
  [
    'the time cannot be stored',
    () => {
      machine.disk.isBroken = true
    },
  ],
  [
    'a setting requires the check first',
    () => {
      machine.isCheckFirst = true
    },
  ],
  [
    'the proof belongs to another key',
    async () => {
      const { proof } = machine.disk.content ?? {}
      machine.kill()
      await activate(OTHER_KEY)
      machine.disk.content = { ...machine.disk.content, proof }
    },
  ],
  [
    'the license expires before the start',
    async () => {
      machine.kill()
      await activate(KEY, { kind: 'valid', expiresAt: machine.serviceTime() + DAY })
      machine.time.pass(DAY)
    },
  ],
])('waits for the check when %s', async (_name, change) => {
  await change()
  const gate = await relaunch()
  expect(gate.view()).toEqual(CHECKING)
  await answer(gate, VALID)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
})

test('opens until the last second of the grace period, by the time that was reserved', async () => {
  machine.kill()
  machine.time.pass(GRACE_SECONDS - 1)
  expect((await relaunch()).view()).toMatchObject(OPEN)
  // This run has reserved more time than the grace period has left.
  expect((await relaunch()).view()).toEqual(CHECKING)
})

test('a license that expires while its check has no answer closes with the check', async () => {
  machine.kill()
  await activate(KEY, { kind: 'valid', expiresAt: machine.serviceTime() + DAY })
  machine.kill()
  machine.time.pass(DAY - 5)
  const gate = await relaunch()
  expect(gate.view()).toMatchObject(OPEN)
  await machine.pass(60, gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable' })
})

test('a device that is not recognised opens nothing, also with a proof that it can open', async () => {
  const seed = machine.deviceSeed
  machine.deviceSeed = 'something else'
  machine.kill()
  await activate(KEY)
  machine.deviceSeed = seed
  // A provisional device seals with another secret, by which this proof was sealed.
  machine.hasTooFewFacts = true
  machine.kill()
  machine.serviceMode = VALID
  const gate = machine.start()
  let wasOpen = false
  gate.subscribe(() => {
    wasOpen ||= gate.isLicensed()
  })
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable', failure: { kind: 'device-unsure' } })
  expect(wasOpen).toBe(false)
})

test('while the check is in progress no other key is checked, and the key can be removed', async () => {
  const gate = await relaunch()
  gate.checkAgain()
  gate.activate(OTHER_KEY)
  gate.cancel()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject(OPEN)
  expect(machine.executions()).toBe(2)
  gate.forget()
  expect(gate.view()).toEqual({ kind: 'locked' })
  await answer(gate, VALID)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.disk.content).toEqual({ history: expect.any(String) })
})

test('a key that is removed while it is loaded does not come back', async () => {
  for (let turns = 0; turns < 8; turns++) {
    machine.kill()
    await activate(KEY)
    machine.kill()
    const gate = machine.start()
    for (let turn = 0; turn < turns; turn++) await Promise.resolve()
    gate.forget()
    await machine.settle(gate)
    expect(gate.view()).toEqual({ kind: 'locked' })
    expect(machine.disk.content).toEqual({ history: expect.any(String) })
  }
})
