import { expect, test } from 'vitest'
import {
  classifyEntry,
  cleanEntry,
  findLicenseKeys,
  MAX_ENTRY_LENGTH,
  MAX_OTHER_LENGTH,
} from './find-license-key.ts'

const KEY = 'kJdLwPqAzXmNbVcRtYuIoPaSdFgHjKlQ'
const OTHER = 'QwErTyUiOpAsDfGhJkLzXcVbNmQwErTy'
const LOWER = 'abzdyfghixklmnopqrstuvwxyzbacdef'
const inGroups = (size: number, sign: string, key = KEY) =>
  (key.match(new RegExp(`.{1,${size}}`, 'g')) ?? []).join(sign)

/** Clipboard contents seen in practice: [description, text, keys in the text]. */
const CLIPBOARDS: readonly [string, string, readonly string[]][] = [
  ['the key alone', KEY, [KEY]],
  ['a line break behind it', `${KEY}\r\n`, [KEY]],
  ['spaces around it', `   ${KEY}  `, [KEY]],
  ['tabs from a spreadsheet', `Ada\t${KEY}\t2026-11-21`, [KEY]],
  ['a no-break space in front', `\u00a0${KEY}`, [KEY]],
  ['straight quotes', `"${KEY}"`, [KEY]],
  ['curly quotes', `“${KEY}”`, [KEY]],
  ['German quotes', `„${KEY}“`, [KEY]],
  ['Markdown code', `\`${KEY}\``, [KEY]],
  ['bold chat text', `**${KEY}**`, [KEY]],
  ['brackets', `(${KEY})`, [KEY]],
  ['a full stop behind it', `Your key is ${KEY}.`, [KEY]],
  ['dashes between fours', inGroups(4, '-'), [KEY]],
  ['dashes between eights', inGroups(8, '-'), [KEY]],
  ['long dashes from a word processor', inGroups(8, ' – '), [KEY]],
  ['spaces between fours', inGroups(4, ' '), [KEY]],
  ['spaces between fives, two left over', inGroups(5, ' '), [KEY]],
  ['dots between eights', inGroups(8, '.'), [KEY]],
  ['underscores between eights', inGroups(8, '_'), [KEY]],
  ['fours in a sentence', `Your key: ${inGroups(4, '-')} (one device)`, [KEY]],
  ['small letters with dashes', inGroups(8, '-', LOWER), [LOWER]],
  ['small letters alone', LOWER, [LOWER]],
  ['broken over two lines', `${KEY.slice(0, 20)}\n${KEY.slice(20)}`, [KEY]],
  ['broken over three lines', `${KEY.slice(0, 12)}\r\n${KEY.slice(12, 24)}\r\n${KEY.slice(24)}`, [KEY]],
  ['broken with the line end of an old Mac', `${KEY.slice(0, 20)}\r${KEY.slice(20)}`, [KEY]],
  ['broken with a line separator from a slide', `${KEY.slice(0, 16)}\u2028${KEY.slice(16)}`, [KEY]],
  ['broken in a quoted reply', `> Key:\n> ${KEY.slice(0, 25)}\n> ${KEY.slice(25)}\n`, [KEY]],
  ['broken by quoted-printable', `Key: ${KEY.slice(0, 28)}=\r\n${KEY.slice(28)}\r\n`, [KEY]],
  ['broken with a hyphen', `${KEY.slice(0, 16)}-\n${KEY.slice(16)}`, [KEY]],
  ['a signed raw e-mail', `Your key:=20\r\n\r\n${KEY.slice(0, 9)}=\r\n${KEY.slice(9)}=20\r\n`, [KEY]],
  ['single letters with spaces', inGroups(1, ' '), [KEY]],
  ['soft hyphens from a web page', inGroups(8, '\u00ad'), [KEY]],
  ['zero-width spaces', `\ufeff${inGroups(4, '\u200b')}`, [KEY]],
  [
    'full-width letters',
    KEY.replace(/./g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
    [KEY],
  ],
  ['a Hebrew message, with marks of direction', `מפתח הרישיון: \u2066${KEY}\u2069\u200f.`, [KEY]],
  ['an Arabic message, with a mark between the groups', `\u202b${inGroups(8, '\u061c-')}\u202c`, [KEY]],
  ['a Japanese message, with its brackets', `ライセンスキー「${KEY}」`, [KEY]],
  ['an activation link', `latchkey://activate?key=${KEY}`, [KEY]],
  [
    'a link with a path and a query after the key',
    `https://shop.example/k/${KEY}/open?from=mail&id=93`,
    [KEY],
  ],
  ['HTML source', `<td style="font-family:monospace">${KEY}</td>`, [KEY]],
  ['HTML source with entities', `<p>Key:&nbsp;${KEY}&nbsp;&ndash; one device</p>`, [KEY]],
  ['a line of CSV', `"Ada","${KEY}","one device"\r\n`, [KEY]],
  ['an environment file', `APP_LICENSE_KEY=${KEY}\n`, [KEY]],
  ['text recognised in a photo', `LICENSE KEY\n${inGroups(16, '\n')}\nThank you!`, [KEY]],
  ['JSON', `{"success":true,"user_key":"${KEY}"}`, [KEY]],
  [
    'an e-mail',
    `Hi Ada,\n\nthank you for buying Latchkey (order 2026-11-4711).\n\nYour license key:\n\n    ${KEY}\n\nIt works on one device. Questions? Just reply.\n-- \nThe Latchkey team\nhttps://latchkey.example`,
    [KEY],
  ],
  [
    'a receipt',
    `Receipt no. 0098-2231\n1 x Latchkey license  EUR 29.00\nVAT 19 %              EUR  4.63\nKey  ${inGroups(8, ' ')}\nPaid with card **** 4242`,
    [KEY],
  ],
  ['a chat message', `[14:02] Sam: here you go → ${KEY} 🎉 have fun`, [KEY]],
  ['two keys', `Home: ${KEY}\nOffice: ${OTHER}\n`, [KEY, OTHER]],
  ['the same key twice', `${KEY}\n\nAgain, for your records: ${KEY}`, [KEY]],
  ['a SHA-1 beside the key', `sha1 356a192b7913b04c54574d18c28d46e6395428ab, key ${KEY}`, [KEY]],
  ['nothing', '', []],
  ['blanks and line breaks alone', ' \r\n\t\u00a0\n', []],
  ['an emoji', '🔑', []],
  ['a path to a picture', 'file:///home/ada/Pictures/Screenshot%20of%20the%20key.png', []],
  ['an order number', 'LK-2026-004711-0098', []],
  ['a UUID', '3f2504e0-4f89-11d3-9a0c-0305e82c3301', []],
  ['half a key', KEY.slice(0, 20), []],
  ['a key with one letter too many', `${KEY}x`, []],
  ['a key with a digit', `${KEY.slice(0, 31)}0`, []],
  ['a key with an umlaut', `${KEY.slice(0, 31)}ä`, []],
  ['words of eight letters', 'Remember question vacation hospital', []],
  ['long words on two lines', 'internationalizations\nnetworkings', []],
  [
    'a paragraph',
    'Please find attached the invoice for last month. We look forward to seeing you again soon.',
    [],
  ],
]

test.each(CLIPBOARDS)('finds the keys in %s', (_what, text, keys) => {
  expect(findLicenseKeys(text)).toEqual(keys)
})

test('the field contains exactly the key of every clipboard with one key', () => {
  for (const [what, text, keys] of CLIPBOARDS) {
    if (keys.length === 1) expect(cleanEntry(text), what).toBe(keys[0])
  }
})

test('separators are removed from typed text, and invalid characters stay visible', () => {
  expect(cleanEntry('kJdL-wPqA "zXmN ')).toBe('kJdLwPqAzXmN')
  expect(cleanEntry('kJd0')).toBe('kJd0')
})

test('the text in the field has a maximum length', () => {
  expect(cleanEntry('no key '.repeat(50_000))).toHaveLength(MAX_ENTRY_LENGTH)
})

test.each([
  ['', { kind: 'empty' }],
  ['kJdLwPqAzXmN', { kind: 'incomplete', letters: 12 }],
  [KEY, { kind: 'complete' }],
  [`${KEY}ab`, { kind: 'too-long', letters: 34 }],
  ['kJd0L?', { kind: 'invalid-character', letters: 4, character: '0', index: 3 }],
  ['😀', { kind: 'invalid-character', letters: 0, character: '😀', index: 0 }],
])('classifies %j', (text, entry) => {
  expect(classifyEntry(text)).toEqual(entry)
})

test('an app with other keys leaves them as they are typed, and still finds a whole license key', () => {
  const clean = (text: string) => cleanEntry(text, true)
  expect(clean('ABCD-1234.EFGH_56 ')).toBe('ABCD-1234.EFGH_56 ')
  expect(clean(inGroups(8, '.'))).toBe(inGroups(8, '.'))
  expect(clean('AB\u200bCD\r\n1234')).toBe('ABCD1234')
  expect(clean(`Your key is ${KEY}.`)).toBe(KEY)
  expect(clean('1234 '.repeat(50_000))).toHaveLength(MAX_OTHER_LENGTH)
  const kindOf = (text: string) => classifyEntry(text, true).kind
  expect(['', KEY, 'A', 'ABCD-1234'].map(kindOf)).toEqual(['empty', 'complete', 'other', 'other'])
})
