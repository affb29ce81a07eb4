/** What a key opens, and for which versions of an app. */
export interface Terms {
  /** The features of the key, a `featureList`. Those of its project are added. */
  readonly features: readonly string[]
  /** Unix seconds; `NEVER`: for every version. Versions that were built later are not covered. */
  readonly updatesUntil: number
  /** After its end the key still opens versions that were built before. */
  readonly perpetual: boolean
}

/**
 * Whether a license is perpetual. A trial ends, even if a change of many keys has made it
 * perpetual.
 */
export const isPerpetual = (key: { readonly perpetual: boolean; readonly trial: boolean }): boolean =>
  key.perpetual && !key.trial

/** Sorts names and removes repeated ones, as they are stored and sent. */
export const featureList = (names: readonly string[] = []): readonly string[] => [...new Set(names)].sort()
