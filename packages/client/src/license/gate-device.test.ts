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

/** Starts the app while too few facts of the machine can be read. */
function launchUnrecognised() {
  machine.kill()
  machine.hasTooFewFacts = true
  return machine.launch()
}

test('sends no check on a computer that is not recognised, also when the user requests one', async () => {
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

test('uses the stored license again once the computer is recognised, in the same run or the next', async () => {
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
  // The proof of an earlier run can be decrypted again.
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  machine.kill()
  expect((await machine.launch()).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  expect(machine.executions()).toBe(1)
})

test('does not check a key from the keyring on a computer that is not recognised, and keeps its proof', async () => {
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
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace', storedBy: 'keyring' })
})

test('registers the computer as a new device permanently when the user accepts it', async () => {
  await activated()
  const gate = await launchUnrecognised()
  await gate.acceptDevice()
  await machine.settle(gate)
  // The license is sealed for the previous device.
  expect(gate.view()).toEqual({ kind: 'locked', isStoredKeyUnreadable: true })
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
  machine.kill()
  expect((await machine.launch()).isLicensed()).toBe(true)
  expect(machine.executions()).toBe(3)
})

test('checks the entered key after the user accepted the new device', async () => {
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

test('never registers a recognised computer as a new device', async () => {
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
