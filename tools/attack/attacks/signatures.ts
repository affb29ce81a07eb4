import { createHash } from 'node:crypto'
import { createNonce, KEY_VALID, SIGNATURE_HEADER, signResponse } from '@latchkey/protocol'
import { type Act, type Attack, type Encounter, having, onCheck, record, send } from '../attack.ts'

const NOT_AUTHENTIC = ['answer-not-authentic']

/** Replaces the signature. */
const signed = (forge: (signature: string, encounter: Encounter) => unknown): Act =>
  record((authentic, encounter) => ({ ...authentic, signature: forge(authentic['signature'], encounter) }))

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

/** Changes a refusal to a valid answer. */
const madeValid = (signature?: (encounter: Encounter) => string): Act =>
  record((refusal, encounter) => ({
    ...refusal,
    code: KEY_VALID,
    data: { note: '', total_executions: 1, auth_expire: -1 },
    ...(signature && { signature: signature(encounter) }),
  }))

const earlierSignature = ({ earlier }: Encounter): string =>
  (JSON.parse(earlier.body) as { signature: string }).signature

/** The code is `KEY_VALID`, but the signature is wrong or missing. */
export const signatures: readonly Attack[] = [
  ...onCheck(NOT_AUTHENTIC, {
    'signature stripped': record(({ signature: _, ...rest }) => rest),
    'signature null': signed(() => null),
    'signature empty': signed(() => ''),
    'signature wrong in one letter': signed(
      (signature) => (signature.startsWith('0') ? '1' : '0') + signature.slice(1),
    ),
    'signature all zeros': signed(() => '0'.repeat(40)),
    'signature in upper case': signed((signature) => signature.toUpperCase()),
    'signature with a trailing newline': signed((signature) => `${signature}\n`),
    'signature between spaces': signed((signature) => ` ${signature} `),
    'signature cut short': signed((signature) => signature.slice(0, 8)),
    'signature with more behind it': signed((signature) => `${signature}00`),
    'signature as a number': signed(() => 0),
    'signature as true': signed(() => true),
    'signature as an array': signed((signature) => [signature]),
    'signature as an object': signed((signature) => ({ value: signature })),
    'signature in a header instead': async (encounter) => {
      const { signature, ...rest } = JSON.parse((await encounter.authentic()).body)
      send(encounter, JSON.stringify(rest), { headers: { signature } })
    },
    'signature of another nonce': signed((_, { secrets }) => signResponse(createNonce(), KEY_VALID, secrets)),
    'signature of no nonce': signed((_, { secrets }) => signResponse('', KEY_VALID, secrets)),
    'signature made with another secret': signed((_, { nonce, secrets }) =>
      sha1(nonce + secrets[0] + KEY_VALID),
    ),
    'signature made without a secret': signed((_, { nonce }) => sha1(nonce + KEY_VALID)),
    "signature that is the request's own": signed((_, { request }) => request.headers[SIGNATURE_HEADER]),
    'older answer (replay)': (encounter) => send(encounter, encounter.earlier.body),
  }),
  ...onCheck(NOT_AUTHENTIC, {
    'refusal turned into a valid answer': madeValid(),
    'refusal turned, with an older signature': madeValid(earlierSignature),
  }).map(having({ key: 'banned' })),
  ...onCheck(NOT_AUTHENTIC, { 'expired key turned into a valid one': madeValid() }).map(
    having({ key: 'expired' }),
  ),
]
