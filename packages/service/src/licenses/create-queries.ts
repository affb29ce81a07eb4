import { keyIdOf } from '@latchkey/management'
import { customerRows } from '../core/customer/customer-queries.ts'
import { eventOf, type Origin, type StoredEvent } from '../core/event-log/events.ts'
import { addKeyEvents } from '../core/event-log/key-event-queries.ts'
import { findBy, usersOf, withKeys } from '../core/license/user-queries.ts'
import { toUser, toUserRow } from '../core/license/user-rows.ts'
import type { User } from '../core/license/users.ts'
import {
  type Db,
  findProjectRow,
  lockProjectRow,
  type ProjectRowIds,
  type StorageParts,
} from '../core/storage/sql/access.ts'
import type { CreationTerms, ImportedUsers, LicenseStorage } from './storage.ts'
import { countUsers } from './user-queries.ts'

/** SQLite takes 32,766 values in a statement. */
const ROWS_PER_INSERT = 500

export function keyCreationMethods(parts: StorageParts) {
  const { transaction, longSnapshot } = parts
  /** How many more users the account may have. */
  const roomFor = async (trx: Db, project: ProjectRowIds, mostUsers?: number) =>
    mostUsers === undefined ? undefined : mostUsers - (await countUsers(trx, project))

  /** The account of the project is locked. */
  const withCustomers = async (
    trx: Db,
    project: ProjectRowIds,
    users: readonly User[],
    customerOf: CreationTerms['customerOf'],
  ): Promise<readonly User[]> => {
    const wanted = new Map(
      users.flatMap((user) => {
        const customer = customerOf?.(user)
        return customer === undefined ? [] : [[user, customer] as const]
      }),
    )
    const numbers = await customerRows(parts, trx, project.account_id, [...wanted.values()])
    const rows = new Map([...wanted.keys()].map((user, at) => [user, numbers[at] ?? null]))
    return users.map((user) => ({ ...user, customerId: rows.get(user) ?? null }))
  }

  return {
    createUser: (projectId, user, { mostUsers, by, customerOf } = {}) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        if ((await findBy(trx, project, 'user_key', user.key)) !== undefined) return 'key-taken'
        if ((await findBy(trx, project, 'chat_id', user.chatId)) !== undefined) return 'chat-id-taken'
        if (((await roomFor(trx, project, mostUsers)) ?? 1) < 1) return 'too-many-users'
        await insertUsers(trx, project, await withCustomers(trx, project, [user], customerOf), by)
        return 'created'
      }),

    createUsers: (projectId, users, { mostUsers, by, customerOf } = {}) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        const repeatable = users.filter(({ recorded }) => recorded.request !== undefined)
        if ((await existing(trx, project, repeatable)).size > 0) return 'created'
        const left = (await roomFor(trx, project, mostUsers)) ?? users.length
        if (left < users.length) return 'too-many-users'
        await insertUsers(trx, project, await withCustomers(trx, project, users, customerOf), by)
        return 'created'
      }),

    importUsers: (projectId, users, { mostUsers, by, customerOf, isDryRun }) =>
      (isDryRun ? longSnapshot : transaction)(async (trx) => {
        const project = await (isDryRun
          ? findProjectRow(trx, projectId)
          : lockProjectRow(parts, trx, projectId))
        if (project === undefined) return 'no-such-project'
        const known = await existing(trx, project, users)
        let left = await roomFor(trx, project, mostUsers)
        const created: User[] = []
        const outcomes = users.map((user): ImportedUsers['outcomes'][number] => {
          const request = known.get(user.key)
          if (request !== undefined) return request === user.recorded.request ? 'done-before' : 'key-taken'
          if (left !== undefined && left <= 0) return 'too-many-users'
          if (left !== undefined) left -= 1
          created.push(user)
          return 'created'
        })
        if (isDryRun) return { outcomes, left }
        await insertUsers(trx, project, await withCustomers(trx, project, created, customerOf), by)
        return { outcomes, left }
      }),
  } satisfies Partial<LicenseStorage>
}

/** The keys that exist, with the last request of each; empty: none is recorded. */
async function existing(
  trx: Db,
  project: ProjectRowIds,
  users: readonly User[],
): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  for (let start = 0; start < users.length; start += ROWS_PER_INSERT) {
    const keys = users.slice(start, start + ROWS_PER_INSERT).map(({ key }) => key)
    const rows = await withKeys(usersOf(trx, project), keys).execute()
    for (const row of rows) known.set(row.user_key, toUser(row).recorded.request ?? '')
  }
  return known
}

/** With the events of their creation and of their bans, if it is known who makes them. */
export async function insertUsers(
  trx: Db,
  project: ProjectRowIds,
  users: readonly User[],
  by: Origin | undefined,
): Promise<void> {
  const events: StoredEvent[] = []
  for (let start = 0; start < users.length; start += ROWS_PER_INSERT) {
    const some = users.slice(start, start + ROWS_PER_INSERT)
    const rows = await trx
      .insertInto('users')
      .values(some.map((user) => toUserRow(user, project.id)))
      .returning(['id', 'user_key'])
      .execute()
    if (by === undefined) continue
    const banned = new Set(some.filter((user) => user.banned).map(({ key }) => key))
    for (const { id: userRow, user_key } of rows) {
      const add = (kind: 'created' | 'banned') =>
        events.push({ projectRow: project.id, userRow, event: eventOf(kind, 'key', keyIdOf(user_key), by) })
      add('created')
      if (banned.has(user_key)) add('banned')
    }
  }
  await addKeyEvents(trx, events)
}
