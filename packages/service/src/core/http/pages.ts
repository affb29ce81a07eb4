import { refuse } from '../refusal.ts'

const DEFAULT_LIMIT = 100

/** Reads the page of a list whose cursor is the row of its last entry. */
export function pageOf({ limit = DEFAULT_LIMIT, cursor = '' }: { limit?: number; cursor?: string }) {
  if (!/^\d{0,15}$/.test(cursor)) return refuse('invalid-cursor')
  return {
    /** One more entry shows whether another page follows. */
    asked: { limit: limit + 1, before: cursor === '' ? undefined : Number(cursor) },
    cut<Entry extends { readonly row: number }>(found: readonly Entry[]) {
      const listed = found.slice(0, limit)
      return { listed, next_cursor: found.length > limit ? String(listed.at(-1)?.row ?? '') : '' }
    },
  }
}
