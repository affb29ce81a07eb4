import { expect, test } from 'vitest'
import { isUserAgentAllowed } from './projects.ts'

test.each([
  ['Latchkey/1.0', ['Latchkey/1.0'], true],
  ['Latchkey/1.0.1', ['Latchkey/1.0'], false],
  ['Latchkey/1.0.1', ['Latchkey/*'], true],
  ['Latchkey', ['Latchkey/*'], false],
  ['latchkey/1.0', ['Latchkey/*'], false],
  ['Evil Latchkey/1.0', ['Latchkey/*'], false],
  ['Latchkey/1.0', ['Other', 'Latchkey/1.0'], true],
  ['Latchkey/1.0', [], false],
  ['', ['Latchkey/*'], false],
  ['anything', ['*'], true],
  ['a.c', ['a*c'], false],
])('"%s" among %j: %s', (userAgent, allowed, expected) => {
  expect(isUserAgentAllowed(userAgent, allowed)).toBe(expected)
})
