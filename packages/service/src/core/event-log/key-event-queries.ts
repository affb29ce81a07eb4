import type { EventKind } from '@latchkey/management'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../storage/sql/access.ts'
import type { Tables } from '../storage/sql/tables.ts'
import { toEventRow } from './event-rows.ts'
import { eventOfMany, type StoredEvent } from './events.ts'
import { eventFields } from './tables.ts'

type KeyEvents = readonly StoredEvent[]

/** SQLite takes 32,766 values in a statement. */
const ROWS_PER_INSERT = 500

/** A change of many keys may continue in further transactions or requests for at most this time. */
const BULK_SECONDS = 3_600

/**
 * Adds the events of keys of one project, in the transaction of their change. The events of a
 * change of many keys are counted in one event, which is added with the first of them, and which
 * lists show instead. No other transaction counts at the same time, because the account is locked.
 */
export async function addKeyEvents(db: Db, events: KeyEvents): Promise<void> {
  const ofMany = events.find(({ event }) => event.bulk !== '')
  const rows: Insertable<Tables['events']>[] = events.map(toEventRow)
  if (ofMany !== undefined) {
    const known = await eventsOfMany(db, ofMany)
    for (const [kind, { length }] of Map.groupBy(
      events.filter(({ event }) => event.bulk !== ''),
      ({ event }) => event.kind,
    )) {
      const id = known.get(kind)
      if (id !== undefined) {
        const more = { count: sql<number>`count + ${length}` }
        await db.updateTable('events').set(more).where('id', '=', id).execute()
      } else if (length > 1) {
        const { event, projectRow } = ofMany
        const many = eventFields.toRow(eventOfMany(kind, event, length))
        rows.unshift({ ...many, project_id: projectRow, license_id: null })
      } else {
        // So far it is the only event of the change, so lists show it.
        for (const row of rows) if (row.kind === kind && row.bulk !== '') row.count = 1
      }
    }
  }
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT) {
    const some = rows.slice(start, start + ROWS_PER_INSERT)
    await db.insertInto('events').values(some).execute()
  }
}

/** The events that lists show for the same change of many keys, by their kinds. */
async function eventsOfMany(
  db: Db,
  { projectRow, event: { bulk, at } }: KeyEvents[number],
): Promise<ReadonlyMap<EventKind, number>> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'kind'])
    .where('project_id', '=', projectRow)
    // The condition is written out, so that the partial index is used.
    .where(sql<boolean>`bulk = ${bulk} and bulk <> ''`)
    .where('subject', '=', 'keys')
    .where('at', '>=', at - BULK_SECONDS)
    .where('at', '<=', at + BULK_SECONDS)
    .orderBy('at')
    .execute()
  return new Map(rows.map(({ id, kind }) => [kind, id]))
}
