import type { KeysChanged } from '@latchkey/management'
import type { Outcome } from '../api/outcome.ts'
import type { SendNext } from '../api/use-run.ts'

/**
 * The keys of one request: few enough that a change of thousands shows progress and can be stopped.
 */
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

interface BulkRun {
  /**
   * Sends one request. All requests of a change must have the same `request_id`, also after an
   * interruption: then no key is changed twice.
   */
  readonly send: (step: Step) => Promise<Outcome<KeysChanged>>
  readonly isDeletion: boolean
}

/** Sends the next request of a change. */
export const sendNextOf =
  ({ send, isDeletion }: BulkRun): SendNext<BulkProgress> =>
  async (progress, isRepeated) => {
    const [step, ...left] = progress.left
    if (step === undefined) return { kind: 'done', answer: progress }
    const outcome = await send(step)
    if (outcome.kind !== 'done') return outcome
    const { changed, unchanged: all, next_cursor: cursor } = outcome.answer
    // When a deletion is repeated after a lost answer, the keys that it had deleted are missing.
    const isMissingDone = isDeletion && isRepeated
    const unchanged = all.filter(({ code }) => !isMissingDone || code !== 'NO_SUCH_KEY')
    const answer = {
      ...progress,
      changed: progress.changed + changed + all.length - unchanged.length,
      unchanged: [...progress.unchanged, ...unchanged],
      left: cursor === '' ? left : [{ kind: 'matching', cursor } as const],
    }
    return { kind: 'done', answer }
  }

/** How many keys a change has dealt with. */
export const handledOf = ({ changed, unchanged }: BulkProgress): number => changed + unchanged.length
