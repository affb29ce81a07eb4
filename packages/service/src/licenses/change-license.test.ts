import { expect, test } from 'vitest'
import { banned, DEVICE, linkedTo, NOW, OTHER_DEVICE, testLicense } from '../testing/records.ts'
import { decideUpdate, type LicenseUpdate } from './change-license.ts'

const LINKED = { ...linkedTo(DEVICE), chatId: 'chat', note: 'n', authExpire: NOW + 9, keyDays: 1 }
const WAITING = { authExpire: 0, keyDays: 2 }
const STARTED = { authExpire: NOW + 2 * 86_400 }
const UNLINKED = { identifier: '', identifierType: '', status: 'reset' }
const SEVERAL = { ...LINKED, furtherDevices: ['x', 'y'] }

const TABLE: readonly [what: string, known: object, update: LicenseUpdate, changed: object][] = [
  ['nothing', LINKED, {}, {}],
  ['a note', LINKED, { note: 'new' }, { note: 'new' }],
  ['an empty note', LINKED, { note: '' }, { note: '' }],
  ['another device', LINKED, { identifier: OTHER_DEVICE }, { identifier: OTHER_DEVICE }],
  ['no device', LINKED, { identifier: '' }, UNLINKED],
  ['another chat ID', LINKED, { chatId: 'c2' }, { chatId: 'c2' }],
  ['no chat ID', LINKED, { chatId: '' }, { chatId: '' }],
  ['another first device', SEVERAL, { identifier: 'f' }, { identifier: 'f' }],
  ['a further device as the first', SEVERAL, { identifier: 'x' }, { identifier: 'x', furtherDevices: ['y'] }],
  ['no device of several', SEVERAL, { identifier: '' }, { ...UNLINKED, furtherDevices: [] }],
  ['limits', LINKED, { maxDevices: 3, movesPerYear: 2 }, { maxDevices: 3, movesPerYear: 2 }],
  ['an end', LINKED, { authExpire: NOW + 50 }, { authExpire: NOW + 50, keyDays: 0 }],
  ['an end that has passed', LINKED, { authExpire: NOW - 50 }, { authExpire: NOW - 50, keyDays: 0 }],
  ['no end at all', LINKED, { authExpire: -1 }, { authExpire: -1, keyDays: 0 }],
  ['an end of 0', LINKED, { authExpire: 0 }, {}],
  ['a device for an unassigned key', WAITING, { identifier: DEVICE }, { ...linkedTo(DEVICE), ...STARTED }],
  ['a chat ID for an unassigned key', WAITING, { chatId: 'c' }, { chatId: 'c', ...STARTED }],
  ['a note for an unassigned key', WAITING, { note: 'new' }, { note: 'new' }],
  ['an end for an unassigned key', WAITING, { authExpire: NOW + 50 }, { authExpire: NOW + 50, keyDays: 0 }],
  ['no end for an unassigned key', WAITING, { authExpire: -1 }, { authExpire: -1, keyDays: 0 }],
  ['a note for a banned license', { ...LINKED, ...banned() }, { note: 'new' }, { note: 'new' }],
]

test.each(TABLE)('%s', (_what, known, update, changed) => {
  const license = testLicense(known)
  expect(decideUpdate(license, update, NOW)).toEqual({
    outcome: 'updated',
    license: { ...license, ...changed },
  })
})
