import { keyIdOf } from '@latchkey/management'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { eventFields } from '../core/event-log/tables.ts'
import { findProjectRow, type SqlDialect, type StorageParts } from '../core/storage/sql/access.ts'
import type { Tables } from '../core/storage/sql/tables.ts'
import type { EventFilter, EventPage, EventStorage } from './storage.ts'

/** Converts A to Z only, as the engines do. */
const lowerCase = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

const LISTED = sql<boolean>`count > 0`

/** The index for a filter, and its value. If there are several, the one with the fewest events. */
function indexOf(dialect: SqlDialect, project: number, { keyId, bulk, by, kind }: EventFilter) {
  const ofProject = sql`project_id = ${project}`
  const byActor = by === undefined ? [] : [sql`${dialect.eventBy} = ${lowerCase(by)}`]
  const ofKind = kind === undefined ? [] : [sql`kind = ${kind}`]
  const further = [...byActor, ...ofKind]
  if (keyId !== undefined) {
    const ofBulk = bulk === undefined ? [] : [sql`bulk = ${bulk}`]
    const conditions = [ofProject, sql`subject_id = ${keyId}`, ...ofBulk, ...further]
    return { index: 'events_of_subject', conditions } as const
  }
  if (bulk !== undefined) {
    const ofBulk = sql`bulk = ${bulk} and bulk <> '' and subject = 'key'`
    return { index: 'events_of_bulk', conditions: [ofProject, ofBulk, ...further] } as const
  }
  const conditions = [ofProject, LISTED, ...further]
  if (by !== undefined) return { index: 'events_by_actor', conditions } as const
  return { index: kind === undefined ? 'events_of_project' : 'events_of_kind', conditions } as const
}

/**
 * The range of a list in which a page may be. Of the two ends, an index takes the one that is
 * nearer.
 */
function rangeOf({ since, before }: EventFilter, { descending = false, after }: EventPage) {
  const range: RawBuilder<unknown>[] = []
  const place = after && sql`(${after.at}, ${after.row})`
  const isAfterStart = !descending && after !== undefined && after.at >= (since ?? 0)
  const isBeforeEnd = descending && after !== undefined && after.at < (before ?? Number.POSITIVE_INFINITY)
  if (isAfterStart) range.push(sql`(at, id) > ${place}`)
  else if (since !== undefined) range.push(sql`at >= ${since}`)
  if (isBeforeEnd) range.push(sql`(at, id) < ${place}`)
  else if (before !== undefined) range.push(sql`at < ${before}`)
  return range
}

type Row = Selectable<Tables['events']> & { readonly license_key: string | null }

export function eventMethods({ db, reader, dialect }: StorageParts) {
  return {
    async listEvents(projectId, filter, page) {
      const project = await findProjectRow(db, projectId)
      const { limit, from = 0, descending = false } = page
      if (project === undefined || limit <= 0) return []
      const direction = descending ? sql`desc` : sql`asc`
      const range = rangeOf(filter, page)
      /** Each half has a limit of its own: otherwise PostgreSQL would sort all events. */
      const half = (
        index: Parameters<SqlDialect['eventsBy']>[0],
        conditions: readonly RawBuilder<unknown>[],
      ) =>
        sql`select * from (
          select * from ${dialect.eventsBy(index)} where ${sql.join([...conditions, ...range], sql` and `)}
          order by at ${direction}, id ${direction} limit ${from + limit}) as half`
      const { index, conditions } = indexOf(dialect, project.id, filter)
      const halves = [half(index, conditions)]
      // An event of an account is never one of a key.
      if (filter.keyId === undefined && filter.bulk === undefined) {
        const [, ...further] = conditions
        halves.push(half('events_of_account', [sql`account_id = ${project.account_id}`, ...further]))
      }
      const { rows } = await sql<Row>`
        select page.*, licenses.license_key from (
          ${sql.join(halves, sql` union all `)}
          order by at ${direction}, id ${direction} limit ${limit} offset ${from}) as page
        left join licenses on licenses.id = page.license_id
        order by page.at ${direction}, page.id ${direction}`.execute(reader)
      return rows.map((row) => {
        const event = eventFields.fromRow(row)
        // SQLite may have given the number of a deleted license to a new one.
        const isSame = row.license_key !== null && keyIdOf(row.license_key) === event.subjectId
        const [licenseRow, licenseKey] = isSame
          ? [row.license_id ?? undefined, row.license_key ?? '']
          : [undefined, '']
        return { ...event, row: row.id, licenseRow, licenseKey }
      })
    },
  } satisfies EventStorage
}
