import {
  keyFingerprint,
  type OfflineLicense,
  parseActivationRequest,
  privateKeyOf,
  type SigningKeyPair,
  signOfflineLicense,
} from '@latchkey/protocol'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Gate } from './gate-parts.ts'
import { OTHER_SIGNING_KEY, PUBLIC_KEYS, publicKeysOf, SIGNING_KEY } from './testing/signed.ts'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { DEVICE_ID, KEY, OTHER_KEY, SECRETS } from './testing/test-service.ts'

const DAY = 86_400

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
  machine.publicKeys = PUBLIC_KEYS
  onTestFinished(() => machine.kill())
})

const now = () => Math.floor(machine.time.clock.wallSeconds())

/** The file that the service makes for a request of this machine. */
function issue(changes: Partial<OfflineLicense> = {}, pair: SigningKeyPair = SIGNING_KEY): Promise<string> {
  const license: OfflineLicense = {
    appName: 'plants',
    fingerprint: keyFingerprint(KEY),
    deviceId: DEVICE_ID,
    nonce: 'n'.repeat(16),
    issuedAt: now(),
    notBefore: now() - DAY,
    expiresAt: now() + 365 * DAY,
    note: 'Lab 3',
    keyExpiresAt: -1,
    executions: 4,
    ...changes,
  }
  return signOfflineLicense(license, { keyId: pair.id, privateKey: privateKeyOf(pair) })
}

/** Starts the app again, after some time. */
async function relaunch(closedSeconds = 0): Promise<Gate> {
  machine.kill()
  machine.time.pass(closedSeconds)
  return machine.launch()
}

/** A machine without a network that is activated by a file. */
async function activate(changes: Partial<OfflineLicense> = {}): Promise<Gate> {
  const gate = await machine.launch()
  expect(await gate.openFile(await issue(changes), KEY)).toEqual({ kind: 'accepted' })
  await machine.settle(gate)
  return gate
}

const IN_FILE = { kind: 'licensed', source: 'file', note: 'Lab 3', executions: 4, expiresAt: 'never' }

test('requests a file with what the service needs, and keeps the key for it', async () => {
  const gate = await machine.launch()
  const view = await gate.requestFile(` ${KEY} `)
  if (view.kind !== 'request') throw new Error(view.kind)
  const reading = parseActivationRequest(view.text)
  if (reading.kind !== 'request') throw new Error(reading.kind)
  expect(reading.request).toMatchObject({ appName: 'plants', key: KEY, deviceId: DEVICE_ID, time: now() })
  expect(reading.request.keyIds).toEqual([SIGNING_KEY.id.slice(0, 8)])
  expect(reading.isSignedWith(SECRETS)).toBe(true)
  await machine.settle(gate)
  // The file arrives days later.
  const later = await relaunch()
  expect(later.isLicensed()).toBe(false)
  expect(await later.requestFile('')).toMatchObject({ kind: 'request' })
  expect(await later.openFile(await issue(), '')).toEqual({ kind: 'accepted' })
  expect(later.view()).toMatchObject(IN_FILE)
})

test('opens with a file, at every start without a network, until it ends', async () => {
  const gate = await activate()
  const until = now() + 365 * DAY
  expect(gate.view()).toMatchObject({ ...IN_FILE, offlineUntil: until, isRenewalDue: false })
  expect((await relaunch(GRACE_SECONDS + 100 * DAY)).view()).toMatchObject(IN_FILE)
  const renewing = await relaunch(until - 30 * DAY - 3_600 - now())
  expect(renewing.view()).toMatchObject({ ...IN_FILE, isRenewalDue: false })
  await machine.pass(3_600, renewing)
  expect(renewing.view()).toMatchObject({ ...IN_FILE, isRenewalDue: true })
  const ending = await relaunch(until - 3_600 - now())
  expect(ending.view()).toMatchObject(IN_FILE)
  await machine.pass(3_600, ending)
  expect(ending.view()).toMatchObject({ kind: 'unreachable', failure: { kind: 'offline' } })
  expect((await relaunch()).isLicensed()).toBe(false)
  expect(machine.executions()).toBe(0)
})

test('is renewed before its end', async () => {
  const gate = await activate({ expiresAt: now() + 20 * DAY })
  expect(gate.view()).toMatchObject({ isRenewalDue: true })
  expect(await gate.requestFile('')).toMatchObject({ kind: 'request' })
  expect(await gate.openFile(await issue(), '')).toEqual({ kind: 'accepted' })
  expect(gate.view()).toMatchObject({ isRenewalDue: false })
  await machine.settle(gate)
  expect((await relaunch(100 * DAY)).view()).toMatchObject(IN_FILE)
})

test.each([
  ['other-app', (): Promise<string> => issue({ appName: 'stones' })],
  ['other-key', () => issue({ fingerprint: keyFingerprint(OTHER_KEY) })],
  ['other-device', () => issue({ deviceId: 'e'.repeat(64) })],
  ['expired', () => issue({ expiresAt: now() })],
  ['not-yet-valid', () => issue({ notBefore: now() + 60 })],
  ['unknown-key', () => issue({}, OTHER_SIGNING_KEY)],
  ['altered', async (): Promise<string> => `${await issue()}AA`],
  ['not-a-license', async (): Promise<string> => 'hello'],
] as const)('refuses a file with %s, and stays locked', async (kind, file) => {
  const gate = await machine.launch()
  expect(await gate.openFile(await file(), KEY)).toEqual({ kind })
  expect(gate.isLicensed()).toBe(false)
  expect((await relaunch()).isLicensed()).toBe(false)
})

test('needs a key, and an app with public keys', async () => {
  const gate = await machine.launch()
  expect(gate.takesFiles).toBe(true)
  expect(await gate.requestFile('')).toEqual({ kind: 'no-key' })
  expect(await gate.openFile(await issue(), 'not a key')).toEqual({ kind: 'no-key' })
  machine.publicKeys = undefined
  const plain = await relaunch()
  expect(plain.takesFiles).toBe(false)
  expect(await plain.openFile(await issue(), KEY)).toEqual({ kind: 'no-key' })
})

test('a file is of no use while the computer is not recognised', async () => {
  await activate()
  machine.hasTooFewFacts = true
  const gate = await relaunch()
  expect(gate.isLicensed()).toBe(false)
  expect(await gate.openFile(await issue(), KEY)).toEqual({ kind: 'device-unsure' })
})

test('a date that is set back gives nothing of the file back', async () => {
  await activate({ expiresAt: now() + 2 * DAY })
  expect((await relaunch(2 * DAY)).isLicensed()).toBe(false)
  machine.time.setWall(machine.time.clock.wallSeconds() - 2 * DAY)
  expect((await relaunch()).isLicensed()).toBe(false)
})

test('a stored file is verified again: without its public key it opens nothing', async () => {
  await activate()
  machine.publicKeys = publicKeysOf(OTHER_SIGNING_KEY)
  expect((await relaunch()).isLicensed()).toBe(false)
  machine.publicKeys = PUBLIC_KEYS
  expect((await relaunch()).isLicensed()).toBe(true)
})

test('a valid answer is shown, and the file goes on without the network', async () => {
  await activate()
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'licensed', source: 'online' })
  machine.serviceMode = { kind: 'offline' }
  expect((await relaunch(GRACE_SECONDS + DAY)).view()).toMatchObject(IN_FILE)
})

test('a forged answer does not end a file, and a refusal with a right signature does', async () => {
  await activate()
  machine.serviceMode = { kind: 'forged' }
  expect((await relaunch()).view()).toMatchObject(IN_FILE)
  machine.serviceMode = { kind: 'refused' }
  expect((await relaunch()).view()).toMatchObject({ kind: 'refused', code: 'KEY_BANNED' })
  machine.serviceMode = { kind: 'offline' }
  expect((await relaunch()).isLicensed()).toBe(false)
})

/** What may happen to a license whose file has ended, before the user gives the file again. */
const LEAVE_THE_KEY: Readonly<Record<string, (gate: Gate) => Promise<Gate>>> = {
  'nothing else happens': async (gate) => gate,
  'the key is removed': async (gate) => {
    gate.forget()
    await machine.settle(gate)
    return gate
  },
  'the key is removed while it is loaded': async () => {
    machine.kill()
    const gate = machine.start()
    gate.forget()
    await machine.settle(gate)
    return gate
  },
  'the key is removed while the computer is not recognised': async () => {
    machine.hasTooFewFacts = true
    const gate = await relaunch()
    gate.forget()
    await machine.settle(gate)
    machine.hasTooFewFacts = false
    return gate
  },
  'a file of another key is requested': async (gate) => {
    await gate.requestFile(OTHER_KEY)
    await machine.settle(gate)
    return gate
  },
  'another key is activated and removed': async (gate) => {
    machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
    gate.activate(OTHER_KEY)
    await machine.settle(gate)
    machine.serviceMode = { kind: 'offline' }
    gate.forget()
    await machine.settle(gate)
    return gate
  },
  'keys are not remembered any more': async (gate) => {
    await gate.setRememberPolicy('ask-every-time')
    return gate
  },
}
const LEFT = Object.keys(LEAVE_THE_KEY)

test.each(LEFT)('a file that the service has ended is refused, and a later one is not: %s', async (name) => {
  const gate = await machine.launch()
  const [file, unused] = [await issue(), await issue({ nonce: 'm'.repeat(16) })]
  await gate.openFile(file, KEY)
  await machine.settle(gate)
  machine.serviceMode = { kind: 'refused' }
  await relaunch()
  machine.serviceMode = { kind: 'offline' }
  await LEAVE_THE_KEY[name]?.(await relaunch())
  const locked = await relaunch()
  expect(locked.isLicensed()).toBe(false)
  expect(await locked.openFile(file, KEY)).toEqual({ kind: 'ended' })
  // The service issued this file, too, before it refused the key.
  expect(await locked.openFile(unused, KEY)).toEqual({ kind: 'ended' })
  machine.time.pass(60)
  expect(await locked.openFile(await issue(), KEY)).toEqual({ kind: 'accepted' })
})

test.each(LEFT)('a file whose time is over is refused after the date is set back: %s', async (name) => {
  await activate({ expiresAt: now() + 2 * DAY })
  const file = await issue({ expiresAt: now() + 2 * DAY })
  const gate = await relaunch(2 * DAY)
  await LEAVE_THE_KEY[name]?.(gate)
  machine.time.setWall(machine.time.clock.wallSeconds() - 2 * DAY)
  const later = await relaunch()
  expect(await later.openFile(file, KEY)).toEqual({ kind: 'expired' })
  expect(later.isLicensed()).toBe(false)
})

test('a file that was found to be over is refused after the date is set back', async () => {
  const file = await issue({ expiresAt: now() + DAY })
  machine.time.pass(2 * DAY)
  const gate = await machine.launch()
  expect(await gate.openFile(file, KEY)).toEqual({ kind: 'expired' })
  await machine.settle(gate)
  machine.time.setWall(machine.time.clock.wallSeconds() - 2 * DAY)
  expect(await (await relaunch()).openFile(file, KEY)).toEqual({ kind: 'expired' })
})

test('a file is not opened while the date is set back, and is when it is right again', async () => {
  const gate = await activate()
  await machine.pass(3 * DAY, gate)
  machine.time.setWall(machine.time.clock.wallSeconds() - DAY)
  const earlier = await relaunch()
  expect(await earlier.openFile(await issue(), KEY)).toEqual({ kind: 'clock-set-back' })
  expect(earlier.isLicensed()).toBe(false)
  machine.time.pass(DAY)
  expect(await (await relaunch()).openFile(await issue(), KEY)).toEqual({ kind: 'accepted' })
})

test('the refusal of a key that is not stored ends its files, too', async () => {
  const file = await issue()
  const gate = await machine.launch()
  machine.serviceMode = { kind: 'refused' }
  gate.activate(KEY)
  await machine.settle(gate)
  machine.serviceMode = { kind: 'offline' }
  expect(await (await relaunch()).openFile(file, KEY)).toEqual({ kind: 'ended' })
})

test('a service whose clock was ahead ends no file that it issues later', async () => {
  const file = await issue()
  const gate = await machine.launch()
  machine.serviceMode = { kind: 'refused', code: 'KEY_EXPIRED', clockAheadSeconds: 400 * DAY }
  gate.activate(KEY)
  await machine.settle(gate)
  machine.serviceMode = { kind: 'offline' }
  expect(await gate.openFile(file, KEY)).toEqual({ kind: 'ended' })
  machine.time.pass(60)
  expect(await gate.openFile(await issue(), KEY)).toEqual({ kind: 'accepted' })
})

test.each(['INVALID_EXECUTOR', 'TIME_ERROR', 'SECURITY_ERROR', 'USER_AGENT_NOT_ALLOWED'])(
  'a refusal of the request ends no file: %s',
  async (code) => {
    const file = await issue()
    await activate()
    machine.serviceMode = { kind: 'refused', code }
    const gate = await relaunch()
    expect(gate.view()).toMatchObject(IN_FILE)
    gate.forget()
    await machine.settle(gate)
    expect(await gate.openFile(file, KEY)).toEqual({ kind: 'accepted' })
  },
)

test('the files of a computer that was released have ended, and not those of one that was not', async () => {
  await activate()
  const file = await issue()
  const release = async (gate: Gate) => {
    machine.linked = [{ id: 'this', isThis: true, name: '' }]
    machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
    await gate.devices()
    return gate.releaseDevice('this')
  }
  const gate = await relaunch()
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  machine.linked = [{ id: 'this', isThis: true, name: '' }]
  await gate.devices()
  machine.serviceMode = { kind: 'offline' }
  expect(await gate.releaseDevice('this')).toMatchObject({ kind: 'unreachable' })
  gate.forget()
  await machine.settle(gate)
  expect(await gate.openFile(file, KEY)).toEqual({ kind: 'accepted' })
  await machine.settle(gate)
  expect(await release(gate)).toMatchObject({ kind: 'devices' })
  await machine.settle(gate)
  machine.serviceMode = { kind: 'offline' }
  expect(await (await relaunch()).openFile(file, KEY)).toEqual({ kind: 'ended' })
})

test('asks for no file in place of the license of another key', async () => {
  const gate = await activate()
  await gate.requestFile(OTHER_KEY)
  await machine.settle(gate)
  expect((await relaunch()).view()).toMatchObject(IN_FILE)
})
