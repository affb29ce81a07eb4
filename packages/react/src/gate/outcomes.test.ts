import { expect, test } from 'vitest'
import { HELP_TOPICS } from '../../../client/src/bridge/latchkey-schema.ts'
import { chooseLanguage } from '../messages/choose-language.ts'
import { describeOutcome, FAILURE_KINDS, REFUSAL_CODES } from './outcomes.ts'

const en = chooseLanguage('en-GB')
const de = chooseLanguage('de')

const refused = (code: string, message = '') => ({ kind: 'refused', code, message }) as const
const unreachable = (kind: (typeof FAILURE_KINDS)[number], retryAfterSeconds?: number) =>
  ({
    kind: 'unreachable',
    failure: { kind, details: [], ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  }) as const
const EVERY = [
  ...REFUSAL_CODES.map((code) => refused(code)),
  ...FAILURE_KINDS.map((kind) => unreachable(kind)),
]

test.each([en, de])('every outcome has a unique title in $messages.language', (language) => {
  const titles = EVERY.map((view) => describeOutcome(view, language, HELP_TOPICS).title)
  expect(new Set(titles).size).toBe(EVERY.length)
})

test('offers only help topics that are available', () => {
  for (const view of EVERY) {
    for (const topics of [[], ['support'], ['renew', 'clock-settings']] as const) {
      for (const action of describeOutcome(view, en, topics).actions) {
        if (HELP_TOPICS.some((topic) => topic === action)) expect(topics).toContain(action)
      }
    }
  }
})

test('offers renewal for an expired license, or support if there is no shop', () => {
  const view = refused('KEY_EXPIRED')
  expect(describeOutcome(view, en, HELP_TOPICS).actions[0]).toBe('renew')
  expect(describeOutcome(view, en, ['support']).actions[0]).toBe('support')
})

test('the end of a trial is calm, whatever the code', () => {
  for (const view of [refused('KEY_INCORRECT'), unreachable('offline'), refused('TRIAL_USED')]) {
    const isOver = view.kind === 'unreachable' || view.code !== 'TRIAL_USED'
    const outcome = describeOutcome({ ...view, ...(isOver && { isTrialOver: true }) }, de, ['shop'])
    expect(outcome).toMatchObject({ tone: 'calm', message: '' })
    expect(outcome.actions[0]).toBe('shop')
  }
})

test.each([
  [en, 'This computer has been blocked', 'This license has been blocked'],
  [de, 'Dieser Computer wurde gesperrt', 'Diese Lizenz wurde gesperrt'],
])('names a computer that is banned with another key in $messages.language', (language, device, key) => {
  const view = refused('KEY_BANNED', 'Reason: Charged back.')
  const banned = describeOutcome({ ...view, isDeviceBanned: true }, language, ['support'])
  expect(banned).toMatchObject({ code: 'KEY_BANNED', title: device, message: 'Reason: Charged back.' })
  expect(banned.actions[0]).toBe('support')
  expect(describeOutcome(view, language, []).title).toBe(key)
})

test.each([
  [en, 'refunded', 'This purchase was refunded'],
  [de, 'replaced', 'Dieser Schlüssel wurde durch einen neuen ersetzt'],
] as const)('says in $messages.language why a license is stopped: %s', (language, stopped, title) => {
  const outcome = describeOutcome({ ...refused('KEY_BANNED', 'Sorry.'), stopped }, language, ['support'])
  expect(outcome).toMatchObject({ code: 'KEY_BANNED', title, message: 'Sorry.' })
})

test.each(['KEY_ON_HOLIDAY', 'constructor', '__proto__', ''])(
  'shows the unknown code %j with its message',
  (code) => {
    const outcome = describeOutcome(refused(code, 'Back on Monday.'), en, HELP_TOPICS)
    expect(outcome).toMatchObject({
      code,
      ...en.messages.outcomes.unknownRefusal,
      message: 'Back on Monday.',
    })
  },
)

test('waits as long as the service requests, or 30 seconds', () => {
  expect(describeOutcome(unreachable('too-many-requests', 7), en, []).waitSeconds).toBe(7)
  expect(describeOutcome(unreachable('too-many-requests'), en, []).waitSeconds).toBe(30)
  expect(describeOutcome(unreachable('service-unwell'), en, []).waitSeconds).toBe(0)
})

test('names the date until which a license includes versions', () => {
  const view = { ...refused('VERSION_NOT_COVERED'), updatesUntil: 1_795_262_400 }
  const outcome = describeOutcome(view, en, HELP_TOPICS)
  expect(outcome).toMatchObject({
    ...{ tone: 'notice', actions: ['renew', 'support', 'retry'] },
    text: expect.stringMatching(/^Your license includes versions until 21 November 2026\. Install/),
  })
  expect(describeOutcome(view, de, []).text).toMatch(/^Ihre Lizenz gilt für Versionen bis zum 21\. November/)
})
