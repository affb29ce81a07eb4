import { type KeyObject, sign, verify } from 'node:crypto'
import { type Item, parseList, serializeList } from 'structured-headers'
import type { RequestUse } from './device-requests.ts'
import { formatLicenseFields } from './license-fields.ts'
import {
  type Coverage,
  component,
  contentDigest,
  coverageOf,
  readOnlyMember,
  requestComponent,
  signatureBase,
  signatureInput,
} from './message-signature.ts'
import type { OwnerUse } from './owner-requests.ts'
import type { PublicKeys } from './signing-keys.ts'

// The HTTP message signature of a decided key check (RFC 9421, Ed25519). The interface does not
// define it: its answers are signed with secrets that every copy of an app has.

/** The SHA-256 of the body. Source: RFC 9530. */
export const CONTENT_DIGEST_HEADER = 'content-digest'
/** A dictionary (RFC 9651) with what the interface does not define. It is signed. */
export const LICENSE_HEADER = 'latchkey-license'
/** What a signature covers. Source: RFC 9421, 4.1. */
export const SIGNATURE_INPUT_HEADER = 'signature-input'
/** The signature itself. Source: RFC 9421, 4.2. */
export const MESSAGE_SIGNATURE_HEADER = 'signature'
/**
 * In a request: the IDs of the keys that the app has, a list of strings (RFC 9651). The service
 * signs once, with the newest of its keys that the app has.
 */
export const PUBLIC_KEYS_HEADER = 'latchkey-public-keys'

/** Writes the value of `latchkey-public-keys`. */
export const formatKeyIds = (ids: Iterable<string>): string =>
  serializeList(Array.from(ids, (id) => [id, new Map()]))

/** Reads the IDs in `latchkey-public-keys`. Empty if the header is missing or cannot be read. */
export function parseKeyIds(header: unknown): readonly string[] {
  if (typeof header !== 'string') return []
  try {
    return parseList(header).flatMap(([id]) => (typeof id === 'string' ? [id] : []))
  } catch {
    return []
  }
}

/** The dictionary of `latchkey-license` without any field. */
const NO_LICENSE_FIELDS = formatLicenseFields({})

const LABEL = 'latchkey'
/**
 * SECURITY: each kind of request has a tag of its own, so that an answer to one kind is never
 * accepted for another.
 */
const tagOf = (request: CoveredRequest): string => {
  if (request.kind === 'offer') return 'latchkey-offer'
  return `latchkey-${(request.kind === 'check' && request.use) || 'check'}`
}
const SIGNATURE_BYTES = 64

/** The values of the request that the signature of its answer covers. */
export type CoveredRequest =
  | {
      readonly kind: 'check'
      /** Default: `check`. */
      readonly use?: RequestUse | OwnerUse | 'trial' | 'updates'
      readonly path: string
      /** The query with its question mark. */
      readonly query: string
      readonly nonce: string
      readonly deviceId: string
    }
  /** An offer is requested without a key and without a device ID. */
  | {
      readonly kind: 'offer'
      readonly path: string
      /** The query with its question mark. */
      readonly query: string
      readonly nonce: string
    }
  /** A script is requested with a body, which has the nonce and the device ID. */
  | {
      readonly kind: 'script'
      readonly path: string
      readonly contentDigest: string
      readonly nonce: string
    }

const OF_ANSWER = [component('@status'), component(CONTENT_DIGEST_HEADER), component(LICENSE_HEADER)]
const COVERAGE: Readonly<Record<CoveredRequest['kind'], Coverage>> = {
  check: coverageOf([
    ...OF_ANSWER,
    requestComponent('@path'),
    requestComponent('@query'),
    requestComponent('clientnonce'),
    requestComponent('clienthwid'),
  ]),
  offer: coverageOf([
    ...OF_ANSWER,
    requestComponent('@path'),
    requestComponent('@query'),
    requestComponent('clientnonce'),
  ]),
  script: coverageOf([...OF_ANSWER, requestComponent('@path'), requestComponent(CONTENT_DIGEST_HEADER)]),
}

function valuesOf(request: CoveredRequest): readonly string[] {
  switch (request.kind) {
    case 'check':
      return [request.path, request.query, request.nonce, request.deviceId]
    case 'offer':
      return [request.path, request.query, request.nonce]
    case 'script':
      return [request.path, request.contentDigest]
  }
}

/** Unix seconds of the service, the key ID and the nonce, in this order. */
const inputOf = (request: CoveredRequest, created: number, keyId: string): string =>
  signatureInput(COVERAGE[request.kind], [
    ['created', created],
    ['keyid', keyId],
    ['nonce', request.nonce],
    ['tag', tagOf(request)],
  ])

/** The signed parts of an answer. The request is signed as well. */
export interface AnswerContent {
  readonly body: Uint8Array | string
  /** The value of `latchkey-license`. Default: no fields. */
  readonly license?: string | undefined
}

/** One signing key of a project. */
export interface AnswerSigner {
  readonly keyId: string
  readonly privateKey: KeyObject
}

/** The headers that sign an answer with status 200. */
export type SignedHeaders = Readonly<Record<string, string>>

/**
 * Signs an answer with status 200. `created` is the service's time, Unix seconds.
 * @returns undefined if a component of the request cannot be signed
 */
export function signAnswer(
  request: CoveredRequest,
  { body, license = NO_LICENSE_FIELDS }: AnswerContent,
  created: number,
  { keyId, privateKey }: AnswerSigner,
): SignedHeaders | undefined {
  const digest = contentDigest(body)
  const input = inputOf(request, created, keyId)
  const values = ['200', digest, license, ...valuesOf(request)]
  const base = signatureBase(COVERAGE[request.kind], values, input)
  if (base === undefined) return undefined
  const signature = sign(null, Buffer.from(base), privateKey)
  return {
    [CONTENT_DIGEST_HEADER]: digest,
    [LICENSE_HEADER]: license,
    [SIGNATURE_INPUT_HEADER]: `${LABEL}=${input}`,
    [MESSAGE_SIGNATURE_HEADER]: `${LABEL}=:${Buffer.from(signature).toString('base64')}:`,
  }
}

/** The headers of a signed answer, as they were received. */
export interface SignatureHeaders {
  readonly contentDigest: string
  readonly license: string
  readonly signatureInput: string
  readonly signature: string
}

/** Whether an answer has a right signature; `why` is for a log. */
export type SignatureVerdict =
  /** `created`: Unix seconds of the service's clock when it signed. */
  | { readonly kind: 'authentic'; readonly created: number; readonly keyId: string }
  | { readonly kind: 'not-authentic'; readonly why: string }

const notAuthentic = (why: string): SignatureVerdict => ({ kind: 'not-authentic', why })

/**
 * Verifies the signature of an answer with status 200. SECURITY: `request` is what was sent, never
 * what an answer says about it. Exactly one signature with exactly these components and parameters
 * is accepted: two verifiers must never read one answer differently.
 */
export function verifySignedAnswer(
  request: CoveredRequest,
  body: Uint8Array | string,
  headers: SignatureHeaders,
  publicKeys: PublicKeys,
): SignatureVerdict {
  if (headers.signatureInput === '') return notAuthentic('no signature-input')
  if (headers.signature === '') return notAuthentic('no signature')
  if (headers.license === '') return notAuthentic('no latchkey-license')
  const digest = contentDigest(body)
  if (headers.contentDigest !== digest) return notAuthentic('content-digest of another body')
  const member = readOnlyMember(headers.signatureInput, LABEL)
  if (member === undefined) return notAuthentic('signature-input is not one canonical signature')
  const [components, parameters] = member
  const [created, keyId] = [parameters.get('created'), parameters.get('keyid')]
  if (!Array.isArray(components) || !isSeconds(created) || typeof keyId !== 'string') {
    return notAuthentic('signature-input without components, created or keyid')
  }
  if (parameters.get('nonce') !== request.nonce) return notAuthentic('nonce of another request')
  if (parameters.get('tag') !== tagOf(request)) return notAuthentic('tag of another use')
  const input = inputOf(request, created, keyId)
  if (headers.signatureInput !== `${LABEL}=${input}`) return notAuthentic('other components or parameters')
  const publicKey = publicKeys.get(keyId)
  if (publicKey === undefined) return notAuthentic('key unknown to this app')
  const signature = signatureIn(readOnlyMember(headers.signature, LABEL))
  if (signature === undefined) return notAuthentic('signature is not one canonical signature')
  const values = ['200', digest, headers.license, ...valuesOf(request)]
  const base = signatureBase(COVERAGE[request.kind], values, input)
  if (base === undefined) return notAuthentic('latchkey-license cannot be signed')
  return verify(null, Buffer.from(base), publicKey, signature)
    ? { kind: 'authentic', created, keyId }
    : notAuthentic('wrong signature')
}

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

function signatureIn(member: Item | readonly unknown[] | undefined): Uint8Array | undefined {
  const [value, parameters] = member ?? []
  const isPlain = value instanceof ArrayBuffer && parameters instanceof Map && parameters.size === 0
  return isPlain && value.byteLength === SIGNATURE_BYTES ? new Uint8Array(value) : undefined
}
