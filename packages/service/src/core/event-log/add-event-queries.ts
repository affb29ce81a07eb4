import type { Db } from '../storage/sql/access.ts'
import { type EventEntry, eventOf, type Origin } from './events.ts'
import { eventFields } from './tables.ts'

type Owner = Partial<Record<'account_id' | 'project_id' | 'license_id', number>>

/** Adds the event of a change in its transaction, if the actor is known. */
export async function addEvent(
  db: Db,
  by: Origin | undefined,
  [kind, subject, id]: readonly [EventEntry['kind'], EventEntry['subject'], id: string],
  owner: Owner,
): Promise<void> {
  if (by === undefined) return
  const row = { ...eventFields.toRow(eventOf(kind, subject, id, by)), ...owner }
  await db.insertInto('events').values(row).execute()
}
