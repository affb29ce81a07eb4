/** The clocks of the computer. The user can set the wall clock, but not the monotonic clock. */
export interface Clock {
  /** Unix seconds with a fraction, from the computer's date. */
  wallSeconds(): number
  /** Milliseconds since a fixed moment. Never decreases; may stop while the computer sleeps. */
  monotonicMs(): number
}

/** Timers. */
export interface Schedule {
  /** Calls `callback` once after `delayMs`. Returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void
}
