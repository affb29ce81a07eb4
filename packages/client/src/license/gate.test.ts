import { beforeEach, expect, test } from 'vitest'
import type { LicenseView } from './license-view.ts'
import { createDeviceSealer } from './sealer.ts'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

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

test('a first start waits for a key and sends nothing', async () => {
  const gate = await machine.launch()
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(gate.isLicensed()).toBe(false)
  expect(gate.keyEnding()).toBeUndefined()
})

test('a valid key opens the product and says what the service said', async () => {
  const gate = await activated(20)
  const now = machine.serviceTime()
  expect(gate.view()).toEqual({
    kind: 'licensed',
    note: 'n',
    executions: 1,
    expiresAt: now + 20 * DAY,
    checkedAt: now,
    serviceTime: now,
    source: 'online',
    isChecking: false,
    keptBy: 'device',
  })
  expect(gate.keyEnding()).toBe('CDEF')
})

test('white space around a key is not part of it', async () => {
  machine.serviceMode = valid('never')
  const gate = await machine.launch()
  gate.activate(`\n  ${KEY}\t`)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
})

test.each([[''], ['short'], [`${KEY}x`], [KEY.replace('a', '1')], ['é'.repeat(32)]])(
  '%j is refused here, and nothing is sent',
  async (text) => {
    const gate = await machine.launch()
    gate.activate(text)
    expect(gate.view()).toEqual({ kind: 'refused', code: 'KEY_INVALID', message: '' })
    expect(machine.executions()).toBe(0)
  },
)

test('tells changes in their order, also when one comes about while another is being told', async () => {
  const gate = await machine.launch()
  const told: string[] = []
  gate.subscribe(({ kind }) => {
    if (kind === 'checking') gate.cancel()
  })
  gate.subscribe(({ kind }) => told.push(kind))
  gate.activate(KEY)
  await machine.settle(gate)
  expect(told).toEqual(['checking', 'locked'])
  expect(gate.view()).toEqual({ kind: 'locked' })
})

test('tells every change, and nothing after unsubscribing', async () => {
  machine.serviceMode = valid('never')
  const gate = await machine.launch()
  const told: string[] = []
  const tell = (view: LicenseView): number =>
    told.push(view.kind === 'checking' ? `checking: ${view.phase}` : view.kind)
  const unsubscribe = gate.subscribe(tell)
  gate.activate(KEY)
  await machine.settle(gate)
  expect(told).toEqual(['checking: identify', 'checking: connect', 'checking: check', 'licensed'])
  unsubscribe()
  gate.forget()
  expect(told).toHaveLength(4)
})

test('a second press while checking does nothing', async () => {
  machine.serviceMode = { kind: 'silent' }
  const gate = await machine.launch()
  gate.activate(KEY)
  gate.activate(OTHER_KEY)
  gate.checkAgain()
  await machine.settle(gate)
  gate.activate(KEY)
  await machine.settle(gate)
  expect(machine.executions()).toBe(1)
})

test('cancel goes back to the gate, and the late answer changes nothing', async () => {
  machine.serviceMode = { kind: 'silent' }
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  gate.cancel()
  expect(gate.view()).toEqual({ kind: 'locked' })
  await machine.pass(60, gate)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.executions()).toBe(1)
})

test('asking to check again is one execution, and leaves the product open meanwhile', async () => {
  const gate = await activated()
  machine.serviceMode = { kind: 'silent' }
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', isChecking: true })
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(2)
})

test('a refused key is stored, so that it works by itself once it is renewed', async () => {
  await activated()
  machine.serviceMode = { kind: 'refused' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'refused' })
  machine.serviceMode = valid('never')
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed' })
})

test('changing the key while the product is open keeps the old one until the new one is verified', async () => {
  const gate = await activated()
  machine.serviceMode = { kind: 'refused' }
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({
    kind: 'licensed',
    source: 'online',
    notice: { kind: 'refused', code: 'KEY_BANNED' },
  })
  machine.serviceMode = valid('never')
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.keyEnding()).toBe(OTHER_KEY.slice(-4))
  expect((await relaunch()).keyEnding()).toBe(OTHER_KEY.slice(-4))
})

test('the letters for support are those of the license in use, and at the gate of the key last tried', async () => {
  const gate = await activated()
  machine.serviceMode = { kind: 'refused' }
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.keyEnding()).toBe(KEY.slice(-4))
  gate.forget()
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.keyEnding()).toBe(OTHER_KEY.slice(-4))
})

test('says which of both seals a stored key, also in a grace and when the keyring came late', async () => {
  const { kind: _, ...sealer } = createDeviceSealer(async () => new Uint8Array(32))
  let isAvailable = false
  machine.keyring = { ...sealer, kind: 'keyring', isAvailable: () => isAvailable }
  const first = await activated()
  expect(first.view()).toMatchObject({ keptBy: 'device' })
  isAvailable = true
  expect((await relaunch()).view()).toMatchObject({ source: 'online', keptBy: 'keyring' })
  machine.kill()
  machine.serviceMode = { kind: 'offline' }
  // Before the app is ready, every keyring looks missing.
  isAvailable = false
  const gate = machine.start()
  isAvailable = true
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ source: 'grace', keptBy: 'keyring' })
})

test('a refused new key does not replace the stored one', async () => {
  await activated()
  machine.serviceMode = { kind: 'offline' }
  machine.kill()
  machine.time.pass(GRACE_SECONDS)
  const gate = await machine.launch()
  machine.serviceMode = { kind: 'refused' }
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  machine.serviceMode = valid('never')
  expect((await relaunch()).keyEnding()).toBe(KEY.slice(-4))
})

test('forgetting leaves nothing on the disk and nothing to start from', async () => {
  const gate = await activated()
  gate.forget()
  await machine.settle(gate)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.disk.content).toEqual({})
  expect((await relaunch()).view()).toEqual({ kind: 'locked' })
  expect(machine.executions()).toBe(1)
})

test('forgetting while a check is under way forgets its answer, too', async () => {
  const gate = await activated()
  gate.checkAgain()
  gate.forget()
  await machine.settle(gate)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.disk.content).toEqual({})
})

test('whoever asks for the key every time finds none at the next start', async () => {
  const gate = await activated()
  expect(gate.wouldKeepBy()).toBe('device')
  await gate.setRememberPolicy('ask-every-time')
  await machine.settle(gate)
  expect(gate.wouldKeepBy()).toBe('nothing')
  expect(gate.view()).toMatchObject({ kind: 'licensed', keptBy: 'nothing' })
  expect(JSON.stringify(machine.disk.content)).toBe('{"policy":"ask-every-time"}')
  const next = await relaunch()
  expect(next.view()).toEqual({ kind: 'locked' })
  expect(next.rememberPolicy()).toBe('ask-every-time')
  next.activate(KEY)
  await machine.settle(next)
  expect(next.view()).toMatchObject({ kind: 'licensed', keptBy: 'nothing' })
  await next.setRememberPolicy('remember')
  await machine.settle(next)
  expect(next.view()).toMatchObject({ kind: 'licensed', keptBy: 'device' })
  expect((await relaunch()).isLicensed()).toBe(true)
})

test('a disk that takes nothing is said, and is no reason to stay closed', async () => {
  machine.disk.isBroken = true
  const gate = await activated()
  expect(gate.view()).toMatchObject({ kind: 'licensed', keptBy: 'nothing' })
  expect((await relaunch()).view()).toEqual({ kind: 'locked' })
})

test('a stored key that cannot be opened is said, once, and nothing is sent', async () => {
  await activated()
  machine.deviceSeed = 'another machine'
  const gate = await relaunch()
  expect(gate.view()).toEqual({ kind: 'locked', isKeptKeyUnreadable: true })
  expect(machine.executions()).toBe(1)
  gate.activate(KEY)
  await machine.settle(gate)
  gate.forget()
  expect(gate.view()).toEqual({ kind: 'locked' })
})

test('a start with a stored key can be cancelled while it is being opened, and the key is checked when asked', async () => {
  await activated()
  machine.kill()
  const gate = machine.start()
  expect(gate.view()).toEqual({ kind: 'checking', phase: 'identify' })
  gate.cancel()
  await machine.settle(gate)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.executions()).toBe(1)
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(2)
})

test('a key entered instead is not overtaken by the stored one', async () => {
  await activated()
  machine.kill()
  const gate = machine.start()
  gate.cancel()
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.keyEnding()).toBe(OTHER_KEY.slice(-4))
  expect(gate.isLicensed()).toBe(true)
})
