import type { KeyFound, KeyRecord } from '@latchkey/management'
import { createContext, useContext, useState } from 'react'
import { type Outcome, settled } from '../api/outcome.ts'
import { showToast } from '../components/Toasts.tsx'
import { describeProblem } from '../messages/describe-problem.ts'
import { inWords } from '../messages/in-words.ts'
import { useTexts } from '../messages/messages.ts'
import { SHELL } from '../messages/shell.ts'
import { KEY } from './texts.ts'
import type { Change, KeyChanges, KeyPlace } from './use-key.ts'

/** What the parts of the page share. */
export interface KeyParts {
  readonly place: KeyPlace
  readonly found: KeyFound
  readonly changes: KeyChanges
  /** Unix seconds, a new one every half minute. */
  readonly now: number
}

const Context = createContext<KeyParts | undefined>(undefined)
export const KeyProvider = Context.Provider

export function useKeyParts(): KeyParts {
  const parts = useContext(Context)
  if (parts === undefined) throw new Error('Not below KeyProvider')
  return parts
}

/** The last letters of a key, with which people recognize it. */
export const endingOf = ({ user_key }: Pick<KeyRecord, 'user_key'>): string => user_key.slice(-4)

/** The field to which each refusal belongs. Its message does not name the field. */
const FIELDS: Readonly<Record<string, string>> = {
  BAN_ALREADY_OVER: 'ban_expire',
  CHAT_ID_TAKEN: 'chat_id',
  HAS_CHAT_ID: 'chat_id',
  INVALID_CHAT_ID: 'chat_id',
  INVALID_EMAIL: 'customer_email',
  NOTE_TOO_LONG: 'note',
  TOO_MANY_FEATURES: 'features',
}

/** Translates the refusals of keys, and puts them beside their fields. */
export function useInWords(): <Answer>(outcome: Outcome<Answer>) => Outcome<Answer> {
  const { refusals } = useTexts(KEY)
  return (outcome) => inWords(outcome, refusals, FIELDS)
}

const NEEDS_FORCE: ReadonlySet<string> = new Set([
  'OFFLINE_LICENSE_ACTIVE',
  'RESET_ON_COOLDOWN',
  'RESETS_DISABLED',
])

/** Whether the person may decide to send the request anyway. */
export const needsForce = (outcome: Outcome<unknown> | undefined): boolean =>
  outcome?.kind === 'refused' && NEEDS_FORCE.has(outcome.code ?? '')

/** The sentence of `Problem` as a text, for a field or a toast. */
function useProblemText(): (outcome: Outcome<unknown> | undefined) => string | undefined {
  const inWords = useInWords()
  const shell = useTexts(SHELL)
  return (outcome) => {
    const worded = outcome && inWords(outcome)
    return worded === undefined || worded.kind === 'done' ? undefined : describeProblem(worded, shell)
  }
}

/**
 * The change that sets the present end of a key again. If the end begins with the first use, sets
 * the days.
 */
export const endOf = ({ auth_expire, key_days }: KeyRecord): Change | undefined => {
  if (auth_expire !== 0) return { action: 'expire', auth_expire }
  return key_days > 0 ? { action: 'expire', key_days } : undefined
}

interface Act {
  readonly change: Change
  readonly done: string | ((found: KeyFound) => string)
  /** How to undo the change. Absent: it cannot be undone. */
  readonly inverse?: Change | ((after: KeyRecord) => Promise<Outcome<unknown>>) | undefined
}

/** Changes the key in the version that the person sees, reports it, and offers to undo it. */
export function useAct() {
  const { place, found, changes } = useKeyParts()
  const t = useTexts(KEY)
  const inWords = useInWords()
  const problemText = useProblemText()
  const { actions } = useTexts(SHELL)
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome<unknown>>()

  async function undo(after: KeyRecord, inverse: NonNullable<Act['inverse']>): Promise<void> {
    const ended = await (typeof inverse === 'function' ? inverse(after) : changes.change(after, inverse))
    showToast({ text: problemText(ended) ?? t.undone, about: place.keyId })
  }

  async function act(
    { change, done, inverse }: Act,
    seen: KeyRecord = found.key,
  ): Promise<Outcome<KeyFound>> {
    setBusy(true)
    setOutcome(undefined)
    const ended = inWords(await settled(() => changes.change(seen, change)))
    setBusy(false)
    setOutcome(ended)
    if (ended.kind === 'done') {
      const { answer } = ended
      showToast({
        text: typeof done === 'string' ? done : done(answer),
        about: place.keyId,
        ...(inverse !== undefined && {
          undo: { label: actions.undo, run: () => void undo(answer.key, inverse) },
        }),
      })
    }
    return ended
  }

  return { act, isBusy, outcome, clear: () => setOutcome(undefined) }
}
