import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.each([
  [
    'leaves ordinary text alone',
    'Your key is banned: abuse (2 days).',
    'Your key is banned: abuse (2 days).',
  ],
  ['leaves markup alone, it is shown as text', '<b onclick=x>a</b>', '<b onclick=x>a</b>'],
  ['leaves other scripts alone', 'مرحبا 世界 नमस्ते', 'مرحبا 世界 नमस्ते'],
  ['keeps the joiners that scripts and emoji need', 'می\u200cخواهم 👩\u200d🚀', 'می\u200cخواهم 👩\u200d🚀'],
  ['makes lines and tabs spaces', ' a\r\n\tb\u2028c\u00a0d ', 'a b c d'],
  ['removes control characters', 'a\u0000b\u001b[31mc\u0085d\u007fe', 'ab[31mc de'],
  ['removes what turns the reading direction', 'a\u202egnp.exe\u2066b\u200f\u061c', 'agnp.exeb'],
  ['removes what is invisible', 'a\u200b\ufeffb\u00adc\u{e0041}', 'abc'],
  ['replaces half a character', 'a\ud800b', 'a\ufffdb'],
  ['thins out a pile of accents', `a${'\u0301'.repeat(50)}b`, `a${'\u0301'.repeat(4)}b`],
  ['leaves nothing of nothing', '\u0000\u202e  ', ''],
])('%s', (_name, given, expected) => {
  expect(cleanText(given, 300)).toBe(expected)
})

test('cuts at whole characters, with a sign that something is missing', () => {
  expect(cleanText('🔑'.repeat(20), 10)).toBe(`${'🔑'.repeat(9)}…`)
  expect(cleanText('🔑'.repeat(10), 10)).toBe('🔑'.repeat(10))
})

test('handles a megabyte without work to match', () => {
  expect(cleanText('x'.repeat(1_000_000), 300)).toHaveLength(300)
})
