import type { ScriptProgress } from '@latchkey/management'
import type { Outcome } from './outcome.ts'
import { type Wait, waitOutRateLimit } from './wait-out-rate-limit.ts'

/** "Poll every couple of seconds." Source: interface, "Get Update Progress". */
const POLL_EVERY_MS = 2_000

/**
 * Asks for the progress until there is no more of it. Every record is given out; whatever is not `ok` comes last.
 */
export async function* followProgress(
  read: () => Promise<Outcome<ScriptProgress>>,
  wait: Wait,
): AsyncGenerator<Outcome<ScriptProgress>, void> {
  for (;;) {
    const outcome = await waitOutRateLimit(read, wait)
    yield outcome
    if (outcome.kind !== 'ok' || judgeProgress(outcome.value).kind !== 'processing') return
    await wait(POLL_EVERY_MS)
  }
}

export type ProgressVerdict =
  | { readonly kind: 'processing'; readonly stage: string }
  | { readonly kind: 'updated'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string }

/** What a record of progress comes down to. Source: interface, "Script update". */
export function judgeProgress(record: ScriptProgress): ProgressVerdict {
  const { success, status, message, reactor_status, result } = record
  if (!success) return { kind: 'failed', message }
  if (status === 'processing') return { kind: 'processing', stage: reactor_status }
  if (status !== 'completed') return { kind: 'failed', message }
  // Completed is not updated: only the result tells.
  return result?.success === true
    ? { kind: 'updated', message: result.message }
    : { kind: 'failed', message: result?.message || message }
}
