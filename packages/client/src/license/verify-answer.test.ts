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
  expect(verify({ ...valid, signature: given }).kind).toBe('not-authentic')
})

test('verifies the signature before it reads the other fields', () => {
  expect(verify({ code: 'KEY_VALID', signature: 'x'.repeat(40) }).kind).toBe('not-authentic')
  expect(verify({ code: 'KEY_VALID', signature }).kind).toBe('malformed')
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
  ['a negative count', { total_executions: -1 }],
  ['a fraction of an execution', { total_executions: 0.5 }],
  ['a count above the safe integers', { total_executions: 2 ** 53 }],
  ['a count as a string', { total_executions: '7' }],
  ['an infinite count', { total_executions: Number.POSITIVE_INFINITY }],
  ['an expiry of 0', { auth_expire: 0 }],
  ['an expiry of -2', { auth_expire: -2 }],
  ['a fraction of a second', { auth_expire: 1_900_000_000.5 }],
  ['an expiry after the year 9999', { auth_expire: 253_402_300_800 }],
  ['an expiry above the safe integers', { auth_expire: 2 ** 60 }],
  ['an expiry that is not a number', { auth_expire: null }],
  ['a note that is not a string', { note: 5 }],
])('refuses %s, although the signature is correct', (_name, wrong) => {
  expect(verify({ ...valid, data: { ...DATA, ...wrong } }).kind).toBe('malformed')
})

test.each([
  [null],
  [[]],
  ['KEY_VALID'],
  [{}],
  [{ code: 5 }],
  [{ code: ['KEY_VALID'] }],
  [{ code: 'KEY_BANNED' }],
])('reports %j as malformed', (body) => {
  expect(verify(body).kind).toBe('malformed')
})

test('cleans the note', () => {
  const verdict = verify({ ...valid, data: { ...DATA, note: `<b>\u202e${'n'.repeat(5000)}` } })
  expect(verdict.kind === 'valid' && verdict.license.note).toMatch(/^<b>n{296}…$/)
})
