import { type LicenseFields, NEVER } from '@latchkey/protocol'
import { featureList, isPerpetual, type Terms } from '../core/license/terms.ts'

const DEFAULT_TERMS = {}

/** What a device with a valid license learns of its terms. Empty with the default ones. */
export function termFields(
  user: Terms & { readonly authExpire: number; readonly trial: boolean },
  project: Pick<Terms, 'features'>,
): Pick<LicenseFields, 'features' | 'updatesUntil' | 'isPerpetual'> {
  const hasFeatures = project.features.length + user.features.length > 0
  // Nearly every check: nothing is allocated.
  if (!hasFeatures && user.updatesUntil === NEVER && !user.perpetual) return DEFAULT_TERMS
  const perpetual = isPerpetual(user)
  const features = featureList([...project.features, ...user.features])
  // The end of a perpetual key is the end of its updates. 0: its days have not begun.
  const ends = [user.updatesUntil, perpetual ? user.authExpire : NEVER].filter((end) => end > 0)
  return {
    ...(hasFeatures && { features }),
    ...(ends.length > 0 && { updatesUntil: Math.min(...ends) }),
    ...(perpetual && { isPerpetual: true }),
  }
}
