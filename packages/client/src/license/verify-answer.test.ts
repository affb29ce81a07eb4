import { type Nonce, signResponse } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { DATA, SECRETS } from './testing/test-service.ts'
import { verifyAnswer } from './verify-answer.ts'

const nonce = '0123456789abcdef' as Nonce
const signature = signResponse(nonce, 'KEY_VALID', SECRETS)
const valid = { code: 'KEY_VALID', message: 'Welcome.', data: DATA, signature }
const verify = (body: unknown) => verifyAnswer(body, nonce, SECRETS)

test('accepts KEY_VALID with the signature of this request', () => {
  expect(verify(valid)).toEqual({
    kind: 'valid',
    license: { note: 'For Ada', executions: 7, expiresAt: 1_900_000_000 },
  })
  expect(verify({ ...valid, data: { ...DATA, auth_expire: -1 } })).toMatchObject({
    license: { expiresAt: 'never' },
  })
  // A later version may add fields.
  expect(verify({ ...valid, news: [1] }).kind).toBe('valid')
})

test.each([
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
  ['for another nonce', signResponse('0123456789abcdeg', 'KEY_VALID', SECRETS)],
  ['for another code', signResponse(nonce, 'KEY_BANNED', SECRETS)],
  [
    'made with another secret',
    signResponse(nonce, 'KEY_VALID', ['first secret', 'second secret', 'third secrets']),
  ],
  ['in upper case', signature.toUpperCase()],
  ['followed by a space', `${signature} `],
  ['one character too short', signature.slice(1)],
  ['in a list', [signature]],
  ['an object', { toString: signature }],
  ['true', true],
])('refuses a signature that is %s', (_name, given) => {
  const why = typeof given === 'string' ? 'wrong signature' : 'no signature'
  expect(verify({ ...valid, signature: given })).toEqual({ kind: 'not-authentic', why })
})

test('verifies the signature before it reads the other fields', () => {
  expect(verify({ code: 'KEY_VALID', signature: 'x'.repeat(40) }).kind).toBe('not-authentic')
  expect(verify({ code: 'KEY_VALID', signature })).toEqual({ kind: 'malformed', why: 'no data' })
})

test.each([
  ['key_valid'],
  ['Key_Valid'],
  ['KEY_VALID '],
  ['KEY_VALID\u0000'],
  ['KEY\u200bVALID'],
  ['КEY_VALID'],
  [''],
  ['<script>'],
  ['x'.repeat(65)],
])('replaces the code %j of a refusal', (code) => {
  const verdict = verify({ ...valid, code, signature: signResponse(nonce, code, SECRETS) })
  expect(verdict).toMatchObject({ kind: 'refused', code: 'UNKNOWN_ERROR' })
})

test('returns the code and the message of a refusal', () => {
  expect(verify({ code: 'KEY_BANNED', message: 'Banned:\nabuse\u202e' })).toEqual({
    kind: 'refused',
    code: 'KEY_BANNED',
    message: 'Banned: abuse',
  })
  expect(verify({ code: 'SOMETHING_NEW', message: '' })).toMatchObject({ code: 'SOMETHING_NEW' })
  // A signature over KEY_VALID proves nothing about another code.
  expect(verify({ ...valid, code: 'KEY_EXPIRED' }).kind).toBe('refused')
  const long = verify({ code: 'KEY_BANNED', message: 'x'.repeat(10_000) })
  expect(long.kind === 'refused' && long.message.length).toBe(300)
})

test.each([
  ['a fraction of an execution', { total_executions: 0.5 }],
  ['a count as a string', { total_executions: '7' }],
  ['an infinite count', { total_executions: Number.POSITIVE_INFINITY }],
  ['a fraction of a second', { auth_expire: 1_900_000_000.5 }],
  ['an expiry above the safe integers', { auth_expire: 2 ** 60 }],
  ['an expiry that is not a number', { auth_expire: null }],
  ['a note that is not a string', { note: 5 }],
])('refuses %s, although the signature is correct', (_name, wrong) => {
  expect(verify({ ...valid, data: { ...DATA, ...wrong } }).kind).toBe('malformed')
})

test.each([
  ['total_executions', -1],
  ['total_executions', 2 ** 53],
  ['auth_expire', 0],
  ['auth_expire', -2],
  ['auth_expire', 253_402_300_800],
])('names %s if it is %d', (field, value) => {
  expect(verify({ ...valid, data: { ...DATA, [field]: value } })).toEqual({
    kind: 'malformed',
    why: field,
  })
})

test.each([
  [{ total_executions: 0 }, { executions: 0 }],
  [{ total_executions: 2 ** 53 - 1 }, { executions: 2 ** 53 - 1 }],
  [{ auth_expire: 1 }, { expiresAt: 1 }],
  [{ auth_expire: 253_402_300_799 }, { expiresAt: 253_402_300_799 }],
])('accepts %j', (change, license) => {
  expect(verify({ ...valid, data: { ...DATA, ...change } })).toMatchObject({ kind: 'valid', license })
})

test.each([
  [null, 'no code'],
  [[], 'no code'],
  ['KEY_VALID', 'no code'],
  [{}, 'no code'],
  [{ message: 'x' }, 'no code'],
  [{ code: 5, message: 'x' }, 'no code'],
  [{ code: ['KEY_VALID'] }, 'no code'],
  [{ code: 'KEY_BANNED' }, 'no message'],
  [{ code: 'KEY_BANNED', message: 5 }, 'no message'],
])('reports %j as malformed', (body, why) => {
  expect(verify(body)).toEqual({ kind: 'malformed', why })
})

test('cleans the note, and leaves as much of it as the service takes', () => {
  const noteOf = (note: string) => {
    const verdict = verify({ ...valid, data: { ...DATA, note } })
    return verdict.kind === 'valid' && verdict.license.note
  }
  expect(noteOf(`<b>\u202e${'n'.repeat(5000)}`)).toMatch(/^<b>n{996}…$/)
  expect(noteOf('n'.repeat(1_000))).toBe('n'.repeat(1_000))
})
