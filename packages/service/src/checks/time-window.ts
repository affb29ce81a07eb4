/** How far `clienttime` may lie from the service's time, either way. */
export const TIME_WINDOW_SECONDS = 120

export const isInTime = (second: number, now: number): boolean =>
  Math.abs(second - now) <= TIME_WINDOW_SECONDS
