import {
  DEFAULT_PAGE_SIZE,
  ENDPOINTS,
  type EventQuery,
  keyIdOf,
  LARGEST_PAGE_SIZE,
} from '@latchkey/management'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { malformed, refuse } from '../core/refusal.ts'
import { toEventRecord } from './event-record.ts'
import type { EventPlace, EventStorage } from './storage.ts'

/** An addition to the interface: what happened in a project. */
export function registerEvents(register: RegisterEndpoint, { storage }: HttpParts<EventStorage>): void {
  register(ENDPOINTS.getEvents, async ({ query, project }) => {
    const { user_key, key_id, bulk, kind, by, since, before, order = 'asc', cursor, from } = query
    const keyId = user_key === undefined ? key_id : keyIdOf(user_key)
    const after = cursor === undefined ? undefined : decodeCursor(order, cursor)
    if (cursor !== undefined && after === undefined) return refuse('invalid-cursor')
    if (cursor !== undefined && from !== undefined) {
      return malformed('Only one of cursor and from can be in the query')
    }
    const limit = limitOf(query)
    const filter = { keyId, bulk, kind, by, since, before }
    // One more event shows whether another page follows.
    const page = { descending: order === 'desc', limit: limit > 0 ? limit + 1 : 0, after, from }
    const found = await storage.listEvents(project.id, filter, page)
    const events = found.slice(0, limit)
    const last = found.length > limit ? events.at(-1) : undefined
    return {
      ...done('The events that match.'),
      events: events.map(toEventRecord),
      next_cursor: last === undefined ? '' : encodeCursor(order, last),
    }
  })
}

type Order = NonNullable<EventQuery['order']>

/**
 * The number of events in a page, if `until` is not given. A page that ends before it begins is
 * empty.
 */
function limitOf({ limit = DEFAULT_PAGE_SIZE, from = 0, until }: EventQuery): number {
  return until === undefined ? limit : Math.min(until - from, LARGEST_PAGE_SIZE)
}

const encodeCursor = (order: Order, { at, row }: EventPlace): string => [order, at, row].join('.')

/**
 * Reads a cursor.
 * @returns undefined when it is not one of a list in this order
 */
function decodeCursor(order: Order, cursor: string): EventPlace | undefined {
  const [, at, row] = /^(?:asc|desc)\.(\d{1,15})\.(\d{1,15})$/.exec(cursor) ?? []
  return at === undefined || row === undefined || !cursor.startsWith(`${order}.`)
    ? undefined
    : { at: Number(at), row: Number(row) }
}
