/** LATCHKEY_LONG_TESTS=1 runs minutes instead of seconds, with the promised number of runs. */
export const isLongRun = process.env['LATCHKEY_LONG_TESTS'] === '1'

/**
 * Each long run has another seed. The title of every random test contains it, so that a failure can
 * be repeated with LATCHKEY_SEED.
 */
export const SEED = Number(process.env['LATCHKEY_SEED'] ?? (isLongRun ? Date.now() % 2 ** 31 : 20_261_122))

export interface SeededRandom {
  /** An integer from 0 to `end - 1`. */
  below(end: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** Mulberry32: 32 bits of state, good enough to select mutations. */
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
