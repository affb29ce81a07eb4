import { expect, test } from 'vitest'
import { strictJson } from './strict-json.ts'

test.each([
  ['{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}'],
  ['"text"'],
  ['[1,2.5,-0,null,true]'],
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}'],
  ['{"a":"x","b":"a"}'],
  [' {"a" : "}" , "b":"\\\\"} '],
])('reads %s like JSON.parse', (text) => {
  expect(strictJson(text)).toEqual(JSON.parse(text))
})

test.each([
  ['a duplicate name', '{"code":"KEY_BANNED","code":"KEY_VALID"}'],
  ['a duplicate name, once with an escape', '{"code":"KEY_BANNED","\\u0063ode":"KEY_VALID"}'],
  ['a duplicate name in a nested object', '{"data":[{"note":"a","note":"b"}]}'],
  ['a duplicate name before and after a nested object', '{"a":1,"b":{"c":2},"a":3}'],
  ['a duplicate empty name', '{"":1,"":2}'],
  ['__proto__', '{"__proto__":{"code":"KEY_VALID"}}'],
  ['__proto__ with an escape', '{"\\u005f_proto__":{"code":"KEY_VALID"}}'],
  ['a byte order mark', '\uFEFF{"a":1}'],
  ['a trailing comma', '{"a":1,}'],
  ['a comment', '{"a":1}// x'],
  ['two values', '{"a":1}{"a":1}'],
  ['NaN', '{"a":NaN}'],
  ['an empty text', ''],
  ['an incomplete object', '{"a":'],
])('refuses %s', (_name, text) => {
  expect(strictJson(text)).toBe(strictJson.malformed)
})

test('does not throw for 30,000 nested brackets', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  expect(() => strictJson(deep)).not.toThrow()
})
