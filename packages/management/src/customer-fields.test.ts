import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { CustomerName, readEmail } from './customer-fields.ts'

const LONG = 'a'.repeat(300)

test.each([
  ['ann@example.org', 'ann@example.org'],
  [' Ann.Lee+shop@Example.ORG\n', 'Ann.Lee+shop@Example.ORG'],
  ["o'neil{x}@mail.example.co.uk", "o'neil{x}@mail.example.co.uk"],
  ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@MÜNCHEN.example', 'info@xn--mnchen-3ya.example'],
  ['info@例え.テスト', 'info@xn--r8jz45g.xn--zckzah'],
  [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
])('%s is an address', (text, email) => {
  expect(readEmail(text)).toEqual({ email })
})

test.each([
  ['', 'no-address'],
  ['ann', 'no-address'],
  ['@example.org', 'no-address'],
  ['ann@', 'domain'],
  ['a b@example.org', 'no-address'],
  ['a@b@example.org', 'no-address'],
  ['.ann@example.org', 'no-address'],
  ['ann..lee@example.org', 'no-address'],
  ['"ann lee"@example.org', 'quoted'],
  ['ann(comment)@example.org', 'quoted'],
  ['Ann Lee <ann@example.org>', 'quoted'],
  ['ann@example.org, bob@example.org', 'quoted'],
  ['ann@[192.0.2.1]', 'quoted'],
  ['ann@example.org\r\nBcc: bob@example.org', 'line-break'],
  ['ann\n@example.org', 'line-break'],
  ['ann\u2028@example.org', 'line-break'],
  ['ann\0@example.org', 'line-break'],
  ['zoë@example.org', 'not-ascii'],
  [`${LONG}@example.org`, 'too-long'],
  [`ann@${LONG}.org`, 'too-long'],
  [`ann@${'ü.'.repeat(40)}org`, 'too-long'],
  ['ann@localhost', 'domain'],
  ['ann@192.0.2.1', 'domain'],
  ['ann@-example.org', 'domain'],
  ['ann@example..org', 'domain'],
  ['ann@exa%6Dple.org', 'domain'],
  ['ann@exämple/x.org', 'domain'],
])('%j is none: %s', (text, problem) => {
  expect(readEmail(text)).toEqual({ problem })
})

test('the name of a customer has no line break, and cannot add a header to a mail', () => {
  const name = CustomerName('')
  for (const text of ['', 'Ann Lee', 'Zoë "Z" <x>, Inc.', '李']) expect(Value.Check(name, text)).toBe(true)
  for (const text of ['a\r\nBcc: b', 'a\nb', 'a\u0000', 'a\u2028b', 'a\u0085', 'x'.repeat(201)]) {
    expect(Value.Check(name, text)).toBe(false)
  }
})
