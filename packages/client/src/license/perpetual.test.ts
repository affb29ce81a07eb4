import { keyFingerprint, type OfflineLicense, privateKeyOf, signOfflineLicense } from '@latchkey/protocol'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { PUBLIC_KEYS, SIGNING_KEY } from './testing/signed.ts'
import { createTestMachine, GRACE_SECONDS, type TestMachine } from './testing/test-machine.ts'
import { DEVICE_ID, KEY, OTHER_KEY, SETTINGS } from './testing/test-service.ts'

/** Licenses that go on after the end of their key, for versions that were built in time. */

const DAY = 86_400
let machine: TestMachine
/** The end of the key, with which its updates end as well. */
let end: number

const now = (): number => Math.floor(machine.serviceTime())

/** The service accepts the key, also after its end. */
function answerValid(updatesUntil: number | undefined = end): void {
  const fields = { isPerpetual: true, ...(updatesUntil !== undefined && { updatesUntil }) } as const
  machine.serviceMode = { kind: 'valid', expiresAt: end, fields }
}

beforeEach(() => {
  machine = createTestMachine()
  machine.publicKeys = PUBLIC_KEYS
  end = now() + 10 * DAY
  machine.builtAt = now() - DAY
  answerValid()
  onTestFinished(() => machine.kill())
})

async function activate(key: string = KEY) {
  const gate = await machine.launch()
  gate.activate(key)
  await machine.settle(gate)
  return gate
}

/** The app is closed during that time. */
function passClosed(seconds: number): void {
  machine.kill()
  machine.time.pass(seconds)
}

function restart(builtAt: number | undefined = machine.builtAt) {
  machine.kill()
  machine.builtAt = builtAt
  return machine.launch()
}

const issueFile = (until: number, more: Partial<OfflineLicense> = {}): Promise<string> =>
  signOfflineLicense(
    {
      ...{ appName: SETTINGS.appName, fingerprint: keyFingerprint(KEY), deviceId: DEVICE_ID },
      ...{ nonce: 'abcdefghijklmnop', issuedAt: now(), notBefore: now(), expiresAt: until },
      ...{ note: '', keyExpiresAt: end, executions: 1, isPerpetual: true, updatesUntil: end, ...more },
    },
    { keyId: SIGNING_KEY.id, privateKey: privateKeyOf(SIGNING_KEY) },
  )

/** What the gate shows to a version that is too new. */
const tooNew = () => ({ kind: 'refused', code: 'VERSION_NOT_COVERED', message: '', updatesUntil: end })

test('the product stays open after the end of the key, without a reminder and without a check', async () => {
  const gate = await activate()
  const before = machine.executions()
  await machine.pass(11 * DAY, gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', expiresAt: end })
  expect(gate.view()).not.toHaveProperty('reminder')
  expect(machine.executions()).toBe(before)
})

test('it opens after the end of the key, and without the network until the grace period ends', async () => {
  await activate()
  passClosed(20 * DAY)
  expect((await restart()).view()).toMatchObject({ kind: 'licensed', source: 'online' })
  machine.serviceMode = { kind: 'offline' }
  passClosed(DAY)
  const gate = await restart()
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'grace' })
  await machine.pass(GRACE_SECONDS, gate)
  expect(gate.view()).toMatchObject({ kind: 'unreachable' })
})

test('a version that was built later is refused, also offline, and the earlier one still opens', async () => {
  await activate()
  passClosed(20 * DAY)
  await restart()
  const later = end + 1
  expect((await restart(later)).view()).toEqual(tooNew())
  machine.serviceMode = { kind: 'offline' }
  expect((await restart(later)).view()).toEqual(tooNew())
  expect((await restart(end)).view()).toMatchObject({ kind: 'licensed', source: 'grace' })
})

test('a renewal opens the later version', async () => {
  await activate()
  passClosed(20 * DAY)
  const gate = await restart(end + 1)
  end += 365 * DAY
  answerValid()
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', updatesUntil: end })
})

test('the product closes when the vendor ends the updates before this version', async () => {
  const gate = await activate()
  end = now() - 2 * DAY
  answerValid()
  gate.checkAgain()
  await machine.settle(gate)
  expect(gate.view()).toEqual(tooNew())
  machine.serviceMode = { kind: 'offline' }
  expect((await restart()).isLicensed()).toBe(false)
})

test('another key that is not for this version leaves the license in use alone', async () => {
  const gate = await activate()
  const ofFirst = end
  end = now() - 2 * DAY
  answerValid()
  gate.activate(OTHER_KEY)
  await machine.settle(gate)
  expect(gate.view()).toMatchObject({ kind: 'licensed', updatesUntil: ofFirst, notice: tooNew() })
})

test('before the end of the key every version opens, and one that is not covered closes with it', async () => {
  const updatesUntil = now() - 30 * DAY
  answerValid(updatesUntil)
  const gate = await activate()
  expect(gate.view()).toMatchObject({ kind: 'licensed', updatesUntil, expiresAt: end })
  // It does not go on in this version, so its user is reminded of the end.
  expect(gate.view()).not.toHaveProperty('isPerpetual')
  await machine.pass(8 * DAY, gate)
  expect(gate.view()).toMatchObject({ reminder: 3 })
  await machine.pass(2 * DAY, gate)
  expect(gate.view()).toEqual({ ...tooNew(), updatesUntil })
})

test('a version without a date is covered by nothing: its license ends with the key', async () => {
  machine.builtAt = undefined
  const gate = await activate()
  expect(gate.isLicensed()).toBe(true)
  await machine.pass(10 * DAY, gate)
  expect(gate.view()).toEqual(tooNew())
  expect((await restart(undefined)).view()).toEqual(tooNew())
})

test('perpetual without an end of updates is for every version', async () => {
  end = now() + DAY
  machine.serviceMode = { kind: 'valid', expiresAt: end, fields: { isPerpetual: true } }
  await activate()
  passClosed(20 * DAY)
  expect((await restart(end + DAY)).isLicensed()).toBe(true)
})

test('an end of updates alone closes nothing', async () => {
  const updatesUntil = now() - 30 * DAY
  machine.serviceMode = { kind: 'valid', expiresAt: 'never', fields: { updatesUntil } }
  const gate = await activate()
  expect(gate.view()).toMatchObject({ kind: 'licensed', updatesUntil })
  expect(gate.updatesUntil()).toBe(updatesUntil)
})

test('an app without public keys is not perpetual: no grace period goes on after the end', async () => {
  machine.publicKeys = undefined
  await activate()
  machine.serviceMode = { kind: 'offline' }
  passClosed(2 * DAY)
  expect((await restart()).isLicensed()).toBe(true)
  passClosed(9 * DAY)
  expect((await restart()).isLicensed()).toBe(false)
})

test('a license file goes on after the end of the key, for versions that it is for', async () => {
  machine.serviceMode = { kind: 'offline' }
  const gate = await machine.launch()
  const file = await issueFile(end + 365 * DAY)
  expect(await gate.openFile(file, KEY)).toEqual({ kind: 'accepted' })
  await machine.settle(gate)
  passClosed(20 * DAY)
  const later = await restart()
  expect(later.view()).toMatchObject({ kind: 'licensed', source: 'file' })
  await machine.pass(DAY, later)
  expect(later.view()).toMatchObject({ kind: 'licensed', source: 'file' })
  const tooLate = await restart(end + 1)
  expect(tooLate.view()).toEqual(tooNew())
  expect(await tooLate.openFile(file, KEY)).toEqual({ kind: 'version-not-covered' })
  expect((await restart(end)).isLicensed()).toBe(true)
})
