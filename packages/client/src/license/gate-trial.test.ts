import type { DeviceId } from '@latchkey/protocol'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Gate } from './gate-parts.ts'
import { openSignedAnswer } from './signed-answer.ts'
import { OTHER_SIGNING_KEY, PUBLIC_KEYS, publicKeysOf } from './testing/signed.ts'
import { createTestMachine, type TestMachine } from './testing/test-machine.ts'
import { DEVICE_ID, KEY, SETTINGS, TRIAL_KEY } from './testing/test-service.ts'

const DAY = 86_400
const OFFER = { trial_days: 14, weak_devices: false }
const OFFERED = { trial: { days: 14 } }

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
  machine.publicKeys = PUBLIC_KEYS
  machine.hasTrials = true
  machine.offer = OFFER
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  onTestFinished(() => machine.kill())
})

async function start(gate: Gate): Promise<void> {
  gate.startTrial()
  await machine.settle(gate)
}

async function launchWithTrial(): Promise<Gate> {
  const gate = await machine.launch()
  await start(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', isTrial: true })
  return gate
}

async function restart(): Promise<Gate> {
  machine.kill()
  return machine.launch()
}

const asked = (): number => machine.requests.filter((use) => use === 'offer').length

test('a gate without a stored key asks once whether a trial is offered', async () => {
  const gate = await machine.launch()
  expect(gate.view()).toEqual({ kind: 'locked', ...OFFERED })
  gate.askForOffer()
  gate.activate('no key')
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'refused', code: 'KEY_INVALID', ...OFFERED })
  expect(machine.requests).toEqual(['offer'])
})

test('with a stored key it does not ask before the key is removed', async () => {
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  const again = await restart()
  expect(asked()).toBe(1)
  again.forget()
  await machine.settle(again)
  expect(asked()).toBe(2)
  expect(again.view()).toMatchObject(OFFERED)
})

test.each<[string, () => void]>([
  ['an app without trials', () => Object.assign(machine, { hasTrials: false })],
  ['an app without public keys', () => Object.assign(machine, { publicKeys: undefined })],
  ['a service that offers none', () => Object.assign(machine, { offer: undefined })],
  ['an offer that nobody signed', () => Object.assign(machine, { serviceMode: { kind: 'forged' } })],
  [
    'an offer of another signer',
    () => Object.assign(machine, { publicKeys: publicKeysOf(OTHER_SIGNING_KEY) }),
  ],
])('no trial: %s', async (_what, change) => {
  change()
  const gate = await machine.launch()
  expect(gate.view()).toEqual({ kind: 'locked' })
  await start(gate)
  expect(gate.view()).toEqual({ kind: 'locked' })
  expect(machine.requests).not.toContain('trial')
})

test('the view of a weak device says why it is offered no trial', async () => {
  machine.strength = 'weak'
  const gate = await machine.launch()
  expect(gate.view()).toEqual({ kind: 'locked', noTrial: 'weak-device' })
  await start(gate)
  expect(machine.requests).not.toContain('trial')
  machine.offer = undefined
  expect((await restart()).view()).toEqual({ kind: 'locked' })
})

test('a weak device gets a trial where the service allows it', async () => {
  machine.strength = 'weak'
  machine.offer = { ...OFFER, weak_devices: true }
  await launchWithTrial()
})

test('a service that did not answer is asked again when it may be reachable', async () => {
  machine.serviceMode = { kind: 'offline' }
  const gate = await machine.launch()
  expect(gate.view()).toEqual({ kind: 'locked' })
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  gate.askForOffer()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject(OFFERED)
})

test('a trial opens the product, is stored, and opens it at the next start without a network', async () => {
  const gate = await launchWithTrial()
  const expiresAt = machine.trialEndsAt
  expect(gate.view()).toMatchObject({ source: 'online', expiresAt })
  expect(gate.licensedKey()).toBe(TRIAL_KEY)
  expect(machine.requests).toEqual(['offer', 'trial'])

  machine.serviceMode = { kind: 'offline' }
  machine.strength = 'medium'
  const again = await restart()
  expect(again.view()).toMatchObject({ source: 'grace', isTrial: true, expiresAt })
  expect(again.view()).not.toHaveProperty('trial')
})

test('the stored answer is of use for its own key, on this device, and as a trial alone', async () => {
  await launchWithTrial()
  const { stored } = await machine.store().open()
  const signed = stored?.proof?.signed ?? expect.fail('no signed answer')
  const settings = { ...SETTINGS, publicKeys: PUBLIC_KEYS }
  const own = { key: TRIAL_KEY, deviceId: DEVICE_ID }
  expect(openSignedAnswer(signed, own, settings)).toMatchObject({ license: { isTrial: true } })
  const { use: _, strength: __, ...asCheck } = signed
  for (const [answer, checked] of [
    [signed, { ...own, key: KEY }],
    [signed, { ...own, deviceId: 'e'.repeat(64) as DeviceId }],
    [asCheck, own],
    [{ ...signed, strength: 'weak' }, own],
    [{ ...signed, license: signed.license.replace(', trial', '') }, own],
  ] as const) {
    expect(openSignedAnswer(answer, checked, settings)).toBeUndefined()
  }
})

test('a lost answer costs nothing: the same button gives the same trial', async () => {
  const gate = await machine.launch()
  machine.serviceMode = { kind: 'silent' }
  await start(gate)
  await machine.pass(20, gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable', failure: { kind: 'outcome-unknown' }, ...OFFERED })
  await machine.pass(DAY, gate)
  gate.checkAgain()
  await machine.settle(gate)
  // The request for a trial may have arrived, so the app does not repeat it by itself.
  expect(machine.requests).toEqual(['offer', 'trial'])

  machine.trialEndsAt = Math.floor(machine.serviceTime()) + 13 * DAY
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  await start(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', expiresAt: machine.trialEndsAt })
})

test('a start that the user cancelled can be repeated', async () => {
  const gate = await machine.launch()
  machine.serviceMode = { kind: 'silent' }
  await start(gate)
  expect(gate.view().kind).toBe('checking')
  gate.startTrial()
  gate.cancel()
  expect(gate.view()).toEqual({ kind: 'locked', ...OFFERED })
  machine.answerHeldChecks()
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  await start(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', isTrial: true })
  expect(machine.requests).toEqual(['offer', 'trial', 'trial'])
})

test.each([
  ['TRIAL_USED', () => Object.assign(machine, { trialEndsAt: Math.floor(machine.serviceTime()) })],
  ['TRIAL_NOT_OFFERED', () => Object.assign(machine, { offer: undefined })],
  ['TRIAL_DEVICE_WEAK', () => Object.assign(machine, { strength: 'weak' })],
])('after %s it is not offered again', async (code, change) => {
  const gate = await machine.launch()
  change()
  await start(gate)
  expect(gate.view()).toEqual({ kind: 'refused', code, message: '' })
})

test('a bought key takes the place of a trial while the product stays open', async () => {
  const gate = await launchWithTrial()
  const seen: boolean[] = []
  gate.subscribe(() => seen.push(gate.isLicensed()))
  gate.activate(KEY)
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', expiresAt: 'never' })
  expect(gate.view()).not.toHaveProperty('isTrial')
  expect(seen).not.toContain(false)
  machine.trialEndsAt = 0
  expect((await restart()).view()).toMatchObject({ kind: 'licensed', expiresAt: 'never' })
})

test('at its end the product closes, and the gate says that the trial is over', async () => {
  const gate = await launchWithTrial()
  await machine.pass(14 * DAY + 60, gate)
  expect(gate.view()).toMatchObject({ kind: 'refused', code: 'KEY_EXPIRED', isTrialOver: true })
  expect(gate.view()).not.toHaveProperty('trial')
  // The gate says so also after the service has deleted the key.
  machine.kill()
  machine.serviceMode = { kind: 'refused', code: 'KEY_INCORRECT' }
  const again = await machine.launch()
  expect(again.view()).toMatchObject({ kind: 'refused', code: 'KEY_INCORRECT', isTrialOver: true })
  again.activate(KEY)
  await machine.settle(again)
  expect(again.view()).not.toHaveProperty('isTrialOver')
})

test('it ends without a network, too', async () => {
  const gate = await launchWithTrial()
  machine.serviceMode = { kind: 'offline' }
  await machine.pass(14 * DAY + 60, gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable', isTrialOver: true })
  const again = await restart()
  expect(again.view()).toMatchObject({ kind: 'unreachable', isTrialOver: true })
})

test('a key that was a trial and was bought is none any more', async () => {
  const gate = await launchWithTrial()
  machine.isBought = true
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).not.toHaveProperty('isTrial')
  machine.serviceMode = { kind: 'refused', code: 'KEY_EXPIRED' }
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'refused', code: 'KEY_EXPIRED' })
  expect(gate.view()).not.toHaveProperty('isTrialOver')
})
