import { DEFAULT_PAGE_SIZE, EVENT_KINDS, type EventKind, type EventRecord } from '@latchkey/management'
import { UsageError, wholeNumber } from '@latchkey/management/command-line'
import { defineCommand, given } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { type Column, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { pageOptions } from './users.ts'

const list = defineCommand({
  name: 'events list',
  summary: 'Lists what happened in a project, newest last.',
  description: 'Who created, linked, reset, banned, updated or deleted a key, and why checks were refused.',
  options: {
    key: { value: 'KEY', help: 'Events of this key, also of one that was deleted.' },
    'key-id': { value: 'ID', help: 'Events of the key with this ID, from the column ID.' },
    kind: { value: 'KIND', help: `${EVENT_KINDS.join(', ')}.`, parse: parseKind },
    days: { value: 'N', help: 'Events of the last N days.', parse: wholeNumber(1, 36_500) },
    ...pageOptions('event'),
  },
  async run({ client, projectId, output, times }, { key, 'key-id': keyId, kind, days, from, to }) {
    const since = days === undefined ? undefined : times.daysAgo(days)
    const query = given({ user_key: key, key_id: keyId, kind, since, from, until: to })
    const { events } = expectOk(await client.events(projectId, query))
    output.show(events, events.length === 0 ? [] : table(columns(times), events))
    if (events.length === 0) output.notify('No events.')
    else if (to === undefined && events.length === DEFAULT_PAGE_SIZE) {
      output.notify(`These are ${DEFAULT_PAGE_SIZE} events; there may be more. --from continues.`)
    }
  },
})

const columns = (times: Times): readonly Column<EventRecord>[] => [
  { title: 'WHEN', cell: ({ at }) => times.describe(at) },
  { title: 'WHAT', cell: ({ kind, code }) => `${kind} ${code}` },
  { title: 'KEY', cell: ({ subject, user_key }) => user_key || (subject === 'key' ? '–' : subject) },
  { title: 'ID', cell: ({ id }) => id, maxLength: 16 },
  { title: 'BY', cell: ({ actor }) => actor },
  { title: 'NETWORK', cell: ({ address }) => address || '–' },
  { title: 'FIELDS', cell: ({ fields }) => fields.join(' '), maxLength: 40 },
]

function parseKind(text: string, option: string): EventKind {
  const kind = EVENT_KINDS.find((known) => known === text)
  if (kind === undefined) throw new UsageError(`${option} must be one of ${EVENT_KINDS.join(', ')}.`)
  return kind
}

export const EVENT_COMMANDS = [list]
