import { expect, test } from 'vitest'
import { plainJson, plainText } from './output.ts'

/** Escape, the one-character CSI of C1, delete, a line break, and a right-to-left override. */
const HOSTILE = 'a\u001b[2Jb\u009b31mc\u007fd\r\ne\u202ef'

test('nothing in a text can steer a terminal or begin a line', () => {
  expect(plainText(HOSTILE)).toBe('a [2Jb 31mc d e f')
})

test('JSON says the same, in characters that cannot either', () => {
  const json = plainJson({ note: HOSTILE, name: 'Zoë 🌿' })
  expect(JSON.parse(json)).toEqual({ note: HOSTILE, name: 'Zoë 🌿' })
  expect(json).not.toMatch(/[^\n\P{Cc}]|\u202e/u)
  expect(json).toContain('Zoë 🌿')
})
