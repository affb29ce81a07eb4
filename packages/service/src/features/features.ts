import { type LicenseFields, NEVER } from '@latchkey/protocol'
import { isExpired } from '../core/license/key-expiry.ts'
import type { License } from '../core/license/license.ts'
import { featureList, isPerpetual, type Terms } from '../core/license/terms.ts'

const DEFAULT_TERMS = {}

/**
 * The second until which a license covers versions of the app; `Infinity`: all. Its end counts when
 * it has passed, and always for a perpetual one.
 */
export function coveredUntil(license: License, now: number): number {
  const isAtEnd = isPerpetual(license) || isExpired(license, now)
  const ends = [license.updatesUntil, isAtEnd ? license.authExpire : NEVER].filter((end) => end > 0)
  return Math.min(...ends)
}

/** The terms that a device with a valid license gets. Empty if they are the default ones. */
export function termFields(
  license: Terms & { readonly authExpire: number; readonly trial: boolean },
  project: Pick<Terms, 'features'>,
): Pick<LicenseFields, 'features' | 'updatesUntil' | 'isPerpetual'> {
  const hasFeatures = project.features.length + license.features.length > 0
  // Nearly every check ends here, so nothing is allocated.
  if (!hasFeatures && license.updatesUntil === NEVER && !license.perpetual) return DEFAULT_TERMS
  const perpetual = isPerpetual(license)
  const features = featureList([...project.features, ...license.features])
  // The end of a perpetual key is the end of its updates. 0: its days have not begun.
  const ends = [license.updatesUntil, perpetual ? license.authExpire : NEVER].filter((end) => end > 0)
  return {
    ...(hasFeatures && { features }),
    ...(ends.length > 0 && { updatesUntil: Math.min(...ends) }),
    ...(perpetual && { isPerpetual: true }),
  }
}
