import type { EventRecord } from '@latchkey/management'

/** Events of a day that are shown as one line. */
export interface TimelineEntry {
  readonly kind: string
  /** The code of refused checks; otherwise empty. */
  readonly code: string
  readonly actor: string
  /** The e-mail address if the actor is a person; otherwise empty. */
  readonly person: string
  /** The networks of the senders. */
  readonly addresses: readonly string[]
  /** The names of the fields of the requests. */
  readonly fields: readonly string[]
  readonly times: number
  /** Unix seconds of the oldest and of the newest event. */
  readonly from: number
  readonly to: number
}

export interface TimelineDay {
  /** The day, such as `2026-11-22`, in the time zone of the person. */
  readonly day: string
  readonly entries: readonly TimelineEntry[]
}

/**
 * The life of a key by day, the newest first. Refusals with the same code are one entry as long as
 * nothing else happened between them.
 * @param events newest last
 * @param timeZone IANA; default: that of the computer
 */
export function timelineOf(events: readonly EventRecord[], timeZone?: string): readonly TimelineDay[] {
  // The format of Sweden is year, month and day.
  const days = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone })
  const byDay = Map.groupBy(events.toReversed(), ({ at }) => days.format(at * 1_000))
  return Array.from(byDay, ([day, found]) => ({ day, entries: found.reduce(addEntry, []) }))
}

function addEntry(entries: readonly TimelineEntry[], event: EventRecord): TimelineEntry[] {
  const { at, kind, code, actor, address, fields, person = '' } = event
  const newer = entries.at(-1)
  if (newer === undefined || kind !== 'refused' || newer.kind !== kind || newer.code !== code) {
    const addresses = address === '' ? [] : [address]
    return [...entries, { kind, code, actor, person, addresses, fields, times: 1, from: at, to: at }]
  }
  const addresses =
    address === '' || newer.addresses.includes(address) ? newer.addresses : [...newer.addresses, address]
  return [...entries.slice(0, -1), { ...newer, addresses, times: newer.times + 1, from: at }]
}
