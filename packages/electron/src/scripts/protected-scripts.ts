import type { DeliveredScript, Delivery, ScriptDelivery } from '@latchkey/client'
import type { Heartbeat } from '@latchkey/protocol'

/** What JSON can say: nothing else passes between the app and a script. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** A part of the product that is a protected script, running. */
export interface ProtectedScript {
  /**
   * Calls a function that the script exports.
   * @throws Error when it throws, takes longer than ten seconds, or the script was closed
   */
  call(name: string, ...parameters: readonly Json[]): Promise<Json>
  close(): void
}

export type Opened =
  | { readonly kind: 'opened'; readonly script: ProtectedScript }
  | Exclude<Delivery, { readonly kind: 'delivered' }>

export interface OpenOptions {
  /**
   * `none`, which is usual: a page of its own in the system's sandbox, without Node, network, files or windows.
   * `node`: a worker thread with everything that Node can do. SECURITY: only for a script that needs it.
   */
  readonly powers?: 'none' | 'node'
}

export interface ProtectedScripts {
  /**
   * Fetches a protected script and starts it. While licensed alone, and each time is an execution of the key. Every
   * script is closed when the license is lost. Never rejects.
   */
  open(scriptId: string, options?: OpenOptions): Promise<Opened>
}

/** Where a script runs. Parameters and results are JSON texts. */
export interface Isolation {
  call(name: string, parameters: string): Promise<string>
  close(): void
}

/** @throws Error with the script's own words, when it does not start */
export type StartIsolation = (
  script: DeliveredScript,
  beat: (nonce: string) => Promise<Heartbeat>,
) => Promise<Isolation>

export interface ProtectedScriptsParts {
  readonly delivery: ScriptDelivery
  readonly isLicensed: () => boolean
  /** Calls back whenever `isLicensed` may have changed. */
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
      // The license may have been lost meanwhile.
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
