import { createHmac, sign } from 'node:crypto'
import {
  CLIENT_DEVICE_HEADER,
  CLIENT_NONCE_HEADER,
  CLIENT_TIME_HEADER,
  type CoveredRequest,
  contentDigest,
  createNonce,
  createSigningKeyPair,
  fingerprintHeader,
  KEY_VALID,
  privateKeyOf,
  type RequestUse,
  SIGNATURE_HEADER,
  signAnswer,
  signedKey,
  signRequest,
  signResponse,
} from '@latchkey/protocol'
import { type Act, type Answer, type Attack, type Encounter, having, onCheck } from '../attack.ts'

// The attacker has all three shared secrets, which every copy of the app contains. The app has the
// public keys of the project.

export const NOT_AUTHENTIC = ['answer-not-authentic']
export const attacker = createSigningKeyPair()

type Change = (answer: Answer, encounter: Encounter) => Partial<Answer> | Promise<Partial<Answer>>

const reply = ({ response }: Encounter, { status, headers, body }: Answer): void => {
  response.writeHead(status, { ...headers }).end(body)
}

/** Changes parts of an answer of the service. */
export const changed =
  (change: Change): Act =>
  async (encounter) => {
    const authentic = await encounter.authentic()
    reply(encounter, { ...authentic, ...(await change(authentic, encounter)) })
  }

/** Replies with the answer to an earlier check. */
export const earlier: Act = (encounter) => reply(encounter, encounter.earlier)

type Headers = Readonly<Record<string, string>>

/** Replaces headers. */
export const withHeaders = (
  change: (headers: Headers, encounter: Encounter) => Headers | Promise<Headers>,
): Act =>
  changed(async ({ headers }, encounter) => ({
    headers: { ...headers, ...(await change(headers, encounter)) },
  }))

/** Changes the text of one header. */
export const header = (name: string, change: (text: string) => string): Act =>
  withHeaders((headers) => ({ [name]: change(headers[name] ?? '') }))

const input = (change: (text: string) => string): Act => header('signature-input', change)
/** Sends an answer that the service has not signed. */
const unsigned = (change: (encounter: Encounter) => Partial<Answer>): Act =>
  changed((_, encounter) => ({
    headers: { 'content-type': 'application/json' },
    ...change(encounter),
  }))

/** A valid answer that is right in everything but the signature of the service. */
export const validBody = ({ nonce, secrets }: Encounter): string =>
  JSON.stringify({
    code: KEY_VALID,
    message: 'Welcome.',
    data: { note: '', total_executions: 1, auth_expire: -1 },
    signature: signResponse(nonce, KEY_VALID, secrets),
  })

export const coveredBy = ({ request }: Encounter): Extract<CoveredRequest, { kind: 'check' }> => {
  const { pathname: path, search: query } = new URL(request.url ?? '', 'http://node')
  const of = (name: string): string => String(request.headers[name] ?? '')
  return { kind: 'check', path, query, nonce: of(CLIENT_NONCE_HEADER), deviceId: of(CLIENT_DEVICE_HEADER) }
}

export const keyIdIn = (input = ''): string => /;keyid="([^"]*)"/.exec(input)?.[1] ?? ''

/** The attacker's own answer, signed with the attacker's own key. */
export const signedByAttacker = (keyId: (answer: Answer) => string): Act =>
  changed((answer, encounter) => {
    const body = validBody(encounter)
    const now = Math.floor(Date.now() / 1_000)
    const signer = { keyId: keyId(answer), privateKey: privateKeyOf(attacker) }
    return {
      body,
      headers: { ...answer.headers, ...signAnswer(coveredBy(encounter), { body }, now, signer) },
    }
  })

interface OtherRequest {
  /** The kind of the request. Default: a key check. */
  readonly use?: RequestUse
  readonly key?: string
  readonly deviceId?: string
  readonly nonce?: string
}

/** The service's answer to another request, which the attacker signs with the shared secrets. */
export const answerTo = (encounter: Encounter, other: OtherRequest) => {
  const { request, secrets } = encounter
  const covered = coveredBy(encounter)
  const key = other.key ?? new URLSearchParams(covered.query).get('key') ?? ''
  const { use = 'check', nonce = covered.nonce, deviceId = covered.deviceId } = other
  const time = String(request.headers[CLIENT_TIME_HEADER])
  return encounter.authentic({
    use,
    key,
    headers: {
      [CLIENT_NONCE_HEADER]: nonce,
      [CLIENT_DEVICE_HEADER]: deviceId,
      [fingerprintHeader('latchkey')]: deviceId,
      [SIGNATURE_HEADER]: signRequest({ nonce, key: signedKey(use, key), time, deviceId }, secrets),
    },
  })
}

export const insteadOf =
  (other: (encounter: Encounter) => OtherRequest): Act =>
  async (encounter) =>
    reply(encounter, await answerTo(encounter, other(encounter)))

const OTHER_DEVICE = 'e'.repeat(64)
/** Replaces the body, and leaves its digest and its signature. */
const validInstead = changed((_, encounter) => ({ body: validBody(encounter) }))
const BANNED = JSON.stringify({ code: 'KEY_BANNED', message: 'Banned.' })

/** Attacks on an app that was built with public keys. */
export const signedAnswers: readonly Attack[] = [
  ...onCheck(NOT_AUTHENTIC, {
    'right shared secrets, no signature': unsigned((encounter) => ({ body: validBody(encounter) })),
    "right shared secrets, the service's signature of its own answer": validInstead,
    'digest of another body': changed(({ headers }, encounter) => {
      const body = validBody(encounter)
      return { body, headers: { ...headers, 'content-digest': contentDigest(body) } }
    }),
    'signed by an unknown key': signedByAttacker(() => attacker.id),
    'signed by an unknown key under the ID of a known one': signedByAttacker(({ headers }) =>
      keyIdIn(headers['signature-input']),
    ),
    'signed with the public key as a shared one (HMAC)': withHeaders((headers) => {
      const input = (headers['signature-input'] ?? '').replace(/$/, ';alg="hmac-sha256"')
      const mac = createHmac('sha256', keyIdIn(input)).update(input).digest('base64')
      return { 'signature-input': input, signature: `latchkey=:${mac}:` }
    }),
    'signature of zeros': header('signature', () => `latchkey=:${Buffer.alloc(64).toString('base64')}:`),
    'signature that does not end': header('signature', (text) => text.slice(0, -1)),
    'stale answer, whole': earlier,
    'stale signature, with the nonce of this request': changed((_, { earlier, nonce }) => {
      const input = earlier.headers['signature-input']?.replace(/nonce="\w+"/, `nonce="${nonce}"`) ?? ''
      return { ...earlier, headers: { ...earlier.headers, 'signature-input': input } }
    }),
    'answer to another nonce': insteadOf(() => ({ nonce: createNonce() })),
    'answer to another device': insteadOf(() => ({ deviceId: OTHER_DEVICE })),
    'signed refusal of another key': insteadOf(({ keys }) => ({ key: keys['banned'] ?? '' })),
    'tag of another use': input((text) => text.replace('latchkey-check', 'latchkey-file')),
    'a later time': input((text) => text.replace(/created=\d/, 'created=2')),
    'latchkey-license left out of the components': input((text) => text.replace(' "latchkey-license"', '')),
    'latchkey-license changed': header('latchkey-license', () => 'v=1, plan="gold"'),
    'latchkey-license removed': header('latchkey-license', () => ''),
    'components in another order': input((text) =>
      text.replace('"@path";req "@query";req', '"@query";req "@path";req'),
    ),
    'no components': input((text) => text.replace(/\([^)]*\)/, '()')),
    'another parameter': input((text) => `${text};expires=4102444800`),
    'two signatures, the second of the attacker': withHeaders((headers) => {
      const input = headers['signature-input'] ?? ''
      const second = sign(null, Buffer.from(input), privateKeyOf(attacker)).toString('base64')
      return {
        'signature-input': `${input}, second=${input.slice('latchkey='.length)}`,
        signature: `${headers['signature']}, second=:${second}:`,
      }
    }),
    'the same signature twice': withHeaders((headers) => ({
      'signature-input': `${headers['signature-input']}, ${headers['signature-input']}`,
      signature: `${headers['signature']}, ${headers['signature']}`,
    })),
    'signature under another label': withHeaders((headers) => ({
      'signature-input': headers['signature-input']?.replace('latchkey=', 'other=') ?? '',
      signature: headers['signature']?.replace('latchkey=', 'other=') ?? '',
    })),
    'signature-input of 12,000 characters': input((text) => `${text};x="${'x'.repeat(12_000)}"`),
    'unsigned refusal': unsigned(() => ({ body: BANNED })),
    'unsigned refusal with another status': unsigned(() => ({ status: 403, body: BANNED })),
  }).map(having({ hasPublicKeys: true })),
  ...onCheck(NOT_AUTHENTIC, {
    'signed refusal turned into a valid answer': validInstead,
    'signed valid answer to another key': insteadOf(({ keys }) => ({ key: keys['valid'] ?? '' })),
  }).map(having({ hasPublicKeys: true, key: 'banned' })),
  ...onCheck(['proxy'], { 'content encoding of a proxy': header('content-encoding', () => 'br') }).map(
    having({ hasPublicKeys: true }),
  ),
  ...onCheck(['KEY_VALID'], { 'honest service that signs (control)': changed((answer) => answer) }).map(
    having({ hasPublicKeys: true, mayOpen: true }),
  ),
]
