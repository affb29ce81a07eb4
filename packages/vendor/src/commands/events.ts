import { oneOf, UsageError, wholeNumber } from '@latchkey/command-line'
import { EVENT_KINDS, type EventQuery, type EventRecord } from '@latchkey/management'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { type Column, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { pageOptions } from './users.ts'

const parseKind = oneOf(...EVENT_KINDS)

const list = defineCommand({
  name: 'events list',
  summary: 'Lists what happened in a project, and who did it, newest first.',
  description:
    'Who created, linked, reset, banned, updated or deleted a key, and why checks were refused. An import, or a change of many keys, is one line; --bulk lists its keys.',
  isDefault: true,
  options: {
    by: {
      value: 'WHO',
      help: 'Events by the person with this e-mail address, or by api-key, command-line, chat, user or service.',
    },
    key: { value: 'KEY', help: 'Events of this key, also of one that was deleted.' },
    'key-id': { value: 'ID', help: 'Events of the key with this ID, from the column ID.' },
    bulk: { value: 'ID', help: 'Each key of a change of many keys, by its ID from the column ID.' },
    kind: { value: 'KIND', help: `${EVENT_KINDS.join(', ')}.`, parse: parseKind },
    days: { value: 'N', help: 'Events of the last N days.', parse: wholeNumber(1, 36_500) },
    ...pageOptions('event'),
    all: { help: 'All events, in as many requests as necessary.' },
  },
  async run(tools, { by, key, 'key-id': keyId, bulk, kind, days, from, to, all = false }) {
    const { client, output, times } = tools
    if (all && (from ?? to) !== undefined)
      throw new UsageError('--all cannot be combined with --from and --to.')
    const since = days === undefined ? undefined : times.daysAgo(days)
    const query = given({ by, user_key: key, key_id: keyId, bulk, kind, since, order: 'desc' as const })
    const page = given({ from, until: to })
    const { events, next_cursor } = all
      ? { events: await readAll(tools, query), next_cursor: '' }
      : expectOk(await client.getEvents({ query: { ...query, ...page } }))
    output.show(events, events.length === 0 ? [] : table(columns(times), events))
    if (events.length === 0) output.notify('No events.')
    else if (next_cursor !== '' && to === undefined) {
      output.notify(`These are the newest ${events.length} events. --all lists every one.`)
    }
  },
})

async function readAll({ client, output }: Tools, query: EventQuery): Promise<EventRecord[]> {
  const events: EventRecord[] = []
  for await (const outcome of client.allEvents({ query })) {
    if (events.push(expectOk(outcome)) % 10_000 === 0) output.status(`Reading ${events.length} events`)
  }
  return events
}

const columns = (times: Times): readonly Column<EventRecord>[] => [
  { title: 'WHEN', cell: ({ at }) => times.describe(at) },
  { title: 'WHAT', cell: ({ kind, code }) => `${kind} ${code}` },
  {
    title: 'KEY',
    cell: ({ subject, user_key, count }) =>
      user_key || (subject === 'key' ? '–' : subject === 'keys' ? `${count ?? ''} keys` : subject),
  },
  { title: 'ID', cell: ({ id }) => id, maxLength: 16 },
  { title: 'BY', cell: ({ actor, person }) => person ?? actor },
  { title: 'NETWORK', cell: ({ address }) => address || '–' },
  { title: 'FIELDS', cell: ({ fields }) => fields.join(' '), maxLength: 40 },
]

export const EVENT_COMMANDS = [list]
