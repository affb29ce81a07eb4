import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StoredLicense } from './gate-types.ts'
import { createDeviceSealer, type Sealer } from './sealer.ts'
import { createLicenseStore, type LicenseStore, type LicenseStoreParts } from './store.ts'
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
const HISTORY = { time: TIME, ended: { keys: [{ keyHash: 'a'.repeat(64), until: 1_799_999_500 }] } }
const LATER_SECONDS = TIME.highestSeconds + 60
const LATER = { ...HISTORY, time: { ...TIME, highestSeconds: LATER_SECONDS } }
const NOTHING = { stored: undefined, history: undefined, isUnreadable: false }
/** The history does not depend on the license. */
const UNREADABLE = { ...NOTHING, history: HISTORY, isUnreadable: true }
const KEY_ALONE = { stored: { key: KEY }, storedBy: 'device', history: HISTORY, isUnreadable: false }

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
      return JSON.stringify(this.content)
    },
    async write(text: string) {
      this.content = JSON.parse(text)
      return true
    },
  }
}

const fullDisk = (content: unknown): LicenseStoreParts['file'] => ({
  read: () => JSON.stringify(content),
  write: async () => false,
})

const openOn = (
  disk: ReturnType<typeof createDisk>,
  device = deviceSealer(),
  keyring = NO_KEYRING,
): LicenseStore => createLicenseStore({ file: disk, keyring, device })

async function savedDisk(keyring = NO_KEYRING) {
  const disk = createDisk()
  await openOn(disk, deviceSealer(), keyring).save(STORED, HISTORY)
  return disk
}

const fieldsOf = (disk: { content: unknown }) => disk.content as Record<string, unknown>

test('loads what it saved', async () => {
  const disk = await savedDisk()
  const store = openOn(disk)
  expect(store.mayHaveKey()).toBe(true)
  expect(await store.open()).toEqual({
    stored: STORED,
    storedBy: 'device',
    history: HISTORY,
    isUnreadable: false,
  })
})

/** Written by the first version, with electron-store. */
const WRITTEN_BEFORE = {
  version: 1,
  sealedBy: 'device',
  key: 'LZM/K1qEQ9zty/bBKiOO/XYsQ/1SEICRAIJomgYIdZBG0Kr5ag6/HXqPj6ubSr41UTmqmt3CCO9Pncy1',
  proof:
    '3RbnetuedOLycBn4ZproO11pxWLrkyd/1HFle/I/TSnFl+MuYaD3JePajHmCkwKrA8OGOtppFd4GL8ub548Av6+oaAF+Yz17WQTh6GaYSaqHEg9nWluP+OkOOiCslg3z5ctoj9PYUx84D+a4610jOrxMA2nqoXPvJZGjMyqEH4oFbgLW4rFri+b1Rs4GsYZ4Vh7U6y/6RJ3klZXgjHwAtalSQaOTkPQnjtH1GH3usWvAMDNn7oSUJKrNsfJf697vSsL+DRrvme+96JOZX3xvhjj7seqO5cHO1sdN1kYtnlAgi29Ob1O8AwHInKCSmZgtrGErgDcbXpIDW7TXCoL126EXoOdfjpCJnPMbza9sJXiIYj7TOLMZN0MYbwsGcLEPr09ZRwFgaXfkighogacJCxe1Y3BgAV8y',
  history:
    'Dpxc3CZdccPjwYIvvrhFWq9fO34+akykVqE4in2dQ6KLup1ltNXSJtfxgpPc0Ozt9m8M6EoP6xWiQbnADVVUCmOEgnvPTqkrtnwrwX9WqsTcZsdfNv8yeIXtZAIWQZelrwbzQ9xLfyRpbdhTl9z9d36DXTDcMnAeo0yPQF24XTtk6EnK38yh3tZcdQaJoC+Iw1GV8jhVSNuFXdiymZQlqiNGvVN8TBk9D0B+xfp2OiVWI2x58SDYc5dLLgGGhinZ0N5cfWCO1tdP85cuwBAF',
}

test('loads what the first version saved', async () => {
  const opened = await openOn(createDisk(WRITTEN_BEFORE), deviceSealer(7)).open()
  expect(opened).toEqual({ stored: STORED, storedBy: 'device', history: HISTORY, isUnreadable: false })
})

test('saves a key without a proof, and a license that never expires', async () => {
  for (const stored of [
    { key: KEY },
    { key: KEY, proof: { license: { note: '', executions: 0, expiresAt: 'never' as const }, checkedAt: 5 } },
  ]) {
    const disk = createDisk()
    await openOn(disk).save(stored, HISTORY)
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
  expect(await store.save(STORED, HISTORY)).toBe('keyring')
  expect([keyring.sealed, fieldsOf(disk)['sealedBy']]).toEqual([1, 'keyring'])
  expect((await store.open()).stored).toEqual(STORED)
  expect(await openOn(createDisk()).save(STORED, HISTORY)).toBe('device')
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
  expect(await store.save(STORED, HISTORY)).toBe('device')
})

test('the next save seals a key with the keyring that the device had sealed', async () => {
  const { sealer } = createKeyring()
  const disk = await savedDisk()
  const store = openOn(disk, deviceSealer(), sealer)
  const { stored = STORED } = await store.open()
  expect(stored).toEqual(STORED)
  await store.save(stored, HISTORY)
  expect(fieldsOf(disk)['sealedBy']).toBe('keyring')
})

test('a copy on another computer cannot be opened', async () => {
  const disk = await savedDisk()
  expect(await openOn(disk, deviceSealer(2)).open()).toEqual({ ...NOTHING, isUnreadable: true })
})

test('a copy on another computer with the same keyring has the key, but no proof', async () => {
  const { sealer } = createKeyring()
  const disk = await savedDisk(sealer)
  expect(await openOn(disk, deviceSealer(2), sealer).open()).toEqual({
    stored: { key: KEY },
    storedBy: 'keyring',
    history: undefined,
    isUnreadable: false,
  })
})

test('ignores the proof of another key', async () => {
  const disk = await savedDisk()
  const other = createDisk()
  await openOn(other).save({ key: OTHER_KEY }, HISTORY)
  const mixed = createDisk({ ...fieldsOf(disk), key: fieldsOf(other)['key'] })
  expect(await openOn(mixed).open()).toEqual({
    stored: { key: OTHER_KEY },
    storedBy: 'device',
    history: HISTORY,
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
  expect(await openWithRecord(JSON.stringify(RECORD))).toMatchObject({ stored: STORED, history: HISTORY })
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

test('with ask-every-time the file contains only the policy and the history', async () => {
  const disk = await savedDisk()
  const store = openOn(disk)
  await store.setPolicy('ask-every-time')
  const withoutLicense = { policy: 'ask-every-time', history: expect.any(String) }
  expect(disk.content).toEqual(withoutLicense)
  expect([store.policy(), store.storedBy(), await store.save(STORED, LATER)]).toEqual([
    'ask-every-time',
    'nothing',
    'nothing',
  ])
  expect(disk.content).toEqual(withoutLicense)
  expect(await store.history()).toEqual(LATER)
  await store.erase(HISTORY)
  expect(disk.content).toEqual(withoutLicense)
  await store.setPolicy('remember')
  expect(await store.save(STORED, HISTORY)).toBe('device')
  await store.setPolicy('remember')
  expect((await store.open()).stored).toEqual(STORED)
})

test('the history outlives the license', async () => {
  const disk = await savedDisk()
  await openOn(disk).erase(undefined)
  expect(disk.content).toEqual({ history: expect.any(String) })
  expect(await openOn(disk).history()).toEqual(HISTORY)
  await openOn(disk).erase(LATER)
  expect(await openOn(disk).open()).toEqual({ ...NOTHING, history: LATER })
  await openOn(disk).save(STORED, HISTORY)
  await openOn(disk).saveHistory(LATER)
  expect(await openOn(disk).open()).toMatchObject({ stored: STORED, history: LATER })
})

test('a history that this computer cannot open is kept until a license is saved', async () => {
  const disk = await savedDisk()
  const elsewhere = openOn(disk, deviceSealer(2))
  await elsewhere.erase(LATER)
  await elsewhere.saveHistory(LATER)
  await elsewhere.setPolicy('ask-every-time')
  expect(await openOn(disk).history()).toEqual(HISTORY)
  await elsewhere.setPolicy('remember')
  await elsewhere.save(STORED, LATER)
  expect(await elsewhere.history()).toEqual(LATER)
})

test('a file of an older version has its time and its ended files', async () => {
  const record = { ...RECORD, offlineEndedAt: 1_799_000_000 }
  const proof = Buffer.from(await deviceSealer().seal(JSON.stringify(record))).toString('base64')
  const { history: _, ...older } = fieldsOf(await savedDisk())
  const opened = await openOn(createDisk({ ...older, proof })).open()
  const ended = { keys: [{ keyHash: RECORD.keyHash, until: 1_799_000_000 }] }
  expect(opened).toMatchObject({ stored: STORED, history: { time: TIME, ended } })
})

test('a history takes the latest times, and a newer proof makes it later', async () => {
  const [older, newer] = [await savedDisk(), createDisk()]
  await openOn(newer).save(STORED, LATER)
  const mixed = createDisk({ ...fieldsOf(newer), history: fieldsOf(older)['history'] })
  expect((await openOn(mixed).open()).history?.time).toEqual({ ...TIME, highestSeconds: LATER_SECONDS })
})

test.each<[string, unknown]>([
  ['the proof in its place', { ...HISTORY, ended: undefined }],
  ['a time that is too large', { ...HISTORY, time: { ...TIME, highestSeconds: 1e300 } }],
  ['too many keys', { ...HISTORY, ended: { keys: Array(101).fill(HISTORY.ended.keys[0]) } }],
  ['an end that is a text', { ...HISTORY, ended: { keys: [], anyKeyUntil: 'never' } }],
])('ignores a history with %s', async (_name, record) => {
  const history = Buffer.from(await deviceSealer().seal(JSON.stringify(record))).toString('base64')
  expect(await openOn(createDisk({ history })).open()).toEqual(NOTHING)
})

test('operations run one after another, and the last one wins', async () => {
  const disk = createDisk()
  const store = openOn(disk)
  await Promise.all([store.save(STORED, HISTORY), store.erase(HISTORY)])
  expect(disk.content).toEqual({ history: expect.any(String) })
  await Promise.all([store.erase(HISTORY), store.save(STORED, HISTORY)])
  expect((await store.open()).stored).toEqual(STORED)
})

test('saving resolves to nothing if the disk or the keyring fails', async () => {
  const store = createLicenseStore({ file: fullDisk(undefined), keyring: NO_KEYRING, device: deviceSealer() })
  expect(await store.save(STORED, HISTORY)).toBe('nothing')
  expect(await store.erase(HISTORY)).toBe(false)
  await store.saveHistory(HISTORY)
  await store.setPolicy('ask-every-time')
  const locked: Sealer = { ...createKeyring().sealer, seal: () => Promise.reject(new Error('locked')) }
  expect(await openOn(createDisk(), deviceSealer(), locked).save(STORED, HISTORY)).toBe('nothing')
})

test('saveProof updates the proof, and keeps the sealed key as it is', async () => {
  const disk = await savedDisk()
  const { key } = fieldsOf(disk)
  expect(await openOn(disk).saveProof({ key: KEY }, LATER)).toBe(true)
  expect(fieldsOf(disk)['key']).toBe(key)
  expect(await openOn(disk).open()).toEqual({ ...KEY_ALONE, history: LATER })
})

test('saveProof saves everything after a save that failed, and reports when it fails', async () => {
  const disk = createDisk()
  expect(await openOn(disk).saveProof(STORED, HISTORY)).toBe(true)
  expect((await openOn(disk).open()).stored).toEqual(STORED)
  const full = (content: unknown) =>
    createLicenseStore({
      file: fullDisk(content),
      keyring: NO_KEYRING,
      device: deviceSealer(),
    })
  expect(await full(undefined).saveProof(STORED, HISTORY)).toBe(false)
  expect(await full(disk.content).saveProof(STORED, HISTORY)).toBe(false)
})

test('saveProof stores no license with ask-every-time, which is no failure', async () => {
  const disk = await savedDisk()
  const store = openOn(disk)
  await store.setPolicy('ask-every-time')
  expect(await store.saveProof(STORED, HISTORY)).toBe(true)
  expect(disk.content).toEqual({ policy: 'ask-every-time', history: expect.any(String) })
})

test('the file contains neither the key nor the note in plain text', async () => {
  const text = JSON.stringify((await savedDisk()).content)
  const decoded = Object.values(fieldsOf(await savedDisk()))
    .map((value) => Buffer.from(String(value), 'base64').toString('latin1'))
    .join()
  for (const secret of [KEY, 'For Ada', STORED.key.slice(0, 8)]) {
    expect(text).not.toContain(secret)
    expect(decoded).not.toContain(secret)
  }
})
