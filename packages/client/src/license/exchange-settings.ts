import type { SharedSecrets } from '@latchkey/protocol'

export interface ExchangeSettings {
  readonly syncUrl: string
  readonly appName: string
  readonly executor: string
  readonly secrets: SharedSecrets
  readonly userAgent: string
  /** A service on this machine may be spoken to without TLS. Never in a packaged app. */
  readonly allowLoopbackHttp: boolean
}

export interface TimeLimits {
  /** For a sync and its answer. */
  readonly syncMs: number
  /** From a check to the headers of its answer. */
  readonly checkMs: number
  /** For the rest of that answer. */
  readonly checkBodyMs: number
}

export const TIME_LIMITS: TimeLimits = { syncMs: 10_000, checkMs: 15_000, checkBodyMs: 5_000 }
