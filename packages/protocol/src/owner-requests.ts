import { Type } from 'typebox'

// The requests by which a computer asks the owner of a license for a place. The interface does not
// have them. They are sent and signed as a key check is, and count no execution.

/** What such a request is for. */
export const OWNER_USES = ['ask-owner', 'ask-status'] as const
/** One of `OWNER_USES`. */
export type OwnerUse = (typeof OWNER_USES)[number]

/** Paths relative to the base URL of a node. */
export const OWNER_PATHS: Readonly<Record<OwnerUse, string>> = {
  /** POST. Mails the owner of the license, unless this computer has asked already. */
  'ask-owner': 'external_ask_owner',
  /** GET. Returns what became of the last request of this computer. */
  'ask-status': 'external_ask_status',
}

/** The path and query of a request. `name`: as in `RequestQuery`, for `ask-owner` alone. */
export function ownerPath(
  use: OwnerUse,
  { appName, key, name = '' }: { readonly appName: string; readonly key: string; readonly name?: string },
): string {
  const query = new URLSearchParams({ by: appName, key })
  if (use === 'ask-owner') query.set('name', name)
  return `${OWNER_PATHS[use]}?${query}`
}

/** An app requests the status at most once in this time. */
export const ASK_EVERY_SECONDS = 10

/** What became of a request, as the code of an answer. */
export const OWNER_ANSWERS = [
  /** The owner has not answered. The answer has the words. */
  'OWNER_ASKED',
  /** There is a place for this computer: its next key check is valid. */
  'OWNER_ALLOWED',
  /** The owner has refused. */
  'OWNER_DENIED',
  /** Nobody answered in time, or the words were wrong three times. */
  'OWNER_REQUEST_OVER',
] as const
/** One of `OWNER_ANSWERS`. */
export type OwnerAnswer = (typeof OWNER_ANSWERS)[number]

/** Codes with which such a request is refused, beside those of a key check. */
export const OWNER_REFUSALS = [
  /** The project does not offer it, or nobody owns the license. */
  'ASK_NOT_OFFERED',
  /** The owner was asked twice within a day, or has refused within a day. */
  'ASK_LIMIT_REACHED',
] as const
/** One of `OWNER_REFUSALS`. */
export type OwnerRefusal = (typeof OWNER_REFUSALS)[number]

/** The answer to both requests. */
export const OwnerAskRecord = Type.Object({
  code: Type.String(),
  /** For display to the user, as plain text. */
  message: Type.String(),
  /** With `OWNER_ASKED`: two words that the user tells the owner. */
  words: Type.Optional(Type.Array(Type.String())),
  /** With `OWNER_ASKED`: Unix seconds until which the owner can answer. */
  until: Type.Optional(Type.Integer()),
})
export type OwnerAskRecord = Type.Static<typeof OwnerAskRecord>
