/** Unix time in whole seconds. */
export type Clock = () => number

export const systemClock: Clock = () => Math.floor(Date.now() / 1_000)
