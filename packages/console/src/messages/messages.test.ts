import { expect, test } from 'vitest'
import { languageOf, localeOf } from './language.ts'
import { SHELL } from './shell.ts'

const { en, de } = SHELL

const texts = (messages: object, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'object') return texts(value, `${path}${name}.`)
    return [[path + name, typeof value === 'function' ? value(2, 'x') : value]]
  })

/** Words that are the same in both languages, and the names of the languages. */
const SAME = ['languages.en', 'languages.de', 'roles.support.name', 'signIn.code']

test('every German text is translated and not empty', () => {
  const english = new Map(texts(en))
  for (const [path, text] of texts(de)) {
    expect(text, path).not.toBe('')
    if (!SAME.includes(path)) expect(text, path).not.toBe(english.get(path))
  }
})

test.each([
  ['de-AT', 'de', 'de-AT'],
  ['en-GB', 'en', 'en-GB'],
  ['ja-JP', 'en', 'en'],
  ['den', 'en', 'en'],
] as const)('a browser with %s gets %s, with the dates of %s', (locale, language, dates) => {
  expect(languageOf(locale)).toBe(language)
  expect(localeOf(language, locale)).toBe(dates)
})

test('dates follow the language that was chosen', () => {
  expect(localeOf('de', 'en-GB')).toBe('de')
})
