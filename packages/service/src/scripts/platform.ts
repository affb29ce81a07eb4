/** How a script is to be protected. */
export interface Protection {
  /** Of the script, for what it prints. */
  readonly name: string
  /** It prints nothing of its own. */
  readonly silent: boolean
  /** Checks stand at the start of every function, and not in every turn of a loop. */
  readonly lightning: boolean
  /** Undefined: it asks nobody while it runs. */
  readonly heartbeat: Heartbeat | undefined
  /** How often a running script looks whether it may go on. */
  readonly lookEverySeconds: number
}

export interface Heartbeat {
  /** Proves that an answer to a heartbeat is the service's. */
  readonly secret: string
  /** So many heartbeats in a row may stay without an answer. */
  readonly mostMissed: number
}

export type Parsed =
  | {
      readonly kind: 'parsed'
      /** What is delivered in place of the source. @throws NotProtectable */
      protect(protection: Protection): Promise<string>
    }
  /** The message says what is wrong, and in which line and column, counted from 1. */
  | { readonly kind: 'rejected'; readonly message: string }

/** The source could be read, and yet not be protected. The message says why. */
export class NotProtectable extends Error {
  override readonly name = 'NotProtectable'
}

export interface LoaderSettings {
  readonly projectId: string
  readonly scriptId: string
  readonly scriptName: string
  /** Of the service, ending in a slash. */
  readonly serviceUrl: string
  /** The script is delivered sealed to the one run that asked for it. */
  readonly isV4: boolean
}

/** A language that scripts are written in. It is worked on in a worker thread: everything in it may take its time. */
export interface ScriptPlatform {
  parse(source: string): Parsed
  /** The file that a user sets `script_key` in, and runs. */
  loader(settings: LoaderSettings): { readonly mediaType: string; readonly text: string }
}
