import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signaturesMatch, signRequest, signResponse } from './signatures.ts'

interface Vector {
  nonce: string
  key: string
  time: string
  deviceId: string
  code: string
  secrets: [string, string, string]
  request: string
  response: string
}

const vectorsUrl = new URL('../vectors/key-check.json', import.meta.url)
const text = readFileSync(vectorsUrl, 'utf8')
const vectors = JSON.parse(text) as Vector[]

test.each(vectors)('signs the request and the response of nonce $nonce as sha1sum does', (vector) => {
  expect(signRequest(vector, vector.secrets)).toBe(vector.request)
  expect(signResponse(vector.nonce, vector.code, vector.secrets)).toBe(vector.response)
})

test.skipIf(process.platform === 'win32')('the vectors equal the output of sha1sum on this machine', () => {
  const script = new URL('../vectors/make.sh', import.meta.url)
  expect(execFileSync('sh', [script.pathname], { encoding: 'utf8' })).toBe(text)
})

test('accepts a signature only in its documented format', () => {
  const signature = signResponse('0123456789abcdef', 'KEY_VALID', ['a', 'b', 'c'])
  expect(signaturesMatch(signature, signature)).toBe(true)
  for (const given of [
    signature.toUpperCase(),
    ` ${signature}`,
    `${signature}\n`,
    signature.slice(1),
    '',
    'é'.repeat(40),
  ]) {
    expect(signaturesMatch(signature, given)).toBe(false)
  }
  // Two empty signatures do not match: an empty expected signature would be a bug.
  expect(signaturesMatch('', '')).toBe(false)
})
