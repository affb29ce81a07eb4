import { expect, test } from 'vitest'
import type { DeviceReason } from '../../../client/src/device/device-view.ts'
import { chooseLanguage } from './choose-language.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { createFormats } from './formats.ts'

function texts(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] => {
    const here = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') return [[here, value]]
    if (name === 'describeReason')
      return DEVICE_REASONS.map((reason) => [`${here} ${reason.code}`, value(reason)])
    if (typeof value === 'function') return [[here, value(2, 2)]]
    return texts(value, here)
  })
}

/** One of each code. */
const DEVICE_REASONS: readonly DeviceReason[] = [
  { code: 'nothing-known' },
  { code: 'one-fact', facts: ['System UUID'] },
  { code: 'two-facts', facts: ['System UUID', 'Serial number'] },
  { code: 'container' },
  { code: 'virtual-machine', product: '' },
  { code: 'timed-out', facts: ['System UUID'] },
  { code: 'another-id-stored' },
  { code: 'not-written' },
]

/** "Version 2", and "in 2 s" behind the name of an action. */
const SAME_IN_BOTH = ['gate.version', 'actions.inSeconds']

test('every German text is translated and not empty', () => {
  const english = new Map(texts(en))
  for (const [path, text] of texts(de)) {
    expect(text, path).not.toBe('')
    if (!SAME_IN_BOTH.includes(path)) expect(text, path).not.toBe(english.get(path))
  }
})

test.each([
  ['de-AT', 'de', '21.11.2026'],
  ['en-GB', 'en', '21 Nov 2026'],
  ['en-US', 'en', 'Nov 21, 2026'],
  // Without Japanese messages, dates are in English as well.
  ['ja-JP', 'en', 'Nov 21, 2026'],
])('uses for the locale %s the language %s, with dates such as %s', (locale, language, date) => {
  const { messages, formats } = chooseLanguage(locale)
  expect(messages.language).toBe(language)
  expect(formats.moment(1_795_262_400)).toContain(date)
})

test.each([
  [3 * 365 * 86_400, '3 years'],
  [20 * 86_400 - 5, '20 days'],
  [86_400 + 3600, '25 hours'],
  [3600, '1 hour'],
  [3599, undefined],
])('formats a duration of %i seconds as %s', (seconds, text) => {
  expect(createFormats('en').duration(seconds)).toBe(text)
})

test('an app replaces some messages and keeps the others', () => {
  const { messages } = chooseLanguage('de', { de: { gate: { lead: 'Wie im Brief.' } }, en: {} })
  expect(messages.gate.lead).toBe('Wie im Brief.')
  expect(messages.gate.activate).toBe(de.gate.activate)
  expect(messages.license.forgetText).toEqual(de.license.forgetText)
  expect(messages.device.describeReason).toBe(de.device.describeReason)
  // @ts-expect-error: there is no such message.
  chooseLanguage('de', { de: { gate: { led: '' } } })
})
