import { expect, test } from 'vitest'
import { isBanInForce } from '../core/license/bans.ts'
import type { License } from '../core/license/license.ts'
import { banned, DEVICE, linkedTo, NOW, testLicense } from '../testing/records.ts'
import { covers, isOfferedTo, releaseFor } from './release-for.ts'
import { changedRelease, type ReleaseWithFiles } from './releases.ts'
import { signed } from './testing/publish.ts'
import { compareVersions, isVersion } from './versions.ts'

const DAY = 86_400

const release = (version: string, more: Partial<ReleaseWithFiles> = {}, file = {}): ReleaseWithFiles => ({
  version,
  state: 'offered',
  channels: ['latest'],
  share: 100,
  notes: '',
  createdAt: NOW,
  files: [{ uploadId: version, signed: signed({ version, more: file }), isWhole: true, downloads: 0 }],
  ...more,
})

test('versions are sorted as semver.org says', () => {
  const sorted =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.9 1.0.10 1.2.0 10.0.0'
  const versions = sorted.split(' ')
  expect(versions.toReversed().toSorted(compareVersions)).toEqual(versions)
  expect(versions.every(isVersion)).toBe(true)
  for (const wrong of [
    '1',
    '1.0',
    'v1.0.0',
    '01.0.0',
    '1.0.0-',
    '1.0.0-a..b',
    '1.0.0-01',
    '1.0.0+a',
    '1.0.0 ',
  ])
    expect(isVersion(wrong), wrong).toBe(false)
})

/** A second implementation of the rule. */
function expectedOf(license: License, since: number, isFix: boolean, fixForAll: boolean): boolean {
  const isEnded = license.authExpire > 0 && license.authExpire <= NOW
  const isBlocked = license.stopped !== '' || (license.banned && isBanInForce(license, NOW))
  const isClosed = isBlocked || (isEnded && !license.perpetual)
  if (isClosed && isFix && fixForAll) return true
  if (isBlocked && !isFix) return false
  if (license.updatesUntil > 0 && since > license.updatesUntil) return false
  if (license.perpetual || isEnded) return license.authExpire <= 0 || since <= license.authExpire
  return true
}

test('a license covers a file by one date, its end, its stop and its ban', () => {
  let cases = 0
  for (const authExpire of [-1, NOW - DAY, NOW, NOW + DAY])
    for (const updatesUntil of [-1, NOW - 2 * DAY, NOW + DAY])
      for (const perpetual of [false, true])
        for (const block of [{}, banned(), banned({ banExpire: NOW - 1 }), { stopped: 'refunded' } as const])
          for (const since of [NOW - 2 * DAY, NOW - DAY, NOW - DAY + 1, NOW + DAY + 1])
            for (const isFix of [false, true])
              for (const withoutLicense of [false, true]) {
                const license = testLicense({
                  ...linkedTo(DEVICE),
                  authExpire,
                  updatesUntil,
                  perpetual,
                  ...block,
                })
                const file = { covered_since: since, is_security_fix: isFix }
                const settings = { feed: 'licenses', withoutLicense } as const
                const name = JSON.stringify({
                  authExpire,
                  updatesUntil,
                  perpetual,
                  block,
                  file,
                  withoutLicense,
                })
                const isCovered = covers({ license }, settings, file, NOW)
                expect(isCovered, name).toBe(expectedOf(license, since, isFix, withoutLicense))
                cases += 1
              }
  expect(cases).toBe(1_536)
})

test('a share is the same devices for a version, and grows without losing one', () => {
  const devices = Array.from({ length: 2_000 }, (_, at) => `device ${at}`)
  const inShare = (version: string, share: number) =>
    devices.filter((device) => isOfferedTo(release(version, { share }), 'latest', device))
  const [few, many] = [inShare('1.0.0', 10), inShare('1.0.0', 50)]
  expect(few.length).toBeGreaterThan(140)
  expect(few.length).toBeLessThan(260)
  expect(few.every((device) => many.includes(device))).toBe(true)
  expect(inShare('1.0.0', 10)).toEqual(few)
  expect(inShare('1.0.1', 10)).not.toEqual(few)
  expect([inShare('1.0.0', 0).length, inShare('1.0.0', 100).length]).toEqual([0, devices.length])
})

test('only whole files are offered, and never a later version than the license covers', () => {
  const license = testLicense({ ...linkedTo(DEVICE), updatesUntil: NOW })
  const settings = { feed: 'licenses', withoutLicense: false, leastVersion: '' } as const
  const half = release('1.2.0')
  const releases = [
    release('1.0.0'),
    release('1.1.0', { state: 'paused' }),
    { ...half, files: half.files.map((file) => ({ ...file, isWhole: false })) },
    release('2.0.0', {}, { covered_since: NOW + 1 }),
  ]
  const wanted = { channel: 'latest', platform: 'linux', arch: 'x64' } as const
  const offer = releaseFor({ license, device: DEVICE }, wanted, releases, settings, NOW)
  expect([offer.release?.version, offer.notCovered?.version]).toEqual(['1.0.0', '2.0.0'])
  const other = releaseFor({ license, device: DEVICE }, { ...wanted, arch: 'arm64' }, releases, settings, NOW)
  expect(other).toEqual({ release: undefined, notCovered: undefined, leastVersion: undefined })
})

test('a withdrawn release stays withdrawn, and a draft that is paused stays a draft', () => {
  expect(changedRelease(release('1.0.0', { state: 'withdrawn' }), { channel: 'latest' })).toBe(
    'release-withdrawn',
  )
  const draft = release('1.0.0', { state: 'draft', channels: [] })
  expect(changedRelease(draft, { state: 'paused', share: 5 })).toMatchObject({ state: 'draft', share: 5 })
  expect(changedRelease({ ...draft, files: [] }, { channel: 'beta' })).toBe('half-upload')
  expect(changedRelease(draft, { channel: 'beta' })).toMatchObject({ state: 'offered', channels: ['beta'] })
})
