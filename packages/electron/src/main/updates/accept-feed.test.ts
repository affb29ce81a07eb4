import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProfile } from '@latchkey/client'
import {
  createSigningKeyPair,
  formatPublicKeys,
  parseReleaseKeys,
  privateKeyOf,
  type ReleaseKeys,
  type ReleaseRecord,
  type SigningKeyPair,
  signRelease,
  signRotation,
} from '@latchkey/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { acceptFeed, type Feed, newestIn } from './accept-feed.ts'
import { createReleaseTrust } from './release-trust.ts'

const [vendor, offline, service, successor] = [0, 1, 2, 3].map(createSigningKeyPair) as [
  SigningKeyPair,
  SigningKeyPair,
  SigningKeyPair,
  SigningKeyPair,
]
const KEYS = parseReleaseKeys(formatPublicKeys([vendor, offline])) as ReleaseKeys
const TRUSTED = new Map([...KEYS.first, ...KEYS.second])
const signer = (of: SigningKeyPair) => ({ keyId: of.id, privateKey: privateKeyOf(of) })
const APP = { project: 'plants', platform: 'linux', arch: 'x64' } as const
const HASH = `${'A'.repeat(86)}==`
const RECORD: ReleaseRecord = {
  project: 'plants',
  version: '1.1.0',
  platform: 'linux',
  arch: 'x64',
  file: 'plants-1.1.0.AppImage',
  sha512: HASH,
  size: 100,
  covered_since: 1_800_000_000,
  is_security_fix: false,
}
const FILE = { url: '1.1.0/plants-1.1.0.AppImage', sha512: HASH, size: 100 }

interface Changes {
  readonly record?: Partial<ReleaseRecord>
  readonly by?: SigningKeyPair
  readonly file?: object
  readonly feed?: object
}

const feedOf = ({ record = {}, by = vendor, file = {}, feed = {} }: Changes = {}): Feed => ({
  version: '1.1.0',
  files: [{ ...FILE, ...file }],
  latchkey: { releases: [signRelease({ ...RECORD, ...record }, signer(by))] },
  ...feed,
})

test('accepts what the vendor has signed, with the signed date', () => {
  const feed = feedOf({ record: { is_security_fix: true } })
  expect(acceptFeed(feed, APP, TRUSTED)).toEqual({
    version: '1.1.0',
    coveredSince: 1_800_000_000,
    isSecurityFix: true,
  })
  expect(feed.files).toEqual([FILE])
  expect(acceptFeed(feedOf({ record: { arch: 'universal' }, by: offline }), APP, TRUSTED)).toBeDefined()
})

const ATTACKS: Readonly<Record<string, Changes>> = {
  'names another file': { file: { url: '1.1.0/other.AppImage' } },
  'names another hash': { file: { sha512: `${'B'.repeat(86)}==` } },
  'names another size': { file: { size: 101 } },
  'names a newer version for an old file': { feed: { version: '9.0.0' } },
  'offers another app': { record: { project: 'trees' } },
  'offers another system': { record: { platform: 'win32' } },
  'offers another processor': { record: { arch: 'arm64' } },
  'is signed by the service': { by: service },
  'is not signed': { feed: { latchkey: {} } },
  'has nothing of the vendor': { feed: { latchkey: undefined } },
  'has lists that are none': { feed: { files: 'all', latchkey: { releases: {} } } },
  'has files that are none': { feed: { files: [null, 1, { url: '%' }] } },
}
test.each(Object.entries(ATTACKS))('refuses a feed that %s', (_name, changes) => {
  expect(() => acceptFeed(feedOf(changes), APP, TRUSTED)).toThrow('not-signed')
})

test('refuses a record whose date, or whose mark as a security fix, was changed', () => {
  for (const change of [{ covered_since: 1 }, { is_security_fix: true }]) {
    const signed = { ...signRelease(RECORD, signer(vendor)), ...change }
    const feed = feedOf({ feed: { latchkey: { releases: [signed] } } })
    expect(() => acceptFeed(feed, APP, TRUSTED)).toThrow('not-signed')
  }
})

test('removes files that are not signed, so that electron-updater cannot choose one', () => {
  const unsigned = { ...FILE, url: 'x64/evil.AppImage' }
  const feed = feedOf({ feed: { files: [unsigned, FILE], packages: { x64: { path: 'evil.7z' } } } })
  acceptFeed(feed, APP, TRUSTED)
  expect(feed).toMatchObject({ files: [FILE] })
  expect(feed.packages).toBeUndefined()
})

test('believes only the vendor that there is a newer version', () => {
  const newest = signRelease({ ...RECORD, version: '3.0.0', platform: 'win32' }, signer(vendor))
  const feed = (value: unknown): Feed => feedOf({ feed: { latchkey: { newest: value } } })
  expect(newestIn(feed(newest), APP, TRUSTED)).toMatchObject({
    version: '3.0.0',
    coveredSince: 1_800_000_000,
  })
  expect(newestIn(feed({ ...newest, version: '4.0.0' }), APP, TRUSTED)).toBeUndefined()
  expect(newestIn(feed(undefined), APP, TRUSTED)).toBeUndefined()
})

test('remembers the end of a key, also when a feed of the time before is sent again', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'latchkey-trust-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const rotation = signRotation({ project: 'plants', ended: vendor.id }, successor, signer(offline))
  const open = () => createReleaseTrust(openProfile(dir).releaseKeys, 'plants', KEYS)
  const ids = async (trust: ReturnType<typeof open>, rotations: readonly unknown[]) => [
    ...(await trust(rotations)).keys(),
  ]
  const trust = open()
  expect(await ids(trust, [])).toEqual([vendor.id, offline.id])
  expect(await ids(trust, ['text', rotation])).toEqual([successor.id, offline.id])
  expect(await ids(trust, [])).toEqual([successor.id, offline.id])
  expect(await ids(open(), [])).toEqual([successor.id, offline.id])
})
