import type { DeviceBan, EventRecord, KeyRecord } from '@latchkey/management'

/** The value of `auth_expire` and `ban_expire` if there is no end. */
export const NEVER = -1

/** The fields of a key that decide the sentence about it. */
export type KeyFacts = Pick<
  KeyRecord,
  | 'user_key'
  | 'state'
  | 'auth_expire'
  | 'key_days'
  | 'updates_until'
  | 'perpetual'
  | 'trial'
  | 'banned'
  | 'ban_reason'
  | 'ban_expire'
  | 'ban_only_key'
  | 'stopped'
  | 'stop_words'
>

/** How many computers have a key, and how many it allows. */
export interface Computers {
  readonly linked: number
  readonly most: number
}

/** All that is known of a key at one moment. */
export interface KeyInfo {
  readonly key: KeyFacts
  readonly computers: Computers
  readonly deviceBan?: DeviceBan | undefined
}

/** `isPerpetual`: the end is that of the updates, and the key goes on working. */
export interface KeyEnd {
  readonly end: number
  readonly isPerpetual: boolean
  readonly isTrial: boolean
}

/** Whether a key works, and why not. Ends are Unix seconds or `NEVER`. */
export type Standing =
  | ({ readonly kind: 'works'; readonly computers: Computers } & KeyEnd)
  /** The key was used before, and is linked to no computer now. */
  | ({ readonly kind: 'free' } & KeyEnd)
  /** `days` begin with the first use, so there is no end yet. */
  | ({ readonly kind: 'unused'; readonly days?: number } & KeyEnd)
  | { readonly kind: 'expired'; readonly at: number; readonly isTrial: boolean }
  | {
      readonly kind: 'banned'
      readonly end: number
      readonly reason: string
      readonly hasKey: boolean
      /** The computers of the key are refused with other keys, too. */
      readonly withComputers: boolean
    }
  | {
      readonly kind: 'stopped'
      /** Why its order stopped it. */
      readonly cause: string
      /** What its user reads; empty: the usual text. */
      readonly words: string
    }
  | ({ readonly kind: 'computer-banned' } & ComputerBan)

/** The ban of a computer that was banned with another key, whose record has the `id`. */
export interface ComputerBan {
  readonly end: number
  readonly reason: string
  readonly id: string
  /** Whether the computer is linked to the key. Otherwise the key was refused on it. */
  readonly isLinked: boolean
  /** The days of a key that was never used. They have not begun. */
  readonly days?: number
}

const isInForce = (end: number, now: number): boolean => end === NEVER || now < end

/**
 * The end of the key or the end of its updates, whichever is earlier. 0: the days have not begun.
 */
const endOfUpdates = ({ auth_expire, updates_until }: KeyFacts): number => {
  if (auth_expire === 0 || updates_until === NEVER) return auth_expire
  return auth_expire === NEVER ? updates_until : Math.min(auth_expire, updates_until)
}

/**
 * Decides whether a key works. A ban comes before the end, as in the service. Computed again as
 * time passes, because `state` is from the second in which the record was read.
 * @param now Unix seconds
 */
export function standingOf({ key, computers, deviceBan }: KeyInfo, now: number): Standing {
  const { trial: isTrial, ban_expire } = key
  // A trial ends, whatever else it is.
  const isPerpetual = key.perpetual && !isTrial
  const end = isPerpetual ? endOfUpdates(key) : key.auth_expire
  if (key.banned === 1 && isInForce(ban_expire, now)) {
    return {
      kind: 'banned',
      end: ban_expire,
      reason: key.ban_reason,
      hasKey: key.user_key !== '',
      withComputers: !key.ban_only_key,
    }
  }
  // The key works on no computer, so the ban of one does not matter.
  if (key.stopped !== '') return { kind: 'stopped', cause: key.stopped, words: key.stop_words }
  const ofComputer = computerBanOf(deviceBan, now)
  // If another computer is linked, the key works there in spite of the ban.
  if (ofComputer !== undefined && (ofComputer.isLinked || computers.linked === 0)) {
    const hasDays = key.state === 'unused' && end === 0
    return { kind: 'computer-banned', ...ofComputer, ...(hasDays && { days: key.key_days }) }
  }
  if (!isPerpetual && end > 0 && now >= end) return { kind: 'expired', at: end, isTrial }
  const keyEnd = { end, isPerpetual, isTrial }
  if (computers.linked > 0) return { kind: 'works', computers, ...keyEnd }
  if (key.state !== 'unused') return { kind: 'free', ...keyEnd }
  return { kind: 'unused', ...keyEnd, ...(end === 0 && { days: key.key_days }) }
}

/** The ban of a computer that concerns a key, while it is in force. */
export function computerBanOf(deviceBan: DeviceBan | undefined, now: number): ComputerBan | undefined {
  if (deviceBan === undefined || !isInForce(deviceBan.ban_expire, now)) return undefined
  const { id, ban_expire: end, ban_reason: reason, is_linked: isLinked } = deviceBan
  return { end, reason, id, isLinked }
}

/** The last refusals of a key, if nothing has solved their cause since. */
export interface Trouble {
  readonly kind: 'other-computer' | 'banned-computer'
  readonly times: number
  /** Unix seconds of the first and the last of these refusals. */
  readonly since: number
  readonly last: number
}

/** The trouble by the code of a refusal. A refused move also means another computer. */
const TROUBLES: Readonly<Record<string, Trouble['kind']>> = {
  KEY_HWID_LOCKED: 'other-computer',
  MOVE_DISABLED: 'other-computer',
  MOVE_ON_COOLDOWN: 'other-computer',
  MOVE_LIMIT_REACHED: 'other-computer',
  OFFLINE_LICENSE_ACTIVE: 'other-computer',
  KEY_BANNED: 'banned-computer',
}

const FREED: ReadonlySet<string> = new Set(['reset', 'moved', 'released'])

/**
 * Finds out why a key that works was refused: on another computer than the linked one, or on a
 * computer that was banned with another key.
 * @param events newest last
 * @param ban of such a computer. Without one, its ban or a stop of the key has ended since
 */
export function troubleOf(
  standing: Standing,
  events: readonly EventRecord[],
  ban: ComputerBan | undefined,
): Trouble | undefined {
  if (standing.kind !== 'works' && standing.kind !== 'free') return undefined
  const remedy = events.findLastIndex(
    ({ kind, actor, fields }) =>
      FREED.has(kind) ||
      kind === 'unbanned' ||
      (kind === 'linked' && actor === 'user') ||
      (kind === 'updated' && fields.includes('identifier')),
  )
  const refused = events.slice(remedy + 1).filter((event) => event.kind === 'refused')
  const kind = TROUBLES[refused.at(-1)?.code ?? '']
  if (kind === undefined || (kind === 'other-computer' && standing.kind === 'free')) return undefined
  if (kind === 'banned-computer' && ban === undefined) return undefined
  const same = refused.filter(({ code }) => TROUBLES[code] === kind)
  return { kind, times: same.length, since: same[0]?.at ?? 0, last: same.at(-1)?.at ?? 0 }
}
