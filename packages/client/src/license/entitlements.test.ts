import { createHash } from 'node:crypto'
import { keyFingerprint, privateKeyOf, signOfflineLicense } from '@latchkey/protocol'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createDeviceSealer } from './sealer.ts'
import { PUBLIC_KEYS, SIGNING_KEY } from './testing/signed.ts'
import { createTestMachine, type TestMachine } from './testing/test-machine.ts'
import { DEVICE_ID, KEY, SETTINGS } from './testing/test-service.ts'

const FIELDS = {
  features: ['print', 'export', 'print'],
  updatesUntil: 1_900_000_000,
  isPerpetual: true,
} as const
const ENTITLEMENTS = { features: ['export', 'print'], updatesUntil: 1_900_000_000, isPerpetual: true }
const NAMES = ['features', 'updatesUntil', 'isPerpetual', 'isTrial'] as const

let machine: TestMachine
beforeEach(() => {
  machine = createTestMachine()
  machine.publicKeys = PUBLIC_KEYS
  machine.serviceMode = { kind: 'valid', expiresAt: 'never', fields: FIELDS }
  onTestFinished(() => machine.kill())
})

async function activate() {
  const gate = await machine.launch()
  gate.activate(KEY)
  await machine.settle(gate)
  return gate
}

/** A start without network: what is stored decides alone. */
async function startOffline() {
  machine.kill()
  machine.serviceMode = { kind: 'offline' }
  return (await machine.launch()).view()
}

const expectNone = (view: object): void => {
  expect(view).toMatchObject({ kind: 'licensed' })
  for (const name of NAMES) expect(view).not.toHaveProperty(name)
}

test('features, the end of updates and perpetual are those of the signed header', async () => {
  const gate = await activate()
  expect(gate.view()).toMatchObject({ kind: 'licensed', source: 'online', ...ENTITLEMENTS })
  expect(gate.view()).not.toHaveProperty('isTrial')
})

test('a trial is one while the header has it', async () => {
  machine.serviceMode = { kind: 'valid', expiresAt: 'never', fields: { isTrial: true } }
  const gate = await activate()
  expect(gate.view()).toMatchObject({ isTrial: true })
  machine.serviceMode = { kind: 'valid', expiresAt: 'never' }
  gate.checkAgain()
  await machine.settle(gate)
  expectNone(gate.view())
})

test('they are verified again at the next start, and the record cannot change them', async () => {
  await activate()
  expect(await startOffline()).toMatchObject({ source: 'grace', ...ENTITLEMENTS })
  const { proof } = machine.disk.content as { proof: string }
  const sealer = createDeviceSealer(async () => createHash('sha256').update(machine.deviceSeed).digest())
  const record = JSON.parse((await sealer.open(Buffer.from(proof, 'base64'))) ?? '')
  record.proof.license.features.push('forged')
  const sealed = Buffer.from(await sealer.seal(JSON.stringify(record))).toString('base64')
  machine.disk.content = { ...machine.disk.content, proof: sealed }
  expect(await startOffline()).toMatchObject({ source: 'grace', ...ENTITLEMENTS })
})

test('an app without public keys has none, whatever the service sends and the record has', async () => {
  await activate()
  machine.publicKeys = undefined
  expectNone(await startOffline())
  machine.kill()
  machine.serviceMode = { kind: 'valid', expiresAt: 'never', fields: FIELDS }
  expectNone((await machine.launch()).view())
})

test('a license file has its own, also at the next start', async () => {
  machine.serviceMode = { kind: 'offline' }
  const gate = await machine.launch()
  const now = Math.floor(machine.serviceTime())
  const file = await signOfflineLicense(
    {
      ...{ appName: SETTINGS.appName, fingerprint: keyFingerprint(KEY), deviceId: DEVICE_ID },
      ...{ nonce: 'abcdefghijklmnop', issuedAt: now, notBefore: now, expiresAt: now + 86_400 },
      ...{ note: '', keyExpiresAt: -1, executions: 1, ...FIELDS },
    },
    { keyId: SIGNING_KEY.id, privateKey: privateKeyOf(SIGNING_KEY) },
  )
  expect(await gate.openFile(file, KEY)).toEqual({ kind: 'accepted' })
  expect(gate.view()).toMatchObject({ source: 'file', ...ENTITLEMENTS })
  await machine.settle(gate)
  expect(await startOffline()).toMatchObject({ source: 'file', ...ENTITLEMENTS })
})
