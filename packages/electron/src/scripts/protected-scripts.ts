import type { DeliveredScript, Delivery, ScriptDelivery } from '@latchkey/client'
import type { Heartbeat } from '@latchkey/protocol'

/** A JSON value: the only kind of data that the app and a script exchange. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A running protected script. */
export interface ProtectedScript {
  /**
   * Calls an exported function of the script.
   * @throws Error if the function throws or takes longer than ten seconds, or the script is closed
   */
  call(name: string, ...parameters: readonly Json[]): Promise<Json>
  close(): void
}

/** The result of `open`: the running script, or the reason why there is none. */
export type Opened =
  | { readonly kind: 'opened'; readonly script: ProtectedScript }
  | Exclude<Delivery, { readonly kind: 'delivered' }>

/** How a protected script runs. */
export interface OpenOptions {
  /**
   * `none` (default): a sandboxed page without Node, network, files or windows.
   * `node`: a worker thread with all Node APIs. SECURITY: use it only for a script that needs them.
   */
  readonly powers?: 'none' | 'node'
}

/** Protected scripts of the license that is in use. */
export interface ProtectedScripts {
  /**
   * Fetches a protected script and starts it. Requires a license. Each call counts as an execution
   * of the key. All scripts are closed when the license ends. Never rejects.
   */
  open(scriptId: string, options?: OpenOptions): Promise<Opened>
}

/** The environment of a running script. Parameters and results are JSON texts. */
export interface Isolation {
  call(name: string, parameters: string): Promise<string>
  close(): void
}

/** @throws Error with the script's error message, if it does not start */
export type StartIsolation = (
  script: DeliveredScript,
  beat: (nonce: string) => Promise<Heartbeat>,
) => Promise<Isolation>

export interface ProtectedScriptsParts {
  readonly delivery: ScriptDelivery
  readonly isLicensed: () => boolean
  /** Calls `listener` whenever the result of `isLicensed` may have changed. */
  readonly subscribe: (listener: () => void) => unknown
  readonly startIn: Readonly<Record<NonNullable<OpenOptions['powers']>, StartIsolation>>
}

export function createProtectedScripts(parts: ProtectedScriptsParts): ProtectedScripts {
  const { delivery, isLicensed, startIn } = parts
  const running = new Set<Isolation>()
  parts.subscribe(() => {
    if (isLicensed()) return
    for (const isolation of running) isolation.close()
    running.clear()
  })

  return {
    async open(scriptId, { powers = 'none' } = {}) {
      if (!isLicensed()) return LOCKED
      const delivered = await delivery.load(scriptId)
      if (delivered.kind !== 'delivered') return delivered
      const { script } = delivered
      let isolation: Isolation
      try {
        isolation = await startIn[powers](script, (nonce) => delivery.beat(script, nonce))
      } catch (error) {
        return {
          kind: 'failed',
          message: error instanceof Error ? error.message : 'The script did not start.',
        }
      }
      // The license may have ended during the download.
      if (!isLicensed()) {
        isolation.close()
        return LOCKED
      }
      running.add(isolation)
      return {
        kind: 'opened',
        script: {
          call: async (name, ...parameters) =>
            JSON.parse(await isolation.call(name, JSON.stringify(parameters))) as Json,
          close() {
            running.delete(isolation)
            isolation.close()
          },
        },
      }
    },
  }
}

const LOCKED = { kind: 'failed', message: 'The app is locked.' } as const
