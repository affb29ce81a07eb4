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
