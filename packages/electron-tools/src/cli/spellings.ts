import { API_KEY_PREFIX } from '@latchkey/protocol'

/** Encodings of a text that bundlers, obfuscators or mistakes may produce. */
export function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const codes = [...bytes]
  const hex = bytes.toString('hex')
  return [
    text,
    [...text].reverse().join(''),
    hex,
    hex.toUpperCase(),
    codes.map((code) => `\\x${code.toString(16).padStart(2, '0')}`).join(''),
    codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join(''),
    ...base64Spellings(bytes),
    encodeURIComponent(text),
    bytes.toString('utf8').split('').join('\0'),
  ]
}

/**
 * Inside a longer text, base64 encodes a text in three ways, depending on its position modulo 3.
 * Returns only the characters that do not depend on the text before and after.
 */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    const first = shift === 0 ? 0 : shift + 1
    const last = (bytes.length + shift) % 3 === 0 ? encoded.length : encoded.length - 1
    return encoded.slice(first, last)
  })
}

/** Whether `content` contains a text: plain, encoded, or as a list of character codes. */
export function holds(content: string, text: string): boolean {
  if (spellingsOf(text).some((spelling) => content.includes(spelling))) return true
  return codeLists(content).some((list) => list.includes(text) || list.includes([...text].reverse().join('')))
}

const API_KEY = new RegExp(`${API_KEY_PREFIX}[\\w-]{43}`)
/** The plain prefix is left out: it may be part of another name, such as a localStorage key. */
const ENCODED_PREFIXES = spellingsOf(API_KEY_PREFIX).filter((spelling) => spelling !== API_KEY_PREFIX)

/** Whether `content` contains an API key of the license service in any encoding. */
export function holdsApiKey(content: string): boolean {
  return (
    API_KEY.test(content) ||
    ENCODED_PREFIXES.some((prefix) => content.includes(prefix)) ||
    codeLists(content).some((list) => API_KEY.test(list) || API_KEY.test([...list].reverse().join('')))
  )
}

/** Decodes the lists of numbers in a source as character codes. */
function codeLists(content: string): string[] {
  return [
    ...content.matchAll(/(?:0x[0-9a-fA-F]{1,4}|\d{1,5})(?:[\s,n]+(?:0x[0-9a-fA-F]{1,4}|\d{1,5})){7,}/g),
  ].map(([list]) =>
    list
      .split(/[\s,n]+/)
      .map((code) => String.fromCharCode(Number(code)))
      .join(''),
  )
}
