import type { DatabaseSync } from 'node:sqlite'
import type { MonotonicClock } from '../../clock.ts'
import type { GroupDecision, GroupSnapshot, StoredUser } from '../../domain/check-group.ts'
import type { CheckAttempt } from '../../domain/check-key.ts'
import type { UsedNonce } from '../../domain/nonces.ts'
import { type Seal, withOpenedCache } from '../../security/seal.ts'
import {
  CHANGING_COLUMNS,
  type ProjectRow,
  toProject,
  toStoredUser,
  toUserColumns,
  USER_COLUMNS,
  userRowOf,
} from '../sql/rows.ts'
import type { Journal } from './journal.ts'

const PRUNE_EVERY_SECONDS = 10

export interface DecidedGroup {
  readonly answers: GroupDecision['answers']
  /** To be called when the transaction is committed. */
  readonly committed: () => void
}

type CheckKeys = (
  attempts: readonly CheckAttempt[],
  now: number,
  decide: (snapshot: GroupSnapshot) => GroupDecision,
) => DecidedGroup

/**
 * Decides a group of key checks inside the transaction that the caller has opened. Its statements
 * are prepared once, because this is the hot path.
 */
export function prepareCheckKeys(
  raw: DatabaseSync,
  seal: Seal,
  journal: Journal,
  monotonic: MonotonicClock,
): CheckKeys {
  const selectProject = raw.prepare(
    `select projects.*, accounts.public_id as account_public_id
     from projects join accounts on accounts.id = projects.account_id where app_name = ?`,
  )
  const selectUser = raw.prepare(
    `select ${USER_COLUMNS.join(', ')} from users where project_id = ? and user_key = ? and user_key <> ''`,
  )
  selectUser.setReturnArrays(true)
  const hasBanned = raw.prepare('select 1 from users where project_id = ? and banned = 1 limit 1')
  const selectBanned = raw.prepare(
    `select ${USER_COLUMNS.join(', ')} from users
     where project_id = ? and identifier = ? and identifier <> '' and banned = 1`,
  )
  selectBanned.setReturnArrays(true)
  const assignments = CHANGING_COLUMNS.map((name) => `${name} = :${name}`).join(', ')
  const updateUser = raw.prepare(`update users set ${assignments} where id = :id`)
  let prunedAt = Number.NEGATIVE_INFINITY

  const opened = withOpenedCache(seal)

  /** With the executions that are not yet in the row. */
  const userOf = (values: unknown): StoredUser => {
    const row = userRowOf(values as ArrayLike<unknown>)
    row.total_executions += journal.pendingOf(row.id)
    return toStoredUser(row)
  }

  const read = (attempts: readonly CheckAttempt[]): GroupSnapshot => {
    const projects = new Map<string, { row: ProjectRow | undefined; hasBanned: boolean }>()
    const users: StoredUser[] = []
    const bannedUsers: StoredUser[] = []
    const nonces: UsedNonce[] = []
    for (const { appName, key, deviceId, nonce } of attempts) {
      let known = projects.get(appName)
      if (known === undefined) {
        const row = selectProject.get(appName) as ProjectRow | undefined
        known = { row, hasBanned: row !== undefined && hasBanned.get(row.id) !== undefined }
        projects.set(appName, known)
      }
      const projectRow = known.row?.id
      if (projectRow === undefined) continue
      const user = selectUser.get(projectRow, key)
      if (user !== undefined) users.push(userOf(user))
      if (known.hasBanned) {
        for (const banned of selectBanned.iterate(projectRow, deviceId)) bannedUsers.push(userOf(banned))
      }
      const used = journal.findNonce(projectRow, nonce)
      if (used !== undefined) nonces.push(used)
    }
    return {
      projects: [...projects.values()].flatMap(({ row }) =>
        row === undefined ? [] : { row: row.id, project: toProject(row, opened) },
      ),
      users,
      bannedUsers,
      nonces,
    }
  }

  return function checkKeys(attempts, now, decide) {
    journal.catchUp()
    const at = monotonic()
    const isPruning = at - prunedAt >= PRUNE_EVERY_SECONDS
    if (isPruning) prunedAt = at
    const pruned = isPruning ? journal.prune(now) : undefined
    const { answers, effects } = decide(read(attempts))
    for (const { row, user } of effects.users) updateUser.run({ id: row, ...toUserColumns(user) })
    if (journal.mustFlush(now)) journal.flush()
    const appended = journal.append(effects, now)
    return {
      answers,
      committed() {
        // First: a nonce that is used again counts from now on.
        pruned?.()
        appended()
      },
    }
  }
}
