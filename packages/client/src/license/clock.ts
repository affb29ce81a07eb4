/** Both clocks of the computer. The wall clock can be set by anyone; the monotonic one only runs. */
export interface Clock {
  /** Unix seconds, with a fraction, as the computer's date says. */
  wallSeconds(): number
  /** Milliseconds since some fixed moment. Never goes back; may stand still while the computer sleeps. */
  monotonicMs(): number
}

export interface Schedule {
  /** Calls back once, later. Returns the function that prevents it. */
  after(delayMs: number, callback: () => void): () => void
}
