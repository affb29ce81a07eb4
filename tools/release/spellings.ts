import { API_KEY_PREFIX } from '@latchkey/protocol'

/** The ways in which a bundler, an obfuscator or a mistake may write a text down. */
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

/** Base64 of a text has three forms, by where in a longer text it stands: only the letters that are its own. */
function base64Spellings(bytes: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    // Letters that also hold bits of what stands before or after it tell nothing.
    const first = shift === 0 ? 0 : shift + 1
    const last = (bytes.length + shift) % 3 === 0 ? encoded.length : encoded.length - 1
    return encoded.slice(first, last)
  })
}

/** Whether a text stands in `content`: as it is, encoded, or as a list of character codes, decimal or hexadecimal. */
export function holds(content: string, text: string): boolean {
  if (spellingsOf(text).some((spelling) => content.includes(spelling))) return true
  return codeLists(content).some((list) => list.includes(text) || list.includes([...text].reverse().join('')))
}

const API_KEY = new RegExp(`${API_KEY_PREFIX}[\\w-]{43}`)
/** The plain prefix alone may be the name of something else, such as an entry in a page's storage. */
const ENCODED_PREFIXES = spellingsOf(API_KEY_PREFIX).filter((spelling) => spelling !== API_KEY_PREFIX)

/** Whether an API key of the license service stands in `content`, in any of the spellings. */
export function holdsApiKey(content: string): boolean {
  return (
    API_KEY.test(content) ||
    ENCODED_PREFIXES.some((prefix) => content.includes(prefix)) ||
    codeLists(content).some((list) => API_KEY.test(list) || API_KEY.test([...list].reverse().join('')))
  )
}

/** What the lists of numbers in a source say when they are read as character codes. */
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
