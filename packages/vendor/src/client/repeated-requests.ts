import {
  type ApiKeyDetails,
  LARGEST_PAGE_SIZE,
  type ScriptProgress,
  type ScriptUpdated,
  type UserQuery,
} from '@latchkey/management'
import type { Outcome } from './outcome.ts'

/** Resolves after the delay in milliseconds. */
export type Wait = (ms: number) => Promise<void>

/** The refusal is returned if the service requests a longer pause. */
const MAX_PAUSE_SECONDS = 120
const MAX_ATTEMPTS = 5

/** Repeats a request after the pause that a 429 requests. A 429 was not carried out. */
export async function waitOutRateLimit<T>(
  request: () => Promise<Outcome<T>>,
  wait: Wait,
): Promise<Outcome<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await request()
    if (outcome.kind !== 'refused' || outcome.status !== 429 || attempt === MAX_ATTEMPTS) return outcome
    const pauseSeconds = Math.max(1, outcome.retryAfterSeconds ?? 1)
    if (pauseSeconds > MAX_PAUSE_SECONDS) return outcome
    await wait(pauseSeconds * 1_000)
  }
}

/**
 * Yields all items of a list, oldest first, page by page. Ends with the outcome of a page that
 * failed. If items are deleted during this time, the positions of later ones change, and one may be
 * missed.
 */
export async function* allPages<List, Item>(
  readPage: (page: Pick<UserQuery, 'from' | 'until'>) => Promise<Outcome<List>>,
  itemsOf: (list: List) => readonly Item[],
  wait: Wait,
  from = 0,
): AsyncGenerator<Outcome<Item>, void> {
  for (let next = from; ; next += LARGEST_PAGE_SIZE) {
    const page = { from: next, until: next + LARGEST_PAGE_SIZE }
    const outcome = await waitOutRateLimit(() => readPage(page), wait)
    if (outcome.kind !== 'ok') return yield outcome
    const items = itemsOf(outcome.value)
    for (const value of items) yield { kind: 'ok', value }
    if (items.length < LARGEST_PAGE_SIZE) return
  }
}

/**
 * Yields all items of a list with cursors, oldest first, page by page. Ends with the outcome of a
 * page that failed. Items that are added or deleted during this time change no page.
 */
export async function* allByCursor<List extends { readonly next_cursor: string }, Item>(
  readPage: (page: { readonly limit: number; readonly cursor?: string }) => Promise<Outcome<List>>,
  itemsOf: (list: List) => readonly Item[],
  wait: Wait,
): AsyncGenerator<Outcome<Item>, void> {
  let cursor: string | undefined
  do {
    const page = { limit: LARGEST_PAGE_SIZE, ...(cursor !== undefined && { cursor }) }
    const outcome = await waitOutRateLimit(() => readPage(page), wait)
    if (outcome.kind !== 'ok') return yield outcome
    for (const value of itemsOf(outcome.value)) yield { kind: 'ok', value }
    cursor = outcome.value.next_cursor
  } while (cursor !== '')
}

/** "Poll every couple of seconds." Source: interface, "Get Update Progress". */
const POLL_EVERY_MS = 2_000

/** Requests the progress of an update until it has ended. Yields every outcome. */
export async function* followProgress(
  request: () => Promise<Outcome<ScriptProgress>>,
  wait: Wait,
): AsyncGenerator<Outcome<ScriptProgress>, void> {
  for (;;) {
    const outcome = await waitOutRateLimit(request, wait)
    yield outcome
    if (outcome.kind !== 'ok' || readProgress(outcome.value).kind !== 'processing') return
    await wait(POLL_EVERY_MS)
  }
}

/** The state of the update of a script. */
export type ProgressResult =
  | { readonly kind: 'processing'; readonly stage: string }
  | { readonly kind: 'updated' | 'failed'; readonly message: string }

/** Interprets a progress record. Source: interface, "Script update". */
export function readProgress(record: ScriptProgress): ProgressResult {
  const { success, status, message, reactor_status, result } = record
  if (!success) return { kind: 'failed', message }
  if (status === 'processing') return { kind: 'processing', stage: reactor_status }
  if (status !== 'completed') return { kind: 'failed', message }
  // A completed update can have failed.
  return result?.success === true
    ? { kind: 'updated', message: result.message }
    : { kind: 'failed', message: result?.message || message }
}

export interface ScriptUpdate {
  readonly scriptId: string
  readonly readAccount: () => Promise<Outcome<ApiKeyDetails>>
  readonly send: () => Promise<Outcome<ScriptUpdated>>
  readonly wait: Wait
}

/** After a gateway's time limit, the service may need more time, so the version is read again. */
const VERSION_READS = 3

/**
 * Sends an update once. After a timeout it may have been accepted, so the version of the script is
 * compared. Source: interface, "Update Script", 504.
 */
export async function updateScript(update: ScriptUpdate): Promise<Outcome<ScriptUpdated>> {
  const before = await readVersion(update)
  const outcome = await update.send()
  if (!isTimeout(outcome)) return outcome

  for (let read = 1; before !== undefined && read <= VERSION_READS; read += 1) {
    if (read > 1) await update.wait(POLL_EVERY_MS)
    const after = await readVersion(update)
    if (after !== undefined && after !== before) {
      const message = `The answer timed out, but the script was updated: version ${before} became ${after}.`
      return { kind: 'ok', value: { success: true, message } }
    }
  }
  const message =
    before === undefined
      ? 'The request timed out. It may have been accepted; check whether the version of the script changed before you try again.'
      : `The request timed out, and the version of the script is still ${before}. The update may still be in progress; check the version again later before you try again.`
  return { kind: 'refused', status: 504, message }
}

/** Undefined if the account cannot be read or does not contain the script. */
async function readVersion({ readAccount, scriptId }: ScriptUpdate): Promise<string | undefined> {
  const account = await readAccount()
  if (account.kind !== 'ok') return undefined
  const scripts = account.value.projects.flatMap((project) => project.scripts)
  return scripts.find((script) => script.script_id === scriptId)?.script_version
}

/** A gateway's 504 may have any body. The client's own time limit means the same. */
function isTimeout(outcome: Outcome<unknown>): boolean {
  if (outcome.kind === 'refused') return outcome.status === 504
  if (outcome.kind !== 'failed') return false
  const { failure } = outcome
  return failure.kind === 'timed-out' || (failure.kind === 'unexpected-answer' && failure.status === 504)
}
