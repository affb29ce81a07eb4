import { expect, test } from 'vitest'
import { shortAddress } from './addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['::FFFF:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['2001::5:6:7:8:9', '2001:0:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['', ''],
  ['unknown', ''],
  ['key: 1234', ''],
])('%s is stored as %s', (address, stored) => {
  expect(shortAddress(address)).toBe(stored)
})
