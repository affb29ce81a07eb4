import { expect, test } from 'vitest'
import { parseScript } from './parse.ts'
import { weaveChecks } from './weave-checks.ts'

function weave(text: string, inLoops = true): string {
  const parsed = parseScript(text)
  if (parsed.kind === 'rejected') throw new Error(parsed.message)
  return weaveChecks({ ...parsed, check: 'c', inLoops, prologue: 'P' })
}

test.each([
  ['a()', ';P;c();a()'],
  ['function f() { g() }', ';P;c();function f() {;c(); g() }'],
  ['x = () => { y }; z = () => y', ';P;c();x = () => {;c(); y }; z = () => y'],
  [
    'class A extends B { constructor() { super() } get b() { return 1 } }',
    /constructor\(\) \{;c\(\);.*get b\(\) \{;c\(\);/,
  ],
  ['for (;;) { f() }', ';P;c();for (;;) {;c(); f() }'],
  ['do { f() } while (a); while (b) f()', ';P;c();do {;c(); f() } while (a); while (b) f()'],
  ['for (const a of b) { for (const c of a) { d() } }', /of b\) \{;c\(\);.*of a\) \{;c\(\);/],
])('puts checks into %s', (source, woven) => {
  expect(weave(source)).toEqual(typeof woven === 'string' ? woven : expect.stringMatching(woven))
})

test('leaves the loops alone when it is told to', () => {
  expect(weave('function f() { for (;;) { g() } }', false)).toBe(
    ';P;c();function f() {;c(); for (;;) { g() } }',
  )
})

test('lets directives come first, and every line keep its number', () => {
  const source =
    "#!/usr/bin/env node\n// License\n'use strict'\nfunction f() {\n  'use strict'\n  return 1\n}"
  expect(weave(source).split('\n')).toEqual([
    '///usr/bin/env node',
    '// License',
    "'use strict';P;c();",
    'function f() {',
    "  'use strict';c();",
    '  return 1',
    '}',
  ])
})
