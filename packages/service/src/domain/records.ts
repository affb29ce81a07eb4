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
  /** Addresses and CIDR ranges from which the API key may be used. Empty: from everywhere. */
  readonly allowList: readonly string[]
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
  /** Ed25519, 64 lower-case hexadecimal digits, of the chat platform's application; empty: there is no chat panel. */
  readonly chatPublicKey: string
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

/** How an update of a script ended, or that it has not. */
export type ScriptUpdateState =
  | 'processing'
  /** The script is the new one. */
  | 'succeeded'
  /** The source cannot be processed; the script is the old one. */
  | 'rejected'
  /** It broke off, through no fault of the source; the script is the old one. */
  | 'broken'

export type ScriptUpdateStage = 'parsing' | 'obfuscating' | 'completed'

export interface ScriptUpdate {
  /** The track ID. */
  readonly id: string
  readonly projectId: string
  readonly scriptId: string
  readonly startedAt: number
  /** The last second at which whoever works on it said so. */
  readonly aliveAt: number
  readonly state: ScriptUpdateState
  readonly stage: ScriptUpdateStage
  /** Why it was rejected or broke off; empty otherwise. */
  readonly message: string
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

/** What an account used, over all its projects. */
export interface Usage {
  /** The hours from the asked one on, oldest first; hours without any are left out. */
  readonly hours: readonly Omit<HourOfStatistics, 'attacksBlocked'>[]
  readonly attacksBlocked: number
  readonly scripts: number
  readonly users: number
  readonly bannedUsers: number
  /** Updates of scripts that succeeded, from the asked second on. */
  readonly obfuscations: number
}

export interface ProjectWithScripts extends Project {
  readonly scripts: readonly Script[]
}

/** All that is needed to decide whether somebody may run a script. */
export interface ScriptToRun {
  readonly project: Project
  readonly script: Script
  /** Whether an update has succeeded. */
  readonly hasSource: boolean
}

/** All that is needed to hand a script to whoever may run it. */
export interface ScriptToLoad extends Omit<ScriptToRun, 'hasSource'> {
  readonly source: string
}

/** Who did what, when and from where. SECURITY: never a license key, a token or a text that somebody wrote. */
export interface AuditNote {
  readonly at: number
  readonly actor: 'api-key' | 'command-line' | 'chat'
  /** The caller's address; empty on the service's own machine. */
  readonly address: string
  /** The ID of the endpoint, or the command. */
  readonly action: string
  /** Of a user, the fingerprint of its key (`fingerprintOf`); of a script, its ID. */
  readonly subject: string
  /** The names of the fields that were given, without their values. */
  readonly fields: readonly string[]
}

export interface AuditEntry extends AuditNote {
  readonly projectId: string
}
