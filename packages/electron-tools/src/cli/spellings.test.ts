import { API_KEY_PREFIX } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { holds, holdsApiKey } from './spellings.ts'

const SECRET = 'first-secret-Zq7-and-more'
const codes = [...SECRET].map((letter) => letter.charCodeAt(0))

test.each([
  ['as it is', `const a = "${SECRET}"`],
  ['reversed', [...SECRET].reverse().join('')],
  ['in hex', Buffer.from(SECRET).toString('hex')],
  ['in capital hex', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ['in base64', Buffer.from(SECRET).toString('base64')],
  ['in the middle of base64', Buffer.from(`{"a":"${SECRET}","b":1}`).toString('base64')],
  ['in base64, one byte further', Buffer.from(`{"aa":"${SECRET}","b":1}`).toString('base64')],
  ['in base64, two bytes further', Buffer.from(`{"aaa":"${SECRET}"}`).toString('base64')],
  ['as character codes', `String.fromCharCode(${codes.join(',')})`],
  ['as character codes among others', `[1, 2, ${codes.join(', ')}, 3]`],
  ['as hexadecimal codes', codes.map((code) => `0x${code.toString(16)}`).join(',')],
  ['as reversed codes', `[${codes.toReversed().join(',')}]`],
  ['as JavaScript escapes', codes.map((code) => `\\x${code.toString(16)}`).join('')],
  ['in UTF-16', Buffer.from(SECRET, 'utf16le').toString('latin1')],
])('finds a secret %s', (_how, content) => {
  expect(holds(content, SECRET)).toBe(true)
})

test('does not find a similar text', () => {
  expect(
    holds('const a = [102, 105, 114, 115, 116, 45, 115, 101, 99]; "first-secret-Zq8-and-more"', SECRET),
  ).toBe(false)
})

const API_KEY = API_KEY_PREFIX + 'aB3-_9Z'.repeat(7).slice(0, 43)

test.each([
  ['as it is', `{"authorization":"Bearer ${API_KEY}"}`],
  ['reversed', [...API_KEY].reverse().join('')],
  ['in hex', Buffer.from(API_KEY).toString('hex')],
  ['in the middle of base64', Buffer.from(`Bearer ${API_KEY}`).toString('base64')],
  ['as character codes', `[${[...Buffer.from(API_KEY)].join(', ')}]`],
])('finds an API key %s', (_how, content) => {
  expect(holdsApiKey(content)).toBe(true)
})

test('does not report a name that begins like an API key', () => {
  expect(holdsApiKey(`localStorage.getItem('${API_KEY_PREFIX}theme')`)).toBe(false)
})
