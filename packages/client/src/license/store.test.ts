import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StoredLicense } from './gate-types.ts'
import { createDeviceSealer, type Sealer } from './sealer.ts'
import { createLicenseStore, type LicenseContent, type LicenseFile, type LicenseStore } from './store.ts'
import { NO_KEYRING } from './testing/test-machine.ts'
import { KEY, OTHER_KEY } from './testing/test-service.ts'

const TIME = { offsetSeconds: -3.5, highestSeconds: 1_800_000_000.25 }
const STORED: StoredLicense = {
  key: KEY,
  proof: {
    license: { note: 'For Ada', executions: 7, expiresAt: 1_900_000_000 },
    checkedAt: 1_799_999_000,
  },
  reminded: { expiresAt: 1_900_000_000, days: 7 },
}
const NOTHING = { stored: undefined, time: undefined, isUnreadable: false }
const UNREADABLE = { ...NOTHING, isUnreadable: true }
const KEY_ALONE = { stored: { key: KEY }, storedBy: 'device', time: undefined, isUnreadable: false }

const deviceSealer = (fill = 1): Sealer => createDeviceSealer(async () => new Uint8Array(32).fill(fill))

/** Like a keyring of an operating system: it opens only what it sealed. */
function createKeyring() {
  const inner = deviceSealer(99)
  const keyring = { isThere: true, sealed: 0 }
  const sealer: Sealer = {
    kind: 'keyring',
    isAvailable: () => keyring.isThere,
    async seal(text) {
      keyring.sealed++
      return inner.seal(text)
    },
    open: async (sealed) => (keyring.isThere ? inner.open(sealed) : undefined),
  }
  return { keyring, sealer }
}

function createDisk(content?: Record<string, unknown>) {
  return {
    content: content as unknown,
    read() {
      return this.content
    },
    async write(next: LicenseContent) {
      this.content = next
    },
    writeTime(next: LicenseContent) {
      return this.write(next)
    },
  }
}

const isFull = (): Promise<void> => Promise.reject(new Error('ENOSPC'))
const fullDisk = (content: unknown): LicenseFile => ({
  read: () => content,
  write: isFull,
  writeTime: isFull,
})

const openOn = (
  disk: ReturnType<typeof createDisk>,
  device = deviceSealer(),
  keyring = NO_KEYRING,
): LicenseStore => createLicenseStore({ file: disk, keyring, device })

async function savedDisk(keyring = NO_KEYRING) {
  const disk = createDisk()
  await openOn(disk, deviceSealer(), keyring).save(STORED, TIME)
  return disk
}

const fieldsOf = (disk: { content: unknown }) => disk.content as Record<string, unknown>

test('loads what it saved', async () => {
  const disk = await savedDisk()
  const store = openOn(disk)
  expect(store.mayHaveKey()).toBe(true)
  expect(await store.open()).toEqual({ stored: STORED, storedBy: 'device', time: TIME, isUnreadable: false })
})

test('saves a key without a proof, and a license that never expires', async () => {
  for (const stored of [
    { key: KEY },
    { key: KEY, proof: { license: { note: '', executions: 0, expiresAt: 'never' as const }, checkedAt: 5 } },
  ]) {
    const disk = createDisk()
    await openOn(disk).save(stored, TIME)
    expect((await openOn(disk).open()).stored).toEqual(stored)
  }
})

test('an empty file contains no license', async () => {
  for (const content of [undefined, {}]) {
    const store = openOn(createDisk(content))
    expect(store.mayHaveKey()).toBe(false)
    expect(await store.open()).toEqual(NOTHING)
  }
})

test('seals the key with the keyring if there is one, otherwise with the device', async () => {
  const { sealer, keyring } = createKeyring()
  const disk = createDisk()
  const store = openOn(disk, deviceSealer(), sealer)
  expect(store.storedBy()).toBe('keyring')
  expect(await store.save(STORED, TIME)).toBe('keyring')
  expect([keyring.sealed, fieldsOf(disk)['sealedBy']]).toEqual([1, 'keyring'])
  expect((await store.open()).stored).toEqual(STORED)
  expect(await openOn(createDisk()).save(STORED, TIME)).toBe('device')
})

test('a key is unreadable without its keyring, and the next key is sealed by the device', async () => {
  const { sealer, keyring } = createKeyring()
  const disk = await savedDisk(sealer)
  keyring.isThere = false
  const store = openOn(disk, deviceSealer(), sealer)
  expect(await store.open()).toEqual(UNREADABLE)
  // Nothing was overwritten, because the keyring may become available again.
  keyring.isThere = true
  expect((await store.open()).stored).toEqual(STORED)
  keyring.isThere = false
  expect(await store.save(STORED, TIME)).toBe('device')
})

test('the next save seals a key with the keyring that the device had sealed', async () => {
  const { sealer } = createKeyring()
  const disk = await savedDisk()
  const store = openOn(disk, deviceSealer(), sealer)
  const { stored = STORED } = await store.open()
  expect(stored).toEqual(STORED)
  await store.save(stored, TIME)
  expect(fieldsOf(disk)['sealedBy']).toBe('keyring')
})

test('a copy on another computer cannot be opened', async () => {
  const disk = await savedDisk()
  expect(await openOn(disk, deviceSealer(2)).open()).toEqual(UNREADABLE)
})

test('a copy on another computer with the same keyring has the key, but no proof', async () => {
  const { sealer } = createKeyring()
  const disk = await savedDisk(sealer)
  expect(await openOn(disk, deviceSealer(2), sealer).open()).toEqual({
    stored: { key: KEY },
    storedBy: 'keyring',
    time: undefined,
    isUnreadable: false,
  })
})

test('ignores the proof of another key', async () => {
  const disk = await savedDisk()
  const other = createDisk()
  await openOn(other).save({ key: OTHER_KEY }, TIME)
  const mixed = createDisk({ ...fieldsOf(disk), key: fieldsOf(other)['key'] })
  expect(await openOn(mixed).open()).toEqual({
    stored: { key: OTHER_KEY },
    storedBy: 'device',
    time: undefined,
    isUnreadable: false,
  })
})

test('reads the key of a newer version, but not its proof', async () => {
  const disk = await savedDisk()
  disk.content = { ...fieldsOf(disk), version: 2, proof: { something: 'new' }, more: [] }
  expect(await openOn(disk).open()).toEqual(KEY_ALONE)
})

test('detects every changed byte of the sealed fields', async () => {
  const disk = await savedDisk()
  const original = fieldsOf(disk)
  for (const part of ['key', 'proof'] as const) {
    const bytes = Buffer.from(String(original[part]), 'base64')
    for (let place = 0; place < bytes.length; place++) {
      const changed = Buffer.from(bytes)
      changed[place] = (changed[place] ?? 0) ^ 1
      disk.content = { ...original, [part]: changed.toString('base64') }
      const opened = await openOn(disk).open()
      expect(opened).toEqual(part === 'key' ? UNREADABLE : KEY_ALONE)
    }
  }
})

test.each([
  ['null', null],
  ['a list', []],
  ['a text', 'key'],
  ['a number', 5],
])('a file with %s contains no license', async (_name, content) => {
  const disk = createDisk()
  disk.content = content
  const store = openOn(disk)
  expect(store.mayHaveKey()).toBe(false)
  expect(await store.open()).toEqual(NOTHING)
  expect(store.policy()).toBe('remember')
})

test.each([
  ['a key that is not a string', { key: 5 }],
  ['a key that is not base64', { key: 'ä' }],
  ['an empty key', { key: '' }],
  ['a huge key', { key: 'A'.repeat(1_000_000) }],
  ['an unknown sealer', { sealedBy: 'magic' }],
  ['no version', { version: undefined }],
  ['a version as a string', { version: '1' }],
  ['the wrong sealer', { sealedBy: 'keyring' }],
  ['a truncated key', { key: 'AAAA' }],
])('a file with %s is unreadable', async (_name, change) => {
  const disk = await savedDisk()
  disk.content = { ...fieldsOf(disk), ...change }
  expect(await openOn(disk).open()).toEqual(UNREADABLE)
})

test.each([
  ['no proof', undefined],
  ['a proof that is not a string', 5],
  ['a truncated proof', 'AAAA'],
])('reads the key of a file with %s', async (_name, proof) => {
  const disk = await savedDisk()
  disk.content = { ...fieldsOf(disk), proof }
  expect(await openOn(disk).open()).toEqual(KEY_ALONE)
})

/** The store of `savedDisk` with another sealed record. */
async function openWithRecord(text: string) {
  const disk = await savedDisk()
  disk.content = { ...fieldsOf(disk), proof: Buffer.from(await deviceSealer().seal(text)).toString('base64') }
  return openOn(disk).open()
}

const { license, checkedAt } = STORED.proof ?? expect.fail('There is no proof.')
const RECORD = {
  keyHash: createHash('sha256').update(`latchkey kept key ${KEY}`).digest('hex'),
  time: TIME,
  proof: STORED.proof,
  reminded: STORED.reminded,
}

test('reads a proof in the documented format', async () => {
  expect(await openWithRecord(JSON.stringify(RECORD))).toMatchObject({ stored: STORED, time: TIME })
})

test.each<[string, Record<string, unknown>]>([
  ['the hash of another key', { keyHash: 'a'.repeat(64) }],
  ['a hash that is cut short', { keyHash: RECORD.keyHash.slice(1) }],
  ['no hash', { keyHash: undefined }],
  ['no time', { time: undefined }],
  ['a time that is not a number', { time: { ...TIME, offsetSeconds: null } }],
  ['a time before 1970', { time: { ...TIME, highestSeconds: -1 } }],
  ['a time that is too large', { time: { ...TIME, highestSeconds: 1e300 } }],
  ['an offset that is too large', { time: { ...TIME, offsetSeconds: 1e300 } }],
  ['a reserved time as a text', { time: { ...TIME, reservedUntilSeconds: '1' } }],
  ['a check before 1970', { proof: { license, checkedAt: -1 } }],
  ['no license', { proof: { checkedAt } }],
  ['a note that is not a text', { proof: { checkedAt, license: { ...license, note: 5 } } }],
  ['a negative count', { proof: { checkedAt, license: { ...license, executions: -1 } } }],
  ['a fraction of an execution', { proof: { checkedAt, license: { ...license, executions: 0.5 } } }],
  ['an unknown expiry', { proof: { checkedAt, license: { ...license, expiresAt: 'soon' } } }],
  ['an expiry before 1970', { proof: { checkedAt, license: { ...license, expiresAt: -5 } } }],
  ['an unknown reminder', { reminded: { expiresAt: 1_900_000_000, days: 2 } }],
  ['a reminder without an expiry', { reminded: { days: 7 } }],
])('ignores a proof with %s', async (_name, change) => {
  expect(await openWithRecord(JSON.stringify({ ...RECORD, ...change }))).toEqual(KEY_ALONE)
})

test.each(['x', '{"license":{}}', 'null', '[]'])('ignores the proof %s', async (text) => {
  expect(await openWithRecord(text)).toEqual(KEY_ALONE)
})

test('a sealed text that is not a license key is unreadable', async () => {
  const disk = await savedDisk()
  disk.content = {
    ...fieldsOf(disk),
    key: Buffer.from(await deviceSealer().seal('no key')).toString('base64'),
  }
  expect(await openOn(disk).open()).toEqual(UNREADABLE)
})

test('with ask-every-time the file contains only the policy', async () => {
  const disk = await savedDisk()
  const store = openOn(disk)
  await store.setPolicy('ask-every-time')
  expect(disk.content).toEqual({ policy: 'ask-every-time' })
  expect([store.policy(), store.storedBy(), await store.save(STORED, TIME)]).toEqual([
    'ask-every-time',
    'nothing',
    'nothing',
  ])
  await store.erase()
  expect(disk.content).toEqual({ policy: 'ask-every-time' })
  await store.setPolicy('remember')
  expect(await store.save(STORED, TIME)).toBe('device')
  await store.setPolicy('remember')
  expect((await store.open()).stored).toEqual(STORED)
})

test('operations run one after another, and the last one wins', async () => {
  const disk = createDisk()
  const store = openOn(disk)
  await Promise.all([store.save(STORED, TIME), store.erase()])
  expect(disk.content).toEqual({})
  await Promise.all([store.erase(), store.save(STORED, TIME)])
  expect((await store.open()).stored).toEqual(STORED)
})

test('saving resolves to nothing if the disk or the keyring fails', async () => {
  const store = createLicenseStore({ file: fullDisk(undefined), keyring: NO_KEYRING, device: deviceSealer() })
  expect(await store.save(STORED, TIME)).toBe('nothing')
  await store.erase()
  await store.setPolicy('ask-every-time')
  const locked: Sealer = { ...createKeyring().sealer, seal: () => Promise.reject(new Error('locked')) }
  expect(await openOn(createDisk(), deviceSealer(), locked).save(STORED, TIME)).toBe('nothing')
})

test('saveTime updates the proof, and keeps the sealed key as it is', async () => {
  const disk = await savedDisk()
  const { key } = fieldsOf(disk)
  const later = { ...TIME, highestSeconds: TIME.highestSeconds + 60 }
  expect(await openOn(disk).saveTime({ key: KEY }, later)).toBe(true)
  expect(fieldsOf(disk)['key']).toBe(key)
  expect(await openOn(disk).open()).toEqual({ ...KEY_ALONE, time: later })
})

test('saveTime saves everything after a save that failed, and reports when it fails', async () => {
  const disk = createDisk()
  expect(await openOn(disk).saveTime(STORED, TIME)).toBe(true)
  expect((await openOn(disk).open()).stored).toEqual(STORED)
  const full = (content: unknown) =>
    createLicenseStore({
      file: fullDisk(content),
      keyring: NO_KEYRING,
      device: deviceSealer(),
    })
  expect(await full(undefined).saveTime(STORED, TIME)).toBe(false)
  expect(await full(disk.content).saveTime(STORED, TIME)).toBe(false)
})

test('saveTime stores nothing with ask-every-time, which is no failure', async () => {
  const disk = await savedDisk()
  const store = openOn(disk)
  await store.setPolicy('ask-every-time')
  expect(await store.saveTime(STORED, TIME)).toBe(true)
  expect(disk.content).toEqual({ policy: 'ask-every-time' })
})

test('the file contains neither the key nor the note in plain text', async () => {
  const text = JSON.stringify((await savedDisk()).content)
  const decoded = Object.values(fieldsOf(await savedDisk()))
    .map((value) => Buffer.from(String(value), 'base64').toString('latin1'))
    .join()
  for (const secret of [KEY, 'Ada', STORED.key.slice(0, 8)]) {
    expect(text).not.toContain(secret)
    expect(decoded).not.toContain(secret)
  }
})
