/** A license key is this many letters of A to Z and a to z. Source: interface, "Limits". */
export const KEY_LENGTH = 32

/** No e-mail with a key is longer; looking further would only make the window wait. */
const LONGEST_TEXT = 100_000
/** Far more than a key, so that what is wrong with it can be seen, and little enough to be drawn. */
export const LONGEST_ENTRY = 2 * KEY_LENGTH

/** Zero-width and soft characters, and marks of direction, that mail programs and web pages leave between letters. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
/** What a raw e-mail puts where it breaks a line. */
const QUOTED_PRINTABLE_BREAK = /=\r?\n/g
/** How a line ends besides `\n`. */
const OTHER_LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** What stands between a key's groups and around it, and never means anything. */
const SEPARATORS = /[\s\p{Pd}\p{Quotation_Mark}`´._/|:;,()[\]{}<>*]/gu

const WHOLE_KEY = /(?<![\p{L}\p{N}_])[a-zA-Z]{32}(?![\p{L}\p{N}_])/gu
const TOKEN = /[\p{L}\p{N}]+/gu

const tidy = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .normalize('NFKC')
    .replace(QUOTED_PRINTABLE_BREAK, '')
    .replace(OTHER_LINE_END, '\n')
    .replace(INVISIBLE, '')

/**
 * The license keys in a text such as an e-mail, each once, in order.
 * A key that stands whole wins; only when there is none are groups and broken lines put together, because two
 * ordinary words can be 32 letters as well.
 */
export function findLicenseKeys(text: string): readonly string[] {
  const tidied = tidy(text)
  const whole = [...tidied.matchAll(WHOLE_KEY)].map(([key]) => key)
  const found = whole.length > 0 ? whole : findBrokenKeys(tidied)
  return [...new Set(found)]
}

interface Piece {
  readonly text: string
  /** What stands between this piece and the one before. */
  readonly gap: string
}

function findBrokenKeys(text: string): string[] {
  let end = 0
  const pieces: Piece[] = [...text.matchAll(TOKEN)].map((match) => {
    const gap = text.slice(end, match.index)
    end = match.index + match[0].length
    return { text: match[0], gap }
  })
  const keys: string[] = []
  for (let start = 0; start < pieces.length; ) {
    const run = brokenKeyAt(pieces, start)
    if (run.length > 0) keys.push(run.map((piece) => piece.text).join(''))
    start += run.length || 1
  }
  return keys
}

/** The pieces from `start` on that make one key of 32 letters; empty when they do not. */
function brokenKeyAt(pieces: readonly Piece[], start: number): readonly Piece[] {
  let length = 0
  for (let end = start; end < pieces.length; end += 1) {
    const piece = pieces[end]
    if (piece === undefined || !/^[a-zA-Z]+$/.test(piece.text)) return []
    length += piece.text.length
    if (length > KEY_LENGTH) return []
    if (length === KEY_LENGTH) {
      const run = pieces.slice(start, end + 1)
      return isInGroups(run) || isOverLines(run) ? run : []
    }
  }
  return []
}

/** Groups of one size, the last one perhaps shorter, with the same sign between all of them. */
function isInGroups(run: readonly Piece[]): boolean {
  const [first, ...rest] = run
  if (first === undefined || rest.length === 0) return false
  const last = rest.at(-1)
  const size = first.text.length
  const sameSize = rest.every(
    (piece) => piece.text.length === size || (piece === last && piece.text.length < size),
  )
  const gaps = new Set(rest.map((piece) => piece.gap.trim()))
  const gap = [...gaps][0] ?? ''
  if (!sameSize || gaps.size !== 1 || gap.length > 1) return false
  // Four words of eight letters are not a key, unless a sign joins them or no one would spell words like that.
  return gap !== '' || size === 1 || !run.every(isOrdinaryWord)
}

/** One piece a line, whatever a mail program put at the end of one and the start of the next. */
function isOverLines(run: readonly Piece[]): boolean {
  const [, ...rest] = run
  return rest.every(({ gap }) => /^[-\\]?\s*\n[\s>|]*$/.test(gap)) && !run.every(isOrdinaryWord)
}

const isOrdinaryWord = ({ text }: Piece): boolean => /^(?:[A-Z]?[a-z]+|[A-Z]{1,8})$/.test(text)

/** What the key field says about its text. */
export type Entry =
  | { readonly kind: 'empty' }
  | { readonly kind: 'incomplete'; readonly letters: number }
  | { readonly kind: 'complete' }
  | { readonly kind: 'surplus'; readonly letters: number }
  /** The first character that does not belong, and where in the text it stands. */
  | { readonly kind: 'foreign'; readonly letters: number; readonly character: string; readonly index: number }

export function judgeEntry(text: string): Entry {
  const letters = text.match(/[a-zA-Z]/g)?.length ?? 0
  const foreign = /[^a-zA-Z]/u.exec(text)
  if (foreign !== null) return { kind: 'foreign', letters, character: foreign[0], index: foreign.index }
  if (letters === 0) return { kind: 'empty' }
  if (letters < KEY_LENGTH) return { kind: 'incomplete', letters }
  return letters === KEY_LENGTH ? { kind: 'complete' } : { kind: 'surplus', letters }
}

/** The text that the field keeps of what was typed or dropped: the one key in it, or its letters without the signs between. */
export function cleanEntry(text: string): string {
  const [key] = findLicenseKeys(text)
  return key ?? tidy(text).replace(SEPARATORS, '').slice(0, LONGEST_ENTRY)
}
