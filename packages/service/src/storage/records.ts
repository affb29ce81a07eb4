import type { SharedSecrets } from '@latchkey/protocol'

/**
 * What the service keeps, in the domain's words. Times are Unix seconds. A text that is not set is empty and a
 * time that is not set is 0, as on the wire; only names differ from the wire, and only in their spelling.
 */

export interface Account {
  readonly id: string
  readonly email: string
  readonly chatId: string
  readonly plan: string
  readonly registeredAt: number
  /** `NEVER` when the API key does not run out. */
  readonly expiresAt: number
  readonly enabled: boolean
  /** SHA-256 of the API key. The key itself is not kept. */
  readonly apiKeyHash: Uint8Array
}

export interface Project {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly platform: string
  /** The `by` of a key check. Unique over the whole service. */
  readonly appName: string
  /** `{exec}` of the fingerprint header, in lower case. */
  readonly executor: string
  /** Key checks are answered for approved projects alone. */
  readonly approved: boolean
  /** See `isUserAgentAllowed`. Empty: none is allowed. */
  readonly userAgents: readonly string[]
  /** In clear in memory alone: an adapter seals them before it writes them. */
  readonly secrets: SharedSecrets
  /** Seconds; 0 no cooldown; -1 resets are disabled. */
  readonly resetCooldownSeconds: number
  readonly createdAt: number
}

export interface Script {
  readonly id: string
  readonly projectId: string
  readonly name: string
  /** A zero-padded number. */
  readonly version: string
  readonly ffa: boolean
  readonly silent: boolean
  readonly heartbeat: boolean
  readonly lightning: boolean
  readonly isV4Loader: boolean
}

export type UserStatus = 'active' | 'reset' | 'banned'

/**
 * A user is a license key and what is linked to it. The exception is a user whose key was deleted while banned:
 * status `banned`, no key, and its device is still refused.
 */
export interface User {
  readonly key: string
  /** The linked device ID, as a rule. */
  readonly identifier: string
  readonly identifierType: '' | 'HWID'
  readonly chatId: string
  readonly status: UserStatus
  readonly lastReset: number
  readonly totalResets: number
  /** `NEVER`, or the second from which the key no longer works, or 0 while a countdown has not started. */
  readonly authExpire: number
  /** Days that the key runs from its claim; 0 when it was not sold by the day. */
  readonly keyDays: number
  readonly banned: boolean
  readonly banReason: string
  /** `NEVER`, or the second at which the ban lapses; 0 when not banned. */
  readonly banExpire: number
  readonly unbanToken: string
  readonly banIp: string
  readonly totalExecutions: number
  readonly note: string
}

/** One hour of a project's life. Hours without any are left out. */
export interface HourOfStatistics {
  /** Unix time divided by 3600. */
  readonly hour: number
  readonly executions: number
  readonly attacksBlocked: number
}
