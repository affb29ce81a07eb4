import type { KeysChanged } from '@latchkey/management'
import type { Outcome, Refusal } from '../api/outcome.ts'

/** So many keys go with one request, so that thousands show their progress and can be stopped. */
const KEYS_IN_STEP = 500

/** What a request changes: keys by name, or the part of all that match that begins at a cursor. */
export type Step =
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'matching'; readonly cursor: string | undefined }

/** A key that was not changed, and why. */
export type Unchanged = KeysChanged['unchanged'][number]

/** How far a change of many keys has come. */
export interface BulkProgress {
  /** All keys to change. */
  readonly total: number
  readonly changed: number
  readonly unchanged: readonly Unchanged[]
  /** The requests that remain, the next one first. */
  readonly left: readonly Step[]
}

/** What ended a run before all was done. The run can continue, unless it was refused. */
export type Interruption = { readonly kind: 'stopped' } | { readonly kind: 'lost' } | Refusal

/** The start of a change of keys by name. */
export function changeOfKeys(keys: readonly string[]): BulkProgress {
  const left: Step[] = []
  for (let start = 0; start < keys.length; start += KEYS_IN_STEP)
    left.push({ kind: 'keys', keys: keys.slice(start, start + KEYS_IN_STEP) })
  return { total: keys.length, changed: 0, unchanged: [], left }
}

/** The start of a change of all keys that match, of which there are `total`. */
export const changeOfMatching = (total: number): BulkProgress => ({
  total,
  changed: 0,
  unchanged: [],
  left: [{ kind: 'matching', cursor: undefined }],
})

export interface BulkRun {
  /**
   * Sends one request. All requests of a change must have the same `request_id`, also after an
   * interruption: then no key is changed twice.
   */
  readonly send: (step: Step) => Promise<Outcome<KeysChanged>>
  readonly onProgress: (progress: BulkProgress) => void
  readonly signal: AbortSignal
  /**
   * Whether a key that does not exist is as wanted: in a deletion whose answer was lost, the keys
   * that it had deleted are missing.
   */
  readonly isMissingDone: boolean
}

/**
 * Changes what is left of a change, one request after the other.
 * @returns why it was interrupted; undefined when all is done
 */
export async function runBulkChange(
  start: BulkProgress,
  { send, onProgress, signal, isMissingDone }: BulkRun,
): Promise<Interruption | undefined> {
  let progress = start
  for (let [step] = start.left; step !== undefined; [step] = progress.left) {
    if (signal.aborted) return { kind: 'stopped' }
    const outcome = await send(step)
    if (outcome.kind !== 'done') return outcome
    progress = afterStep(progress, outcome.answer, isMissingDone)
    onProgress(progress)
  }
  return undefined
}

function afterStep(progress: BulkProgress, answer: KeysChanged, isMissingDone: boolean): BulkProgress {
  const unchanged = answer.unchanged.filter(({ code }) => !isMissingDone || code !== 'NO_SUCH_KEY')
  const [, ...left] = progress.left
  return {
    ...progress,
    changed: progress.changed + answer.changed + answer.unchanged.length - unchanged.length,
    unchanged: [...progress.unchanged, ...unchanged],
    left: answer.next_cursor === '' ? left : [{ kind: 'matching', cursor: answer.next_cursor }],
  }
}

/** How many keys a change has dealt with. */
export const handledOf = ({ changed, unchanged }: BulkProgress): number => changed + unchanged.length
