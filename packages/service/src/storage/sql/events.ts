import { keyIdOf } from '@latchkey/management'
import { type EventEntry, eventOf, type Origin } from '../../domain/events.ts'
import type { Storage } from '../storage.ts'
import { type Db, findProjectRow, type StorageParts } from './access.ts'
import { eventFields } from './tables.ts'

type Owner = Partial<Record<'account_id' | 'project_id' | 'user_id', number>>

/** Adds the events of a change, in its transaction. */
export async function addEvents(db: Db, events: readonly EventEntry[] = [], owner: Owner): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) => ({ ...eventFields.toRow(event), ...owner }))
  await db.insertInto('events').values(rows).execute()
}

/** The same for one event, if it is known who makes the change. */
export const addEvent = (
  db: Db,
  by: Origin | undefined,
  [kind, subject, id]: readonly [EventEntry['kind'], EventEntry['subject'], id: string],
  owner: Owner,
): Promise<void> => addEvents(db, by && [eventOf(kind, subject, id, by)], owner)

export function eventMethods({ db }: StorageParts) {
  return {
    async listEvents(projectId, { keyId, kind, since, before }, { from, until }) {
      const project = await findProjectRow(db, projectId)
      if (project === undefined || until <= from) return []
      const matching = (column: 'project_id' | 'account_id', row: number) =>
        db
          .selectFrom('events')
          .selectAll()
          .where(column, '=', row)
          .$if(keyId !== undefined, (query) => query.where('subject_id', '=', keyId ?? ''))
          .$if(kind !== undefined, (query) => query.where('kind', '=', kind as EventEntry['kind']))
          .$if(since !== undefined, (query) => query.where('at', '>=', since ?? 0))
          .$if(before !== undefined, (query) => query.where('at', '<', before ?? 0))
          .orderBy('id')
          // Without its own limit, PostgreSQL sorts all events of the project.
          .limit(until)
          .as('matching')
      // Two queries, each by its own index, which the engines merge.
      const page = db
        .selectFrom(matching('project_id', project.id))
        .selectAll()
        .unionAll(db.selectFrom(matching('account_id', project.account_id)).selectAll())
        .orderBy('id')
        .limit(until - from)
        .offset(from)
        .as('page')
      const rows = await db
        .selectFrom(page)
        .leftJoin('users', 'users.id', 'page.user_id')
        .selectAll('page')
        .select('users.user_key')
        .orderBy('page.id')
        .execute()
      return rows.map((row) => {
        const event = eventFields.fromRow(row)
        // SQLite may have given the number of a deleted user to another one.
        const isSame = row.user_key !== null && keyIdOf(row.user_key) === event.subjectId
        return { ...event, userKey: isSame ? (row.user_key ?? '') : '' }
      })
    },
  } satisfies Partial<Storage>
}
