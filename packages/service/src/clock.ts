/** Unix time in whole seconds. */
export type Clock = () => number

/**
 * Seconds since some moment. Never set: it grows by one each second whatever happens to the time of
 * day.
 */
export type MonotonicClock = () => number

export const monotonicClock: MonotonicClock = () => performance.now() / 1_000

export const systemClock: Clock = () => Math.floor(Date.now() / 1_000)
