import { CLIENT_NONCE_HEADER, REQUEST_PATHS, signResponse } from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createKeyExchange, type Outcome } from './key-exchange.ts'
import { createManualTime } from './testing/manual-time.ts'
import { mutateAnswer, type RawAnswer } from './testing/mutate-answer.ts'
import { createSeededRandom, isLongRun, SEED } from './testing/seeded-random.ts'
import { OTHER_SIGNING_KEY, PUBLIC_KEYS, signatureOf } from './testing/signed.ts'
import { DATA, DEVICE_ID, KEY, OTHER_KEY, SECRETS, SETTINGS } from './testing/test-service.ts'
import type { Transport } from './transport.ts'

const ROUNDS = isLongRun ? 200_000 : 2_000
const CREATED = 1_800_000_000
const random = createSeededRandom(SEED)
const time = createManualTime()

const SIGNED = ['content-digest', 'latchkey-license', 'signature-input', 'signature'] as const
/** What an attacker may put into a header. */
const PIECES = [
  ...[' ', ',', ';', '=', '"', '(', ')', ':', '\t', '\\', '\u0000', 'é', '=?1', '@1', '*', '%"a"'],
  ...[
    ', latchkey=()',
    ';created=1',
    ';keyid="x"',
    ';alg="none"',
    ';tag="latchkey-check"',
    'sig1=',
    '-1',
    '1.5',
  ],
  ...['"@path";req', '"@query"', '"content-digest";sf', `:${'A'.repeat(86)}==:`, 'x'.repeat(3_000)],
] as const

type Headers = RawAnswer['headers']
type Mutation = (headers: Headers, name: (typeof SIGNED)[number], text: string) => void

const at = (text: string): number => random.below(text.length + 1)
const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (headers, name) => delete headers[name],
  (headers, name) => (headers[name] = ''),
  (headers, name, text) => (headers[name] = text.slice(0, at(text))),
  (headers, name, text) => (headers[name] = text.slice(at(text))),
  (headers, name, text) => (headers[name] = `${text}, ${text}`),
  (headers, name, text) => (headers[name] = text.split(';').toReversed().join(';')),
  (headers, name, text) => {
    const from = at(text)
    headers[name] = text.slice(0, from) + random.pick(PIECES) + text.slice(from)
  },
  (headers, name, text) => {
    const from = at(text)
    headers[name] = text.slice(0, from) + random.pick(PIECES) + text.slice(from + 1 + random.below(8))
  },
  (headers, name, text) => {
    const parts = text.split(' ')
    headers[name] = parts.toSpliced(random.below(parts.length), 1).join(' ')
  },
  (headers, name) => (headers[name] = headers[random.pick(SIGNED)] ?? ''),
  (headers, name, text) => (headers[name] = text.toUpperCase()),
]

let answer: RawAnswer = { status: 200, headers: {}, body: Buffer.alloc(0) }
let authentic = ''
const fingerprint = ({ status, headers, body }: RawAnswer): string =>
  JSON.stringify([status, SIGNED.map((name) => headers[name]), body.toString('latin1')])

/** A service in this process, and an attacker on the way who has the shared secrets. */
const transport: Pick<Transport, 'get'> = {
  async get({ url, headers }) {
    const nonce = headers[CLIENT_NONCE_HEADER]
    if (nonce === undefined) {
      const body = JSON.stringify({ st: CREATED, cf: '', nodes: ['https://node.example/'] })
      return respond({ status: 200, headers: {}, body: Buffer.from(body) })
    }
    const isValid = random.below(3) > 0
    const text = JSON.stringify(
      isValid
        ? { code: 'KEY_VALID', message: '', data: DATA, signature: signResponse(nonce, 'KEY_VALID', SECRETS) }
        : { code: 'KEY_BANNED', message: 'Banned.' },
    )
    const signed = signatureOf(url, headers, text, CREATED)
    answer = { status: 200, headers: { ...signed }, body: Buffer.from(text) }
    authentic = fingerprint(answer)
    attack(url, headers, text)
    return respond(answer)
  },
}

function attack(url: string, headers: Readonly<Record<string, string>>, text: string): void {
  const kind = random.below(9)
  if (kind === 0) mutateAnswer(answer, random)
  // The signature of another request, and that of another key.
  if (kind === 1)
    Object.assign(answer.headers, signatureOf(url.replace(KEY, OTHER_KEY), headers, text, CREATED))
  if (kind === 2) {
    const device = random.pick(['e'.repeat(64), DEVICE_ID.toUpperCase(), `${DEVICE_ID}0`])
    Object.assign(answer.headers, signatureOf(url, { ...headers, clienthwid: device }, text, CREATED))
  }
  if (kind === 3)
    Object.assign(answer.headers, signatureOf(url, headers, text, CREATED, { pair: OTHER_SIGNING_KEY }))
  if (kind === 4) Object.assign(answer.headers, signatureOf(ofOtherUse(url), headers, text, CREATED))
  for (let rounds = kind < 5 ? 0 : 1 + random.below(3); rounds > 0; rounds--) {
    const name = random.pick(SIGNED)
    random.pick(MUTATIONS)(answer.headers, name, answer.headers[name] ?? '')
  }
}

/** The address of a move for that of a check, and the other way round. */
const ofOtherUse = (url: string): string =>
  url.includes(REQUEST_PATHS.move)
    ? url.replace(REQUEST_PATHS.move, REQUEST_PATHS.check)
    : url.replace(REQUEST_PATHS.check, REQUEST_PATHS.move)

const respond = ({ status, headers, body }: RawAnswer) => ({
  kind: 'answer' as const,
  answer: {
    status,
    header: (name: string) => (name === 'content-type' ? 'application/json' : (headers[name] ?? null)),
    body: (async function* () {
      yield body
    })(),
  },
})

const check = (): Promise<Outcome> =>
  createKeyExchange({
    fetch: { ...transport, post: transport.get },
    clock: time.clock,
    schedule: time.schedule,
    random: random.below,
    settings: { ...SETTINGS, publicKeys: PUBLIC_KEYS },
  }).check(KEY, DEVICE_ID, {
    use: random.pick(['check', 'move']),
    signal: new AbortController().signal,
    onPhase: () => {},
  })

test(`accepts none of ${ROUNDS} signed answers that were changed (seed ${SEED})`, async () => {
  const kinds = new Map<string, number>()
  const reasons = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const outcome = await check()
    const isChanged = fingerprint(answer) !== authentic
    const kind = outcome.kind === 'failed' ? outcome.failure.kind : outcome.kind
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
    if (kind === 'answer-not-authentic' && outcome.kind === 'failed') {
      reasons.add(outcome.failure.details.at(-1) ?? '')
    }
    const received = `round ${round}: ${fingerprint(answer).slice(0, 900)}`
    const isDecided = kind === 'valid' || kind === 'refused'
    if (isDecided && isChanged) throw new Error(`Accepted as ${kind}. ${received}`)
    if (!isDecided && !isChanged) throw new Error(`Not accepted: ${kind}. ${received}`)
    // An exception in a part of the exchange becomes this outcome.
    if (kind === 'outcome-unknown') throw new Error(`An exception. ${received}`)
  }
  // Proves that the changes reach the reasons for a refusal.
  expect(kinds.get('valid') ?? 0).toBeGreaterThan(0)
  expect(kinds.get('refused') ?? 0).toBeGreaterThan(0)
  expect(reasons.size, [...reasons].join('; ')).toBeGreaterThan(9)
}, 900_000)
