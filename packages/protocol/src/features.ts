/** How many features a key can have, and a project. */
export const MAX_FEATURES = 32
/** How many features a license can have: those of a key and of its project. */
export const MAX_FEATURES_OF_LICENSE = 2 * MAX_FEATURES

/** The name of a feature, as a regular expression. */
export const FEATURE_PATTERN = '^[a-z0-9-]{1,32}$'

const FEATURE = new RegExp(FEATURE_PATTERN)
/** Whether a value can be the name of a feature: 1 to 32 of `a` to `z`, `0` to `9` and `-`. */
export const isFeature = (value: unknown): value is string => typeof value === 'string' && FEATURE.test(value)
