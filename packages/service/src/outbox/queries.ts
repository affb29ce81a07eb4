import { type RawBuilder, sql } from 'kysely'
import type { Seal } from '../core/security/seal.ts'
import {
  COUNT,
  type Db,
  findAccountRow,
  findProjectRow,
  projectsOfAccount,
  type StorageParts,
  sumOf,
} from '../core/storage/sql/access.ts'
import {
  admit,
  KEPT_SECONDS,
  type NewItem,
  type OutboxEntry,
  receiverKey,
  shortAnswer,
  type Used,
  waitAfter,
} from './outbox.ts'
import type { Lease, OutboxStorage } from './storage.ts'
import { outboxFields } from './tables.ts'

/**
 * The number of rows that are read. It is more than one try takes, so that items over a limit do
 * not hide others.
 */
const CANDIDATES = 50
/**
 * The rows that are deleted at once; key checks wait meanwhile. With an announcement every four
 * seconds, these are four million a day.
 */
const ROWS_AT_ONCE = 200

const NOTHING = new Uint8Array()

/** A sealed body opens only in the row for which it was written. */
const bodyContext = (id: string): string => `outbox ${id}`

/**
 * Writes an item in the transaction of the change that causes it: either both happen or neither
 * does. The transaction may run more than once, so the caller makes the ID before it.
 */
export async function addToOutbox(
  { seal }: Pick<StorageParts, 'seal'>,
  trx: Db,
  projectRow: number,
  { body, ...item }: NewItem,
): Promise<void> {
  const entry: OutboxEntry = { ...item, state: 'waiting', tries: 0, reason: '', answer: '', endedAt: 0 }
  await trx
    .insertInto('outbox')
    .values({
      ...outboxFields.toRow(entry),
      project_id: projectRow,
      leased_by: '',
      leased_until: 0,
      sealed_body: seal.seal(body, bodyContext(item.id)),
    })
    .execute()
}

/** The end of a row: its body is deleted with it. */
const ended = (state: 'sent' | 'given-up', reason: OutboxEntry['reason'], now: number) => ({
  ...{ state, reason, ended_at: now },
  leased_until: 0,
  sealed_body: NOTHING,
})

export function outboxMethods(parts: StorageParts) {
  const { db, reader, seal, dialect, transaction } = parts
  const dueRows = (from: Db, now: number) =>
    from
      .selectFrom('outbox')
      .where('state', '=', 'waiting')
      .where('due_at', '<=', now)
      .where('leased_until', '<=', now)
      .where('expires_at', '>', now)
      .orderBy('due_at')

  return {
    queueItem: (projectId, item) =>
      transaction(async (trx) => {
        const project = await findProjectRow(trx, projectId)
        if (project === undefined) return 'no-such-project'
        await addToOutbox(parts, trx, project.id, item)
        return 'queued'
      }),

    async leaseOutbox({ node, now, until, most, limits, random }) {
      // Nearly always there are none, so no write transaction is needed.
      if ((await dueRows(db, now).select('id').executeTakeFirst()) === undefined) return []
      return transaction(async (trx) => {
        const due = dueRows(trx, now).selectAll().limit(CANDIDATES)
        const rows = await dialect.locked(due, 'outbox').execute()
        const items = rows.map((row) => ({ row, projectRow: row.project_id, receiver: row.receiver }))
        const used = await readUsed(trx, items, { now, limits })
        const { admitted, postponed } = admit(items, used, limits, most)
        for (const { row } of postponed) {
          const due_at = now + Math.ceil(limits.windowSeconds * (1 + random()))
          await trx.updateTable('outbox').set({ due_at }).where('id', '=', row.id).execute()
        }
        const leased = []
        for (const { row } of admitted) {
          const body = openBody(seal, row)
          const tries = row.tries + 1
          const change =
            body === undefined
              ? ended('given-up', 'unreadable', now)
              : { tries, leased_by: node, leased_until: until }
          await trx.updateTable('outbox').set(change).where('id', '=', row.id).execute()
          if (body !== undefined) leased.push({ row, body, tries })
        }
        const projects = await trx
          .selectFrom('projects')
          .select(['id', 'public_id'])
          .where('id', 'in', [...new Set(leased.map(({ row }) => row.project_id)), 0])
          .execute()
        const projectIds = new Map(projects.map(({ id, public_id }) => [id, public_id]))
        return leased.map(({ row, body, tries }) => ({
          ...outboxFields.fromRow(row),
          body,
          tries,
          projectId: projectIds.get(row.project_id) ?? '',
        }))
      })
    },

    endTry: (id, node, result, now, random) =>
      transaction(async (trx) => {
        // An item that expired during the try still counts as sent.
        const mine = trx
          .selectFrom('outbox')
          .select(['id', 'tries', 'state'])
          .where('public_id', '=', id)
          .where('leased_by', '=', node)
          .where('state', '<>', 'sent')
        const row = await dialect.locked(mine, 'outbox').executeTakeFirst()
        if (row === undefined) return false
        const change =
          result.kind === 'delivered'
            ? ended('sent', '', now)
            : row.state === 'given-up'
              ? {}
              : result.kind === 'refused'
                ? ended('given-up', 'refused', now)
                : { due_at: now + waitAfter(row.tries, random), leased_until: 0 }
        await trx
          .updateTable('outbox')
          .set({ ...change, leased_by: '', answer: shortAnswer(result.answer) })
          .where('id', '=', row.id)
          .execute()
        return true
      }),

    async listOutbox(projectId, channel, { state, about, limit, before }) {
      let rows = reader
        .selectFrom('outbox')
        .innerJoin('projects', 'projects.id', 'outbox.project_id')
        .selectAll('outbox')
        .where('projects.public_id', '=', projectId)
        .where('channel', '=', channel)
      if (state !== undefined) rows = rows.where('state', '=', state)
      if (about !== undefined) rows = rows.where('about', '=', about)
      if (before !== undefined) rows = rows.where('outbox.id', '<', before)
      const found = await rows.orderBy('outbox.id', 'desc').limit(limit).execute()
      return found.map((row) => ({ row: row.id, entry: outboxFields.fromRow(row) }))
    },

    async findOutboxEntry(projectId, channel, id) {
      const row = await db
        .selectFrom('outbox')
        .innerJoin('projects', 'projects.id', 'outbox.project_id')
        .selectAll('outbox')
        .where('projects.public_id', '=', projectId)
        .where('channel', '=', channel)
        .where('outbox.public_id', '=', id)
        .executeTakeFirst()
      return row && outboxFields.fromRow(row)
    },

    forgetReceiver: (accountId, receiver, instead) =>
      transaction(async (trx) => {
        const account = await findAccountRow(trx, accountId)
        if (account === undefined) return
        const isTheirs = sql<boolean>`receiver = ${receiver} and project_id in ${projectsOfAccount(trx, account.id)}`
        // A try that is under way is not recorded.
        const forgotten = { receiver: '', answer: '', leased_by: '' }
        await dialect.erasing(trx, async () => {
          const waiting = trx.selectFrom('outbox').selectAll().where('state', '=', 'waiting').where(isTheirs)
          for (const row of await dialect.locked(waiting, 'outbox').execute()) {
            const body = instead && openBody(seal, row)
            if (instead === undefined || body === undefined) {
              await trx.deleteFrom('outbox').where('id', '=', row.id).execute()
              continue
            }
            const sealed_body = seal.seal(instead.readdress(body), bodyContext(row.public_id))
            await trx
              .updateTable('outbox')
              .set({ ...forgotten, receiver: instead.receiver, sealed_body })
              .where('id', '=', row.id)
              .execute()
          }
          await trx.updateTable('outbox').set(forgotten).where(isTheirs).execute()
        })
      }),

    async countOutbox() {
      const ofState = (state: OutboxEntry['state'], value: RawBuilder<unknown>): RawBuilder<number> =>
        sql`(select ${value} from outbox where state = ${state})`
      return reader
        .selectNoFrom([
          ofState('waiting', sumOf(sql`1`)).as('waiting'),
          ofState('waiting', sql`coalesce(min(created_at), 0)`).as('waitingSince'),
          ofState('given-up', sumOf(sql`1`)).as('givenUp'),
        ])
        .executeTakeFirstOrThrow()
    },
  } satisfies OutboxStorage
}

function openBody(seal: Seal, row: { readonly public_id: string; readonly sealed_body: Uint8Array }) {
  try {
    return seal.open(row.sealed_body, bodyContext(row.public_id))
  } catch {
    return undefined
  }
}

/** Reads how many items were sent within the time of the limits, and how many are under way. */
async function readUsed(
  trx: Db,
  items: readonly { readonly projectRow: number; readonly receiver: string }[],
  { now, limits: { windowSeconds } }: Pick<Lease, 'now' | 'limits'>,
): Promise<Used> {
  const projects = [...new Set(items.map(({ projectRow }) => projectRow)), 0]
  const sent = trx
    .selectFrom('outbox')
    .where('project_id', 'in', projects)
    .where('state', '=', 'sent')
    .where('ended_at', '>', now - windowSeconds)
  const ofProjects = await sent.select(['project_id', COUNT]).groupBy('project_id').execute()
  const ofReceivers = await sent
    .where('receiver', 'in', [...new Set(items.map(({ receiver }) => receiver)), ''])
    .select(['project_id', 'receiver', COUNT])
    .groupBy(['project_id', 'receiver'])
    .execute()
  const underWay = await trx
    .selectFrom('outbox')
    .select(['project_id', 'receiver'])
    .where('state', '=', 'waiting')
    .where('leased_until', '>', now)
    .execute()
  const byProject = new Map<number, number>()
  const byReceiver = new Map<string, number>()
  const add = (projectRow: number, receiver: string | undefined, count: number): void => {
    if (receiver === undefined) byProject.set(projectRow, (byProject.get(projectRow) ?? 0) + count)
    else {
      const key = receiverKey({ projectRow, receiver })
      byReceiver.set(key, (byReceiver.get(key) ?? 0) + count)
    }
  }
  for (const { project_id, count } of ofProjects) add(project_id, undefined, count)
  for (const { project_id, receiver, count } of ofReceivers) add(project_id, receiver, count)
  for (const { project_id, receiver } of underWay) {
    add(project_id, undefined, 1)
    add(project_id, receiver, 1)
  }
  return { byProject, byReceiver }
}

/** Gives up items that have expired, and deletes those that ended long ago. */
export async function forgetOutbox(_parts: StorageParts, trx: Db, now: number): Promise<void> {
  const expired = trx
    .selectFrom('outbox')
    .select('id')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(ROWS_AT_ONCE)
  await trx
    .updateTable('outbox')
    .set(ended('given-up', 'expired', now))
    .where('id', 'in', expired)
    .where('state', '=', 'waiting')
    .execute()
  const old = trx
    .selectFrom('outbox')
    .select('id')
    .where('state', '<>', 'waiting')
    .where('ended_at', '<', now - KEPT_SECONDS)
    .orderBy('ended_at')
    .limit(ROWS_AT_ONCE)
  await trx.deleteFrom('outbox').where('id', 'in', old).execute()
}
