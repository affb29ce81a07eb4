import type { DatabaseSync } from 'node:sqlite'
import type { Selectable } from 'kysely'
import type { MonotonicClock } from '../../clock.ts'
import type { GroupEffects } from '../../domain/check-group.ts'
import { NONCE_KEPT_SECONDS, type UsedNonce } from '../../domain/nonces.ts'
import type { Tables } from '../sql/tables.ts'

/** All checks wait for a flush, some microseconds for each user: so there are many small ones. */
const FLUSH_AFTER_SECONDS = 0.02
const PRUNE_EVERY_SECONDS = 10

/**
 * The nonces and executions of key checks, which are appended to tables without an index: in its
 * place, each would rewrite a page of 4 KB. Nonces are found in memory, and executions are added to
 * the rows of their users later. All methods run inside a transaction of the caller.
 */
export interface Journal {
  /** Reads what other processes have written. Call it before the others. */
  catchUp(): void
  findNonce(projectRow: number, nonce: string): UsedNonce | undefined
  /** What the row of a user does not have yet. */
  pendingOf(userRow: number): Pending | undefined
  /**
   * Deletes nonces that have expired by both clocks, too.
   * @returns call it after the commit
   */
  append(effects: GroupEffects, now: number): () => void
  isFlushed(): boolean
  /** Adds all executions to the rows of their users. */
  flush(): void
  /** A transaction was rolled back: the copy in memory may be wrong. */
  distrust(): void
}

interface Pending {
  readonly executions: number
  /** As in `StoredUser`. */
  readonly usedDay: number
}

interface KnownNonce {
  /** By the time of day. */
  readonly refusedUntil: number
  /** By the monotonic clock. */
  readonly keptUntil: number
  /** The row's, or a later one of the same group. */
  readonly id: number
}

export function createJournal(raw: DatabaseSync, monotonic: MonotonicClock): Journal {
  const selectVersion = raw.prepare('pragma data_version')
  const selectNonces = raw.prepare('select * from nonces where id > ? order by id')
  const insertNonces = raw.prepare('insert into nonces (project_id, nonce, refused_until) values (?, ?, ?)')
  const deleteNonces = raw.prepare('delete from nonces where id <= ? and refused_until < ?')
  const hasExecutions = raw.prepare('select 1 from execution_log limit 1')
  const insertExecutions = raw.prepare(
    'insert into execution_log (user_id, executions, used_day) values (?, ?, ?)',
  )
  // By their IDs, so that neighbours on a page are written together.
  const sumExecutions = raw.prepare(
    `select user_id, sum(executions) as executions, max(used_day) as used_day
     from execution_log group by user_id order by user_id`,
  )
  const countExecutions = raw.prepare(
    'update users set total_executions = total_executions + ?, used_day = ? where id = ?',
  )
  const deleteExecutions = raw.prepare('delete from execution_log')

  /** By project and nonce, in the order in which they became known. */
  const nonces = new Map<string, KnownNonce>()
  const pending = new Map<number, Pending>()
  let flushedAt = monotonic()
  let prunedAt = Number.NEGATIVE_INFINITY
  let version: unknown
  let lastNonceId = 0

  const remember = ({ projectRow, nonce, refusedUntil }: UsedNonce, id: number, at: number): void => {
    const name = nameOf(projectRow, nonce)
    // One that is used again goes to the end.
    nonces.delete(name)
    nonces.set(name, { refusedUntil, keptUntil: at + NONCE_KEPT_SECONDS, id })
    lastNonceId = id
  }

  /** @returns the names of what was deleted */
  const prune = (now: number, at: number): readonly string[] => {
    const past: string[] = []
    let lastId = 0
    for (const [name, { refusedUntil, keptUntil, id }] of nonces) {
      // The newest row stays, so that the next ID is greater: by it, other processes know what is
      // new to them.
      if (keptUntil >= at || id === lastNonceId) break
      // The clock was set back.
      if (refusedUntil >= now) continue
      past.push(name)
      lastId = id
    }
    if (past.length > 0) deleteNonces.run(lastId, now)
    return past
  }

  const flush = (): void => {
    for (const row of sumExecutions.iterate()) {
      countExecutions.run(row['executions'] ?? 0, row['used_day'] ?? 0, row['user_id'] ?? 0)
    }
    deleteExecutions.run()
    pending.clear()
    flushedAt = monotonic()
  }
  const isFlushed = (): boolean => hasExecutions.get() === undefined

  return {
    isFlushed,
    flush() {
      if (!isFlushed()) flush()
    },
    distrust() {
      version = undefined
    },
    catchUp() {
      const { data_version } = selectVersion.get() as { data_version: unknown }
      if (data_version === version) return
      // Another process may have flushed what is pending here, or appended. After a flush the rows
      // are right.
      flush()
      // Their age by the monotonic clock is unknown, so it starts now.
      const at = monotonic()
      for (const row of selectNonces.iterate(lastNonceId)) {
        const { id, project_id, nonce, refused_until } = row as unknown as Selectable<Tables['nonces']>
        remember({ projectRow: project_id, nonce, refusedUntil: refused_until }, id, at)
      }
      version = data_version
    },
    findNonce(projectRow, nonce) {
      const refusedUntil = nonces.get(nameOf(projectRow, nonce))?.refusedUntil
      return refusedUntil === undefined ? undefined : { projectRow, nonce, refusedUntil }
    },
    pendingOf: (userRow) => pending.get(userRow),
    append({ usedNonces, executions }, now) {
      const at = monotonic()
      let past: readonly string[] = []
      if (at - prunedAt >= PRUNE_EVERY_SECONDS) {
        prunedAt = at
        past = prune(now, at)
      }
      if (at - flushedAt >= FLUSH_AFTER_SECONDS) flush()
      let nonceId = 0
      for (const { projectRow, nonce, refusedUntil } of usedNonces) {
        nonceId = Number(insertNonces.run(projectRow, nonce, refusedUntil).lastInsertRowid)
      }
      for (const { row, executions: more, usedDay } of executions) {
        insertExecutions.run(row, more, usedDay)
      }
      return () => {
        // First: a nonce that is used again counts from now on.
        for (const name of past) nonces.delete(name)
        for (const used of usedNonces) remember(used, nonceId, at)
        for (const { row, executions: more, usedDay } of executions) {
          pending.set(row, { executions: (pending.get(row)?.executions ?? 0) + more, usedDay })
        }
      }
    },
  }
}

const nameOf = (projectRow: number, nonce: string): string => `${projectRow} ${nonce}`
