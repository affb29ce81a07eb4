/**
 * Named in the title of every test that draws, so that a failure can be run again: LATCHKEY_SEED=…
 */
export const SEED = Number(process.env['LATCHKEY_SEED'] ?? Date.now() % 2 ** 31)

/** LATCHKEY_LONG_TESTS=1: minutes instead of seconds, and the numbers that are promised. */
export const isLongRun = process.env['LATCHKEY_LONG_TESTS'] === '1'

export interface SeededRandom {
  /** From 0 up to, and not including, `end`. */
  below(end: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** Mulberry32: 32 bits of state, good enough to choose mutations. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
  return { below, pick: (items) => items[below(items.length)] ?? items[0] }
}
