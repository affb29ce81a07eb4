import {
  CLIENT_NONCE_HEADER,
  createNonce,
  keyCheckHeaders,
  type LicenseFields,
  type LicenseKey,
  type Nonce,
  type PublicKeys,
  parseLicenseFields,
  parseTrialKey,
  parseUpdateToken,
  type RandomBelow,
  requestMethod,
  signedKey,
  signRequest,
  type UpdateToken,
  verifySignedAnswer,
} from '@latchkey/protocol'
import { assertNever } from '../assert-never.ts'
import { failureOfStatus, unexpectedStatus } from './answer-status.ts'
import type { Clock, Schedule } from './clock.ts'
import type { ExchangeSettings, TimeLimits } from './exchange-settings.ts'
import { type Failed, failed, failureDetails, failureOfFault } from './failures.ts'
import { readAnswer } from './read-answer.ts'
import {
  coveredRequest,
  failureOfEncoding,
  type NodeRequest,
  pathOf,
  requiredKeys,
  type SignedAnswer,
  signatureHeadersOf,
  signedRequestHeaders,
} from './signed-answer.ts'
import type { Synced } from './sync.ts'
import { openTransfer } from './transfer.ts'
import type { GetResult, Transport, TransportAnswer } from './transport.ts'
import type { License, Verdict } from './verify-answer.ts'

/** The answer to a request, with this content if the service did what was requested. */
export type Answer<Content> =
  | ({
      readonly kind: 'valid'
      /** Unix seconds of the service's clock at the moment of the answer. */
      readonly serviceTime: number
      /** Only in an app with public keys. */
      readonly signed?: SignedAnswer
    } & Content)
  /** In an app with public keys, a refusal has what the service offers instead. */
  | ({
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      /** Unix seconds. Only in an app with public keys. */
      readonly serviceTime?: number
    } & LicenseFields)
  | Failed

/** The answer to a key check, a move or a request for a trial. */
export type CheckAnswer = Answer<{
  readonly license: License
  /** The key of a new trial. Other answers have none. */
  readonly trialKey?: LicenseKey
}>

/**
 * Chromium ends a request with this error if the answer has a content encoding that was not asked
 * for.
 */
const UNEXPECTED_ENCODING = 'ERR_CONTENT_DECODING_FAILED'

export interface SentRequest<Content> {
  readonly answer: Answer<Content>
  /** True only when no byte of the request can have reached the node. */
  readonly neverSent: boolean
}

export interface SendRequestParts {
  readonly fetch: Transport
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: RandomBelow
  readonly settings: ExchangeSettings
  readonly limits: TimeLimits
  /** A signed answer about this key had a token, also a refusal. `serviceTime`: as in `Answer`. */
  readonly onUpdateToken?: (token: UpdateToken, key: LicenseKey, serviceTime: number) => void
}

export interface SignedRequest<Content> {
  readonly request: NodeRequest
  readonly synced: Synced
  /** A base URL of `synced.nodes`. */
  readonly node: string
  readonly signal: AbortSignal
  /** Verifies the body of the answer. `fields`: as in `verifyAnswer`. */
  readonly verify: (body: unknown, nonce: Nonce, fields?: LicenseFields) => Verdict<Content>
}

/** Sends one request to one node, at most once, and verifies the answer. Never rejects. */
export async function sendRequest<Content extends object>(
  parts: SendRequestParts,
  { request, synced, node, signal, verify }: SignedRequest<Content>,
): Promise<SentRequest<Content>> {
  const { fetch, schedule, limits, settings } = parts
  const url = node + pathOf(request, settings.appName)
  const { host, pathname: path } = new URL(url)
  const nonce = createNonce(parts.random)
  const transfer = openTransfer(schedule, signal)
  const publicKeys = requiredKeys(settings)
  try {
    const result = await transfer.within(limits.checkMs, send())
    if (result === 'too-late') {
      return { answer: outcomeUnknown(host, 'no answer in time'), neverSent: false }
    }
    if (result.kind === 'fault') {
      const wallSeconds = parts.clock.wallSeconds()
      const answer =
        publicKeys !== undefined && result.fault.code === UNEXPECTED_ENCODING
          ? failed('proxy', failureDetails('check', host, result.fault.code, 'content-encoding of a proxy'))
          : failureOfFault(result.fault, { phase: 'check', host, wallSeconds })
      return { answer, neverSent: result.fault.neverSent }
    }
    return { answer: await parseAnswer(result.answer), neverSent: false }
  } finally {
    transfer.close()
  }

  function send(): Promise<GetResult> {
    const message = {
      url,
      headers: {
        accept: 'application/json',
        'user-agent': settings.userAgent,
        ...clientHeaders(request),
        ...signedRequestHeaders(publicKeys),
      },
      signal: transfer.signal,
    }
    const { use } = request
    const isGet = use === 'offer' || use === 'updates' || use === 'ask-status'
    const isPost = !isGet && (use === 'trial' || use === 'ask-owner' || requestMethod(use) === 'POST')
    // The headers announce JSON, so the body must be JSON. All data is in the address.
    return isPost ? fetch.post({ ...message, body: '{}' }) : fetch.get(message)
  }

  /** An offer is the same for every device, so nothing about this one is sent. */
  function clientHeaders(request: NodeRequest): Readonly<Record<string, string>> {
    if (request.use === 'offer') return { [CLIENT_NONCE_HEADER]: nonce }
    const { use, deviceId } = request
    const { executor, secrets } = settings
    const { time } = synced
    const key = signedKey(use, use === 'trial' ? '' : request.key)
    const signature = signRequest({ nonce, key, time: String(time), deviceId }, secrets)
    return keyCheckHeaders({ executor, deviceId, nonce, time, signature })
  }

  async function parseAnswer(answer: TransportAnswer): Promise<Answer<Content>> {
    const statusFailure = failureOfStatus(answer, 'check', host)
    if (statusFailure !== undefined) return statusFailure
    // Nothing signs this answer. An attacker who forges it could also drop the request.
    if (request.use === 'offer' && answer.status === 404) return NO_OFFER
    const encodingFailure = publicKeys && failureOfEncoding(answer, host)
    if (encodingFailure !== undefined) return encodingFailure
    const read = await transfer.within(limits.checkBodyMs, readAnswer(answer))
    if (read === 'too-late') return outcomeUnknown(host, 'the answer did not end in time')
    if (read.kind === 'broken') return outcomeUnknown(host, 'the answer broke off')
    const isOk = answer.status === 200
    const details = (why: string): string[] => failureDetails('check', host, `HTTP ${answer.status}`, why)
    // SECURITY: refusals too, so that nobody on the way can end a grace period.
    const signature =
      publicKeys && isOk && read.kind === 'json' ? verifySigned(answer, read.text, publicKeys) : undefined
    if (signature?.kind === 'not-authentic') return failed('answer-not-authentic', details(signature.why))
    // SECURITY: these fields are read only here, after the signature was verified.
    const fields = signature && parseLicenseFields(signature.signed.license)
    if (signature !== undefined) rememberToken(signature.signed.license, signature.created)
    const verdict = read.kind === 'json' ? verify(read.value, nonce, fields) : read
    switch (verdict.kind) {
      case 'refused':
        // The service signs every decision, and sends it with status 200.
        return publicKeys === undefined || isOk
          ? { ...verdict, ...fields, ...(signature && { serviceTime: signature.created }) }
          : failed('answer-not-authentic', details('a refusal without a signature'))
      case 'not-authentic':
        return failed('answer-not-authentic', details(verdict.why))
      case 'valid': {
        // SECURITY: the service grants a request only with status 200.
        if (!isOk) return failed('answer-malformed', details('granted with a status other than 200'))
        if (signature !== undefined) {
          return { ...verdict, serviceTime: signature.created, signed: signature.signed }
        }
        const { time, atMs } = synced
        return { ...verdict, serviceTime: time + (parts.clock.monotonicMs() - atMs) / 1000 }
      }
      case 'page':
      case 'malformed':
        if (!isOk) return unexpectedStatus(answer, 'check', host)
        return verdict.kind === 'page'
          ? failed('captive-portal', details('a web page'))
          : failed('answer-malformed', details(verdict.why))
      default:
        return assertNever(verdict)
    }
  }

  function rememberToken(header: string, serviceTime: number): void {
    const token = parseUpdateToken(header)
    const key = 'key' in request ? request.key : parseTrialKey(header)
    if (token !== undefined && key !== undefined) parts.onUpdateToken?.(token, key, serviceTime)
  }

  function verifySigned(answer: TransportAnswer, body: string, keys: PublicKeys) {
    const { contentDigest, ...headers } = signatureHeadersOf(answer)
    const { use } = request
    const signed: SignedAnswer = {
      ...headers,
      nonce,
      path,
      body,
      ...(use === 'move' && { use }),
      ...(use === 'trial' && { use, strength: request.strength }),
    }
    const covered = coveredRequest(request, signed, settings.appName)
    const verdict = verifySignedAnswer(covered, body, { ...headers, contentDigest }, keys)
    return verdict.kind === 'authentic' ? { ...verdict, signed } : verdict
  }
}

const NO_OFFER = { kind: 'refused', code: 'TRIAL_NOT_OFFERED', message: '' } as const

const outcomeUnknown = (host: string, why: string): Failed =>
  failed('outcome-unknown', failureDetails('check', host, why))
