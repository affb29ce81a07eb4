import type { PublicKeys, SharedSecrets } from '@latchkey/protocol'

/** The settings of a key check. */
export interface ExchangeSettings {
  readonly syncUrl: string
  readonly appName: string
  readonly executor: string
  readonly secrets: SharedSecrets
  /** Only answers that one of these keys has signed are accepted. Empty or missing: any answer. */
  readonly publicKeys?: PublicKeys
  readonly userAgent: string
  /** Allows http: to a service on this computer. Must be false in a packaged app. */
  readonly allowLoopbackHttp: boolean
}

export interface TimeLimits {
  /** The limit for a sync request and its complete answer. */
  readonly syncMs: number
  /** The limit from sending a check to the headers of its answer. */
  readonly checkMs: number
  /** The limit for the body of the answer to a check. */
  readonly checkBodyMs: number
}

export const TIME_LIMITS: TimeLimits = { syncMs: 10_000, checkMs: 15_000, checkBodyMs: 5_000 }
