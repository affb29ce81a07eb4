import type { TransportAnswer } from './transport.ts'

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
