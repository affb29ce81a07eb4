import { Type } from 'typebox'

// The token with which an app reads the feed of updates. It comes with every signed answer about a
// key, and by a request of its own, which is sent as a key check is and is no execution.

/** What a feed and its files are requested with, for a short time. */
export interface UpdateToken {
  /** Opaque to the app. */
  readonly token: string
  /** Unix seconds of the service's clock. */
  readonly until: number
}

/** The header of requests for a feed and its files: `Bearer TOKEN`. */
export const UPDATE_TOKEN_HEADER = 'authorization'
/** The longest token. */
export const UPDATE_TOKEN_LENGTH = 512
/** GET, relative to the base URL of a node. */
export const UPDATE_TOKEN_PATH = 'external_update_token'
/** The code of a granted request. A refusal to a linked device has a token as well. */
export const UPDATE_TOKEN_GIVEN = 'UPDATE_TOKEN'

/** The path and query of a request for a token, relative to a node's base URL. */
export const updateTokenPath = (appName: string, key: string): string =>
  `${UPDATE_TOKEN_PATH}?${new URLSearchParams({ by: appName, key })}`

/** The answer. The token is in `latchkey-license`. */
export const UpdateTokenRecord = Type.Object({
  code: Type.String(),
  /** For display to the user, as plain text. */
  message: Type.String(),
})
export type UpdateTokenRecord = Type.Static<typeof UpdateTokenRecord>

/** The base URL of a feed, with the slash at its end. `base`: the address to which `/sync` is appended. */
export const updateFeedUrl = (base: string, appName: string, channel: string): string =>
  `${base.replace(/\/$/, '')}/updates/${encodeURIComponent(appName)}/${encodeURIComponent(channel)}/`
