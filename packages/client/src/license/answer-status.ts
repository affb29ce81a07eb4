import { describe, type Failed, failed, type NetworkPhase } from './failures.ts'
import { retryAfterSeconds } from './retry-after.ts'
import type { TransportAnswer } from './transport.ts'

/** What a status says by itself, whatever the body: somebody else answered, or the service did not decide. */
export function answeredInPlace(
  answer: TransportAnswer,
  phase: NetworkPhase,
  host: string,
): Failed | undefined {
  const { status } = answer
  const details = describe(phase, host, `HTTP ${status}`)
  if ((status >= 300 && status < 400) || status === 511) return failed('captive-portal', details)
  if (status === 407) return failed('proxy', details)
  if (status === 429) return failed('too-many-requests', details, waiting(answer))
  if (status >= 500) return failed('service-unwell', details, waiting(answer))
  return undefined
}

/** A status that says neither, with a body that says nothing that could be understood. */
export const unexpectedStatus = (answer: TransportAnswer, phase: NetworkPhase, host: string): Failed =>
  failed('service-unwell', describe(phase, host, `HTTP ${answer.status}`))

const waiting = (answer: TransportAnswer): { retryAfterSeconds?: number } => {
  const seconds = retryAfterSeconds(answer)
  return seconds === undefined ? {} : { retryAfterSeconds: seconds }
}
