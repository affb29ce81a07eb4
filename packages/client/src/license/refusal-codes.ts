import type { RefusalCode } from '@latchkey/protocol'

/**
 * Refusals of a request, and not of its key: the service answers them before it knows that the
 * request is authentic. SECURITY: somebody who sits between the app and the service can cause them, with
 * a right signature of the service. A clock that jumps can, too.
 */
const ABOUT_REQUEST: ReadonlySet<string> = new Set<RefusalCode>([
  // A changed header `{executor}-fingerprint` causes it.
  'INVALID_EXECUTOR',
  // A changed `st` of the sync, which is not signed, causes it; so does a check that is held back,
  // or a clock that jumps.
  'TIME_ERROR',
  // A changed signature causes it; so does a request that is sent twice.
  'SECURITY_ERROR',
  // A changed header `user-agent` causes it.
  'USER_AGENT_NOT_ALLOWED',
])

/**
 * Whether a refusal with this code ends a stored license. Any code that is not known does:
 * services may have codes of their own.
 */
export const isAboutKey = (code: string): boolean => !ABOUT_REQUEST.has(code)
