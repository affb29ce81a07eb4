import {
  CONTENT_DIGEST_HEADER,
  type CoveredRequest,
  contentDigest,
  DEVICE_STRENGTHS,
  type DeviceId,
  type DeviceStrength,
  formatKeyIds,
  isNonce,
  LICENSE_HEADER,
  type LicenseKey,
  MESSAGE_SIGNATURE_HEADER,
  type OwnerUse,
  offerPath,
  ownerPath,
  PUBLIC_KEYS_HEADER,
  type PublicKeys,
  parseLicenseFields,
  parseTrialKey,
  type RequestQuery,
  type RequestUse,
  requestPath,
  SIGNATURE_INPUT_HEADER,
  type SignatureHeaders,
  trialPath,
  updateTokenPath,
  verifySignedAnswer,
} from '@latchkey/protocol'
import { Type } from 'typebox'
import { cleanText } from './clean-text.ts'
import type { ExchangeSettings } from './exchange-settings.ts'
import { type Failed, failed, failureDetails } from './failures.ts'
import type { Proof } from './gate-types.ts'
import { strictJson } from './strict-json.ts'
import type { TransportAnswer } from './transport.ts'
import { verifyAnswer } from './verify-answer.ts'

/**
 * A signed answer to a key check, a move or a request for a trial, as it is stored: what the app
 * cannot know at its next start. Key, device ID and app name are those of that start, so the answer
 * is of no use with any others.
 */
export const SignedAnswer = Type.Object({
  /** Missing: a key check, as in every answer that was stored before there were moves. */
  use: Type.Optional(Type.Enum(['move', 'trial'])),
  /** What the request for a trial said about this device. */
  strength: Type.Optional(Type.Enum([...DEVICE_STRENGTHS])),
  nonce: Type.String(),
  path: Type.String(),
  license: Type.String(),
  signatureInput: Type.String(),
  signature: Type.String(),
  body: Type.String(),
})
export type SignedAnswer = Type.Static<typeof SignedAnswer>

/** The keys of an app that accepts only signed answers. Undefined in any other app. */
export const requiredKeys = ({ publicKeys }: ExchangeSettings): PublicKeys | undefined =>
  publicKeys === undefined || publicKeys.size === 0 ? undefined : publicKeys

/** The headers of a request whose answer must be signed. */
export const signedRequestHeaders = (keys: PublicKeys | undefined): Record<string, string> =>
  keys === undefined ? {} : { 'accept-encoding': 'identity', [PUBLIC_KEYS_HEADER]: formatKeyIds(keys.keys()) }

export function signatureHeadersOf(answer: TransportAnswer): SignatureHeaders {
  const header = (name: string): string => answer.header(name) ?? ''
  return {
    contentDigest: header(CONTENT_DIGEST_HEADER),
    license: header(LICENSE_HEADER),
    signatureInput: header(SIGNATURE_INPUT_HEADER),
    signature: header(MESSAGE_SIGNATURE_HEADER),
  }
}

/** The failure that a proxy has encoded the answer: its bytes are not those that were signed. */
export function failureOfEncoding(answer: TransportAnswer, host: string): Failed | undefined {
  const encoding = answer.header('content-encoding')?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return undefined
  const via = answer.header('via')
  const details = failureDetails('check', host, `content-encoding ${cleanText(encoding, 40)} of a proxy`)
  return failed('proxy', via === null ? details : [...details, `via ${cleanText(via, 100)}`])
}

/** What a request names: its use, its key and this device. */
export interface KeyRequest extends Omit<RequestQuery, 'appName' | 'key'> {
  readonly use: RequestUse
  readonly key: LicenseKey
  readonly deviceId: DeviceId
}

/** Starts a trial. It has no key: the answer has one. */
export interface TrialRequest {
  readonly use: 'trial'
  readonly deviceId: DeviceId
  readonly strength: DeviceStrength
}

/** Asks for a token for the feed of updates. It is sent as a key check is, and no execution. */
export interface UpdateTokenRequest {
  readonly use: 'updates'
  readonly key: LicenseKey
  readonly deviceId: DeviceId
}

/** Asks the owner of a key for a place, or what became of that. */
export interface OwnerRequest extends Pick<KeyRequest, 'key' | 'deviceId' | 'name'> {
  readonly use: OwnerUse
}

/** A request to a node. An offer of a trial is requested without a key and without a device. */
export type NodeRequest =
  | KeyRequest
  | OwnerRequest
  | TrialRequest
  | UpdateTokenRequest
  | { readonly use: 'offer' }

/** The path and query of a request, relative to a node's base URL. */
export function pathOf(request: NodeRequest, appName: string): string {
  if (request.use === 'offer') return offerPath(appName)
  if (request.use === 'trial') return trialPath(appName, request.strength)
  if (request.use === 'updates') return updateTokenPath(appName, request.key)
  if (request.use === 'ask-owner' || request.use === 'ask-status') {
    return ownerPath(request.use, { appName, ...request })
  }
  return requestPath(request.use, { appName, ...request })
}

/** What the signature of an answer covers of its request. */
export function coveredRequest(
  request: NodeRequest,
  { path, nonce }: Pick<SignedAnswer, 'path' | 'nonce'>,
  appName: string,
): CoveredRequest {
  const query = new URL(pathOf(request, appName), 'https://node.invalid').search
  if (request.use === 'offer') return { kind: 'offer', path, query, nonce }
  return { kind: 'check', use: request.use, path, query, nonce, deviceId: request.deviceId }
}

/** The request of a stored answer, if it was for this key and device. */
function requestOf(
  { use, strength, license }: SignedAnswer,
  checked: Pick<KeyRequest, 'key' | 'deviceId'>,
): NodeRequest | undefined {
  if (use !== 'trial') return { ...checked, use: use ?? 'check' }
  // SECURITY: a request for a trial names no key. The key is in this header, which is signed.
  if (strength === undefined || parseTrialKey(license) !== checked.key) return undefined
  return { use, strength, deviceId: checked.deviceId }
}

/**
 * Verifies a stored answer again, with both of its signatures. SECURITY: note, expiry, features and
 * the start of the grace period come from the signed text, never from anything else in the file.
 * @returns undefined if it is not an answer of the service for this key, device and app
 */
export function openSignedAnswer(
  signed: SignedAnswer,
  checked: Pick<KeyRequest, 'key' | 'deviceId'>,
  settings: ExchangeSettings,
): Proof | undefined {
  const { nonce, body } = signed
  const request = requestOf(signed, checked)
  if (!isNonce(nonce) || request === undefined) return undefined
  const covered = coveredRequest(request, signed, settings.appName)
  const headers = { ...signed, contentDigest: contentDigest(body) }
  const signature = verifySignedAnswer(covered, body, headers, settings.publicKeys ?? new Map())
  if (signature.kind !== 'authentic') return undefined
  const fields = parseLicenseFields(signed.license)
  const verdict = verifyAnswer(strictJson(body), nonce, settings.secrets, fields)
  if (verdict.kind !== 'valid') return undefined
  return { license: verdict.license, checkedAt: signature.created, signed }
}
