import { expect, test } from 'vitest'
import { NOW, testLicense } from '../testing/records.ts'
import { decideLink, type LinkOutcome } from './link-chat.ts'

const TABLE: readonly [given: string, has: string, force: boolean, outcome: LinkOutcome][] = [
  ['chat-1', '', false, 'linked'],
  ['chat-1', '', true, 'linked'],
  ['chat-2', 'chat-1', false, 'has-chat-id'],
  ['chat-1', 'chat-1', false, 'has-chat-id'],
  ['chat-2', 'chat-1', true, 'linked'],
  ['a', '', false, 'linked'],
  ['x'.repeat(64), '', false, 'linked'],
  ['A.b_c:1-2', '', false, 'linked'],
  ['', '', false, 'invalid-chat-id'],
  ['', 'chat-1', true, 'invalid-chat-id'],
  ['x'.repeat(65), '', false, 'invalid-chat-id'],
  ['two words', '', false, 'invalid-chat-id'],
  ['ünicode', '', false, 'invalid-chat-id'],
  ['chat-1\n', '', false, 'invalid-chat-id'],
]

test.each(TABLE)('"%s" to a key with "%s", force %s: %s', (chatId, has, force, outcome) => {
  const license = testLicense({ chatId: has, note: 'n' })
  const decided = decideLink(license, { chatId, force }, NOW)
  expect(decided.outcome).toBe(outcome)
  expect(decided.license).toEqual(outcome === 'linked' ? { ...license, chatId } : undefined)
})

test('an unassigned key counts as claimed from the link on', () => {
  const license = testLicense({ authExpire: 0, keyDays: 2 })
  expect(decideLink(license, { chatId: 'chat', force: false }, NOW).license).toMatchObject({
    status: 'reset',
    authExpire: NOW + 2 * 86_400,
  })
})

test('a countdown that runs already goes on', () => {
  const license = testLicense({ authExpire: NOW + 5, keyDays: 2 })
  expect(decideLink(license, { chatId: 'chat', force: false }, NOW).license).toMatchObject({
    authExpire: NOW + 5,
  })
})
