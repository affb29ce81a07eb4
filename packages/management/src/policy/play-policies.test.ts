import { describe, expect, test } from 'vitest'
import { needsOf, type PlayedEvent } from './needs-of-events.ts'
import { type DevicePolicy, playPolicies } from './play-policies.ts'

const DAY = 86_400

const event = (day: number, kind: string, more: Partial<PlayedEvent> = {}): PlayedEvent => ({
  at: Math.round(day * DAY),
  kind,
  id: 'a',
  code: '',
  actor: 'user',
  fields: [],
  ...more,
})
const locked = (day: number, id = 'a') => event(day, 'refused', { code: 'KEY_HWID_LOCKED', id })
const reset = (day: number, id = 'a') => event(day, 'reset', { actor: 'api-key', fields: ['user_key'], id })
const linked = (day: number, id = 'a') => event(day, 'linked', { id })
const moved = (day: number, id = 'a') => event(day, 'moved', { id })

/** A vendor moves a key with a license file, at the second attempt. */
const LICENSE_FILE = [
  event(2, 'refused', { code: 'KEY_HWID_LOCKED', actor: 'api-key' }),
  event(2, 'reset', { actor: 'api-key' }),
  event(2, 'linked', { actor: 'api-key' }),
  event(2, 'updated', { actor: 'api-key', fields: ['request', 'days', 'move'] }),
]

/** Needs as `[day, answer]`. */
const needs = (...events: PlayedEvent[]) => needsOf(events).map(({ at, answer }) => [at / DAY, answer])

describe('the needs of a key', () => {
  test('one person tries again, writes a mail and is helped', () => {
    expect(needs(linked(0), locked(100), locked(101), reset(103), linked(104))).toEqual([[100, 'vendor']])
  })

  test('a person who tries again after more than a week is another need', () => {
    expect(needs(locked(1), locked(8), locked(15.1), reset(23))).toEqual([
      [1, 'none'],
      [15.1, 'none'],
      [23, 'vendor'],
    ])
  })

  test('a reset without a refusal is a need, and a second one before a device is linked is not', () => {
    expect(needs(reset(5), reset(6), linked(7), reset(8))).toEqual([
      [5, 'vendor'],
      [8, 'vendor'],
    ])
  })

  test('other refusals are no needs, and neither is the first device or a chat ID', () => {
    const expired = event(9, 'refused', { code: 'KEY_EXPIRED' })
    const chat = event(3, 'linked', { actor: 'chat' })
    const note = event(4, 'updated', { actor: 'api-key', fields: ['user_key', 'note'] })
    const created = event(0, 'created', { actor: 'api-key', fields: ['identifier'] })
    expect(needs(created, chat, note, linked(5), expired)).toEqual([])
  })

  test.each([
    ['a move', [locked(1), moved(1)], 'user'],
    ['a release', [locked(1), event(1, 'released'), linked(1.1)], 'user'],
    ['a release by the vendor', [locked(1), event(2, 'released', { actor: 'api-key' }), linked(3)], 'vendor'],
    ['a reset in the chat', [locked(1), event(1, 'reset', { actor: 'chat' }), linked(2)], 'chat'],
    [
      'a reset on the service',
      [locked(1), event(1, 'reset', { actor: 'command-line', fields: ['key'] })],
      'vendor',
    ],
    [
      'another device ID by the vendor',
      [locked(1), event(2, 'linked', { actor: 'api-key', fields: ['identifier'] })],
      'vendor',
    ],
    ['a license file', [locked(1), ...LICENSE_FILE], 'offline'],
  ])('%s answers one', (_, events, answer) => {
    expect(needs(...events)).toEqual([[1, answer]])
  })

  test('a device that is linked beside another one was answered at once', () => {
    expect(needs(linked(1), linked(2), event(3, 'released'), linked(4), linked(5))).toEqual([
      [2, 'room'],
      [3, 'user'],
      [5, 'room'],
    ])
  })
})

const policy = (changes: Partial<DevicePolicy> = {}): DevicePolicy => ({
  movesPerYear: 0,
  maxDevices: 1,
  cooldownSeconds: 0,
  ...changes,
})

/** What would have happened under one policy. */
const play = (events: readonly PlayedEvent[], changes: Partial<DevicePolicy>) =>
  playPolicies(events, [policy(changes)]).policies[0]

/** Two computers a year apart and a third one soon after, each with a mail. */
const MAILS = [locked(1), reset(2), linked(2), locked(300), reset(302), linked(302), locked(310), reset(311)]

describe('played events', () => {
  test('under the settings of then happens what happened', () => {
    const { happened, policies, keys } = playPolicies([...MAILS, locked(4, 'b')], [policy()])
    expect(keys).toBe(2)
    expect(happened).toEqual({ lockedOut: 2, mails: 3, moves: 0, outOfMoves: 0 })
    expect(policies).toEqual([happened])
  })

  test('moves spare mails until those of 365 days are used up', () => {
    const events = [...MAILS, linked(311), locked(366), reset(367)]
    expect(play(events, { movesPerYear: 1 })).toEqual({ lockedOut: 1, mails: 2, moves: 2, outOfMoves: 1 })
    expect(play(events, { movesPerYear: 2 })).toEqual({ lockedOut: 1, mails: 1, moves: 3, outOfMoves: 1 })
    expect(play(events, { movesPerYear: 3 })).toEqual({ lockedOut: 0, mails: 0, moves: 4, outOfMoves: 0 })
  })

  test('a cooldown refuses the second move that comes too soon, and -1 all', () => {
    const cooldownSeconds = 30 * DAY
    expect(play(MAILS, { movesPerYear: 9, cooldownSeconds })).toEqual({
      lockedOut: 1,
      mails: 1,
      moves: 2,
      outOfMoves: 0,
    })
    expect(play(MAILS, { movesPerYear: 9, cooldownSeconds: 10 * DAY })).toMatchObject({ moves: 3 })
    expect(play(MAILS, { movesPerYear: 9, cooldownSeconds: -1 })).toMatchObject({ moves: 0, mails: 3 })
  })

  test('the cooldown begins with a reset, too', () => {
    const events = [locked(1), moved(1), locked(2), reset(3), linked(3), locked(8), reset(9)]
    const cooldownSeconds = 6 * DAY
    expect(play(events, { movesPerYear: 2, cooldownSeconds })).toMatchObject({ moves: 1, mails: 2 })
  })

  test('more devices have room for the first computers, and a reset unlinks them', () => {
    expect(play(MAILS, { maxDevices: 2 })).toEqual({ lockedOut: 1, mails: 1, moves: 0, outOfMoves: 0 })
    const twice = [...MAILS, linked(311), locked(320), reset(321)]
    expect(play(twice, { maxDevices: 2 })).toMatchObject({ mails: 2 })
    expect(play(twice, { maxDevices: 2, movesPerYear: 1 })).toMatchObject({ mails: 1, moves: 1 })
  })

  test('less than today makes mails of what users did alone', () => {
    const events = [
      linked(0),
      linked(1),
      locked(2),
      moved(2),
      event(9, 'refused', { code: 'MOVE_LIMIT_REACHED' }),
    ]
    const { happened } = playPolicies(events, [])
    expect(happened).toEqual({ lockedOut: 0, mails: 0, moves: 1, outOfMoves: 1 })
    expect(play(events, {})).toEqual({ lockedOut: 1, mails: 2, moves: 0, outOfMoves: 0 })
  })

  test('a user who gave up is helped by a move, and never becomes a mail', () => {
    expect(play([locked(1)], {})).toMatchObject({ lockedOut: 1, mails: 0 })
    expect(play([locked(1)], { movesPerYear: 1 })).toMatchObject({ lockedOut: 0, mails: 0, moves: 1 })
  })

  test('a license file stays a mail under all settings', () => {
    const events = [...LICENSE_FILE, locked(3), reset(4)]
    expect(needs(...events)).toEqual([
      [2, 'offline'],
      [3, 'vendor'],
    ])
    expect(play(LICENSE_FILE, { maxDevices: 9, movesPerYear: 9 })).toMatchObject({ mails: 1, moves: 0 })
  })

  test('a reset in the chat is no mail', () => {
    const events = [locked(1), event(1, 'reset', { actor: 'chat' })]
    expect(play(events, {})).toMatchObject({ lockedOut: 1, mails: 0 })
  })

  test('keys with as many refusals as are kept are counted', () => {
    const refusals = Array.from({ length: 50 }, (_, day) => locked(day))
    expect(playPolicies(refusals, []).cutKeys).toBe(1)
    expect(playPolicies(refusals.slice(1), []).cutKeys).toBe(0)
  })
})
