import { createSeededRandom } from '../../packages/client/src/license/testing/seeded-random.ts'

/** As many of them as are asked for, drawn by the seed, in their own order. */
export function choose<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const random = createSeededRandom(seed)
  const left = items.map((_, index) => index)
  const drawn = new Set<number>()
  while (drawn.size < Math.min(count, items.length)) {
    for (const index of left.splice(random.below(left.length), 1)) drawn.add(index)
  }
  return items.filter((_, index) => drawn.has(index))
}
