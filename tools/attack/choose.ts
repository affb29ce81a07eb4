import { createSeededRandom } from '../../packages/client/src/license/testing/seeded-random.ts'

/** Selects `count` random items by the seed. Keeps their order. */
export function choose<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  const random = createSeededRandom(seed)
  const remaining = items.map((_, index) => index)
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, items.length)) {
    for (const index of remaining.splice(random.below(remaining.length), 1)) chosen.add(index)
  }
  return items.filter((_, index) => chosen.has(index))
}
