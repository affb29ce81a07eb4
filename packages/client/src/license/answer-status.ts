import { type Failed, failed, failureDetails, type NetworkPhase } from './failures.ts'
import { retryAfterSeconds } from './retry-after.ts'
import type { TransportAnswer } from './transport.ts'

/**
 * The failure that the HTTP status alone proves, whatever the body: the answer did not come from
 * the service, or the service made no decision. Undefined when the body has to be read.
 */
export function failureOfStatus(
  answer: TransportAnswer,
  phase: NetworkPhase,
  host: string,
): Failed | undefined {
  const { status } = answer
  const details = failureDetails(phase, host, `HTTP ${status}`)
  if ((status >= 300 && status < 400) || status === 511) return failed('captive-portal', details)
  if (status === 407) return failed('proxy', details)
  if (status === 429) return failed('too-many-requests', details, retryAfter(answer))
  if (status >= 500) return failed('service-unwell', details, retryAfter(answer))
  return undefined
}

/** For any other status than 200 whose body is neither a decision nor a valid refusal. */
export const unexpectedStatus = (answer: TransportAnswer, phase: NetworkPhase, host: string): Failed =>
  failed('service-unwell', failureDetails(phase, host, `HTTP ${answer.status}`))

const retryAfter = (answer: TransportAnswer): { retryAfterSeconds?: number } => {
  const seconds = retryAfterSeconds(answer)
  return seconds === undefined ? {} : { retryAfterSeconds: seconds }
}
