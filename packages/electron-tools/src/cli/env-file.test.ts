import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { loadEnv } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { UnwritableSetting, withSettings } from './env-file.ts'

/** Reads the text of a `.env` file as a build does. */
function createReader(): (text: string) => Record<string, string> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-env-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return (text) => {
    writeFileSync(join(dir, '.env'), text)
    return loadEnv('production', dir, 'SETTING_')
  }
}

const HARD = ["'", '"', '`', '\\', '$', '#', '=', '{', '}', ' ', '\t', '\n', '\r', 'HOME', '\\n', 'ß', ':-']
const value = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...HARD), fc.string({ maxLength: 2, unit: 'binary' })))
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
)
/**
 * Texts that a `.env` file cannot express in any quotes: those with line breaks, or with single
 * quotes and backticks if double quotes occur in them or would change them.
 */
const INEXPRESSIBLE = /[\r\n\uD800-\uDFFF]|^(?=.*')(?=.*`)(?=.*(?:"|\\n))/su
const isLong = process.env['LATCHKEY_LONG_TESTS'] === '1'

test('a build reads every setting back as it was written, or the setting is refused', () => {
  const read = createReader()
  fc.assert(
    fc.property(value, value, value, (first, second, later) => {
      let text = '# Why\nSETTING_A=1\nOTHER=x\n'
      const written: Record<string, string> = {}
      for (const values of [{ SETTING_A: first, SETTING_B: second }, { SETTING_A: later }]) {
        try {
          text = withSettings(text, values)
          Object.assign(written, values)
        } catch (error) {
          if (!(error instanceof UnwritableSetting)) throw error
          expect(Object.values(values)).toContainEqual(expect.stringMatching(INEXPRESSIBLE))
        }
      }
      expect(read(text)).toEqual({ SETTING_A: '1', ...written })
      expect(text).toMatch(/^# Why\n/)
    }),
    { numRuns: isLong ? 20_000 : 500 },
  )
})

test.each([
  "o'brien",
  'a$HOME',
  '$a',
  '$' + '{HOME:-x}',
  '\\$HOME',
  'a#b',
  ' a ',
  '"',
  `it's "so"`,
  'a\\',
  '\\n',
])('a build reads %j back', (hard) => {
  expect(createReader()(withSettings('', { SETTING_A: hard }))).toEqual({ SETTING_A: hard })
})

test.each([
  ['a\nb', 'a line break'],
  [`'"\``, 'too many kinds of quotes'],
])('%j is refused, and the message does not have it', (hard, reason) => {
  const write = () => withSettings('', { SETTING_A: hard })
  expect(write).toThrow(UnwritableSetting)
  expect(write).toThrow(reason)
  expect(write).not.toThrow(hard)
})

test('refuses a file whose other lines change the value', () => {
  expect(() => withSettings("export SETTING_A='x'\n", { SETTING_A: 'b' })).not.toThrow()
  expect(() => withSettings("SETTING_A=x\nexport SETTING_A='x'\n", { SETTING_A: 'b' })).toThrow(
    'another line',
  )
  expect(() => withSettings("OTHER='open\n", { SETTING_A: "it's" })).toThrow('another line')
})

test('replaces settings and keeps all other lines', () => {
  const text = '# Why\nA=1\nB=\n# end\n'
  expect(withSettings(text, { B: 'a b', C: 'x' })).toBe("# Why\nA=1\nB='a b'\n# end\nC=x\n")
  expect(withSettings(withSettings(text, { A: 'two' }), { A: '' })).toBe('# Why\nA=\nB=\n# end\n')
})
