import { expect, test } from 'vitest'
import { createScriptProcessing } from '../script-processing.ts'
import { newScript } from '../scripts.ts'

const DEPTH = 100_000
const LONG = process.env['LATCHKEY_LONG_TESTS'] === '1'
/**
 * These cases are enough for short runs: the others take the same ways through the parser and the
 * obfuscator.
 */
const IN_SHORT_RUNS = [
  'sets in regular expressions',
  'parentheses',
  'template literals',
  'texts in sums',
  'else if',
  'members',
  'patterns',
]
const nested = (open: string, inside: string, close: string, before = 'x = '): string =>
  before + open.repeat(DEPTH) + inside + close.repeat(DEPTH)

const SOURCES = {
  'regular expressions': nested('(', 'a', ')', '').replace(/^/, '/').concat('/'),
  'sets in regular expressions': nested('[', 'a', ']', '/').concat('/v'),
  'regular expressions in a call': nested('(?:', 'a', ')', 'f(/').concat('/)'),
  arrays: nested('[', '', ']'),
  objects: nested('{ a: ', '1', '}'),
  parentheses: nested('(', '1', ')'),
  blocks: nested('{', '', '}', ''),
  functions: nested('(function () {', '', '})()', ''),
  'arrow functions': nested('() => ', '1', ''),
  classes: nested('class { m() { return ', '1', '} }'),
  'template literals': nested('`${', '1', '}`'),
  sums: nested('1 + ', '1', ''),
  'texts in sums': nested("'text' + ", "''", ''),
  conditions: nested('a ? b : ', '1', ''),
  'else if': nested('if (a) b(); else ', 'c()', '', ''),
  negations: nested('!', '1', ''),
  members: nested('', 'a', '.b'),
  calls: nested('', 'a', '()'),
  patterns: nested('[', 'a', '] = []', 'var ').replace(/( = \[\])+$/, ' = 1'),
  assignments: nested('a = ', '1', ''),
  loops: nested('for (;;) ', ';', '', ''),
}

test.each(Object.entries(SOURCES).filter(([name]) => LONG || IN_SHORT_RUNS.includes(name)))(
  `%s, ${DEPTH} of them one in the other, are refused with the reason`,
  async (_, source) => {
    const processScript = createScriptProcessing({ beatSecretOf: () => 'secret' })
    const script = newScript('script', 'project', 'Main')
    const { signal } = new AbortController()
    const processed = await processScript({ source, script, signal }, async () => {})
    expect(processed).toEqual({
      kind: 'rejected',
      message: expect.stringMatching(
        /^(Line 1, column \d+: )?The source is nested too deeply to be processed\.$/,
      ),
    })
  },
)
