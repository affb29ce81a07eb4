import { type LicenseFields, NEVER } from '@latchkey/protocol'

/** What a key opens, and for which versions of an app. */
export interface Terms {
  /** Its own, a `featureList`. Those of its project come on top. */
  readonly features: readonly string[]
  /** Unix seconds; `NEVER`: for every version. The key is not for versions that were built later. */
  readonly updatesUntil: number
  /** The key goes on working after its end, for versions that were built before. */
  readonly perpetual: boolean
}

/** A trial does not outlive its days, also when a change of many keys has made it perpetual. */
export const isPerpetual = (key: { readonly perpetual: boolean; readonly trial: boolean }): boolean =>
  key.perpetual && !key.trial

/** Names as they are stored and sent: sorted, each once. */
export const featureList = (names: readonly string[] = []): readonly string[] => [...new Set(names)].sort()

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
