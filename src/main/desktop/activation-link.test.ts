import { expect, test } from 'vitest'
import { createActivationLinks, parseActivationLink } from './activation-link.ts'

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF'

test.each([
  [`latchkey://activate?key=${KEY}`, KEY],
  [`latchkey://activate/?key=${KEY}&from=mail`, KEY],
  [`latchkey://activate?key=%20${KEY}%0A`, KEY],
  [`latchkey://forget?key=${KEY}`, undefined],
  [`https://activate?key=${KEY}`, undefined],
  ['latchkey://activate?key=short', undefined],
  ['latchkey://activate', undefined],
  ['--inspect', undefined],
  [`latchkey://activate?key=${KEY}&x=${'x'.repeat(1_000)}`, undefined],
])('%s carries %s', (address, key) => {
  expect(parseActivationLink(address)).toBe(key)
})

test('hands the key of the last link to one window, once', () => {
  let arrivals = 0
  const links = createActivationLinks(() => {
    arrivals += 1
  })
  links.receive(['/usr/bin/latchkey', '--flag'])
  expect([arrivals, links.take()]).toEqual([0, null])
  links.receive(['/usr/bin/latchkey', `latchkey://activate?key=${KEY}`])
  expect([arrivals, links.take(), links.take()]).toEqual([1, KEY, null])
})
