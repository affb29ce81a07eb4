import type { TransportAnswer } from './transport.ts'

/** A hostile or mistaken answer must not lock a user out for longer. */
export const MAX_RETRY_AFTER_SECONDS = 3600

/**
 * The seconds that `Retry-After` asks to wait, or undefined when it asks nothing that can be understood.
 * A date is measured against the answer's own `Date`, because this computer's may be wrong. RFC 9110, 10.2.3.
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
