import { expect, test } from 'vitest'
import { type LicenseStatus, NO_LICENSE, refusalOf } from './license-status.ts'

const hasFeature = (name: string): boolean => name === 'print'
const OPEN: LicenseStatus = { ...NO_LICENSE, isLicensed: () => true, hasFeature }
const CLOSING: LicenseStatus = { ...NO_LICENSE, isClosing: () => true, hasFeature }
const LOCKED = 'refused, because the app is locked'

test.each([
  [false, [undefined, undefined, undefined]],
  ['until-closed', [undefined, undefined, LOCKED]],
  [true, [undefined, LOCKED, LOCKED]],
] as const)('a call with needsLicense %s is refused as its state says', (needsLicense, refusals) => {
  expect([OPEN, CLOSING, NO_LICENSE].map((status) => refusalOf({ needsLicense }, status))).toEqual(refusals)
})

test('a call with a feature needs it also while the product saves', () => {
  for (const status of [OPEN, CLOSING]) {
    const refusals = ['print', 'export'].map((feature) =>
      refusalOf({ needsLicense: 'until-closed', feature }, status),
    )
    expect(refusals).toEqual([undefined, 'refused, because the license does not have "export"'])
  }
})
