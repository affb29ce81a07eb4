import { expect, test } from 'vitest'
import { isAllowListEntry, isOnAllowList } from './allow-list.ts'

test.each([
  ['192.0.2.1', [], true],
  ['192.0.2.1', ['192.0.2.1'], true],
  ['192.0.2.2', ['192.0.2.1'], false],
  ['192.0.2.200', ['192.0.2.0/24'], true],
  ['192.0.3.1', ['192.0.2.0/24'], false],
  ['192.0.2.1', ['0.0.0.0/0'], true],
  ['::ffff:192.0.2.1', ['192.0.2.0/24'], true],
  ['::ffff:192.0.3.1', ['192.0.2.0/24'], false],
  ['2001:db8::1', ['2001:db8::/32'], true],
  ['2001:db9::1', ['2001:db8::/32'], false],
  ['2001:0db8:0:0::1', ['2001:db8::1'], true],
  ['2001:db8::1', ['192.0.2.0/24', '2001:db8::/32'], true],
  ['192.0.2.1', ['2001:db8::/32'], false],
  ['192.0.2.1', ['nonsense'], false],
  ['', ['0.0.0.0/0'], false],
  ['nonsense', ['0.0.0.0/0', '::/0'], false],
] as const)('%s on %j: %s', (address, allowList, isOn) => {
  expect(isOnAllowList(address, allowList)).toBe(isOn)
})

test.each([
  ['192.0.2.1', true],
  ['192.0.2.0/0', true],
  ['192.0.2.0/32', true],
  ['192.0.2.0/33', false],
  ['::1', true],
  ['2001:db8::/128', true],
  ['2001:db8::/129', false],
  ['192.0.2', false],
  ['192.0.2.0/', false],
  ['192.0.2.0/-1', false],
  ['192.0.2.0/2x', false],
  ['example.org', false],
  ['', false],
])('"%s" is an entry: %s', (text, isEntry) => {
  expect(isAllowListEntry(text)).toBe(isEntry)
})
