import type { DeviceId, LicenseKey, RandomBelow } from '@latchkey/protocol'
import type { Clock, Schedule } from './clock.ts'
import { type ExchangeSettings, TIME_LIMITS, type TimeLimits } from './exchange-settings.ts'
import { failed } from './failures.ts'
import type { FailureView } from './license-view.ts'
import { type CheckAnswer, sendCheck } from './send-check.ts'
import { vetAddress } from './service-address.ts'
import { createSync } from './sync.ts'
import type { Transport } from './transport.ts'

export type { ExchangeSettings } from './exchange-settings.ts'

export type Outcome =
  | CheckAnswer
  /** The caller's signal ended the wait. */
  | { readonly kind: 'cancelled' }

export interface CheckOptions {
  readonly onPhase: (phase: 'connect' | 'check') => void
  readonly signal: AbortSignal
}

export interface KeyExchange {
  /** Syncs and opens a connection to the chosen node, unless both are fresh. Silent: `check` tries again. */
  warmUp(): void
  /** The computer slept: what was learnt before is older than the monotonic clock says. */
  forgetSync(): void
  /** One signed key check. Never rejects: whatever the network does becomes an outcome. */
  check(key: LicenseKey, deviceId: DeviceId, options: CheckOptions): Promise<Outcome>
}

export interface KeyExchangeParts {
  readonly fetch: Transport
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: RandomBelow
  /** Undefined when this copy lacks its licensing settings: every check then fails with `not-configured`. */
  readonly settings: ExchangeSettings | undefined
  readonly limits?: TimeLimits
}

/**
 * Sends signed key checks and verifies their answers.
 * Never repeats a request that may have left: every check that arrives counts as an execution.
 */
export function createKeyExchange(parts: KeyExchangeParts): KeyExchange {
  const { clock, limits = TIME_LIMITS } = parts
  const syncUrl = parts.settings && vetAddress(parts.settings.syncUrl, parts.settings)
  if (parts.settings === undefined || syncUrl === undefined) return NOT_CONFIGURED
  const { settings } = parts
  const sync = createSync({ ...parts, limitMs: limits.syncMs, settings, syncUrl })
  let held: { readonly untilMs: number; readonly failure: FailureView } | undefined

  /** While the service asked to wait: the same failure, with what is left of the time. */
  function failureToWaitOut(): FailureView | undefined {
    const leftMs = held === undefined ? 0 : held.untilMs - clock.monotonicMs()
    return held && leftMs > 0 ? { ...held.failure, retryAfterSeconds: Math.ceil(leftMs / 1000) } : undefined
  }

  function holdIfAsked(answer: CheckAnswer): CheckAnswer {
    if (answer.kind === 'failed' && answer.failure.retryAfterSeconds !== undefined) {
      const untilMs = clock.monotonicMs() + answer.failure.retryAfterSeconds * 1000
      held = { untilMs, failure: answer.failure }
    }
    return answer
  }

  async function decide(key: LicenseKey, deviceId: DeviceId, options: CheckOptions): Promise<Outcome> {
    const { onPhase, signal } = options
    const waiting = failureToWaitOut()
    if (waiting !== undefined) return { kind: 'failed', failure: waiting }
    onPhase('connect')
    const synced = await sync.current()
    if (signal.aborted) return { kind: 'cancelled' }
    if (synced.kind === 'failed') return holdIfAsked(synced)
    onPhase('check')
    let firstFailure: CheckAnswer | undefined
    for (const node of synced.nodes) {
      const sent = await sendCheck({ ...parts, settings, limits }, { key, deviceId, synced, node, signal })
      if (sent.answer.kind === 'refused' && sent.answer.code === 'TIME_ERROR') sync.forget()
      // Another node only when this one cannot have seen the request.
      if (!sent.neverSent || signal.aborted) return holdIfAsked(sent.answer)
      firstFailure ??= sent.answer
    }
    // Not one node was reached: the next check asks for a new list.
    sync.forget()
    return firstFailure ?? failed('no-usable-node', [])
  }

  return {
    warmUp() {
      if (failureToWaitOut() === undefined) void sync.current()
    },
    forgetSync: () => sync.forget(),
    async check(key, deviceId, options) {
      const cancelled = whenAborted(options.signal)
      try {
        return await Promise.race([cancelled.promise, decide(key, deviceId, options)])
      } catch (error) {
        // A bug in a part that never rejects. Whether the check left is not known, and nothing was verified.
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
