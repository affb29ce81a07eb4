/** Unix time in whole seconds. */
export type Clock = () => number

/**
 * Seconds since an arbitrary moment. It grows by one each second, also when the time of day is
 * set.
 */
export type MonotonicClock = () => number

export const monotonicClock: MonotonicClock = () => performance.now() / 1_000

export const systemClock: Clock = () => Math.floor(Date.now() / 1_000)
