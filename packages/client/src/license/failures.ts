import { cleanText } from './clean-text.ts'
import type { FailureKind, FailureView } from './license-view.ts'
import type { Fault, FaultKind } from './transport.ts'

/**
 * `sync`: the request for the service's time and nodes, which is never counted as an execution.
 * `check`: the signed key check, which is counted when it arrives.
 */
export type NetworkPhase = 'sync' | 'check'

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

/** The start of 2026. An earlier date means that the computer has lost its date. */
const EARLIEST_WALL_SECONDS = 1_767_225_600

/**
 * Converts a fault of the transport to the failure that the user sees. When a check may have
 * arrived, the failure is `outcome-unknown`, except for a redirect: a redirect is not an answer of
 * the service. `wallSeconds` is this computer's date in Unix seconds.
 */
export function failureOfFault(
  fault: Fault,
  { phase, host, wallSeconds }: { phase: NetworkPhase; host: string; wallSeconds: number },
): Failed {
  const details = failureDetails(phase, host, fault.code)
  // SECURITY: the name is untrusted. An attacker can choose it when creating a certificate.
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

/** For support: host, phase and codes only. SECURITY: a path or a query could contain the key. */
export const failureDetails = (phase: NetworkPhase, host: string, ...more: string[]): string[] => [
  `${phase} at ${host}`,
  ...more,
]
