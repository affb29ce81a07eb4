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
  /** How many keys there are. See `keyOf`. */
  readonly keys: number
  readonly connections: number
  readonly warmUpMs: number
  readonly measureMs: number
  /** As many requests are signed beforehand as this rate would need. */
  readonly mostPerSecond: number
}

export interface LoadResult {
  readonly answered: number
  readonly valid: number
  readonly seconds: number
  /** There were not enough requests: the figure is wrong. */
  readonly ranOut: boolean
}
