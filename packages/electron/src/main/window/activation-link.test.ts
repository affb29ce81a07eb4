import { expect, test } from 'vitest'
import { createActivationLinks, LINK_SCHEME, parseActivationLink } from './activation-link.ts'

const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF'

test.each([
  [`${LINK_SCHEME}://activate?key=${KEY}`, KEY],
  [`${LINK_SCHEME}://activate/?key=${KEY}&from=mail`, KEY],
  [`${LINK_SCHEME}://activate?key=%20${KEY}%0A`, KEY],
  [`${LINK_SCHEME}://forget?key=${KEY}`, undefined],
  [`${LINK_SCHEME}://activate/forget?key=${KEY}`, undefined],
  [`${LINK_SCHEME}://evil@activate.example?key=${KEY}`, undefined],
  [`${LINK_SCHEME}:activate?key=${KEY}`, undefined],
  [`${LINK_SCHEME}://activate?key=${KEY}&key=${KEY.toLowerCase()}`, undefined],
  [`${LINK_SCHEME}://activate?key=<img src=x onerror=alert(1)>`, undefined],
  [`${LINK_SCHEME}://activate?key=${KEY}%00`, undefined],
  [`https://activate?key=${KEY}`, undefined],
  [`${LINK_SCHEME}://activate?key=short`, undefined],
  [`${LINK_SCHEME}://activate`, undefined],
  ['--inspect', undefined],
  [`${LINK_SCHEME}://activate?key=${KEY}&x=${'x'.repeat(1_000)}`, undefined],
])('the key of %s is %s', (address, key) => {
  expect(parseActivationLink(address)).toBe(key)
})

test('returns the key of the last link once', () => {
  let arrivals = 0
  const links = createActivationLinks(() => {
    arrivals += 1
  })
  links.receive(['/usr/bin/latchkey', '--flag'])
  expect([arrivals, links.take()]).toEqual([0, null])
  links.receive(['/usr/bin/latchkey', `${LINK_SCHEME}://activate?key=${KEY}`])
  expect([arrivals, links.take(), links.take()]).toEqual([1, KEY, null])
})
