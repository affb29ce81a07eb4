import type { SharedSecrets } from '@latchkey/protocol'

export interface LoadApp {
  readonly appName: string
  readonly executor: string
  readonly userAgent: string
  readonly secrets: SharedSecrets
}

export interface LoadOptions {
  readonly url: string
  readonly app: LoadApp
  /** The number of keys. See `keyOf`. */
  readonly keys: number
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  /** Determines how many requests are presigned. */
  readonly maxPerSecond: number
}

export interface LoadResult {
  readonly answered: number
  readonly valid: number
  readonly seconds: number
  /** All presigned requests were sent before the end, so the result is invalid. */
  readonly ranOut: boolean
}
