import { keyAlias } from '@latchkey/protocol'
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

test('the first start is locked and sends nothing', async () => {
  const gate = await machine.launch()
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(gate.isLicensed()).toBe(false)
  expect(gate.keyEnding()).toBeUndefined()
})

test('a valid key opens the product, and the view has the data of the answer', async () => {
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
    storedBy: 'device',
  })
  expect(gate.keyEnding()).toBe('CDEF')
})

test('ignores white space around a key', async () => {
  machine.serviceMode = valid('never')
  const gate = await machine.launch()
  gate.activate(`\n  ${KEY}\t`)
  await machine.settle(gate)
  expect(gate.isLicensed()).toBe(true)
})

test.each([[''], ['short'], [`${KEY}x`], [KEY.replace('a', '1')], ['é'.repeat(32)]])(
  '%j is refused without a request',
  async (text) => {
    const gate = await machine.launch()
    gate.activate(text)
    expect(gate.view()).toEqual({ kind: 'refused', code: 'KEY_INVALID', message: '' })
    expect(machine.executions()).toBe(0)
  },
)

test('in an app with other keys, a text is checked by its alias, however it is typed', async () => {
  machine.serviceMode = valid('never')
  machine.takesOtherKeys = true
  const gate = await machine.launch()
  gate.activate('12345')
  expect(gate.view()).toEqual({ kind: 'refused', code: 'KEY_INVALID', message: '' })
  gate.activate('abcd 1234-efgh')
  await machine.settle(gate)
  expect(gate.licensedKey()).toBe(keyAlias('ABCD-1234-EFGH'))
  const next = await relaunch()
  expect(next.licensedKey()).toBe(keyAlias('ABCD-1234-EFGH'))
  next.activate(`${KEY.slice(0, 8)}-${KEY.slice(8)}`)
  await machine.settle(next)
  expect(next.licensedKey()).toBe(KEY)
})

test('reports changes in order, also when a listener causes another change', async () => {
  const gate = await machine.launch()
  const reported: string[] = []
  gate.subscribe(({ kind }) => {
    if (kind === 'checking') gate.cancel()
  })
  gate.subscribe(({ kind }) => reported.push(kind))
  gate.activate(KEY)
  await machine.settle(gate)
  expect(reported).toEqual(['checking', 'locked'])
  expect(gate.view()).toEqual({ kind: 'locked' })
})

test('reports every change, and nothing after unsubscribing', async () => {
  machine.serviceMode = valid('never')
  const gate = await machine.launch()
  const reported: string[] = []
  const report = (view: LicenseView): number =>
    reported.push(view.kind === 'checking' ? `checking: ${view.phase}` : view.kind)
  const unsubscribe = gate.subscribe(report)
  gate.activate(KEY)
  await machine.settle(gate)
  expect(reported).toEqual(['checking: identify', 'checking: connect', 'checking: check', 'licensed'])
  unsubscribe()
  gate.forget()
  expect(reported).toHaveLength(4)
})

test('ignores further attempts while a check is in progress', async () => {
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

test('cancelling returns to the locked state, and a late answer is ignored', async () => {
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

test('checking again counts as one execution, and the product stays open', async () => {
  const gate = await activated()
  machine.serviceMode = { kind: 'silent' }
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', isChecking: true })
  expect(gate.isLicensed()).toBe(true)
  expect(machine.executions()).toBe(2)
})

test('keeps a refused key, so that it works again after a renewal', async () => {
  await activated()
  machine.serviceMode = { kind: 'refused' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'refused' })
  machine.serviceMode = valid('never')
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed' })
})

test('keeps the old key until a new key is verified', async () => {
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

test('keyEnding belongs to the license in use, or to the key last tried while locked', async () => {
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

test('storedBy is correct in the grace period, also if the keyring becomes available late', async () => {
  const { kind: _, ...sealer } = createDeviceSealer(async () => new Uint8Array(32))
  let isAvailable = false
  machine.keyring = { ...sealer, kind: 'keyring', isAvailable: () => isAvailable }
  const first = await activated()
  expect(first.view()).toMatchObject({ storedBy: 'device' })
  isAvailable = true
  expect((await relaunch()).view()).toMatchObject({ source: 'online', storedBy: 'keyring' })
  machine.kill()
  machine.serviceMode = { kind: 'offline' }
  // Before Electron's `ready` event no keyring is available.
  isAvailable = false
  const gate = machine.start()
  isAvailable = true
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ source: 'grace', storedBy: 'keyring' })
})

test('a refused new key does not replace the stored key', async () => {
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

test('forgetting deletes the stored license', async () => {
  const gate = await activated()
  gate.forget()
  await machine.settle(gate)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.disk.content).toEqual({ history: expect.any(String) })
  expect((await relaunch()).view()).toEqual({ kind: 'locked' })
  expect(machine.executions()).toBe(1)
})

test('forgetting during a check ignores its answer', async () => {
  const gate = await activated()
  gate.checkAgain()
  gate.forget()
  await machine.settle(gate)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.disk.content).toEqual({ history: expect.any(String) })
})

test('stores no key with the policy ask-every-time', async () => {
  const gate = await activated()
  expect(gate.wouldBeStoredBy()).toBe('device')
  await gate.setRememberPolicy('ask-every-time')
  await machine.settle(gate)
  expect(gate.wouldBeStoredBy()).toBe('nothing')
  expect(gate.view()).toMatchObject({ kind: 'licensed', storedBy: 'nothing' })
  expect(machine.disk.content).toEqual({ policy: 'ask-every-time', history: expect.any(String) })
  const next = await relaunch()
  expect(next.view()).toEqual({ kind: 'locked' })
  expect(next.rememberPolicy()).toBe('ask-every-time')
  next.activate(KEY)
  await machine.settle(next)
  expect(next.view()).toMatchObject({ kind: 'licensed', storedBy: 'nothing' })
  await next.setRememberPolicy('remember')
  await machine.settle(next)
  expect(next.view()).toMatchObject({ kind: 'licensed', storedBy: 'device' })
  expect((await relaunch()).isLicensed()).toBe(true)
})

test('opens without storing the key if the disk cannot be written', async () => {
  machine.disk.isBroken = true
  const gate = await activated()
  expect(gate.view()).toMatchObject({ kind: 'licensed', storedBy: 'nothing' })
  expect((await relaunch()).view()).toEqual({ kind: 'locked' })
})

test('reports a stored key that cannot be decrypted, and sends nothing', async () => {
  await activated()
  machine.deviceSeed = 'another machine'
  const gate = await relaunch()
  expect(gate.view()).toEqual({ kind: 'locked', isStoredKeyUnreadable: true })
  expect(machine.executions()).toBe(1)
  gate.activate(KEY)
  await machine.settle(gate)
  gate.forget()
  expect(gate.view()).toEqual({ kind: 'locked' })
})

test('loading a stored key can be cancelled, and the key can be checked later', async () => {
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

test('a stored key that is loaded late does not replace an entered key', async () => {
  await activated()
  machine.kill()
  const gate = machine.start()
  gate.cancel()
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.keyEnding()).toBe(OTHER_KEY.slice(-4))
  expect(gate.isLicensed()).toBe(true)
})
