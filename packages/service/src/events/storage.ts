import type { ListedEvent } from '../core/event-log/events.ts'

/** Every filter that is given must match. */
export interface EventFilter {
  /** Those of a key, also as one of many. Otherwise a change of many keys is one event. */
  readonly keyId?: string | undefined
  /** Those of the keys of one change of many. */
  readonly bulk?: string | undefined
  readonly kind?: string | undefined
  /** The e-mail address of a person, or another actor. A to Z equal a to z. */
  readonly by?: string | undefined
  /** Seconds: from the first one on, and before the other. */
  readonly since?: number | undefined
  readonly before?: number | undefined
}

/** The place of an event in the order of time. */
export interface EventPlace {
  readonly at: number
  readonly row: number
}

export interface EventPage {
  /** Newest first. */
  readonly descending?: boolean
  readonly limit: number
  /** The events after this place. Otherwise those from a position on, zero-based. */
  readonly after?: EventPlace | undefined
  readonly from?: number | undefined
}

export interface EventStorage {
  /** Of a project and of its account, in the order of their times. */
  listEvents(projectId: string, filter: EventFilter, page: EventPage): Promise<readonly ListedEvent[]>
}
