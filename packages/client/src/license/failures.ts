import { cleanText } from './clean-text.ts'
import type { FailureKind, FailureView } from './license-view.ts'
import type { Fault, FaultKind } from './transport.ts'

/** Sync: asking for the time and the nodes; nothing is counted. Check: the signed key check. */
export type NetworkPhase = 'sync' | 'check'

/** What a phase ended with instead of an answer. */
export interface Failed {
  readonly kind: 'failed'
  readonly failure: FailureView
}

export const failed = (
  kind: FailureKind,
  details: readonly string[],
  more: Partial<Pick<FailureView, 'retryAfterSeconds' | 'certificateIssuer'>> = {},
): Failed => ({ kind: 'failed', failure: { kind, details, ...more } })

const KIND_OF_FAULT: Record<Exclude<FaultKind, 'aborted' | 'interrupted'>, FailureKind> = {
  offline: 'offline',
  'name-not-found': 'name-not-found',
  'connection-refused': 'connection-refused',
  proxy: 'proxy',
  tls: 'tls',
  'tls-date': 'tls',
  redirected: 'captive-portal',
  'timed-out': 'timed-out',
}

const MAX_ISSUER_LENGTH = 100

/** 2026. Nobody runs this app earlier; a computer that says so has lost its date. */
const EARLIEST_WALL_SECONDS = 1_767_225_600

/**
 * Says what a fault means for the user. A check that may have arrived is always of unknown outcome.
 * `wallSeconds` is this computer's date, in Unix seconds.
 */
export function failureOfFault(
  fault: Fault,
  { phase, host, wallSeconds }: { phase: NetworkPhase; host: string; wallSeconds: number },
): Failed {
  const details = describe(phase, host, fault.code)
  // SECURITY: whoever made the certificate chose the name.
  const issuer =
    fault.certificateIssuer === undefined
      ? {}
      : { certificateIssuer: cleanText(fault.certificateIssuer, MAX_ISSUER_LENGTH) }
  if (fault.kind === 'redirected') return failed('captive-portal', details)
  if (phase === 'check' && !fault.neverSent) return failed('outcome-unknown', details)
  if (fault.kind === 'aborted') return failed('timed-out', details)
  if (fault.kind === 'interrupted') return failed('service-unwell', details)
  const hasLostDate = fault.kind === 'tls-date' && wallSeconds < EARLIEST_WALL_SECONDS
  return failed(hasLostDate ? 'clock' : KIND_OF_FAULT[fault.kind], details, issuer)
}

/** For support. Hosts, phases and codes; a path or a query could hold the key. */
export const describe = (phase: NetworkPhase, host: string, ...what: string[]): string[] => [
  `${phase} at ${host}`,
  ...what,
]
