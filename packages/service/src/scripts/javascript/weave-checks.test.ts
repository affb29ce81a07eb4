import { expect, test } from 'vitest'
import { parseScript } from './parse.ts'
import { weaveChecks } from './weave-checks.ts'

function weave(text: string, inLoops = true): string {
  const parsed = parseScript(text)
  if (parsed.kind === 'rejected') throw new Error(parsed.message)
  return weaveChecks({ ...parsed, check: 'c', inLoops })
}

test.each([
  ['a()', ';c();a()'],
  ['function f() { g() }', ';c();function f() {;c(); g() }'],
  ['x = () => { y }; z = () => y', ';c();x = () => {;c(); y }; z = () => y'],
  [
    'class A extends B { constructor() { super() } get b() { return 1 } }',
    /constructor\(\) \{;c\(\);.*get b\(\) \{;c\(\);/,
  ],
  ['for (;;) { f() }', ';c();for (;;) {;c(); f() }'],
  ['do { f() } while (a); while (b) f()', ';c();do {;c(); f() } while (a); while (b) f()'],
  ['for (const a of b) { for (const c of a) { d() } }', /of b\) \{;c\(\);.*of a\) \{;c\(\);/],
])('puts checks into %s', (source, woven) => {
  expect(weave(source)).toEqual(typeof woven === 'string' ? woven : expect.stringMatching(woven))
})

test('leaves the loops alone when it is told to', () => {
  expect(weave('function f() { for (;;) { g() } }', false)).toBe(
    ';c();function f() {;c(); for (;;) { g() } }',
  )
})

test.each([
  ['a /* javascript-obfuscator:disable */ = 1 // to the end', ';c();a   = 1  '],
  ['return /* over\ntwo lines */ b', ';c();return \n b'],
  ["x = '/* text */'; y = `// text`", ";c();x = '/* text */'; y = `// text`"],
  ['y = tag`/* text */$' + '{z /* code */}`', ';c();y = tag`/* text */$' + '{z  }`'],
  ['x = /\\/\\*/; <!-- old\n--> older', ';c();x = /\\/\\*/;  \n '],
])('leaves comments out of %s, and nothing else', (source, woven) => {
  expect(weave(source)).toBe(woven)
})

test.each([
  [
    'x = `a $' + '{b, c} $' + '{`$' + '{d}`}`',
    'x = `a $' + "{''.concat((b, c))} $" + "{''.concat((`$" + "{''.concat((d))}`))}`",
  ],
  ['x = { __proto__, y }; ({ __proto__ } = x)', "x = { ['__proto__']:__proto__, y }; ({ __proto__ } = x)"],
])('writes differently what the obfuscator would misunderstand: %s', (source, woven) => {
  expect(weave(source)).toBe(`;c();${woven}`)
})

test('lets directives come first, and every line keep its number', () => {
  const source =
    "#!/usr/bin/env node\n// License\n'use strict'\nfunction f() {\n  'use strict'\n  return 1\n}"
  expect(weave(source).split('\n')).toEqual([
    ' ',
    ' ',
    "'use strict';c();",
    'function f() {',
    "  'use strict';c();",
    '  return 1',
    '}',
  ])
})
