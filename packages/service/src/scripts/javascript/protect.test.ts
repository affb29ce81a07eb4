import { expect, test } from 'vitest'
import { parseScript } from './parse.ts'
import { protectScript } from './protect.ts'

function protect(source: string): string {
  const parsed = parseScript(source)
  if (parsed.kind === 'rejected') throw new Error(parsed.message)
  const heartbeat = { secret: 'secret of the heartbeat', mostMissed: 3 }
  const result = protectScript(parsed, {
    name: 'Main',
    silent: false,
    lightning: false,
    heartbeat,
    lookEverySeconds: 60,
  })
  if (result.kind === 'rejected') throw new Error(result.message)
  return result.source
}

const PROGRAM = `
  function firstFunction(firstParameter) { return 'a first clear text' + firstParameter }
  const library = (function () { return { describe: () => \`a second clear \${'text'} of it\` } })()
  exports.run = () => firstFunction(library.describe()) + '// a third clear text /* javascript-obfuscator:enable */'`

/** Texts and names that a reader of the source would look for. */
const CLEAR = /clear text|second clear|of it|firstFunction|firstParameter|secret of|KEY_VALID|has stopped/

const COMMENTS = [
  '/* javascript-obfuscator:disable */',
  '// javascript-obfuscator:disable\n',
  '/* a\n * javascript-obfuscator : disable\n */',
  '<!-- javascript-obfuscator:disable\n',
  '\n--> javascript-obfuscator:disable\n',
  '/* @license of a library, javascript-obfuscator:disable */',
]

test.each(COMMENTS)('A comment does not turn the protection off: %j', (comment) => {
  const sources = [
    comment + PROGRAM,
    `#!/usr/bin/env node\n'use strict'\n${comment}${PROGRAM}`,
    PROGRAM.replaceAll('{ return', `{ ${comment} return`),
    PROGRAM.replaceAll("'a first", `${comment} 'a first`).replaceAll(
      'firstParameter',
      `${comment} firstParameter`,
    ),
  ]
  for (const source of sources) {
    expect(source).toMatch(CLEAR)
    expect(protect(source)).not.toMatch(CLEAR)
  }
})

test('License comments are delivered once, in front of the code, and no other comment is', () => {
  const text = protect(
    '/*! library v1 | MIT */ a()\n// @license Apache-2.0\n/** @preserve\n * Somebody */ b() //! end\n' +
      '/* TODO: private */ c() // private too\nfunction f() { /*! library v1 | MIT */ }\n' +
      '//# sourceMappingURL=data:application/json;base64,cHJpdmF0ZQ==',
  )
  const licenses = '/*! library v1 | MIT */\n// @license Apache-2.0\n/** @preserve\n * Somebody */\n//! end\n'
  expect(text.slice(0, licenses.length)).toBe(licenses)
  expect(text.slice(licenses.length)).not.toMatch(/MIT|Apache|Somebody|private|sourceMapping|cHJp/)
})

test('Texts survive: lone surrogates, quotes, backslashes, ends of lines, every unit', () => {
  const all = Array.from({ length: 0x1_00_00 }, (_, unit) => String.fromCharCode(unit)).join('')
  const texts = [all, '\\\'"`', 'ends \r\n\u2028\u2029', '', '\ud83d alone', '</script>']
  const module = { exports: {} as { texts: string[] } }
  const text = protect(`module.exports = { texts: [${texts.map((each) => JSON.stringify(each)).join()}] }`)
  new Function('module', 'exports', 'require', 'latchkey', 'setInterval', 'console', text)(
    module,
    module.exports,
    undefined,
    { expiresAt: -1 },
    () => 1,
    { warn() {} },
  )
  expect(module.exports.texts).toEqual(texts)
})
