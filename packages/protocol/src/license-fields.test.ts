import { expect, test } from 'vitest'
import { isDeviceName } from './device-requests.ts'
import { MAX_FEATURES } from './features.ts'
import type { LicenseKey } from './formats.ts'
import {
  formatLicenseFields,
  type LicenseFields,
  parseLicenseFields,
  parseTrialKey,
} from './license-fields.ts'

test('without fields the header has its version alone', () => {
  expect(formatLicenseFields({})).toBe('v=1')
  expect(parseLicenseFields('v=1')).toEqual({})
})

test.each<[LicenseFields, string]>([
  [{ devices: { linked: 3, most: 3 } }, 'v=1, devices=3, max-devices=3'],
  [{ move: { left: 2 } }, 'v=1, moves-left=2'],
  [
    { move: { left: 0, wait: { until: 1_800_000_000, for: 'limit' } } },
    'v=1, moves-left=0, move-from=1800000000, move-waits=limit',
  ],
  [{ movedAt: 1_800_000_000 }, 'v=1, moved-at=1800000000'],
  [{ isDeviceBanned: true }, 'v=1, device-banned'],
  [{ stopped: 'charged-back' }, 'v=1, stopped=charged-back'],
  [{ isTrial: true }, 'v=1, trial'],
  [{ features: ['3d', 'export'] }, 'v=1, features=("3d" "export")'],
  [{ updatesUntil: 1_800_000_000, isPerpetual: true }, 'v=1, updates-until=1800000000, perpetual'],
])('reads the fields that were written: %j', (fields, header) => {
  expect(formatLicenseFields(fields)).toBe(header)
  expect(parseLicenseFields(header)).toEqual(fields)
})

test.each([
  '',
  'v=1, devices="3", max-devices=3',
  'v=1, moves-left=-1',
  'v=1, moves-left=2.5',
  'v=1, moved-at',
  'v=1, device-banned=1',
  'v=1, stopped=sold',
  'not a; dictionary',
  'v=2, unknown=(1 2)',
  'v=1, trial=1, features="export", perpetual=?0, updates-until=-1',
  'v=1, features=("Export" export 3 "")',
])('a field that is not as described is as if it were missing: %s', (header) => {
  expect(parseLicenseFields(header)).toEqual({})
})

test('a license has the features of its key and of its project', () => {
  const features = Array.from({ length: 2 * MAX_FEATURES }, (_, at) => `feature-${at}`).toSorted()
  expect(parseLicenseFields(formatLicenseFields({ features }))).toEqual({ features })
  expect(parseLicenseFields(formatLicenseFields({ features: [...features, 'more'] }))).toEqual({ features })
})

test('the key of a new trial is read by itself, so that it is in no list of fields', () => {
  const key = 'abcdefghijklmnopqrstuvwxyzABCDEF' as LicenseKey
  const header = formatLicenseFields({ isTrial: true }, key)
  expect(parseTrialKey(header)).toBe(key)
  expect(parseLicenseFields(header)).toEqual({ isTrial: true })
  expect(parseTrialKey('v=1, key="too short"')).toBeUndefined()
})

test.each<[string, boolean]>([
  ['', true],
  ['Büro 🖥', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  [' a', false],
  ['a\nb', false],
  ['a\u202eb', false],
])('the name of a device is one line of at most 64 visible characters: %j', (name, isName) => {
  expect(isDeviceName(name)).toBe(isName)
})
