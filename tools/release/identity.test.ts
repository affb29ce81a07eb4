import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rootDir } from '../set-up/places.js'
import { type AppIdentity, IDENTITY_FILES, slugOf, withSettings } from './identity.ts'

const IDENTITY: AppIdentity = {
  // A name that no app uses, so that the test also works after `npm run init`.
  name: 'Test & Söhne',
  description: 'A test of everything.',
  id: 'test.identity.desktop',
  linkScheme: 'test-identity',
  accent: '#7a3cfe',
  author: 'Ada',
  email: 'ada@harbour.example',
  homepage: 'https://harbour.example/',
}

test.each(Object.entries(IDENTITY_FILES))(
  '%s takes an identity, and applying it twice changes nothing',
  (path, apply) => {
    const before = readFileSync(join(rootDir, path), 'utf8')
    const once = apply(before, IDENTITY)
    expect(once).not.toBe(before)
    expect(apply(once, IDENTITY)).toBe(once)
  },
)

test.each([
  ['Harbour Pilot', 'harbour-pilot'],
  ['Größe 2!', 'grosse-2'],
  ['3D Müller', 'd-muller'],
  ['漢字', ''],
])('the slug of %s is %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('replaces settings and keeps all other lines', () => {
  const text = '# Why\nA=1\nB=\n# end\n'
  expect(withSettings(text, { B: 'a b', C: 'x' })).toBe("# Why\nA=1\nB='a b'\n# end\nC=x\n")
  expect(withSettings(withSettings(text, { A: 'two' }), { A: '' })).toBe('# Why\nA=\nB=\n# end\n')
})
