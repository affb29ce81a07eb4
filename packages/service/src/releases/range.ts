import type { IncomingHttpHeaders } from 'node:http'
import type { SignedRelease } from '@latchkey/protocol'

/** The bytes of a file that an answer has. `end` is the last one. */
export interface FileRange {
  readonly start: number
  readonly end: number
  /** The answer is a part of the file. */
  readonly isPart: boolean
}

/** A file never changes, so its hash names it. */
export const etagOf = ({ sha512 }: Pick<SignedRelease, 'sha512'>): string => `"${sha512.slice(0, 43)}"`

/**
 * Reads one range (RFC 9110, section 14.2). The whole file answers several ranges, another unit, and
 * an `If-Range` of another file.
 * @returns undefined if the file has no such bytes
 */
export function rangeOf(
  { range = '', 'if-range': ifRange }: IncomingHttpHeaders,
  file: Pick<SignedRelease, 'sha512' | 'size'>,
): FileRange | undefined {
  const last = file.size - 1
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? []
  const isOther = ifRange !== undefined && ifRange !== etagOf(file)
  if (isOther || (from === '' && to === '')) return { start: 0, end: last, isPart: false }
  const start = from === '' ? Math.max(0, file.size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? last : Math.min(Number(to), last)
  return start > end || (from === '' && Number(to) === 0) ? undefined : { start, end, isPart: true }
}
