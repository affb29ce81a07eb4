import { hash } from 'node:crypto'
import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Input, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { NO_SUCH_PROJECT, OF_PROJECT } from './of-project.ts'
import { Position } from './users.ts'

/** What can happen to a key, a script, a project, an account or a person. */
export const EVENT_KINDS = [
  'created',
  'linked',
  'refused',
  'expired',
  'reset',
  'moved',
  'released',
  'banned',
  'unbanned',
  'updated',
  'deleted',
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
  subject: AnyText('To what: `key`, `script`, `project`, `account` or `person`.'),
  id: AnyText(
    'The ID of the subject. The ID of a key is the first 16 hexadecimal digits of its SHA-256; it stays the same after the key was deleted.',
  ),
  user_key: AnyText('The license key. Empty if it was deleted, and for other subjects.'),
  code: AnyText('Why a check was refused; otherwise empty.'),
  actor: AnyText(
    'By whom: `user` (the app or a script), `api-key`, `command-line`, `chat`, `person` (somebody who is signed in to the console), or `service` for what happens by itself.',
  ),
  person: Type.Optional(AnyText('The e-mail address of the actor `person`. Otherwise absent.')),
  address: AnyText('The network of the sender, such as `192.0.2.0/24`. Empty without a sender.'),
  fields: Type.Array(Type.String(), { description: 'The names of the fields of the request.' }),
})
export type EventRecord = Type.Static<typeof EventRecord>

/** The answer of Get Events. */
export const EventList = Type.Object({ ...DoneFields, events: Type.Array(EventRecord) })
export type EventList = Type.Static<typeof EventList>

/** The filters and the page of Get Events. */
export const EventQuery = Input({
  user_key: Type.Optional(Text(TEXT_LIMITS.key, 'Events of this key, also of one that was deleted.')),
  key_id: Type.Optional(Text(TEXT_LIMITS.key, 'Events of the key with this ID.')),
  kind: Type.Optional(Type.Enum(EVENT_KINDS, { description: 'Events of this kind.' })),
  since: Type.Optional(Position('Unix seconds. Events from this second on.')),
  before: Type.Optional(Position('Unix seconds. Events before this second.')),
  from: Type.Optional(Position('The position of the first event, zero-based, included. 0 by default.')),
  until: Type.Optional(
    Position('The position after the last event. By default `from` plus 100, at most `from` plus 1,000.'),
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
    description:
      'Returns what happened to the keys, the scripts and the settings of a project, and to its account, newest last. All given filters must match. `from` and `until` select a page: 100 events by default, 1,000 at most. A refusal is recorded at most once a minute for the same key and code, and the last 50 of each key are kept. Old events are deleted, after 400 days by default.',
    query: EventQuery,
    success: EventList,
    refusals: [NO_SUCH_PROJECT],
  },
} as const satisfies Record<string, EndpointData>
