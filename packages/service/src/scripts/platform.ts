/** How a script is to be protected. */
export interface Protection {
  /** Of the script, for what it prints. */
  readonly name: string
  /** The guard prints nothing. */
  readonly silent: boolean
  /** Checks at the start of each function, but not in each turn of a loop. */
  readonly lightning: boolean
  /** Undefined: no heartbeats. */
  readonly heartbeat: Heartbeat | undefined
  /** How often a running script checks its license. */
  readonly lookEverySeconds: number
}

export interface Heartbeat {
  /** Proves that an answer to a heartbeat is the service's. */
  readonly secret: string
  /** Consecutive heartbeats that may stay without an answer. */
  readonly mostMissed: number
}

export type Parsed =
  | {
      readonly kind: 'parsed'
      /** @returns the protected source. @throws NotProtectable */
      protect(protection: Protection): Promise<string>
    }
  /** The message says what is wrong, and in which line and column, counted from 1. */
  | { readonly kind: 'rejected'; readonly message: string }

/** The source was parsed but cannot be protected. The message says why. */
export class NotProtectable extends Error {
  override readonly name = 'NotProtectable'
}

export interface LoaderSettings {
  readonly projectId: string
  readonly scriptId: string
  readonly scriptName: string
  /** Of the service, ending in a slash. */
  readonly serviceUrl: string
  /** The script is delivered sealed for one run. */
  readonly isV4: boolean
}

/** A language of scripts. Runs in a worker thread, so it may block. */
export interface ScriptPlatform {
  parse(source: string): Parsed
  /** The file that a user sets `script_key` in, and runs. */
  loader(settings: LoaderSettings): { readonly mediaType: string; readonly text: string }
}
