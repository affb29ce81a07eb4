import { beforeEach, expect, test } from 'vitest'
import { createTestMachine, type TestMachine } from './testing/test-machine.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

const UNSURE = { kind: 'unreachable', failure: { kind: 'device-unsure', details: [] } } as const

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
})

async function activated(): Promise<void> {
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
}

/** A start at which too few of the machine's facts can be read. */
function launchUnrecognised() {
  machine.kill()
  machine.hasTooFewFacts = true
  return machine.launch()
}

test('a computer that is not recognised sends nothing, neither by itself nor for the user', async () => {
  await activated()
  const gate = await launchUnrecognised()
  expect(gate.view()).toEqual(UNSURE)
  for (const press of [gate.checkAgain, () => gate.activate(OTHER_KEY)]) {
    press()
    await machine.settle(gate)
    expect(gate.view()).toEqual(UNSURE)
  }
  expect(machine.executions()).toBe(1)
})

test('what was stored is as good as before once the computer is recognised, in the same run or the next', async () => {
  await activated()
  const before = structuredClone(machine.disk.content)
  const gate = await launchUnrecognised()
  gate.checkAgain()
  await machine.settle(gate)
  expect(machine.disk.content).toEqual(before)

  machine.serviceMode = { kind: 'offline' }
  machine.hasTooFewFacts = false
  gate.checkAgain()
  await machine.settle(gate)
  // The proof of an earlier run opens again, and with it the grace.
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  machine.kill()
  expect((await machine.launch()).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  expect(machine.executions()).toBe(1)
})

test('a key that the keyring holds is not checked either, and keeps its proof', async () => {
  const sealed = new Map<string, string>()
  machine.keyring = {
    kind: 'keyring',
    isAvailable: () => true,
    async seal(text) {
      sealed.set(`sealed ${sealed.size}`, text)
      return Buffer.from(`sealed ${sealed.size - 1}`)
    },
    open: async (bytes) => sealed.get(Buffer.from(bytes).toString()),
  }
  await activated()
  const gate = await launchUnrecognised()
  expect(gate.view()).toEqual(UNSURE)
  expect(machine.executions()).toBe(1)
  machine.hasTooFewFacts = false
  machine.serviceMode = { kind: 'offline' }
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace', keptBy: 'keyring' })
})

test('a user may use the computer as a new device, and it stays one', async () => {
  await activated()
  const gate = await launchUnrecognised()
  await gate.acceptDevice()
  await machine.settle(gate)
  // Sealed for the device it was before.
  expect(gate.view()).toEqual({ kind: 'locked', isKeptKeyUnreadable: true })
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
  machine.kill()
  expect((await machine.launch()).isLicensed()).toBe(true)
  expect(machine.executions()).toBe(3)
})

test('a key that waits for that decision is checked after it', async () => {
  machine.hasTooFewFacts = true
  const gate = await machine.launch()
  expect(gate.view()).toEqual({ kind: 'locked' })
  gate.activate(KEY)
  await machine.settle(gate)
  expect(gate.view()).toEqual(UNSURE)
  await gate.acceptDevice()
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(1)
})

test('no computer that is recognised becomes a new device', async () => {
  await activated()
  machine.kill()
  const seed = machine.deviceSeed
  for (const serviceMode of ['valid', 'offline', 'refused'] as const) {
    machine.serviceMode =
      serviceMode === 'valid' ? { kind: serviceMode, expiresAt: 'never' } : { kind: serviceMode }
    const gate = await machine.launch()
    const view = gate.view()
    await gate.acceptDevice()
    expect([gate.view(), machine.deviceSeed]).toEqual([view, seed])
    machine.kill()
  }
})
