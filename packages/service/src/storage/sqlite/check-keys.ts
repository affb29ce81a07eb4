import type { DatabaseSync } from 'node:sqlite'
import type { KeyCheckRecord } from '@latchkey/protocol'
import type { Seal } from '../../seal.ts'
import type { Project } from '../records.ts'
import { type ProjectRow, toProject, toUser, toUserColumns, type UserRow } from '../sql/rows.ts'
import type { CheckAttempt, CheckEffects, DecideCheck } from '../storage.ts'

const PRUNE_EVERY_SECONDS = 10
const SECONDS_AN_HOUR = 3_600

type CheckKeys = (attempts: readonly CheckAttempt[], now: number, decide: DecideCheck) => KeyCheckRecord[]

interface KnownProject {
  readonly rowId: number
  readonly project: Project
  executions: number
  attacksBlocked: number
}

/**
 * Decides a group of key checks inside the transaction that the caller opened: reads, decides and writes attempt by
 * attempt, so that each reads what those before it wrote. This is the hot path, hence the statements prepared once.
 */
export function prepareCheckKeys(raw: DatabaseSync, seal: Seal): CheckKeys {
  const selectProject = raw.prepare(
    `select projects.*, accounts.public_id as account_public_id
     from projects join accounts on accounts.id = projects.account_id where app_name = ?`,
  )
  const selectNonce = raw.prepare(
    'select 1 from nonces where project_id = ? and nonce = ? and refused_until >= ?',
  )
  const selectUser = raw.prepare(
    `select * from users where project_id = ? and user_key = ? and user_key <> ''`,
  )
  const selectBannedDevice = raw.prepare(
    `select * from users where project_id = ? and identifier = ? and identifier <> '' and banned = 1
     order by ban_expire = -1 desc, ban_expire desc limit 1`,
  )
  const insertNonce = raw.prepare(
    `insert into nonces (project_id, nonce, refused_until) values (?, ?, ?)
     on conflict do update set refused_until = excluded.refused_until`,
  )
  const countExecution = raw.prepare('update users set total_executions = total_executions + 1 where id = ?')
  const updateUser = raw.prepare(
    `update users set identifier = :identifier, identifier_type = :identifier_type, chat_id = :chat_id,
       status = :status, last_reset = :last_reset, total_resets = :total_resets, auth_expire = :auth_expire,
       key_days = :key_days, banned = :banned, ban_reason = :ban_reason, ban_expire = :ban_expire,
       unban_token = :unban_token, ban_ip = :ban_ip, note = :note
     where id = :id`,
  )
  const addToHour = raw.prepare(
    `insert into project_hours (project_id, hour, executions, attacks_blocked) values (?, ?, ?, ?)
     on conflict do update set executions = executions + excluded.executions,
       attacks_blocked = attacks_blocked + excluded.attacks_blocked`,
  )
  const pruneNonces = raw.prepare('delete from nonces where refused_until < ?')
  let prunedAt = 0

  return function checkKeys(attempts, now, decide) {
    if (Math.abs(now - prunedAt) >= PRUNE_EVERY_SECONDS) {
      pruneNonces.run(now)
      prunedAt = now
    }
    const projects = new Map<string, KnownProject | undefined>()

    const findProject = (appName: string): KnownProject | undefined => {
      if (projects.has(appName)) return projects.get(appName)
      const row = selectProject.get(appName) as ProjectRow | undefined
      const known = row && { rowId: row.id, project: toProject(row, seal), executions: 0, attacksBlocked: 0 }
      projects.set(appName, known)
      return known
    }

    const apply = (effects: CheckEffects, attempt: CheckAttempt, known: KnownProject, userRowId?: number) => {
      if (effects.rememberNonceUntil !== undefined) {
        insertNonce.run(known.rowId, attempt.nonce, effects.rememberNonceUntil)
      }
      if (effects.attackBlocked) known.attacksBlocked += 1
      if (effects.execution) known.executions += 1
      if (userRowId === undefined) return
      if (effects.execution) countExecution.run(userRowId)
      if (effects.user !== undefined) updateUser.run({ ...toUserColumns(effects.user), id: userRowId })
    }

    const answers = attempts.map((attempt) => {
      const known = findProject(attempt.appName)
      if (known === undefined) {
        const nothing = { project: undefined, nonceTaken: false, user: undefined, bannedDevice: undefined }
        return decide(attempt, nothing, now).answer
      }
      const userRow = selectUser.get(known.rowId, attempt.key) as UserRow | undefined
      const bannedRow = selectBannedDevice.get(known.rowId, attempt.deviceId) as UserRow | undefined
      const snapshot = {
        project: known.project,
        nonceTaken: selectNonce.get(known.rowId, attempt.nonce, now) !== undefined,
        user: userRow && toUser(userRow),
        bannedDevice: bannedRow && toUser(bannedRow),
      }
      const { answer, effects } = decide(attempt, snapshot, now)
      apply(effects, attempt, known, userRow?.id)
      return answer
    })

    const hour = Math.floor(now / SECONDS_AN_HOUR)
    for (const known of projects.values()) {
      if (known === undefined || known.executions + known.attacksBlocked === 0) continue
      addToHour.run(known.rowId, hour, known.executions, known.attacksBlocked)
    }
    return answers
  }
}
