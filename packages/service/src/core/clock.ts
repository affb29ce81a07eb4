/** Unix time in whole seconds. */
export type Clock = () => number

/** Seconds since an arbitrary moment, which continue evenly when the time of day is set. */
export type MonotonicClock = () => number

export const monotonicClock: MonotonicClock = () => performance.now() / 1_000

export const systemClock: Clock = () => Math.floor(Date.now() / 1_000)
