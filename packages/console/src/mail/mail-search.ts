import type { MailState } from '@latchkey/management'

// A copy, because the list of @latchkey/management would bring TypeBox into the page.
/** What can become of a mail. */
export const STATES = ['waiting', 'sent', 'given-up'] as const satisfies MailState[]

/** What the page shows, as it is in its address. */
export interface MailSearch {
  readonly state?: MailState
}

/** Reads an address that somebody may have typed. What is not known is left out. */
export function readMailSearch({ state }: Readonly<Record<string, unknown>>): MailSearch {
  const known = STATES.find((one) => one === state)
  return known === undefined ? {} : { state: known }
}
