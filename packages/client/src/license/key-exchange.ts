import type { DeviceId, LicenseKey, RandomBelow } from '@latchkey/protocol'
import type { Clock, Schedule } from './clock.ts'
import { type ExchangeSettings, TIME_LIMITS, type TimeLimits } from './exchange-settings.ts'
import { failed } from './failures.ts'
import type { FailureView } from './license-view.ts'
import { type CheckAnswer, sendCheck } from './send-check.ts'
import { parseServiceUrl } from './service-address.ts'
import { createSync } from './sync.ts'
import type { Transport } from './transport.ts'

export type { ExchangeSettings } from './exchange-settings.ts'

export type Outcome =
  | CheckAnswer
  /** The caller's signal was aborted. */
  | { readonly kind: 'cancelled' }

export interface CheckOptions {
  readonly onPhase: (phase: 'connect' | 'check') => void
  readonly signal: AbortSignal
}

export interface KeyExchange {
  /** Syncs, unless the last sync is recent. Ignores errors. */
  warmUp(): void
  /** Discards the sync. Call it after a sleep, which the monotonic clock may not have counted. */
  forgetSync(): void
  /** Sends one signed key check. Never rejects: every network fault is an outcome. */
  check(key: LicenseKey, deviceId: DeviceId, options: CheckOptions): Promise<Outcome>
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
 * Sends signed key checks and verifies their answers.
 * Never repeats a check that may have been sent: every check that arrives counts as an execution.
 */
export function createKeyExchange(parts: KeyExchangeParts): KeyExchange {
  const { clock, limits = TIME_LIMITS } = parts
  const syncUrl = parts.settings && parseServiceUrl(parts.settings.syncUrl, parts.settings)
  if (parts.settings === undefined || syncUrl === undefined) return NOT_CONFIGURED
  const { settings } = parts
  const sync = createSync({ ...parts, limitMs: limits.syncMs, settings, syncUrl })
  let wait: { readonly untilMs: number; readonly failure: FailureView } | undefined

  /** While a `Retry-After` applies: its failure, with the seconds that are left. */
  function failureWhileWaiting(): FailureView | undefined {
    const leftMs = wait === undefined ? 0 : wait.untilMs - clock.monotonicMs()
    return wait && leftMs > 0 ? { ...wait.failure, retryAfterSeconds: Math.ceil(leftMs / 1000) } : undefined
  }

  function rememberWait(answer: CheckAnswer): CheckAnswer {
    if (answer.kind === 'failed' && answer.failure.retryAfterSeconds !== undefined) {
      const untilMs = clock.monotonicMs() + answer.failure.retryAfterSeconds * 1000
      wait = { untilMs, failure: answer.failure }
    }
    return answer
  }

  async function run(key: LicenseKey, deviceId: DeviceId, options: CheckOptions): Promise<Outcome> {
    const { onPhase, signal } = options
    const failure = failureWhileWaiting()
    if (failure !== undefined) return { kind: 'failed', failure }
    onPhase('connect')
    const synced = await sync.current()
    if (signal.aborted) return { kind: 'cancelled' }
    if (synced.kind === 'failed') return rememberWait(synced)
    onPhase('check')
    let firstFailure: CheckAnswer | undefined
    for (const node of synced.nodes) {
      const sent = await sendCheck({ ...parts, settings, limits }, { key, deviceId, synced, node, signal })
      if (sent.answer.kind === 'refused' && sent.answer.code === 'TIME_ERROR') sync.forget()
      // Try another node only if this one cannot have received the request.
      if (!sent.neverSent || signal.aborted) return rememberWait(sent.answer)
      firstFailure ??= sent.answer
    }
    // No node was reached. The next check requests a new list of nodes.
    sync.forget()
    return firstFailure ?? failed('no-usable-node', [])
  }

  return {
    warmUp() {
      if (failureWhileWaiting() === undefined) void sync.current()
    },
    forgetSync: () => sync.forget(),
    async check(key, deviceId, options) {
      const cancelled = whenAborted(options.signal)
      try {
        return await Promise.race([cancelled.promise, run(key, deviceId, options)])
      } catch (error) {
        // A bug: no part should reject. It is not known whether the check was sent.
        return failed('outcome-unknown', [error instanceof Error ? error.name : 'unexpected'])
      } finally {
        cancelled.stopWatching()
      }
    },
  }
}

function whenAborted(signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<Outcome>()
  const onAbort = (): void => resolve({ kind: 'cancelled' })
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return { promise, stopWatching: () => signal.removeEventListener('abort', onAbort) }
}

const NOT_CONFIGURED: KeyExchange = {
  warmUp: () => {},
  forgetSync: () => {},
  check: async () => failed('not-configured', []),
}
