import {
  type DeviceId,
  type LicenseFields,
  type LicenseKey,
  type Nonce,
  OfferRecord,
  parseTrialKey,
  type RandomBelow,
  UPDATE_TOKEN_GIVEN,
  UpdateTokenRecord,
} from '@latchkey/protocol'
import { Check } from 'typebox/value'
import type { Clock, Schedule } from './clock.ts'
import { type DeviceList, type DeviceUse, verifyDeviceList } from './device-list.ts'
import { type ExchangeSettings, TIME_LIMITS, type TimeLimits } from './exchange-settings.ts'
import { failed } from './failures.ts'
import type { FailureView } from './license-view.ts'
import { type OwnerStatus, verifyOwnerAnswer } from './owner-answer.ts'
import { type Answer, type CheckAnswer, type SignedRequest, sendRequest } from './send-request.ts'
import { parseServiceUrl } from './service-address.ts'
import {
  type KeyRequest,
  type NodeRequest,
  type OwnerRequest,
  requiredKeys,
  type TrialRequest,
} from './signed-answer.ts'
import { createSync } from './sync.ts'
import type { Transport } from './transport.ts'
import { createUpdateAccess, type UpdateAccess } from './update-access.ts'
import { parseRefusal, type Verdict, verifyAnswer } from './verify-answer.ts'

export type { ExchangeSettings } from './exchange-settings.ts'

/** The caller's signal was aborted. */
interface Cancelled {
  readonly kind: 'cancelled'
}

export type Outcome = CheckAnswer | Cancelled

export interface CheckOptions {
  /** Default: `check`. `move` links the key to this device in the place of another one. */
  readonly use?: 'check' | 'move'
  readonly onPhase: (phase: 'connect' | 'check') => void
  readonly signal: AbortSignal
}

export interface KeyExchange {
  /** Syncs, unless the last sync is recent. Ignores errors. */
  warmUp(): void
  /** Discards the sync. Call it after a sleep, which the monotonic clock may not have counted. */
  forgetSync(): void
  /** Sends one signed key check or move. Never rejects: every network fault is an outcome. */
  check(key: LicenseKey, deviceId: DeviceId, options: CheckOptions): Promise<Outcome>
  /** Sends one request about the computers of a key. Never rejects. Not counted as an execution. */
  manage(request: KeyRequest & { readonly use: DeviceUse }): Promise<Answer<DeviceList>>
  /** Asks the owner of a key for a place. Never rejects. Not counted as an execution. */
  askOwner(request: OwnerRequest): Promise<Answer<OwnerStatus>>
  /** Asks whether a trial is offered. Never rejects. Not counted as an execution. */
  offer(): Promise<Answer<TrialTerms>>
  /**
   * The token for the feed of updates: the last one of this key, or a new one, which is no execution.
   * `isRefused`: the service has refused the last one. Never rejects.
   */
  updateAccess(key: LicenseKey, deviceId: DeviceId, isRefused: boolean): Promise<UpdateAccess>
  /** Sends one request for a trial, as `check` does. A valid answer has the key of the trial. */
  startTrial(device: Omit<TrialRequest, 'use'>, options: CheckOptions): Promise<Outcome>
}

/** What the service says about its trials. */
export interface TrialTerms {
  readonly days: number
  /** A device whose ID is weak gets a trial, too. */
  readonly weakDevices: boolean
}

export interface KeyExchangeParts {
  readonly fetch: Transport
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: RandomBelow
  /** Undefined in an app without licensing settings: every check fails with `not-configured`. */
  readonly settings: ExchangeSettings | undefined
  readonly limits?: TimeLimits
}

/**
 * Sends signed requests and verifies their answers.
 * Never repeats one that may have been sent: every check that arrives counts as an execution.
 */
export function createKeyExchange(parts: KeyExchangeParts): KeyExchange {
  const { clock, limits = TIME_LIMITS } = parts
  const syncUrl = parts.settings && parseServiceUrl(parts.settings.syncUrl, parts.settings)
  if (parts.settings === undefined || syncUrl === undefined) return NOT_CONFIGURED
  const { settings } = parts
  const access = createUpdateAccess(clock)
  const sync = createSync({ ...parts, limitMs: limits.syncMs, settings, syncUrl })
  let wait: { readonly untilMs: number; readonly failure: FailureView } | undefined

  /** While a `Retry-After` applies: its failure, with the seconds that are left. */
  function failureWhileWaiting(): FailureView | undefined {
    const leftMs = wait === undefined ? 0 : wait.untilMs - clock.monotonicMs()
    return wait && leftMs > 0 ? { ...wait.failure, retryAfterSeconds: Math.ceil(leftMs / 1000) } : undefined
  }

  function rememberWait<Content>(answer: Answer<Content>): Answer<Content> {
    if (answer.kind === 'failed' && answer.failure.retryAfterSeconds !== undefined) {
      const untilMs = clock.monotonicMs() + answer.failure.retryAfterSeconds * 1000
      wait = { untilMs, failure: answer.failure }
    }
    return answer
  }

  async function run<Content extends object>(
    request: NodeRequest,
    verify: SignedRequest<Content>['verify'],
    { onPhase, signal }: CheckOptions,
  ): Promise<Answer<Content> | Cancelled> {
    const failure = failureWhileWaiting()
    if (failure !== undefined) return { kind: 'failed', failure }
    onPhase('connect')
    const synced = await sync.current()
    if (signal.aborted) return { kind: 'cancelled' }
    if (synced.kind === 'failed') return rememberWait(synced)
    onPhase('check')
    let firstFailure: Answer<Content> | undefined
    for (const node of synced.nodes) {
      const sent = await sendRequest(
        { ...parts, settings, limits, onUpdateToken: access.remember },
        { request, synced, node, signal, verify },
      )
      if (sent.answer.kind === 'refused' && sent.answer.code === 'TIME_ERROR') sync.forget()
      // Try another node only if this one cannot have received the request.
      if (!sent.neverSent || signal.aborted) return rememberWait(sent.answer)
      firstFailure ??= sent.answer
    }
    // No node was reached. The next check requests a new list of nodes.
    sync.forget()
    return firstFailure ?? failed('no-usable-node', [])
  }

  /** A check, a move or a request for a trial, which the caller can cancel. */
  async function checkKey(request: NodeRequest, options: CheckOptions): Promise<Outcome> {
    const cancelled = whenAborted(options.signal)
    const verify = (body: unknown, nonce: Nonce, fields?: LicenseFields) =>
      verifyAnswer(body, nonce, settings.secrets, fields)
    try {
      return await Promise.race([cancelled.promise, run(request, verify, options)])
    } catch (error) {
      return ofBug(error)
    } finally {
      cancelled.stopWatching()
    }
  }

  /** A request beside the checks, which ends by its time limits. */
  async function ask<Content extends object>(
    request: NodeRequest,
    verify: (body: unknown) => Verdict<Content>,
  ): Promise<Answer<Content>> {
    // SECURITY: an answer that is not signed is not used.
    if (requiredKeys(settings) === undefined) return failed('not-configured', [])
    try {
      const answer = await run(request, verify, { onPhase: () => {}, signal: NEVER_ABORTED })
      return answer.kind === 'cancelled' ? failed('timed-out', []) : answer
    } catch (error) {
      return ofBug(error)
    }
  }

  return {
    warmUp() {
      if (failureWhileWaiting() === undefined) void sync.current()
    },
    forgetSync: () => sync.forget(),
    check: (key, deviceId, options) => checkKey({ use: options.use ?? 'check', key, deviceId }, options),
    manage: (request) => ask(request, (body) => verifyDeviceList(body, request.use)),
    askOwner: (request) => ask(request, verifyOwnerAnswer),
    offer: () => ask({ use: 'offer' }, verifyOffer),
    async updateAccess(key, deviceId, isRefused) {
      const known = isRefused ? undefined : access.tokenOf(key)
      if (known !== undefined) return { token: known, deviceId }
      access.forget()
      const answer = await ask({ use: 'updates', key, deviceId }, verifyTokenAnswer)
      const token = access.tokenOf(key)
      if (token !== undefined) return { token, deviceId }
      if (answer.kind === 'failed') return { problem: answer.failure.kind }
      return answer.kind === 'refused' ? { problem: answer.code } : {}
    },
    async startTrial(device, options) {
      // SECURITY: only a signature of the service makes a key a trial.
      if (requiredKeys(settings) === undefined) return failed('not-configured', [])
      const outcome = await checkKey({ use: 'trial', ...device }, options)
      if (outcome.kind !== 'valid') return outcome
      const trialKey = parseTrialKey(outcome.signed?.license ?? '')
      return { ...outcome, ...(trialKey && { trialKey }) }
    },
  }
}

const verifyOffer = (body: unknown): Verdict<TrialTerms> =>
  Check(OfferRecord, body)
    ? { kind: 'valid', days: body.trial_days, weakDevices: body.weak_devices }
    : { kind: 'malformed', why: 'not an offer' }

const verifyTokenAnswer = (body: unknown): Verdict<object> => {
  if (!Check(UpdateTokenRecord, body)) return { kind: 'malformed', why: 'no answer about a token' }
  return body.code === UPDATE_TOKEN_GIVEN ? { kind: 'valid' } : parseRefusal(body)
}

const NEVER_ABORTED = new AbortController().signal

/** No part should reject. It is not known whether the request was sent. */
const ofBug = (error: unknown) =>
  failed('outcome-unknown', [error instanceof Error ? error.name : 'unexpected'])

function whenAborted(signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<Cancelled>()
  const onAbort = (): void => resolve({ kind: 'cancelled' })
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return { promise, stopWatching: () => signal.removeEventListener('abort', onAbort) }
}

const NOT_CONFIGURED: KeyExchange = {
  warmUp: () => {},
  forgetSync: () => {},
  check: async () => failed('not-configured', []),
  manage: async () => failed('not-configured', []),
  askOwner: async () => failed('not-configured', []),
  offer: async () => failed('not-configured', []),
  updateAccess: async () => ({ problem: 'not-configured' }),
  startTrial: async () => failed('not-configured', []),
}
