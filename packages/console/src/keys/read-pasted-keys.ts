/** The most keys that a paste selects: as many as one request of the API may name. */
const MOST_PASTED_KEYS = 5_000

const KEY_LENGTH = 32
/** Texts of this length without a space were probably meant to be a key. */
const LOOKS_LIKE_KEY = { shortest: 20, longest: 48 }
/** The most characters of a rejected text in the report: enough to find its place. */
const SHOWN_LENGTH = 60

/** Zero-width characters, soft hyphens and bidi marks, which mail programs and web pages insert. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const WORD = /[\p{L}\p{N}_]+/gu
const KEY = /^[a-zA-Z]{32}$/

/** Why a text of the paste is not a key. `no-key`: nothing in the line looks like one. */
export type NotAKey =
  | { readonly kind: 'too-short'; readonly letters: number }
  | { readonly kind: 'too-long'; readonly letters: number }
  | { readonly kind: 'wrong-character'; readonly character: string }
  | { readonly kind: 'no-key' }

/** A text of the paste that is not a key, and the number of its line, from 1. */
export interface RejectedText {
  readonly line: number
  readonly text: string
  readonly reason: NotAKey
}

/** The result of a paste. */
export interface PastedKeys {
  /** Each key once, in the order of the text; at most `MOST_PASTED_KEYS`. */
  readonly keys: readonly string[]
  /** How many keys were repeated. */
  readonly repeated: number
  /** How many different keys were left out, because there were too many. */
  readonly surplus: number
  readonly rejected: readonly RejectedText[]
}

/** Reads the license keys of a mail, a CSV file or a list, and what in it is not a key. */
export function readPastedKeys(text: string): PastedKeys {
  const found = new Set<string>()
  const rejected: RejectedText[] = []
  let occurrences = 0
  const lines = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .split(/\r\n?|\n/)
  for (const [index, line] of lines.entries()) {
    const words = line.match(WORD) ?? []
    const keys = words.filter((word) => KEY.test(word))
    const nearly = words.filter((word) => !KEY.test(word) && looksLikeKey(word))
    for (const key of keys) found.add(key)
    occurrences += keys.length
    for (const word of nearly) rejected.push({ line: index + 1, text: shown(word), reason: reasonOf(word) })
    if (keys.length + nearly.length === 0 && line.trim() !== '')
      rejected.push({ line: index + 1, text: shown(line.trim()), reason: { kind: 'no-key' } })
  }
  const keys = [...found].slice(0, MOST_PASTED_KEYS)
  return { keys, repeated: occurrences - found.size, surplus: found.size - keys.length, rejected }
}

const looksLikeKey = (word: string): boolean =>
  word.length >= LOOKS_LIKE_KEY.shortest && word.length <= LOOKS_LIKE_KEY.longest

function reasonOf(word: string): NotAKey {
  const character = /[^a-zA-Z]/u.exec(word)?.[0]
  if (character !== undefined) return { kind: 'wrong-character', character }
  return { kind: word.length < KEY_LENGTH ? 'too-short' : 'too-long', letters: word.length }
}

const shown = (text: string): string =>
  text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH - 1)}…` : text
