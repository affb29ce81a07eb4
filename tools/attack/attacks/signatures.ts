import { createHash } from 'node:crypto'
import { createNonce, KEY_VALID, SIGNATURE_HEADER, signResponse } from '@latchkey/protocol'
import { type Act, type Attack, type Encounter, onCheck, record, send } from '../attack.ts'

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

const forged = (name: string, act: Act, key?: string): Attack =>
  onCheck(name, NOT_AUTHENTIC, act, key === undefined ? {} : { key })

/** The code is `KEY_VALID`, but the signature is wrong or missing. */
export const signatures: readonly Attack[] = [
  forged(
    'signature stripped',
    record(({ signature: _, ...rest }) => rest),
  ),
  forged(
    'signature null',
    signed(() => null),
  ),
  forged(
    'signature empty',
    signed(() => ''),
  ),
  forged(
    'signature wrong in one letter',
    signed((signature) => (signature.startsWith('0') ? '1' : '0') + signature.slice(1)),
  ),
  forged(
    'signature all zeros',
    signed(() => '0'.repeat(40)),
  ),
  forged(
    'signature in upper case',
    signed((signature) => signature.toUpperCase()),
  ),
  forged(
    'signature with a trailing newline',
    signed((signature) => `${signature}\n`),
  ),
  forged(
    'signature between spaces',
    signed((signature) => ` ${signature} `),
  ),
  forged(
    'signature cut short',
    signed((signature) => signature.slice(0, 8)),
  ),
  forged(
    'signature with more behind it',
    signed((signature) => `${signature}00`),
  ),
  forged(
    'signature as a number',
    signed(() => 0),
  ),
  forged(
    'signature as true',
    signed(() => true),
  ),
  forged(
    'signature as an array',
    signed((signature) => [signature]),
  ),
  forged(
    'signature as an object',
    signed((signature) => ({ value: signature })),
  ),
  forged('signature in a header instead', async (encounter) => {
    const { signature, ...rest } = JSON.parse((await encounter.authentic()).body)
    send(encounter, JSON.stringify(rest), { headers: { signature } })
  }),
  forged(
    'signature of another nonce',
    signed((_, { secrets }) => signResponse(createNonce(), KEY_VALID, secrets)),
  ),
  forged(
    'signature of no nonce',
    signed((_, { secrets }) => signResponse('', KEY_VALID, secrets)),
  ),
  forged(
    'signature made with another secret',
    signed((_, { nonce, secrets }) => sha1(nonce + secrets[0] + KEY_VALID)),
  ),
  forged(
    'signature made without a secret',
    signed((_, { nonce }) => sha1(nonce + KEY_VALID)),
  ),
  forged(
    "signature that is the request's own",
    signed((_, { request }) => request.headers[SIGNATURE_HEADER]),
  ),
  forged('older answer (replay)', (encounter) => send(encounter, encounter.earlier.body)),
  forged('refusal turned into a valid answer', madeValid(), 'banned'),
  forged('refusal turned, with an older signature', madeValid(earlierSignature), 'banned'),
  forged('expired key turned into a valid one', madeValid(), 'expired'),
]
