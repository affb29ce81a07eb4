import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { NotProtectable, type Protection } from './platform.ts'
import { platformOf } from './platforms.ts'

/** The input of the worker. */
export interface ProtectWork {
  readonly platform: string
  readonly source: string
  readonly protection: Protection
}

/** The messages of the worker. The last one is `protected` or `rejected`. */
export type ProtectMessage =
  /** The first one: the worker is loaded. */
  | { readonly kind: 'parsing' }
  | { readonly kind: 'obfuscating' }
  | { readonly kind: 'protected'; readonly source: string }
  | { readonly kind: 'rejected'; readonly message: string }

const post = (message: ProtectMessage): void => parentPort?.postMessage(message)

// Key checks go first. On Linux a priority is a thread's; elsewhere it would slow down the whole
// service.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const { platform, source, protection } = workerData as ProtectWork
post({ kind: 'parsing' })
const parsed = platformOf(platform)?.parse(source)
if (parsed === undefined) {
  post({ kind: 'rejected', message: `This service protects no scripts of the platform ${platform}.` })
} else if (parsed.kind === 'rejected') {
  post(parsed)
} else {
  post({ kind: 'obfuscating' })
  try {
    post({ kind: 'protected', source: await parsed.protect(protection) })
  } catch (error) {
    if (!(error instanceof NotProtectable)) throw error
    post({ kind: 'rejected', message: error.message })
  }
}
