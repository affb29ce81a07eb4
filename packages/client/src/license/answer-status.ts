import { type Failed, failed, failureDetails, type NetworkPhase } from './failures.ts'
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
  if (status === 429) return failed('too-many-requests', details, retryAfterOf(answer))
  if (status >= 500) return failed('service-unwell', details, retryAfterOf(answer))
  return undefined
}

/** The failure for an answer that is neither a 200, a decision nor a valid refusal. */
export const unexpectedStatus = (answer: TransportAnswer, phase: NetworkPhase, host: string): Failed =>
  failed('service-unwell', failureDetails(phase, host, `HTTP ${answer.status}`))

const retryAfterOf = (answer: TransportAnswer): { retryAfterSeconds?: number } => {
  const seconds = retryAfterSeconds(answer)
  return seconds === undefined ? {} : { retryAfterSeconds: seconds }
}

/** SECURITY: limits how long a hostile or wrong answer can lock out the user. */
const MAX_RETRY_AFTER_SECONDS = 3600

/**
 * The seconds to wait from the header `Retry-After` (RFC 9110, 10.2.3); undefined when it is
 * missing or invalid. A date is compared with the answer's `Date`, because this computer's date may
 * be wrong.
 */
export function retryAfterSeconds(answer: Pick<TransportAnswer, 'header'>): number | undefined {
  const text = answer.header('retry-after')?.trim()
  if (text === undefined || text === '') return undefined
  const seconds = /^\d{1,10}$/.test(text)
    ? Number(text)
    : (Date.parse(text) - Date.parse(answer.header('date') ?? '')) / 1000
  if (!(seconds > 0)) return undefined
  return Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS)
}
