import { expect, test } from 'vitest'
import { createLicenseKey, isLicenseKey } from './formats.ts'
import { keyAlias, OTHER_KEY_LIMITS, readAnyKey } from './key-alias.ts'

const FORMS = [
  'ABCD-1234-EFGH-5678',
  'abcd-1234-efgh-5678',
  ' ABCD 1234 EFGH 5678\r\n',
  'ABCD–1234—EFGH−5678',
  'ＡＢＣＤ－１２３４－ＥＦＧＨ－５６７８',
  'AB\u00adCD1234\u200bEFGH5678\ufeff',
]

test('every way to type a key of another form has the same alias', () => {
  // Stored keys depend on the alias, so it must never change.
  for (const form of FORMS) expect(keyAlias(form), form).toBe('FgHTDpELCTIhmKeDZgndCkVUHNZHCJph')
  expect(keyAlias('ABCD-1234-EFGH-5679')).not.toBe(keyAlias('ABCD-1234-EFGH-5678'))
  // A dot and an underscore belong to the key.
  expect(new Set(['AB.1234', 'AB_1234', 'AB1234'].map(keyAlias)).size).toBe(3)
})

test('aliases have the form of license keys, and use all of their letters', () => {
  const aliases = Array.from({ length: 500 }, (_, n) => keyAlias(`key ${n}`))
  expect(aliases.every(isLicenseKey)).toBe(true)
  expect(new Set(aliases).size).toBe(500)
  for (let at = 0; at < 32; at += 1) expect(new Set(aliases.map((alias) => alias[at])).size).toBe(52)
})

test('a license key stays as it is, also with dashes, and keeps its case', () => {
  const key = createLicenseKey()
  const asIs = { key, isAlias: false }
  expect(readAnyKey(key)).toEqual(asIs)
  expect(readAnyKey(` ${key.replaceAll(/.{8}/g, '$&-')} `)).toEqual(asIs)
})

test('another text is its alias, unless it is too short or too long to be a key', () => {
  const { shortest, longest } = OTHER_KEY_LIMITS
  for (const text of ['ABCD-1234-EFGH-5678', '1'.repeat(shortest), '1'.repeat(longest)])
    expect(readAnyKey(text)).toEqual({ key: keyAlias(text), isAlias: true })
  for (const text of ['', ' - ', '1'.repeat(shortest - 1), '1'.repeat(longest + 1)])
    expect(readAnyKey(text)).toBeUndefined()
})
