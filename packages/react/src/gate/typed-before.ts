import { cleanEntry, KEY_LENGTH } from './find-license-key.ts'

export interface TypedBefore {
  readonly text: string
  /** Enter was pressed after a whole key. */
  readonly isEntered: boolean
}

export const NOTHING_TYPED: TypedBefore = { text: '', isEntered: false }

const ENTERED = new RegExp(`^[a-zA-Z]{${KEY_LENGTH}}\n$`)

/** What was typed into the field while the page was still what the build drew: see 0010-drawn-gate.md. */
export function readTypedBefore(): TypedBefore {
  const typed = document.querySelector<HTMLTextAreaElement>('#root textarea')?.value ?? ''
  return { text: cleanEntry(typed), isEntered: ENTERED.test(typed) }
}
