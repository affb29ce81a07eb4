import type { ListedEvent } from '../core/event-log/events.ts'

/** A filter of events. Everything that is given must match. */
export interface EventFilter {
  /**
   * Only events of this key, including changes of many keys. Otherwise a change of many keys is one
   * event.
   */
  readonly keyId?: string | undefined
  /** Only the events of the single keys of this change of many. */
  readonly bulk?: string | undefined
  readonly kind?: string | undefined
  /** The e-mail address of a person, or another actor. A to Z equal a to z. */
  readonly by?: string | undefined
  /** Unix seconds: events from `since` on, and before `before`. */
  readonly since?: number | undefined
  readonly before?: number | undefined
}

/** The place of an event in the order of time. */
export interface EventPlace {
  readonly at: number
  readonly row: number
}

export interface EventPage {
  /** The newest event comes first. */
  readonly descending?: boolean
  readonly limit: number
  /** The events after this place. Otherwise the events from a position on, zero-based. */
  readonly after?: EventPlace | undefined
  readonly from?: number | undefined
}

export interface EventStorage {
  /** Lists events of a project and of its account, in the order of their times. */
  listEvents(projectId: string, filter: EventFilter, page: EventPage): Promise<readonly ListedEvent[]>
}
