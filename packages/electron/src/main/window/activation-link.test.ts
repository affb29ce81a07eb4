import { expect, test } from 'vitest'
import { createActivationLinks, parseActivationLink } from './activation-link.ts'

const SCHEME = 'harbour'
const KEY = 'abcdefghijklmnopqrstuvwxyzABCDEF'

test.each([
  [`${SCHEME}://activate?key=${KEY}`, KEY],
  [`${SCHEME}://activate/?key=${KEY}&from=mail`, KEY],
  [`${SCHEME}://activate?key=%20${KEY}%0A`, KEY],
  [`${SCHEME}://forget?key=${KEY}`, undefined],
  [`${SCHEME}://activate/forget?key=${KEY}`, undefined],
  [`${SCHEME}://evil@activate.example?key=${KEY}`, undefined],
  [`${SCHEME}:activate?key=${KEY}`, undefined],
  [`${SCHEME}://activate?key=${KEY}&key=${KEY.toLowerCase()}`, undefined],
  [`${SCHEME}://activate?key=<img src=x onerror=alert(1)>`, undefined],
  [`${SCHEME}://activate?key=${KEY}%00`, undefined],
  [`https://activate?key=${KEY}`, undefined],
  [`${SCHEME}://activate?key=short`, undefined],
  [`${SCHEME}://activate`, undefined],
  ['--inspect', undefined],
  [`${SCHEME}://activate?key=${KEY}&x=${'x'.repeat(1_000)}`, undefined],
])('the key of %s is %s', (address, key) => {
  expect(parseActivationLink(address, SCHEME)).toBe(key)
})

test('returns the key of the last link once', () => {
  let arrivals = 0
  const links = createActivationLinks(() => {
    arrivals += 1
  })
  links.receive(['/usr/bin/harbour', '--flag'], SCHEME)
  expect([arrivals, links.take()]).toEqual([0, null])
  links.receive(['/usr/bin/harbour', `${SCHEME}://activate?key=${KEY}`], SCHEME)
  expect([arrivals, links.take(), links.take()]).toEqual([1, KEY, null])
})
