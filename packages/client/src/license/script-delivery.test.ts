import { randomInt } from 'node:crypto'
import {
  createLicenseKey,
  type DeviceId,
  type LicenseKey,
  NEVER,
  type SharedSecrets,
  sealScript,
  signScript,
} from '@latchkey/protocol'
import { expect, test } from 'vitest'
import { createScriptDelivery } from './script-delivery.ts'
import type { GetResult, PostRequest } from './transport.ts'

const SECRETS: SharedSecrets = ['first', 'second', 'third']
const KEY = createLicenseKey()
const TEXT = 'exports.a = 1'

type Asked = {
  readonly script_key: string
  readonly hwid: string
  readonly nonce: string
  readonly public_key: string
}

const answer = (body: unknown, status = 200): GetResult => ({
  kind: 'answer',
  answer: {
    status,
    header: (name) => (name === 'content-type' ? 'application/json' : null),
    body: (async function* () {
      yield Buffer.from(JSON.stringify(body))
    })(),
  },
})

function deliveryOf(respond: (asked: Asked) => GetResult, licensedKey: LicenseKey | null = KEY) {
  const sent: PostRequest[] = []
  const delivery = createScriptDelivery({
    network: {
      post: async (request) => {
        sent.push(request)
        return respond(JSON.parse(request.body) as Asked)
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
    },
    licensedKey: () => licensedKey ?? undefined,
    device: { identify: async () => ({ id: 'd'.repeat(64) as DeviceId }) },
  })
  return { delivery, sent }
}

const good = ({ nonce }: Asked) => ({
  code: 'KEY_VALID',
  message: '',
  script: TEXT,
  session: 'session',
  signature: signScript(nonce, 's1', TEXT, SECRETS),
})

test('a script is asked for with the key in use, in a body, and taken when it is signed', async () => {
  const { delivery, sent } = deliveryOf((asked) => answer(good(asked)))
  expect(await delivery.load('s1')).toEqual({
    kind: 'delivered',
    script: { id: 's1', text: TEXT, session: 'session', expiresAt: NEVER },
  })
  expect(sent.map(({ url }) => url)).toEqual(['https://license.example/api/v3/scripts/s1/load'])
  expect(JSON.parse(sent[0]?.body ?? '')).toMatchObject({ script_key: KEY, hwid: 'd'.repeat(64) })
})

test('a sealed script is opened', async () => {
  const { delivery } = deliveryOf((asked) => {
    const { script, ...rest } = good(asked)
    const data = { note: '', total_executions: 2, auth_expire: 1_900_000_000 }
    return answer({ ...rest, data, sealed: sealScript(script, asked.public_key, 's1') })
  })
  expect(await delivery.load('s1')).toMatchObject({ script: { text: TEXT, expiresAt: 1_900_000_000 } })
})

test.each<[string, (asked: Asked) => object]>([
  ['changed', (asked) => ({ ...good(asked), script: `${TEXT};evil()` })],
  ['not signed', (asked) => ({ ...good(asked), signature: undefined })],
  ['signed for another request', (asked) => good({ ...asked, nonce: 'n'.repeat(16) })],
  [
    'another one',
    ({ nonce }) => ({ ...good({ nonce } as Asked), signature: signScript(nonce, 's2', TEXT, SECRETS) }),
  ],
  [
    'signed with another secret',
    ({ nonce }) => ({
      ...good({ nonce } as Asked),
      signature: signScript(nonce, 's1', TEXT, ['third', 'first', 'second']),
    }),
  ],
  ['missing', (asked) => ({ ...good(asked), script: undefined })],
  [
    'sealed to somebody else',
    (asked) => ({ ...good(asked), script: undefined, sealed: { public_key: 'x', iv: '', text: '' } }),
  ],
])('a script that is %s is not taken', async (_, body) => {
  const { delivery } = deliveryOf((asked) => answer(body(asked)))
  expect(await delivery.load('s1')).toEqual({ kind: 'failed', message: expect.stringContaining('not run') })
})

test('a refusal is passed on with its code, and a fault as words', async () => {
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

test('without a license in use nothing is asked', async () => {
  const { delivery, sent } = deliveryOf((asked) => answer(good(asked)), null)
  expect((await delivery.load('s1')).kind).toBe('failed')
  expect(sent).toEqual([])
})
