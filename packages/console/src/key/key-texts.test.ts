import type { EventRecord } from '@latchkey/management'
import { describe, expect, test } from 'vitest'
import { createFormats } from '../messages/formats.ts'
import { ANSWERS, type AnswerFacts, answerOf, SITUATIONS, situationOf } from './answers.ts'
import { type Computers, type KeyFacts, NEVER, standingOf, troubleOf } from './standing.ts'
import { de } from './texts-de.ts'
import { en } from './texts-en.ts'
import { timelineOf } from './timeline.ts'

const NOW = Date.UTC(2026, 10, 22, 12) / 1_000
const DAY = 86_400
const END = Date.UTC(2027, 2, 3) / 1_000

const formats = { en: createFormats('en-GB', 'UTC'), de: createFormats('de', 'UTC') }

const NEW: KeyFacts = {
  user_key: 'AbcdefghijklmnopqrstuvwxyzABCDEF',
  state: 'unused',
  auth_expire: NEVER,
  key_days: 0,
  updates_until: NEVER,
  perpetual: false,
  trial: false,
  banned: 0,
  ban_reason: '',
  ban_expire: 0,
  ban_only_key: false,
  stopped: '',
  stop_words: '',
}
const ONE: Computers = { linked: 1, most: 1 }
const NONE: Computers = { linked: 0, most: 1 }
const USED: KeyFacts = { ...NEW, state: 'active', auth_expire: END }

const event = (kind: string, at: number, more: Partial<EventRecord> = {}): EventRecord => ({
  at,
  kind,
  subject: 'key',
  id: '0123456789abcdef',
  user_key: NEW.user_key,
  code: '',
  actor: 'user',
  address: '192.0.2.0/24',
  fields: [],
  ...more,
})
const locked = (at: number) => event('refused', at, { code: 'KEY_HWID_LOCKED' })

describe('says in a sentence', () => {
  test.each<[string, KeyFacts, Computers, string, string]>([
    [
      'a linked key',
      USED,
      ONE,
      'Works on one computer until 3 March 2027.',
      'Gilt auf einem Computer bis 3. März 2027.',
    ],
    [
      'one without an end',
      { ...USED, auth_expire: NEVER },
      { linked: 2, most: 3 },
      'Works on 2 of 3 computers, without an end.',
      'Gilt auf 2 von 3 Computern ohne Ende.',
    ],
    [
      'a reset key',
      USED,
      NONE,
      'Works on the next computer that uses it until 3 March 2027.',
      'Gilt auf dem nächsten Computer, der ihn benutzt, bis 3. März 2027.',
    ],
    [
      'a key in stock',
      { ...NEW, auth_expire: 0, key_days: 30 },
      NONE,
      'Not used yet; its 30 days begin with the first use.',
      'Noch nicht benutzt; seine 30 Tage beginnen mit der ersten Nutzung.',
    ],
    ['a new key', NEW, NONE, 'Not used yet; works, without an end.', 'Noch nicht benutzt; gilt ohne Ende.'],
    [
      'an expired key',
      { ...USED, auth_expire: NOW },
      ONE,
      'Does not work: it expired on 22 November 2026.',
      'Gilt nicht: Er ist am 22. November 2026 abgelaufen.',
    ],
    [
      'a perpetual key after its end',
      { ...USED, state: 'expired', auth_expire: NOW, perpetual: true },
      ONE,
      'Works on one computer, with updates until 22 November 2026.',
      'Gilt auf einem Computer mit Updates bis 22. November 2026.',
    ],
    [
      'a reset perpetual key, whose updates end before it',
      { ...USED, auth_expire: END + DAY, updates_until: END, perpetual: true },
      NONE,
      'Works on the next computer that uses it, with updates until 3 March 2027.',
      'Gilt auf dem nächsten Computer, der ihn benutzt, mit Updates bis 3. März 2027.',
    ],
    [
      'a trial',
      { ...USED, trial: true },
      ONE,
      'A trial: works on one computer until 3 March 2027.',
      'Eine Testzeit: Gilt auf einem Computer bis 3. März 2027.',
    ],
    [
      'a trial that is over',
      { ...USED, state: 'expired', auth_expire: NOW, trial: true },
      ONE,
      'Does not work: the trial ended on 22 November 2026.',
      'Gilt nicht: Die Testzeit ist am 22. November 2026 abgelaufen.',
    ],
    [
      'a banned key, before its end',
      { ...USED, auth_expire: NOW, banned: 1, ban_expire: END, ban_reason: 'charged back' },
      ONE,
      'Does not work: it is banned until 3 March 2027 at 00:00, reason: “charged back”.',
      'Gilt nicht: Er ist bis 3. März 2027 um 00:00 gesperrt, Grund: „charged back“.',
    ],
    [
      'a key that its order stopped, before its end',
      { ...USED, auth_expire: NOW, perpetual: true, stopped: 'refunded' },
      ONE,
      'Does not work: its order stopped it, because the purchase was refunded.',
      'Gilt nicht: Seine Bestellung hat ihn gestoppt, weil der Kauf erstattet wurde.',
    ],
    [
      'a banned key that its order stopped, too',
      { ...USED, banned: 1, ban_expire: NEVER, stopped: 'charged-back' },
      ONE,
      'Does not work: it is banned for good.',
      'Gilt nicht: Er ist dauerhaft gesperrt.',
    ],
    [
      'a deleted key whose computer is banned',
      { ...USED, user_key: '', auth_expire: 0, banned: 1, ban_expire: NEVER },
      ONE,
      'Does not work: the key was deleted, and its computer is banned for good.',
      'Gilt nicht: Der Schlüssel wurde gelöscht, und sein Computer ist dauerhaft gesperrt.',
    ],
    [
      'a key whose ban has ended',
      { ...USED, banned: 1, ban_expire: NOW },
      ONE,
      'Works on one computer until 3 March 2027.',
      'Gilt auf einem Computer bis 3. März 2027.',
    ],
  ])('%s', (_, record, computers, english, german) => {
    const standing = standingOf({ key: record, computers }, NOW)
    expect(en.standing(standing, formats.en)).toBe(english)
    expect(de.standing(standing, formats.de)).toBe(german)
  })
})

test('says that the computer of a key is banned with another key', () => {
  const deviceBan = { id: 'other', ban_expire: NEVER, ban_reason: '', is_linked: true }
  const standing = standingOf({ key: USED, computers: ONE, deviceBan }, NOW)
  expect(en.standing(standing, formats.en)).toBe(
    'Does not work: its computer is banned for good, with another key.',
  )
  expect(de.standing(standing, formats.de)).toBe(
    'Gilt nicht: Sein Computer ist dauerhaft gesperrt, mit einem anderen Schlüssel.',
  )
  expect(situationOf(standing, undefined)).toBe('computer-banned')
})

describe('a computer on which a key was refused, because it is banned with another key', () => {
  const deviceBan = { id: 'other', ban_expire: NEVER, ban_reason: 'charged back', is_linked: false }

  test('is the reason why a key that was bought again does not work', () => {
    const key: KeyFacts = { ...NEW, auth_expire: 0, key_days: 365 }
    const standing = standingOf({ key, computers: NONE, deviceBan }, NOW)
    expect(standing).toMatchObject({ kind: 'computer-banned', id: 'other', days: 365 })
    expect(en.standing(standing, formats.en)).toBe(
      'Does not work: the computer on which it was entered is banned for good, with another key, reason: “charged back”. Its 365 days begin with the first use.',
    )
    expect(de.standing(standing, formats.de)).toBe(
      'Gilt nicht: Der Computer, auf dem er eingegeben wurde, ist dauerhaft gesperrt, mit einem anderen Schlüssel, Grund: „charged back“. Seine 365 Tage beginnen mit der ersten Nutzung.',
    )
    expect(situationOf(standing, undefined)).toBe('computer-banned')
  })

  test('is no reason when the key works on another one, or after the end of the ban', () => {
    expect(standingOf({ key: USED, computers: ONE, deviceBan }, NOW).kind).toBe('works')
    const ended = { ...deviceBan, ban_expire: NOW }
    expect(standingOf({ key: NEW, computers: NONE, deviceBan: ended }, NOW).kind).toBe('unused')
  })
})

describe('a key that works, although its user sees a refusal', () => {
  const standing = standingOf({ key: USED, computers: ONE }, NOW)
  const refused = [event('linked', NOW - 9 * DAY), locked(NOW - 2 * DAY), locked(NOW - DAY), locked(NOW - 60)]

  test('says that another computer was refused, how often and since when', () => {
    const trouble = troubleOf(standing, refused, undefined)
    expect(trouble && en.trouble(trouble, formats.en)).toBe(
      'Another computer was refused 3 times since 20 November 2026, last on 22 November 2026 at 11:59.',
    )
    expect(trouble && de.trouble(trouble, formats.de)).toBe(
      'Ein anderer Computer wurde seit dem 20. November 2026 3-mal abgelehnt, zuletzt am 22. November 2026 um 11:59.',
    )
    expect(situationOf(standing, trouble)).toBe('locked')
  })

  test.each<[string, EventRecord]>([
    ['a reset', event('reset', NOW, { actor: 'person' })],
    ['a move', event('moved', NOW)],
    ['another computer was released', event('released', NOW)],
    ['the computer was linked', event('linked', NOW)],
    ['the computer was set', event('updated', NOW, { fields: ['identifier'] })],
  ])('says nothing after %s', (_, remedy) => {
    expect(troubleOf(standing, [...refused, remedy], undefined)).toBeUndefined()
  })

  test('still says it after a change that frees nothing', () => {
    const chat = event('linked', NOW, { actor: 'api-key', fields: ['chat_id'] })
    const events = [...refused, chat, event('updated', NOW, { fields: ['note'] })]
    expect(troubleOf(standing, events, undefined)?.times).toBe(3)
  })

  test('names a computer that is banned with another key', () => {
    const banned = [event('refused', NOW - 60, { code: 'KEY_BANNED' })]
    const trouble = troubleOf(standing, banned, { end: NEVER, reason: '', id: 'other', isLinked: false })
    expect(trouble?.kind).toBe('banned-computer')
    expect(situationOf(standing, trouble)).toBe('computer-banned')
    // The key was refused because it was stopped.
    expect(troubleOf(standing, banned, undefined)).toBeUndefined()
  })

  test('says nothing more for a key that is expired or banned itself', () => {
    const expired = standingOf({ key: { ...USED, auth_expire: NOW }, computers: ONE }, NOW)
    expect(troubleOf(expired, refused, undefined)).toBeUndefined()
    expect(situationOf(expired, undefined)).toBe('expired')
  })
})

test('tells the life of a key by day, newest first, with repeated refusals as one entry', () => {
  const noon = NOW
  const events = [
    event('created', noon - 5 * DAY, { actor: 'api-key' }),
    locked(noon - 3 * DAY),
    event('refused', noon - DAY, { code: 'KEY_EXPIRED' }),
    locked(noon - 600),
    { ...locked(noon - 300), address: '198.51.100.0/24' },
    locked(noon - 120),
    { ...event('released', noon - 60, { actor: 'person', address: '' }), person: 'ada@example.com' },
    locked(noon),
  ]
  const days = timelineOf(events, 'UTC')
  expect(days.map(({ day, entries }) => [day, entries.map((entry) => en.event(entry, formats.en))])).toEqual([
    ['2026-11-22', ['Refused: another computer', 'Computer released', 'Refused 3 times: another computer']],
    ['2026-11-21', ['Refused: the key has expired']],
    ['2026-11-19', ['Refused: another computer']],
    ['2026-11-17', ['Created']],
  ])
  const [, released, folded] = days[0]?.entries ?? []
  expect(released).toMatchObject({ actor: 'person', person: 'ada@example.com', addresses: [] })
  expect(folded).toMatchObject({
    from: noon - 600,
    to: noon - 120,
    addresses: ['192.0.2.0/24', '198.51.100.0/24'],
  })
  // The day is that of the person: at noon in UTC it is already Monday on Kiritimati.
  expect(timelineOf(events, 'Pacific/Kiritimati')[0]?.day).toBe('2026-11-23')
})

test('names what was changed, and leaves a kind that it does not know as it is', () => {
  const [day] = timelineOf(
    [event('updated', NOW, { fields: ['user_key', 'auth_expire', 'note'] }), event('painted', NOW + 1)],
    'UTC',
  )
  expect(day?.entries.map((entry) => de.event(entry, formats.de))).toEqual([
    'painted',
    'Geändert: Ende und Notiz',
  ])
})

describe('the answer for a customer', () => {
  const FACTS: AnswerFacts = {
    app: 'Harbour',
    ending: 'CDEF',
    end: '3 March 2027',
    updates: '',
    days: undefined,
    banEnd: '',
    banReason: 'charged back',
    stopped: 'refunded',
    most: 1,
    canMove: false,
  }

  test.each(SITUATIONS)('is a whole mail with the next step in both languages: %s', (situation) => {
    for (const texts of Object.values(ANSWERS)) {
      const answer = answerOf(texts, situation, FACTS)
      expect(answer.split('\n\n')).toHaveLength(3)
      expect(answer).toContain('Harbour')
      expect(answer).not.toMatch(/undefined|\s{3}| \.|\.\./)
      expect(answer).toMatch(/please|tell us|send us|bitte|schreiben Sie|schicken Sie/i)
      if (situation !== 'unknown') expect(answer).toContain('CDEF')
    }
  })

  test('says for which versions a perpetual key is', () => {
    const facts = { ...FACTS, end: '', updates: '3 March 2027' }
    expect(answerOf(ANSWERS.en, 'works', facts)).toContain('versions that were made until 3 March 2027;')
    expect(answerOf(ANSWERS.de, 'free', facts)).toContain('Versionen, die bis 3 March 2027 entstanden sind')
  })

  test('asks the user to move the key where the app can do it', () => {
    expect(answerOf(ANSWERS.en, 'locked', { ...FACTS, canMove: true })).toContain('move it yourself')
    expect(answerOf(ANSWERS.en, 'locked', FACTS)).toContain('We will then free the key')
  })
})
