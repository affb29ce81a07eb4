import { EVENT_KINDS, type EventKind, LARGEST_PAGE_SIZE } from '@latchkey/management'
import { wholeNumber } from '@latchkey/management/command-line'
import { systemClock } from '../clock.ts'
import { SECONDS_A_DAY } from '../domain/key-expiry.ts'
import { toEventRecord } from '../http/event-record.ts'
import type { EventFilter, EventPlace } from '../storage/storage.ts'
import { defineStorageCommand, oneOf } from './command.ts'
import { projectOf } from './project.ts'

const KIND = { value: 'KIND', help: EVENT_KINDS.join(', '), parse: oneOf<EventKind>(...EVENT_KINDS) } as const

export const eventList = defineStorageCommand({
  name: 'event list',
  summary: 'Lists what happened in a project, and who did it, newest first.',
  description:
    'Prints an array with the fields of Get Events of the management API. An import, or a change of many keys, is one event with its count.',
  options: {
    'app-name': { value: 'NAME', help: 'app name of the project', isRequired: true },
    by: {
      value: 'WHO',
      help: 'by the person with this e-mail address, or by api-key, command-line, chat, user or service',
    },
    kind: KIND,
    bulk: { value: 'ID', help: 'each key of a change of many keys, by its bulk' },
    days: { value: 'N', help: 'of the last N days', parse: wholeNumber(1, 36_500) },
    all: { help: 'all events; otherwise the newest 100' },
  },

  async run({ 'app-name': appName, days, all, ...others }, storage) {
    const { id } = await projectOf(storage, appName)
    const since = days === undefined ? undefined : systemClock() - days * SECONDS_A_DAY
    const filter: EventFilter = { by: others.by, kind: others.kind, bulk: others.bulk, since }
    const limit = all ? LARGEST_PAGE_SIZE : 100
    const records: ReturnType<typeof toEventRecord>[] = []
    let after: EventPlace | undefined
    do {
      const events = await storage.listEvents(id, filter, { descending: true, limit, after })
      records.push(...events.map(toEventRecord))
      after = events.length === limit && all ? events.at(-1) : undefined
    } while (after !== undefined)
    return records
  },
})
