import { CLIENT_NONCE_HEADER, signResponse } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createKeyExchange, type Outcome } from './key-exchange.ts'
import { createManualTime } from './testing/manual-time.ts'
import { mutateAnswer, type RawAnswer } from './testing/mutate-answer.ts'
import { createSeededRandom, isLongRun, SEED } from './testing/seeded-random.ts'
import { DATA, DEVICE_ID, KEY, SECRETS, SETTINGS } from './testing/test-service.ts'
import type { GetRequest, Transport } from './transport.ts'

const ROUNDS = isLongRun ? 200_000 : 4_000
/**
 * Characters that a text for the user must not contain: control characters and bidirectional
 * controls.
 */
const FORBIDDEN =
  /[\p{Cc}\u200b\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])/u

const random = createSeededRandom(SEED)
const time = createManualTime()
const json = { 'content-type': 'application/json' }

let syncBody = Buffer.alloc(0)
let lastCheck: (RawAnswer & { nonce: string; isAuthentic: boolean; url: string }) | undefined
let mutate = (_answer: RawAnswer): void => {}

const authenticBody = (nonce: string): Buffer =>
  Buffer.from(
    JSON.stringify({
      code: 'KEY_VALID',
      message: 'Welcome.',
      data: DATA,
      signature: signResponse(nonce, 'KEY_VALID', SECRETS),
    }),
  )

/** A service in this process whose answers can be changed before they arrive. */
const transport: Pick<Transport, 'get'> = {
  async get({ url, headers }: GetRequest) {
    const nonce = headers[CLIENT_NONCE_HEADER]
    const answer: RawAnswer = {
      status: 200,
      headers: { ...json },
      body: nonce === undefined ? Buffer.from(syncBody) : authenticBody(nonce),
    }
    if (nonce !== undefined) {
      mutate(answer)
      const isAuthentic = answer.status === 200 && answer.body.equals(authenticBody(nonce))
      lastCheck = { ...answer, nonce, url, isAuthentic }
    }
    return {
      kind: 'answer',
      answer: {
        status: answer.status,
        header: (name) => answer.headers[name] ?? null,
        body: inChunks(answer.body),
      },
    }
  },
}

async function* inChunks(body: Buffer): AsyncGenerator<Uint8Array> {
  const size = 1 + random.below(body.length + 1)
  for (let from = 0; from < body.length; from += size) yield body.subarray(from, from + size)
}

const openExchange = () =>
  createKeyExchange({
    fetch: { ...transport, post: transport.get },
    clock: time.clock,
    schedule: time.schedule,
    random: random.below,
    settings: SETTINGS,
  })

const check = (exchange = openExchange()): Promise<Outcome> =>
  exchange.check(KEY, DEVICE_ID, { signal: new AbortController().signal, onPhase: () => {} })

/** Verifies the code and the signature independently of the app. */
function isProven({ body, nonce }: { body: Buffer; nonce: string }): boolean {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    const { code, signature } = value as Record<string, unknown>
    return code === 'KEY_VALID' && signature === signResponse(nonce, 'KEY_VALID', SECRETS)
  } catch {
    return false
  }
}

test(`accepts only the authentic ones of ${ROUNDS} mutated answers (seed ${SEED})`, async () => {
  syncBody = Buffer.from(JSON.stringify({ st: 1_800_000_000, cf: '', nodes: ['https://node.example/'] }))
  mutate = (answer) => mutateAnswer(answer, random)
  const kinds = new Map<string, number>()
  let exchange = openExchange()
  for (let round = 0; round < ROUNDS; round++) {
    const outcome = await check(exchange)
    const kind = outcome.kind === 'failed' ? outcome.failure.kind : outcome.kind
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    // A new exchange does not wait for the Retry-After of the last answer.
    if (outcome.kind === 'failed' && outcome.failure.retryAfterSeconds !== undefined)
      exchange = openExchange()
    if (lastCheck === undefined) throw new Error('No check was sent.')
    const received = `round ${round}: ${lastCheck.status} ${lastCheck.body.toString('latin1').slice(0, 500)}`
    if (outcome.kind === 'valid') {
      if (!isProven(lastCheck) || lastCheck.status !== 200) throw new Error(`Accepted. ${received}`)
      const { note, executions, expiresAt } = outcome.license
      if (FORBIDDEN.test(note) || note.length > 600)
        throw new Error(`Forbidden character in the note. ${received}`)
      if (!Number.isSafeInteger(executions) || executions < 0) throw new Error(`Executions. ${received}`)
      if (expiresAt !== 'never' && !(expiresAt > 0)) throw new Error(`End. ${received}`)
    } else if (lastCheck.isAuthentic && /json/.test(lastCheck.headers['content-type'] ?? 'json')) {
      if (!/utf-16/.test(lastCheck.headers['content-type'] ?? ''))
        throw new Error(`Not accepted. ${received}`)
    }
    if (outcome.kind === 'refused') {
      if (FORBIDDEN.test(outcome.message) || outcome.message.length > 600)
        throw new Error(`Forbidden character in the message. ${received}`)
      if (!/^[\w.:-]{1,64}$/.test(outcome.code) || /^key_valid$/i.test(outcome.code))
        throw new Error(`Code. ${received}`)
    }
  }
  // Proves that the mutations reach every branch of the verification.
  for (const kind of [
    'valid',
    'refused',
    'answer-malformed',
    'answer-not-authentic',
    'captive-portal',
    'proxy',
  ]) {
    expect(kinds.get(kind), kind).toBeGreaterThan(ROUNDS / 500)
  }
}, 600_000)

const SCHEMES = [
  'https:',
  'http:',
  'HTTPS:',
  'file:',
  'javascript:',
  'ftp:',
  'https',
  'data:',
  'ws:',
  '',
] as const
const SLASHES = ['//', '/', '\\\\', '///', ''] as const
const LOGINS = ['', '', '', 'u@', 'u:p@', '@', '%40'] as const
const HOSTS = [
  'node.example',
  'NODE.example.',
  'localhost',
  '127.0.0.1',
  '[::1]',
  '10.0.0.1',
  '169.254.169.254',
  '0x7f000001',
  'nöde.example',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  'a..b',
  '',
  'node.example\\@evil.example',
  '192.168.1.1',
  'x'.repeat(300),
  '93.184.216.34',
] as const
const PORTS = ['', '', ':443', ':8443', ':0', ':65536', ':-1', ': 80', ':0443'] as const
const PATHS = [
  '',
  '/',
  '/v1',
  '/v1/',
  '/?a',
  '/?',
  '/#a',
  '/../..',
  '/%2e%2e/',
  '/\u0000',
  '/ ',
  '/\t',
  '//x',
  '/a\\b',
] as const

test(`never sends a check to a forbidden address (seed ${SEED})`, async () => {
  mutate = () => {}
  let used = 0
  for (let round = 0; round < ROUNDS / 4; round++) {
    // Half of the parts are valid, so that some complete addresses are valid.
    const node = [SCHEMES, SLASHES, LOGINS, HOSTS, PORTS, PATHS]
      .map((parts) => (random.below(2) === 0 ? parts[0] : random.pick<string>(parts)))
      .join('')
    syncBody = Buffer.from(JSON.stringify({ st: 1_800_000_000, cf: '', nodes: [node] }))
    lastCheck = undefined
    await check()
    const { url } = (lastCheck as { url: string } | undefined) ?? {}
    if (url === undefined) continue
    used++
    expect(url, node).toMatch(
      /^https:\/\/(node\.example\.?|93\.184\.216\.34)(:\d{1,5})?\/([^?#@\\\s]*\/)?external_check_key\?by=plants&key=[a-zA-Z]{32}$/,
    )
  }
  expect(used).toBeGreaterThan(0)
}, 600_000)
