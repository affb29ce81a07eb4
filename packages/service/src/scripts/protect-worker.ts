import { parentPort, workerData } from 'node:worker_threads'
import { parseScript } from './javascript/parse.ts'
import type { Protection } from './javascript/protect.ts'
import type { Processed } from './script-updates.ts'

/** The input of the worker. */
export interface ProtectWork {
  readonly source: string
  readonly protection: Protection
}

/** The messages of the worker. The last one is `processed` or `rejected`. */
export type ProtectMessage =
  /** The first message: the worker is loaded. */
  { readonly kind: 'parsing' } | { readonly kind: 'obfuscating' } | Processed

const post = (message: ProtectMessage): void => parentPort?.postMessage(message)

const { source, protection } = workerData as ProtectWork
post({ kind: 'parsing' })
const parsed = parseScript(source)
if (parsed.kind === 'rejected') {
  post(parsed)
} else {
  post({ kind: 'obfuscating' })
  // Imported here: the obfuscator takes longer to load than most scripts take to be protected.
  const { protectScript } = await import('./javascript/protect.ts')
  post(protectScript(parsed, protection))
}
