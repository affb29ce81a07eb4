/**
 * The seconds that a `Retry-After` header asks for: a number, or a date (RFC 9110, 10.2.3).
 * @param nowMs Unix milliseconds
 */
export function retryAfterSeconds(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const dateMs = Date.parse(header)
  return Number.isNaN(dateMs) ? undefined : Math.max(0, Math.ceil((dateMs - nowMs) / 1_000))
}
