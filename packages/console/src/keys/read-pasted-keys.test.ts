import { expect, test } from 'vitest'
import { readPastedKeys } from './read-pasted-keys.ts'

const A = 'A'.repeat(32)
const B = 'b'.repeat(32)
/** The nth of different keys. */
const nth = (n: number): string =>
  [...n.toString().padStart(32, '0')].map((digit) => 'abcdefghij'[Number(digit)]).join('')

test('reads each key of a mail once, whatever stands around it', () => {
  const mail = `Hello,\r\n\r\n> my key <${A}> does not work, "${B}" neither.\r\n${A}\u200b\r\n-- \r\nAda`
  expect(readPastedKeys(mail)).toEqual({
    keys: [A, B],
    repeated: 1,
    surplus: 0,
    rejected: [
      { line: 1, text: 'Hello,', reason: { kind: 'no-key' } },
      { line: 5, text: '--', reason: { kind: 'no-key' } },
      { line: 6, text: 'Ada', reason: { kind: 'no-key' } },
    ],
  })
})

test('says of each text that was nearly a key what is wrong with it', () => {
  const csv = `user_key,note\n${A.slice(1)},x\n${A}A,y\n${B.slice(1)}0;z\n${A};${B.slice(2)}`
  expect(readPastedKeys(csv).rejected).toEqual([
    { line: 1, text: 'user_key,note', reason: { kind: 'no-key' } },
    { line: 2, text: A.slice(1), reason: { kind: 'too-short', letters: 31 } },
    { line: 3, text: `${A}A`, reason: { kind: 'too-long', letters: 33 } },
    { line: 4, text: `${B.slice(1)}0`, reason: { kind: 'wrong-character', character: '0' } },
    { line: 5, text: B.slice(2), reason: { kind: 'too-short', letters: 30 } },
  ])
})

test('takes 5,000 keys and counts those beyond, and cuts a line that is a page', () => {
  const keys = Array.from({ length: 5_003 }, (_, n) => nth(n))
  const pasted = readPastedKeys(`${keys.join('\n')}\n${'word '.repeat(5_000)}`)
  expect(pasted.keys).toEqual(keys.slice(0, 5_000))
  expect(pasted.surplus).toBe(3)
  expect(pasted.rejected.map(({ line, text }) => [line, text.length])).toEqual([[5_004, 60]])
})
