import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { StorageModule } from '../module.ts'
import type { NodeStorage, SharedCount } from '../node-storage.ts'
import { CLOCKS_AGREE_WITHIN_SECONDS } from '../storage.ts'
import type { Db, StorageParts } from './access.ts'

/** The rows of one statement: SQLite allows about 32,000 values, PostgreSQL twice as many. */
const ROWS_AT_ONCE = 5_000

/**
 * This fills two pages of SQLite: a shorter text might fit into an existing page and need no space.
 */
const TRIAL_BYTES = 8_192

/**
 * The events that one announcement deletes; key checks wait meanwhile. A node announces itself
 * every four seconds, so it deletes up to four million a day.
 */
const EVENTS_AT_ONCE = 200

/**
 * How long used tokens are stored. There are few. Only a clock that was ahead for longer than this
 * could make one valid twice.
 */
const SPENT_KEPT_SECONDS = 86_400

export function nodeMethods(parts: StorageParts, modules: readonly StorageModule[]) {
  const { db, transaction } = parts

  return {
    announceNode: ({ id, url, consoleUrl: console_url = '' }, until, now, eventsBefore = 0) =>
      transaction(async (trx) => {
        const alive_until = until
        await trx
          .insertInto('nodes')
          .values({ id, url, alive_until, console_url })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ url, alive_until, console_url }))
          .execute()
        await forgetPast(trx, now, eventsBefore)
        for (const { forget } of modules) await forget?.(parts, trx, now)
        return trx
          .selectFrom('nodes')
          .select(['id', 'url'])
          .where('alive_until', '>=', now)
          .where('alive_until', '<=', until + CLOCKS_AGREE_WITHIN_SECONDS)
          .orderBy('id')
          .execute()
      }),

    async withdrawNode(id) {
      await db.deleteFrom('nodes').where('id', '=', id).execute()
    },

    async consoleUrls(now) {
      const rows = await db
        .selectFrom('nodes')
        .select('console_url')
        .where('alive_until', '>=', now)
        .where('console_url', '<>', '')
        .orderBy('id')
        .execute()
      return rows.map(({ console_url }) => console_url)
    },

    addCounts: (counts, now) =>
      transaction(async (trx) => {
        const totals = new Map<string, number>()
        // The order is the same for all nodes, so that no two of them wait for each other.
        const sorted = counts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
        for (let start = 0; start < sorted.length; start += ROWS_AT_ONCE) {
          const rows = await addTo(trx, sorted.slice(start, start + ROWS_AT_ONCE), now)
          for (const { name, count } of rows) totals.set(name, count)
        }
        return counts.map(({ name }) => totals.get(name) ?? 0)
      }),

    async takeBackCount({ name, until }) {
      await db
        .updateTable('shared_counts')
        .set({ count: sql`count - 1` })
        .where('name', '=', name)
        .where('counted_until', '<=', until)
        .where('count', '>', 0)
        .execute()
    },

    async readCount({ name, until }, now) {
      const row = await db
        .selectFrom('shared_counts')
        .select('count')
        .where('name', '=', name)
        .where('counted_until', '>=', now)
        .where('counted_until', '<=', until + CLOCKS_AGREE_WITHIN_SECONDS)
        .executeTakeFirst()
      return row?.count ?? 0
    },

    async spend(token, good_until) {
      const spent = await db
        .insertInto('spent_tokens')
        .values({ token, good_until })
        .onConflict((conflict) => conflict.doNothing())
        .returning('token')
        .executeTakeFirst()
      return spent !== undefined
    },

    async ping() {
      await db.selectFrom('projects').select('id').limit(1).execute()
    },

    tryWriting: () =>
      transaction(async (trx) => {
        const token = randomUUID().padEnd(TRIAL_BYTES, '.')
        await trx.insertInto('spent_tokens').values({ token, good_until: 0 }).execute()
        await trx.deleteFrom('spent_tokens').where('token', '=', token).execute()
      }),
  } satisfies NodeStorage
}

/** Adds to counts. Each name appears once in `counts`. */
const addTo = (trx: Db, counts: readonly SharedCount[], now: number) =>
  trx
    .insertInto('shared_counts')
    .values(counts.map(({ name, more, until }) => ({ name, count: more, counted_until: until })))
    .onConflict((conflict) => {
      const isOver = sql`(shared_counts.counted_until < ${now}
        or shared_counts.counted_until > excluded.counted_until + ${CLOCKS_AGREE_WITHIN_SECONDS})`
      return conflict.column('name').doUpdateSet({
        count: sql`excluded.count + case when ${isOver} then 0 else shared_counts.count end`,
        counted_until: sql`case when ${isOver} then excluded.counted_until else shared_counts.counted_until end`,
      })
    })
    .returning(['name', 'count'])
    .execute()

async function forgetPast(trx: Db, now: number, eventsBefore: number): Promise<void> {
  await trx.deleteFrom('nodes').where('alive_until', '<', now).execute()
  await trx.deleteFrom('shared_counts').where('counted_until', '<', now).execute()
  await trx
    .deleteFrom('spent_tokens')
    .where('good_until', '<', now - SPENT_KEPT_SECONDS)
    .execute()
  // Events are deleted by their times, because those of a clock that was ahead must not protect
  // others.
  const old = trx
    .selectFrom('events')
    .select('id')
    .where('at', '<', eventsBefore)
    .orderBy('at')
    .limit(EVENTS_AT_ONCE)
  await trx.deleteFrom('events').where('id', 'in', old).execute()
}
