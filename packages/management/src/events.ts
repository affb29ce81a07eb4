import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Input, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { NO_SUCH_PROJECT, OF_PROJECT } from './of-project.ts'
import { LARGEST_PAGE_SIZE, Position } from './users.ts'

/** What can happen to a key, a script, a project, an account, a person or a customer. */
export const EVENT_KINDS = [
  'created',
  'linked',
  'refused',
  'expired',
  'reset',
  'moved',
  'released',
  'asked',
  'banned',
  'unbanned',
  'updated',
  'deleted',
  'erased',
] as const
/** One of `EVENT_KINDS`. */
export type EventKind = (typeof EVENT_KINDS)[number]

/**
 * Identifies a license key without revealing it: the key has too many bits to be guessed. The first
 * 16 hexadecimal digits of its SHA-256.
 */
export const keyIdOf = (key: string): string => hash('sha256', key).slice(0, 16)

/** Texts, so that clients accept the kinds and actors of newer services. */
export const EventRecord = Type.Object({
  at: Whole('Unix seconds.'),
  kind: AnyText('What happened, such as `linked` or `refused`.'),
  subject: AnyText(
    'To what: `key`, `keys` (many keys by one change or import), `script`, `project`, `account`, `person` or `customer`.',
  ),
  id: AnyText(
    'The ID of the subject. That of `keys` is their `bulk`. The ID of a key is the first 16 hexadecimal digits of its SHA-256; it stays the same after the key was deleted.',
  ),
  user_key: AnyText('The license key. Empty if it was deleted, and for other subjects.'),
  code: AnyText('Why a check was refused; otherwise empty.'),
  actor: AnyText(
    'By whom: `user` (the app or a script), `api-key`, `command-line`, `chat`, `person` (somebody who is signed in to the console), `shop` (a license follows its order), `customer` (somebody who is signed in to the customer’s page), or `service` for what happens by itself.',
  ),
  person: Type.Optional(AnyText('The e-mail address of the actor `person`. Otherwise absent.')),
  address: AnyText('The network of the sender, such as `192.0.2.0/24`. Empty without a sender.'),
  fields: Type.Array(Type.String(), { description: 'The names of the fields of the request.' }),
  record: Type.Optional(AnyText('The `id` of the key in List Keys and Get Key. Absent when it was deleted.')),
  count: Type.Optional(Whole('With the subject `keys`: the number of keys. Otherwise absent.')),
  bulk: Type.Optional(
    AnyText('The ID of the change of many keys, or of the import, that it belongs to. Otherwise absent.'),
  ),
})
export type EventRecord = Type.Static<typeof EventRecord>

/** The answer of Get Events. */
export const EventList = Type.Object({
  ...DoneFields,
  events: Type.Array(EventRecord),
  next_cursor: AnyText('For the next page; empty after the last event.'),
})
export type EventList = Type.Static<typeof EventList>

/** The largest `from` of Get Events: a page that is further away is reached by its cursor. */
export const MOST_EVENTS_PASSED = 10_000

/** The filters and the page of Get Events. */
export const EventQuery = Input({
  user_key: Type.Optional(Text(TEXT_LIMITS.key, 'Events of this key, also of one that was deleted.')),
  key_id: Type.Optional(
    Text(TEXT_LIMITS.key, 'Events of the key with this ID, those that belong to a change of many included.'),
  ),
  bulk: Type.Optional(
    Text(TEXT_LIMITS.key, 'The event of each key of this change of many keys, or of this import.'),
  ),
  kind: Type.Optional(Type.Enum(EVENT_KINDS, { description: 'Events of this kind.' })),
  by: Type.Optional(
    Text(TEXT_LIMITS.identifier, 'Events by the person with this e-mail address, or by this actor.'),
  ),
  since: Type.Optional(Position('Unix seconds. Events from this second on.')),
  before: Type.Optional(Position('Unix seconds. Events before this second.')),
  order: Type.Optional(Type.Enum(['asc', 'desc'], { description: '`asc` by default: newest last.' })),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_PAGE_SIZE,
      description: 'The number of events in the answer, at most. 100 by default.',
    }),
  ),
  cursor: Type.Optional(
    Text(256, '`next_cursor` of the answer before, with the same filter and order: the page after it.'),
  ),
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_EVENTS_PASSED,
      description:
        'Instead of `cursor`: the position of the first event, zero-based, included. At most 10,000; `cursor` reaches every page.',
    }),
  ),
  until: Type.Optional(
    Position('Instead of `limit`: the position after the last event, at most `from` plus 1,000.'),
  ),
})
export type EventQuery = Type.Static<typeof EventQuery>

/** An addition to the interface. */
export const EVENT_ENDPOINTS = {
  getEvents: {
    ...OF_PROJECT,
    title: 'Get Events',
    subject: 'Events',
    method: 'GET',
    path: '/v3/projects/{project_id}/events',
    leastRole: 'read-only',
    description:
      'Returns what happened to the keys, the scripts and the settings of a project, and to its account. All given filters must match. A page has 100 events by default, 1,000 at most; `next_cursor` of its answer is the `cursor` of the next one. A change of many keys, or an import, is one event with the subject `keys`; `key_id` and `bulk` list the events of its keys. A refusal is recorded at most once a minute for the same key and code, and the last 50 of each key are kept. Old events are deleted, after 400 days by default.',
    query: EventQuery,
    success: EventList,
    refusals: [NO_SUCH_PROJECT],
  },
} as const satisfies Record<string, EndpointData>
