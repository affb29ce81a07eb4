import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Gate } from './gate-parts.ts'
import { PUBLIC_KEYS } from './testing/signed.ts'
import { createTestMachine, type TestMachine } from './testing/test-machine.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

const VALID = { kind: 'valid', expiresAt: 'never' } as const
/** The key is in use on another computer, and can be moved. */
const ELSEWHERE = {
  kind: 'refused',
  fields: { devices: { linked: 1, most: 1 }, move: { left: 1 } },
} as const
const LOCKED = { kind: 'refused', code: 'KEY_HWID_LOCKED' }

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
  machine.publicKeys = PUBLIC_KEYS
  machine.linked = [
    { id: 'this', name: '', isThis: true },
    { id: 'other', name: 'Office', isThis: false },
  ]
  onTestFinished(() => machine.kill())
})

async function enter(gate: Gate, key: string, mode: TestMachine['serviceMode']): Promise<void> {
  machine.serviceMode = mode
  gate.activate(key)
  await machine.settle(gate)
}

async function launchLicensed(): Promise<Gate> {
  const gate = await machine.launch()
  await enter(gate, KEY, VALID)
  expect(gate.isLicensed()).toBe(true)
  return gate
}

test('moves the refused key here, and opens with that answer at the next start', async () => {
  const gate = await machine.launch()
  await enter(gate, KEY, ELSEWHERE)
  expect(gate.view()).toMatchObject({ ...LOCKED, ...ELSEWHERE.fields })
  machine.serviceMode = VALID
  gate.moveHere()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online' })
  expect(machine.requests).toEqual(['check', 'move'])
  machine.kill()
  machine.serviceMode = { kind: 'offline' }
  expect((await machine.launch()).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test.each([
  ['does not offer it', { devices: { linked: 3, most: 3 } }],
  ['offers it later', { move: { left: 1, wait: { until: 1_900_000_000, for: 'cooldown' } } }],
] as const)('sends no move while the service %s', async (_what, fields) => {
  const gate = await machine.launch()
  await enter(gate, KEY, { kind: 'refused', fields })
  gate.moveHere()
  await machine.settle(gate)
  expect(machine.requests).toEqual(['check'])
})

test('a refused move shows what is offered now', async () => {
  const gate = await machine.launch()
  await enter(gate, KEY, ELSEWHERE)
  const fields = { move: { left: 0, wait: { until: 1_900_000_000, for: 'limit' } } } as const
  machine.serviceMode = { kind: 'refused', fields }
  gate.moveHere()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ ...LOCKED, ...fields })
})

test('moves the key that was refused, although a file was requested for another one since', async () => {
  const gate = await machine.launch()
  await enter(gate, KEY, ELSEWHERE)
  await gate.requestFile(OTHER_KEY)
  machine.serviceMode = VALID
  gate.moveHere()
  await machine.settle(gate)
  expect(gate.licensedKey()).toBe(KEY)
})

test('moves a new key while another one is in use', async () => {
  const gate = await launchLicensed()
  await enter(gate, OTHER_KEY, ELSEWHERE)
  expect(gate.view()).toMatchObject({ kind: 'licensed', notice: { ...LOCKED, move: { left: 1 } } })
  machine.serviceMode = VALID
  gate.moveHere()
  await machine.settle(gate)
  expect(gate.licensedKey()).toBe(OTHER_KEY)
})

test('checks the refused key again when another of its computers was released', async () => {
  const gate = await machine.launch()
  await enter(gate, KEY, { kind: 'refused', fields: { devices: { linked: 2, most: 2 }, move: { left: 1 } } })
  machine.linked = [
    { id: 'a', name: '', isThis: false },
    { id: 'b', name: '', isThis: false },
  ]
  machine.serviceMode = VALID
  expect(await gate.devices()).toMatchObject({ kind: 'devices', devices: [{ id: 'a' }, { id: 'b' }] })
  expect(await gate.releaseDevice('a')).toMatchObject({ kind: 'devices', devices: [{ id: 'b' }] })
  await machine.settle(gate)
  expect(machine.requests).toEqual(['check', 'devices', 'release', 'check'])
  expect(gate.isLicensed()).toBe(true)
})

test('releases this computer: erases the proof, then sends the request, then erases the key', async () => {
  const gate = await launchLicensed()
  await gate.devices()
  machine.serviceMode = { kind: 'silent' }
  const released = gate.releaseDevice('this')
  await expect.poll(() => machine.requests.at(-1)).toBe('release')
  expect(gate.isLicensed()).toBe(true)
  const { stored } = await machine.store().open()
  expect(stored).toEqual({ key: KEY })
  machine.serviceMode = VALID
  machine.answerHeldChecks()
  expect(await released).toMatchObject({ kind: 'devices', devices: [{ id: 'other' }] })
  await machine.settle(gate)
  expect(gate.view()).toEqual({ kind: 'locked', isReleased: true })
  expect(machine.disk.content).toEqual({ history: expect.any(String) })
})

test.each([
  ['is refused', { kind: 'refused' }],
  ['cannot be sent', { kind: 'offline' }],
  ['has no answer that can be trusted', { kind: 'forged' }],
] as const)('keeps the license when the release of this computer %s', async (_what, mode) => {
  const gate = await launchLicensed()
  await gate.devices()
  machine.serviceMode = mode
  expect((await gate.releaseDevice('this')).kind).not.toBe('devices')
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', isChecking: false })
  machine.kill()
  machine.serviceMode = { kind: 'offline' }
  expect((await machine.launch()).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test('releases another computer without a check, and nothing during a check', async () => {
  const gate = await launchLicensed()
  await gate.devices()
  await gate.releaseDevice('other')
  expect(machine.requests).toEqual(['check', 'devices', 'release'])
  machine.serviceMode = { kind: 'silent' }
  gate.checkAgain()
  await machine.settle(gate)
  expect(await gate.releaseDevice('this')).toMatchObject({ kind: 'unreachable' })
  expect(machine.requests).toEqual(['check', 'devices', 'release', 'check'])
})

test('names this computer, without what a name may not have', async () => {
  const gate = await launchLicensed()
  const view = await gate.nameDevice(` My\u202e\n‍ studio ${'x'.repeat(80)}`)
  const name = view.kind === 'devices' ? (view.devices[0]?.name ?? '') : ''
  expect(name).toMatch(/^My studio x+…$/)
  expect([...name]).toHaveLength(64)
})

test('says that the computers can be managed, as the service has signed it', async () => {
  const gate = await launchLicensed()
  expect(gate.view()).not.toHaveProperty('hasDevices')
  await enter(gate, KEY, { ...VALID, fields: { devices: { linked: 1, most: 3 } } })
  expect(gate.view()).toMatchObject({ hasDevices: true })
  machine.kill()
  machine.serviceMode = { kind: 'offline' }
  expect((await machine.launch()).view()).toMatchObject({ source: 'grace', hasDevices: true })
})
