import type { EventKind } from '@latchkey/management'

// A copy, because the list of @latchkey/management would bring TypeBox into the page.
/** What can have happened. */
export const KINDS = [
  'created',
  'updated',
  'deleted',
  'banned',
  'unbanned',
  'reset',
  'linked',
  'moved',
  'released',
  'asked',
  'refused',
  'expired',
  'erased',
] as const satisfies EventKind[]

/** Who can have done it, apart from people. */
export const ACTORS = ['api-key', 'command-line', 'chat', 'user', 'customer', 'shop', 'service'] as const

/** What the page shows, as it is in its address. */
export interface ActivitySearch {
  /** The e-mail address of a person, or one of `ACTORS`. */
  readonly by?: string
  readonly kind?: EventKind
  /** The ID of a change of many keys: shows its event for each key. */
  readonly bulk?: string
}

/** Reads an address that somebody may have typed. What is not known is left out. */
export function readActivitySearch({ by, kind, bulk }: Readonly<Record<string, unknown>>): ActivitySearch {
  const known = KINDS.find((one) => one === kind)
  return {
    ...(typeof by === 'string' && by !== '' && { by: by.slice(0, 256) }),
    ...(known !== undefined && { kind: known }),
    // The router reads a text that has only digits as a number.
    ...((typeof bulk === 'string' || typeof bulk === 'number') && { bulk: String(bulk).slice(0, 64) }),
  }
}
