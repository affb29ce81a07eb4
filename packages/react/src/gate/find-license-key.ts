/** The number of letters (A to Z and a to z) of a license key. Source: interface, "Limits". */
export const KEY_LENGTH = 32

/** Longer than any e-mail with a key. Searching more text would block the window. */
const MAX_SEARCHED_LENGTH = 100_000
/** Longer than a key, so that the user can see a mistake, but short enough to render. */
export const MAX_ENTRY_LENGTH = 2 * KEY_LENGTH
/** Longer than any key of another form that the main process accepts. */
export const MAX_OTHER_LENGTH = 160

/** Zero-width characters, soft hyphens and bidi marks, which mail programs and web pages insert. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
/** A soft line break of quoted-printable e-mails. */
const QUOTED_PRINTABLE_BREAK = /=\r?\n/g
/** Line ends other than `\n`. */
const OTHER_LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Characters between the groups of a key or around it, which are never part of a key. */
const SEPARATORS = /[\s\p{Pd}\p{Quotation_Mark}`´._/|:;,()[\]{}<>*]/gu

const WHOLE_KEY = /(?<![\p{L}\p{N}_])[a-zA-Z]{32}(?![\p{L}\p{N}_])/gu
const TOKEN = /[\p{L}\p{N}]+/gu

const normalise = (text: string): string =>
  text
    .slice(0, MAX_SEARCHED_LENGTH)
    .normalize('NFKC')
    .replace(QUOTED_PRINTABLE_BREAK, '')
    .replace(OTHER_LINE_END, '\n')
    .replace(INVISIBLE, '')

/**
 * Finds the license keys in a text such as an e-mail. Returns each key once, in order. Groups and
 * broken lines are joined only if the text has no unbroken key, because ordinary words can also add
 * up to 32 letters.
 */
export function findLicenseKeys(text: string): readonly string[] {
  const whole = findWholeKeys(text)
  return whole.length > 0 ? whole : [...new Set(findBrokenKeys(normalise(text)))]
}

/** Finds unbroken keys alone: groups and broken lines may belong to a key of another form. */
export const findWholeKeys = (text: string): readonly string[] => [
  ...new Set([...normalise(text).matchAll(WHOLE_KEY)].map(([key]) => key)),
]

/** A sequence of letters and digits. */
interface Piece {
  readonly text: string
  /** The text between the previous piece and this one. */
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

/** The pieces from `start` on that form one key of 32 letters; empty if they do not. */
function brokenKeyAt(pieces: readonly Piece[], start: number): readonly Piece[] {
  let length = 0
  for (let end = start; end < pieces.length; end += 1) {
    const piece = pieces[end]
    if (piece === undefined || !/^[a-zA-Z]+$/.test(piece.text)) return []
    length += piece.text.length
    if (length > KEY_LENGTH) return []
    if (length === KEY_LENGTH) {
      const run = pieces.slice(start, end + 1)
      return isInGroups(run) || isOnePerLine(run) ? run : []
    }
  }
  return []
}

/** Groups of equal size (the last one may be shorter), separated by the same character. */
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
  // Four words of eight letters are not a key, unless a character joins them or their case is
  // unusual.
  return gap !== '' || size === 1 || !run.every(isOrdinaryWord)
}

/** One piece per line, with the hyphens and quote marks that mail programs add at line breaks. */
function isOnePerLine(run: readonly Piece[]): boolean {
  const [, ...rest] = run
  return rest.every(({ gap }) => /^[-\\]?\s*\n[\s>|]*$/.test(gap)) && !run.every(isOrdinaryWord)
}

const isOrdinaryWord = ({ text }: Piece): boolean => /^(?:[A-Z]?[a-z]+|[A-Z]{1,8})$/.test(text)

/** The state of the text in the key field. */
export type Entry =
  | { readonly kind: 'empty' }
  | { readonly kind: 'incomplete'; readonly letters: number }
  | { readonly kind: 'complete' }
  /** A key of another form, if the app takes those. */
  | { readonly kind: 'other' }
  | { readonly kind: 'too-long'; readonly letters: number }
  /** The first invalid character and its index in the text. */
  | {
      readonly kind: 'invalid-character'
      readonly letters: number
      readonly character: string
      readonly index: number
    }

export function classifyEntry(text: string, takesOtherKeys = false): Entry {
  if (takesOtherKeys && text !== '' && !/^[a-zA-Z]{32}$/.test(text)) return { kind: 'other' }
  const letters = text.match(/[a-zA-Z]/g)?.length ?? 0
  const invalid = /[^a-zA-Z]/u.exec(text)
  if (invalid !== null)
    return { kind: 'invalid-character', letters, character: invalid[0], index: invalid.index }
  if (letters === 0) return { kind: 'empty' }
  if (letters < KEY_LENGTH) return { kind: 'incomplete', letters }
  return letters === KEY_LENGTH ? { kind: 'complete' } : { kind: 'too-long', letters }
}

/**
 * The text that the field shows for typed or dropped text: its first key, or the text without
 * separators. A key of another form keeps them: the main process decides which belong to it.
 */
export function cleanEntry(text: string, takesOtherKeys = false): string {
  if (takesOtherKeys) {
    const [whole] = findWholeKeys(text)
    return whole ?? normalise(text).replaceAll('\n', '').slice(0, MAX_OTHER_LENGTH)
  }
  const [key] = findLicenseKeys(text)
  return key ?? normalise(text).replace(SEPARATORS, '').slice(0, MAX_ENTRY_LENGTH)
}
