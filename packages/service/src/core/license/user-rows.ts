import type { Insertable, Selectable } from 'kysely'
import type { Tables } from '../storage/sql/tables.ts'
import type { StoredUser } from './stored-user.ts'
import { userFields } from './tables.ts'
import type { User } from './users.ts'

export type UserRow = Selectable<Tables['users']>

export const toUserRow = (user: User, projectRowId: number): Insertable<Tables['users']> => ({
  ...userFields.toRow(user),
  project_id: projectRowId,
})

/**
 * What a change may write: not the key, not the customer, whom another request may have changed, and
 * not the count, which is only added to.
 */
export function toUserColumns(user: User) {
  const { user_key, total_executions, customer_id, ...columns } = userFields.toRow(user)
  return columns
}
export const CHANGING_COLUMNS = Object.entries(userFields.columns).filter(
  ([name]) => !['user_key', 'total_executions', 'customer_id'].includes(name),
)

export const toUser = (row: UserRow): User => userFields.fromRow(row)

export const toStoredUser = (row: UserRow): StoredUser => ({
  row: row.id,
  projectRow: row.project_id,
  usedDay: row.used_day,
  user: toUser(row),
})
