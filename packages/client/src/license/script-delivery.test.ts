import { randomInt } from 'node:crypto'
import {
  createLicenseKey,
  type DeviceId,
  type LicenseKey,
  NEVER,
  type PublicKeys,
  privateKeyOf,
  type SharedSecrets,
  type SigningKeyPair,
  sealScript,
  signAnswer,
  signScript,
} from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createScriptDelivery } from './script-delivery.ts'
import { OTHER_SIGNING_KEY, PUBLIC_KEYS, SIGNING_KEY } from './testing/signed.ts'
import type { GetResult, PostRequest } from './transport.ts'

const SECRETS: SharedSecrets = ['first', 'second', 'third']
const KEY = createLicenseKey()
const TEXT = 'exports.a = 1'

type LoadRequest = {
  readonly script_key: string
  readonly hwid: string
  readonly nonce: string
  readonly public_key: string
}

const answer = (body: unknown, status = 200, headers: Record<string, string> = {}): GetResult => ({
  kind: 'answer',
  answer: {
    status,
    header: (name) => (name === 'content-type' ? 'application/json' : (headers[name] ?? null)),
    body: (async function* () {
      yield Buffer.from(JSON.stringify(body))
    })(),
  },
})

function deliveryOf(
  respond: (request: LoadRequest, sent: PostRequest) => GetResult,
  licensedKey: LicenseKey | null = KEY,
  publicKeys?: PublicKeys,
) {
  const sent: PostRequest[] = []
  const delivery = createScriptDelivery({
    network: {
      post: async (request) => {
        sent.push(request)
        return respond(JSON.parse(request.body) as LoadRequest, request)
      },
    },
    schedule: { after: () => () => {} },
    random: randomInt,
    settings: {
      syncUrl: 'https://license.example/api/',
      appName: 'app',
      executor: 'latchkey',
      secrets: SECRETS,
      userAgent: 'Test/1',
      allowLoopbackHttp: false,
      ...(publicKeys && { publicKeys }),
    },
    licensedKey: () => licensedKey ?? undefined,
    device: { identify: async () => ({ id: 'd'.repeat(64) as DeviceId }) },
  })
  return { delivery, sent }
}

const good = ({ nonce }: LoadRequest) => ({
  code: 'KEY_VALID',
  message: '',
  script: TEXT,
  session: 'session',
  signature: signScript(nonce, 's1', TEXT, SECRETS),
})

test('requests a script with the key in the body, and accepts it if it is signed', async () => {
  const { delivery, sent } = deliveryOf((request) => answer(good(request)))
  expect(await delivery.load('s1')).toEqual({
    kind: 'delivered',
    script: { id: 's1', text: TEXT, session: 'session', expiresAt: NEVER },
  })
  expect(sent.map(({ url }) => url)).toEqual(['https://license.example/api/v3/scripts/s1/load'])
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ script_key: KEY, hwid: 'd'.repeat(64) })
})

test('opens a sealed script', async () => {
  const { delivery } = deliveryOf((request) => {
    const { script, ...rest } = good(request)
    const data = { note: '', total_executions: 2, auth_expire: 1_900_000_000 }
    return answer({ ...rest, data, sealed: sealScript(script, request.public_key, 's1') })
  })
  expect(await delivery.load('s1')).toMatchObject({ script: { text: TEXT, expiresAt: 1_900_000_000 } })
})

test.each<[string, (request: LoadRequest) => object]>([
  ['changed', (request) => ({ ...good(request), script: `${TEXT};evil()` })],
  ['not signed', (request) => ({ ...good(request), signature: undefined })],
  ['signed for another request', (request) => good({ ...request, nonce: 'n'.repeat(16) })],
  [
    'signed for another script',
    ({ nonce }) => ({ ...good({ nonce } as LoadRequest), signature: signScript(nonce, 's2', TEXT, SECRETS) }),
  ],
  [
    'signed with another secret',
    ({ nonce }) => ({
      ...good({ nonce } as LoadRequest),
      signature: signScript(nonce, 's1', TEXT, ['third', 'first', 'second']),
    }),
  ],
  ['missing', (request) => ({ ...good(request), script: undefined })],
  [
    'sealed for another receiver',
    (request) => ({ ...good(request), script: undefined, sealed: { public_key: 'x', iv: '', text: '' } }),
  ],
])('refuses a script that is %s', async (_, body) => {
  const { delivery } = deliveryOf((request) => answer(body(request)))
  expect(await delivery.load('s1')).toEqual({ kind: 'failed', message: expect.stringContaining('not run') })
})

test('returns a refusal with its code, and a fault with a message', async () => {
  const refused = { code: 'KEY_BANNED', message: 'Blocked.' }
  expect(await deliveryOf(() => answer(refused)).delivery.load('s1')).toEqual({ kind: 'refused', ...refused })
  const missing = deliveryOf(() =>
    answer({ code: 'UNKNOWN_ERROR', message: 'There is no such script.' }, 404),
  )
  expect(await missing.delivery.load('s1')).toEqual({ kind: 'failed', message: 'There is no such script.' })
  const fault = { kind: 'offline', neverSent: true, code: 'x' } as const
  const away = deliveryOf(() => ({ kind: 'fault', fault })).delivery
  expect(await away.load('s1')).toEqual({ kind: 'failed', message: expect.stringContaining('not reached') })
  await expect(away.beat({ id: 's1', session: '' }, 'n'.repeat(16))).rejects.toThrow('not reached')
})

/** The headers with which a service signs its answer to this request. */
function signed(
  body: object,
  nonce: string,
  { url, headers }: PostRequest,
  pair: SigningKeyPair = SIGNING_KEY,
) {
  const digest = headers['content-digest'] ?? ''
  const request = { kind: 'script', path: new URL(url).pathname, contentDigest: digest, nonce } as const
  const signer = { keyId: pair.id, privateKey: privateKeyOf(pair) }
  return signAnswer(request, { body: JSON.stringify(body) }, 1_800_000_000, signer) ?? {}
}

test('with public keys, accepts only an answer that the service has signed for this request', async () => {
  const refused = { code: 'KEY_BANNED', message: 'Blocked.' }
  for (const body of [good, () => refused]) {
    const load = (respond: (request: LoadRequest, sent: PostRequest) => Record<string, string>) =>
      deliveryOf((asked, sent) => answer(body(asked), 200, respond(asked, sent)), KEY, PUBLIC_KEYS)
        .delivery.load('s1')
        .then(({ kind }) => kind)
    const accepted = body === good ? 'delivered' : 'refused'
    expect(await load((asked, sent) => signed(body(asked), asked.nonce, sent))).toBe(accepted)
    expect(await load(() => ({}))).toBe('failed')
    expect(await load((asked, sent) => signed(body(asked), asked.nonce, sent, OTHER_SIGNING_KEY))).toBe(
      'failed',
    )
    expect(await load((asked, sent) => signed(body(asked), 'n'.repeat(16), sent))).toBe('failed')
    expect(await load((asked, sent) => signed({}, asked.nonce, sent))).toBe('failed')
    expect(
      await load((asked, sent) => signed(body(asked), asked.nonce, { ...sent, url: 'https://a.example/' })),
    ).toBe('failed')
    expect(
      await load((asked, sent) => ({
        ...signed(body(asked), asked.nonce, sent),
        'content-encoding': 'gzip',
      })),
    ).toBe('failed')
  }
})

test('sends nothing without a license in use', async () => {
  const { delivery, sent } = deliveryOf((request) => answer(good(request)), null)
  expect((await delivery.load('s1')).kind).toBe('failed')
  expect(sent).toEqual([])
})
