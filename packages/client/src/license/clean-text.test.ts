import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  [
    'does not change ordinary text',
    'Your key is banned: abuse (2 days).',
    'Your key is banned: abuse (2 days).',
  ],
  ['does not escape markup, which is shown as text', '<b onclick=x>a</b>', '<b onclick=x>a</b>'],
  ['does not change other scripts', 'مرحبا 世界 नमस्ते', 'مرحبا 世界 नमस्ते'],
  ['keeps the joiners that scripts and emoji need', 'می\u200cخواهم 👩\u200d🚀', 'می\u200cخواهم 👩\u200d🚀'],
  ['replaces line breaks and tabs with spaces', ' a\r\n\tb\u2028c\u00a0d ', 'a b c d'],
  ['removes control characters', 'a\u0000b\u001b[31mc\u0085d\u007fe', 'ab[31mc de'],
  ['removes bidirectional controls', 'a\u202egnp.exe\u2066b\u200f\u061c', 'agnp.exeb'],
  ['removes invisible characters', 'a\u200b\ufeffb\u00adc\u{e0041}', 'abc'],
  ['replaces an unpaired surrogate', 'a\ud800b', 'a\ufffdb'],
  ['limits combining marks', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
  ['returns an empty text if every character is removed', '\u0000\u202e  ', ''],
])('%s', (_name, given, expected) => {
  expect(cleanText(given, 300)).toBe(expected)
})

test('cuts between characters and adds an ellipsis', () => {
  expect(cleanText('🔑'.repeat(20), 10)).toBe(`${'🔑'.repeat(9)}…`)
  expect(cleanText('🔑'.repeat(10), 10)).toBe('🔑'.repeat(10))
})

test('cuts a text of one megabyte', () => {
  expect(cleanText('x'.repeat(1_000_000), 300)).toHaveLength(300)
})
