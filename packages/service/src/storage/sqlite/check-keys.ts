import type { DatabaseSync } from 'node:sqlite'
import type { KeyCheckRecord } from '@latchkey/protocol'
import type { MonotonicClock } from '../../clock.ts'
import { rememberingOpened, type Seal } from '../../security/seal.ts'
import { createCheckGroup, type GroupRows } from '../sql/check-group.ts'
import {
  type ProjectRow,
  toProject,
  USER_COLUMNS,
  type UserRow,
  type UserValues,
  userRowOf,
} from '../sql/rows.ts'
import type { CheckAttempt, DecideCheck } from '../storage.ts'
import type { Journal } from './journal.ts'

const PRUNE_EVERY_SECONDS = 10

export interface DecidedGroup {
  readonly answers: KeyCheckRecord[]
  /** To be called when the transaction is committed. */
  readonly committed: () => void
}

type CheckKeys = (attempts: readonly CheckAttempt[], now: number, decide: DecideCheck) => DecidedGroup

/**
 * Decides a group of key checks inside the transaction that the caller opened. This is the hot path, hence the
 * statements prepared once.
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
  const updateUser = raw.prepare(
    `update users set identifier = :identifier, identifier_type = :identifier_type, chat_id = :chat_id,
       status = :status, last_reset = :last_reset, total_resets = :total_resets, auth_expire = :auth_expire,
       key_days = :key_days, banned = :banned, ban_reason = :ban_reason, ban_expire = :ban_expire,
       unban_token = :unban_token, ban_ip = :ban_ip, note = :note
     where id = :id`,
  )
  let prunedAt = Number.NEGATIVE_INFINITY

  const opened = rememberingOpened(seal)

  /** The row as it would be if all executions were folded in. */
  const upToDate = (values: unknown): UserRow => {
    const row = userRowOf(values as UserValues)
    row.total_executions += journal.pendingOf(row.id)
    return row
  }

  const read = (attempts: readonly CheckAttempt[]): GroupRows => {
    const projects = new Map<string, { row: ProjectRow | undefined; hasBanned: boolean }>()
    const users: UserRow[] = []
    const bannedUsers: UserRow[] = []
    const nonces: GroupRows['nonces'][number][] = []
    for (const { appName, key, deviceId, nonce } of attempts) {
      let known = projects.get(appName)
      if (known === undefined) {
        const row = selectProject.get(appName) as ProjectRow | undefined
        known = { row, hasBanned: row !== undefined && hasBanned.get(row.id) !== undefined }
        projects.set(appName, known)
      }
      const projectRowId = known.row?.id
      if (projectRowId === undefined) continue
      const user = selectUser.get(projectRowId, key)
      if (user !== undefined) users.push(upToDate(user))
      if (known.hasBanned) {
        for (const banned of selectBanned.iterate(projectRowId, deviceId)) bannedUsers.push(upToDate(banned))
      }
      const taken = journal.findNonce(projectRowId, nonce)
      if (taken !== undefined) nonces.push(taken)
    }
    return {
      projects: [...projects.values()].flatMap(({ row }) =>
        row === undefined ? [] : { rowId: row.id, project: toProject(row, opened) },
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
    const group = createCheckGroup(read(attempts))
    const answers = attempts.map((attempt) => group.decide(attempt, now, decide))
    const writes = group.writes()
    for (const user of writes.users) updateUser.run(user)
    if (journal.mustFold(now)) journal.fold()
    const appended = journal.append(writes, now)
    return {
      answers,
      committed() {
        // First: what is taken anew counts from now on.
        pruned?.()
        appended()
      },
    }
  }
}
