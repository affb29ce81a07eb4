import type { EventRecord } from '../events.ts'

/** The part of an event that is played. */
export type PlayedEvent = Pick<EventRecord, 'at' | 'kind' | 'id' | 'code' | 'actor' | 'fields'>

/**
 * Somebody wanted to use a key on another computer. `answer` is how that ended:
 * - `room`: the computer was linked beside the others
 * - `user`: the user moved the key, or released a device
 * - `chat`: the user reset the device in the chat
 * - `vendor`: the vendor freed the key, which counts as an answered mail
 * - `offline`: the vendor moved the key with a license file, which no setting replaces
 * - `none`: nobody did anything
 */
export interface Need {
  /** Unix seconds of the first refusal; without one, of the answer. */
  readonly at: number
  readonly answer: 'room' | 'user' | 'chat' | 'vendor' | 'offline' | 'none'
  /** Unix seconds. */
  readonly answeredAt: number
}

/** The kinds of events that show needs. Events of the same second are read in this order. */
export const NEED_KINDS = ['refused', 'reset', 'moved', 'released', 'updated', 'linked'] as const

/** A person tries again within this time, or asks for help. */
const QUIET_SECONDS = 7 * 86_400

/**
 * The needs in the events of one key, which are sorted by time.
 * - Refusals with `KEY_HWID_LOCKED` are one need while each follows the one before within 7 days.
 *   What frees the key within 7 days of the last one answers it.
 * - A reset by the vendor without such a refusal is a need: the person asked first. The same is
 *   true for a device ID that the vendor changes. A second reset before a device was linked is not.
 * - A device that is linked beside another one is a need that was answered at once.
 * - A key whose first such event is not `linked` was linked to one device before.
 */
export function needsOf(events: readonly PlayedEvent[]): readonly Need[] {
  const needs: Need[] = []
  let refused: { readonly first: number; readonly last: number } | undefined
  const played = events.filter((event) => isLocked(event) || answerOf(event) !== undefined)
  let isEmpty = played[0]?.kind === 'linked'
  /** Devices that will be linked in the place of others. */
  let expected = isEmpty ? 1 : 0

  const giveUp = (): void => {
    if (refused !== undefined) needs.push({ at: refused.first, answer: 'none', answeredAt: refused.last })
    refused = undefined
  }
  for (const event of played) {
    const { at, kind } = event
    const answer = answerOf(event)
    if (refused !== undefined && at - refused.last > QUIET_SECONDS) giveUp()
    if (answer === undefined) {
      refused = { first: refused?.first ?? at, last: at }
      continue
    }
    if (answer === 'room' ? expected === 0 : !isEmpty) {
      needs.push({ at: refused?.first ?? at, answer, answeredAt: at })
      refused = undefined
    }
    isEmpty = kind === 'reset' || kind === 'updated'
    if (answer === 'room') expected = Math.max(0, expected - 1)
    else if (kind === 'released') expected += 1
    else if (kind !== 'moved') expected = isEmpty ? 1 : 0
  }
  giveUp()
  return needs
}

const isLocked = ({ kind, code, actor }: PlayedEvent): boolean =>
  kind === 'refused' && code === 'KEY_HWID_LOCKED' && actor === 'user'

function answerOf({ kind, actor, fields }: PlayedEvent): Need['answer'] | undefined {
  if (!NEED_KINDS.some((known) => known === kind)) return undefined
  if (kind === 'linked' && actor === 'user') return 'room'
  const isFreed = kind === 'reset' || kind === 'moved' || kind === 'released'
  if (actor === 'user' || actor === 'chat') return isFreed ? actor : undefined
  if (kind === 'released' || fields.includes('identifier')) return 'vendor'
  // A license file is issued with the rules of a check, which has no fields.
  if (fields.length === 0 && (isFreed || kind === 'linked')) return 'offline'
  return isFreed ? 'vendor' : undefined
}
