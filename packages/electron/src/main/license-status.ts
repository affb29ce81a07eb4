import type { Call } from '@latchkey/client/bridge'

/** What a call needs, as in its schema. */
interface Needed extends Pick<Call, 'needsLicense'> {
  readonly feature?: string | undefined
}

/** What calls depend on. */
export interface LicenseStatus {
  readonly isLicensed: () => boolean
  /** The license was lost, and the product is still saving. */
  readonly isClosing: () => boolean
  /** While the product is still saving, the license that was lost has its features. */
  readonly hasFeature: (name: string) => boolean
}

/** Before the license is known. */
export const NO_LICENSE: LicenseStatus = {
  isLicensed: () => false,
  isClosing: () => false,
  hasFeature: () => false,
}

/** Why a call is refused now, in both entries. Undefined: it is allowed. */
export function refusalOf(
  { needsLicense, feature }: Needed,
  { isLicensed, isClosing, hasFeature }: LicenseStatus,
): string | undefined {
  const isAllowed = !needsLicense || isLicensed() || (needsLicense === 'until-closed' && isClosing())
  if (!isAllowed) return 'refused, because the app is locked'
  // SECURITY: the features of the license, never what a page says about them.
  if (feature === undefined || hasFeature(feature)) return undefined
  return `refused, because the license does not have "${feature}"`
}
