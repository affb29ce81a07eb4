import { DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE } from '@latchkey/management'
import type { Page } from '../storage/storage.ts'

/** The part of a list that a request asks for. `until` is excluded; a page that ends before it begins is empty. */
export function pageOf({ from = 0, until }: { from?: number | undefined; until?: number | undefined }): Page {
  return { from, until: Math.min(until ?? from + DEFAULT_PAGE_SIZE, from + LARGEST_PAGE_SIZE) }
}
