import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { addScript, loadScript, runLoader, updateScript } from './testing/scripts.ts'

/**
 * Published packages, as npm installed them. When they are protected, they must work as documented.
 */

const require = createRequire(import.meta.url)

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ protectInThread: {} })
  key = await service.addLicense()
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterAll(() => service.stop())

/** The exports of a package, as its documentation describes them. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
type Exports = any

const PACKAGES: readonly (readonly [file: string, behaves: (exports: Exports) => void])[] = [
  [
    'ms',
    (ms) => {
      expect(
        ['2 days', '1d', '10h', '2.5 hrs', '1m', '5s', '1y', '100', '-3 days'].map((text) => ms(text)),
      ).toEqual([
        172_800_000, 86_400_000, 36_000_000, 9_000_000, 60_000, 5_000, 31_557_600_000, 100, -259_200_000,
      ])
      expect([ms(60_000), ms(2 * 60_000), ms(-3 * 60_000, { long: true })]).toEqual([
        '1m',
        '2m',
        '-3 minutes',
      ])
      expect(() => ms('')).toThrow('val is not a non-empty string')
    },
  ],
  [
    'minimist',
    (minimist) => {
      const words = '-x 3 -y 4 -n5 -abc --beep=boop --no-ding foo bar baz'.split(' ')
      const found = { x: 3, y: 4, n: 5, a: true, b: true, c: true, beep: 'boop', ding: false }
      expect(minimist(words)).toEqual({ _: ['foo', 'bar', 'baz'], ...found })
      expect(minimist(['--lang=de', '--', '-x'], { alias: { l: 'lang' }, '--': true })).toEqual({
        _: [],
        lang: 'de',
        l: 'de',
        '--': ['-x'],
      })
      expect(minimist(['--__proto__.polluted=1']).polluted).toBeUndefined()
    },
  ],
  [
    'base64-js',
    ({ byteLength, toByteArray, fromByteArray }) => {
      for (const text of ['', 'a', 'ab', 'abc', '☃💩', 'x'.repeat(20_000)]) {
        const bytes = new Uint8Array(Buffer.from(text))
        const coded = fromByteArray(bytes)
        expect(coded).toBe(Buffer.from(text).toString('base64'))
        expect([byteLength(coded), Buffer.from(toByteArray(coded)).toString()]).toEqual([bytes.length, text])
      }
      expect(() => toByteArray('abc')).toThrow('Invalid string. Length must be a multiple of 4')
    },
  ],
  [
    'json5/dist/index.js',
    (JSON5) => {
      const text = `{ // comments
        unquoted: 'and you can quote me on that', hexadecimal: 0xdecaf, leadingDecimalPoint: .8675309,
        andTrailing: 8675309., positiveSign: +1, trailingComma: 'in objects', andIn: ['arrays',], "backwards": Infinity, }`
      expect(JSON5.parse(text)).toEqual({
        unquoted: 'and you can quote me on that',
        hexadecimal: 0xdecaf,
        leadingDecimalPoint: 0.8675309,
        andTrailing: 8_675_309,
        positiveSign: 1,
        trailingComma: 'in objects',
        andIn: ['arrays'],
        backwards: Infinity,
      })
      expect(JSON5.stringify({ a: [1, 'two'], 'b-c': null })).toBe("{a:[1,'two'],'b-c':null}")
      expect(() => JSON5.parse('{a:\n  !}')).toThrow("JSON5: invalid character '!' at 2:3")
    },
  ],
  [
    'lodash.isequal',
    (isEqual) => {
      const cyclic: { self?: object } = {}
      cyclic.self = cyclic
      expect(isEqual({ a: 1, b: [new Date(5), /x/g] }, { b: [new Date(5), /x/g], a: 1 })).toBe(true)
      expect(isEqual(new Map([['a', new Set([1])]]), new Map([['a', new Set([1])]]))).toBe(true)
      expect([isEqual(cyclic, cyclic), isEqual([1, 2], [2, 1]), isEqual(NaN, NaN), isEqual(0, '0')]).toEqual([
        true,
        false,
        true,
        false,
      ])
    },
  ],
  [
    'sprintf-js',
    ({ sprintf, vsprintf }) => {
      expect(sprintf('%2$s %3$s a %1$s', 'cracker', 'Polly', 'wants')).toBe('Polly wants a cracker')
      expect(vsprintf('%05d|%+.2f|%x|%-5s|%t|%j', [42, 9.87654, 255, 'ab', true, { a: 1 }])).toBe(
        '00042|+9.88|ff|ab   |true|{"a":1}',
      )
      const users = [{ name: 'Dolly' }, { name: 'Molly' }]
      expect(sprintf('Hello %(users[0].name)s and %(users[1].name)s', { users })).toBe(
        'Hello Dolly and Molly',
      )
      expect(() => sprintf('%d', 'x')).toThrow('[sprintf] expecting number but found string')
    },
  ],
  [
    'rfdc',
    (rfdc) => {
      const original = { a: [{ b: new Date(7) }], map: new Map([['k', { v: 1 }]]), n: null }
      const clone = rfdc()(original)
      expect(clone).toEqual(original)
      expect([clone.a === original.a, clone.a[0].b === original.a[0]?.b]).toEqual([false, false])
      const circular: { me?: object } = {}
      circular.me = circular
      const copied = rfdc({ circles: true })(circular)
      expect([copied.me === copied, copied === circular]).toEqual([true, false])
    },
  ],
  [
    'fast-deep-equal',
    (equal) => {
      expect(equal({ foo: 'bar', list: [1, { a: /b/i }] }, { list: [1, { a: /b/i }], foo: 'bar' })).toBe(true)
      expect([equal([1, 2], [1, 3]), equal(NaN, NaN), equal({ a: undefined }, {})]).toEqual([
        false,
        true,
        false,
      ])
    },
  ],
  [
    'escape-string-regexp',
    (escapeText) => {
      expect(escapeText('How much $ for a 🦄?')).toBe('How much \\$ for a 🦄\\?')
      expect(new RegExp(`^${escapeText('[a-z]+(x)|^$.*?{2}\\')}$`).test('[a-z]+(x)|^$.*?{2}\\')).toBe(true)
      expect(() => escapeText(5)).toThrow('Expected a string')
    },
  ],
  [
    'chance',
    (Chance) => {
      const [one, other] = [new Chance(42), new Chance(42)]
      const draw = (chance: Exports) => [
        chance.name(),
        chance.integer({ min: 0, max: 9 }),
        chance.guid(),
        chance.city(),
      ]
      expect(draw(one)).toEqual(draw(other))
      // The results of a seed are the same for a protected and an unprotected package.
      expect(draw(new Chance(7))).toEqual(draw(new (require('chance'))(7)))
      expect(one.shuffle([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4])
      expect(() => one.integer({ min: 5, max: 1 })).toThrow('Min cannot be greater than Max')
    },
  ],
  [
    'acorn',
    ({ parse, tokenizer, version }) => {
      expect(version).toBe(require('acorn/package.json').version)
      const code =
        'class A { #b = async () => { await import("c") } }\nlabel: for (const [d] of e) continue label'
      const tree = JSON.stringify(parse(code, { ecmaVersion: 2022, locations: true }))
      expect(tree).toBe(JSON.stringify(require('acorn').parse(code, { ecmaVersion: 2022, locations: true })))
      expect([...tokenizer('a + 1', { ecmaVersion: 2020 })].map(({ value }) => value)).toEqual(['a', '+', 1])
      expect(() => parse('let a =\n  !', { ecmaVersion: 2022 })).toThrow('Unexpected token (2:3)')
    },
  ],
]

/**
 * The packages to test. `chance` takes as long as four others, so only the long run includes it.
 */
const TRIED = PACKAGES.filter(([file]) => process.env['LATCHKEY_LONG_TESTS'] === '1' || file !== 'chance')

test.each(TRIED)(
  '%s does what it did before it was protected',
  { timeout: 120_000 },
  async (file, behaves) => {
    const id = await addScript(service, file.replaceAll('/', '-'), file)
    const source = await readFile(require.resolve(file), 'utf8')
    const { status, body } = await updateScript(service, { script: source }, id)
    expect([status, body.message]).toEqual([200, 'The script was updated.'])

    const { body: loaded } = await loadScript(service, { script_key: key }, id)
    // These lines are so long that they cannot occur by chance.
    const telling = source.split('\n').filter((line) => /\w.*\w.*\w/.test(line) && line.trim().length > 30)
    expect(telling.filter((line) => loaded.script?.includes(line.trim()))).toEqual([])

    behaves(await runLoader(service, { key, id }))
    // The unprotected package passes the same assertions.
    behaves(require(file))
  },
)
