import type { DatabaseSync } from 'node:sqlite'
import type { MonotonicClock } from '../../clock.ts'
import type { GroupEffects } from '../../domain/check-group.ts'
import { NONCE_KEPT_SECONDS, type UsedNonce } from '../../domain/nonces.ts'

/**
 * A flush takes some microseconds for each user, so this many take a few hundredths of a second.
 */
const FLUSH_AFTER_CHECKS = 20_000
const FLUSH_AFTER_SECONDS = 5

/**
 * The rows that key checks append, with a copy in memory: the nonces that are refused, and the
 * executions that are not yet in the rows of their users. All methods run inside a transaction of
 * the caller; the copy is updated after its commit.
 */
export interface Journal {
  /** Reads what other processes have written. Call it at the start of every transaction. */
  catchUp(): void
  findNonce(projectRowId: number, nonce: string): UsedNonce | undefined
  /** Executions of a user that its row does not have yet. */
  pendingOf(userRowId: number): number
  /** @returns call it after the commit */
  append(writes: GroupEffects, now: number): () => void
  isFlushed(): boolean
  /** Adds all executions to the rows of their users and hours. */
  flush(): void
  mustFlush(now: number): boolean
  /** A transaction was rolled back: the copy in memory may be wrong. */
  distrust(): void
  /**
   * Deletes nonces that have expired by both clocks.
   * @returns call it after the commit
   */
  prune(now: number): () => void
}

/** A row of the log. */
interface LoggedNonces {
  readonly id: number
  /** By the time of day. */
  readonly until: number
  /** By the monotonic clock. */
  readonly keptUntil: number
  readonly nonces: readonly UsedNonce[]
}

export function createJournal(raw: DatabaseSync, monotonic: MonotonicClock): Journal {
  const selectVersion = raw.prepare('pragma data_version')
  const selectNonces = raw.prepare('select * from nonce_log where id > ? order by id')
  const insertNonces = raw.prepare(
    'insert into nonce_log (last_refused_until, nonces) values (?, ?) returning id',
  )
  const deleteNonces = raw.prepare('delete from nonce_log where id in (select value from json_each(?))')
  const insertExecutions = raw.prepare('insert into execution_log (hour, users, projects) values (?, ?, ?)')
  const selectExecutions = raw.prepare('select hour, users, projects from execution_log order by id')
  const deleteExecutions = raw.prepare('delete from execution_log')
  const hasExecutions = raw.prepare('select 1 from execution_log limit 1')
  const countExecutions = raw.prepare('update users set total_executions = total_executions + ? where id = ?')
  const countHour = raw.prepare(
    `insert into project_hours (project_id, hour, executions, attacks_blocked) values (?, ?, ?, ?)
     on conflict do update set executions = executions + excluded.executions,
       attacks_blocked = attacks_blocked + excluded.attacks_blocked`,
  )

  /** Of each project, with their ends. */
  const nonces = new Map<number, Map<string, number>>()
  /**
   * In the order in which they came. After a jump of the clock that is not the order in which they
   * end.
   */
  let logged: LoggedNonces[] = []
  const pending = new Map<number, number>()
  let pendingChecks = 0
  let flushedAt = 0
  let version: unknown
  let lastNonceLogId = 0

  const remember = (row: LoggedNonces): void => {
    lastNonceLogId = row.id
    logged.push(row)
    for (const { projectRow, nonce, refusedUntil } of row.nonces) {
      let known = nonces.get(projectRow)
      if (known === undefined) {
        known = new Map()
        nonces.set(projectRow, known)
      }
      known.set(nonce, refusedUntil)
    }
  }
  const forget = (row: LoggedNonces): void => {
    for (const { projectRow, nonce, refusedUntil } of row.nonces) {
      const known = nonces.get(projectRow)
      // Another end: it was used again since.
      if (known?.get(nonce) === refusedUntil) known.delete(nonce)
    }
  }

  const flush = (): void => {
    const users = new Map<number, number>()
    const hours = new Map<
      string,
      readonly [projectRowId: number, hour: number, executions: number, attacks: number]
    >()
    for (const row of selectExecutions.iterate() as Iterable<{
      hour: number
      users: string
      projects: string
    }>) {
      for (const [id, executions] of JSON.parse(row.users) as [number, number][]) {
        users.set(id, (users.get(id) ?? 0) + executions)
      }
      for (const [id, executions, attacks] of JSON.parse(row.projects) as [number, number, number][]) {
        const name = `${id} ${row.hour}`
        const [, , before = 0, attacksBefore = 0] = hours.get(name) ?? []
        hours.set(name, [id, row.hour, before + executions, attacksBefore + attacks])
      }
    }
    // By their IDs, so that neighbours on a page are written together.
    for (const id of [...users.keys()].sort((a, b) => a - b)) countExecutions.run(users.get(id) ?? 0, id)
    for (const hour of hours.values()) countHour.run(...hour)
    deleteExecutions.run()
    pending.clear()
    pendingChecks = 0
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
    mustFlush(now) {
      if (flushedAt === 0) flushedAt = now
      const isDue = pendingChecks >= FLUSH_AFTER_CHECKS || Math.abs(now - flushedAt) >= FLUSH_AFTER_SECONDS
      if (isDue) flushedAt = now
      return isDue
    },
    catchUp() {
      const { data_version } = selectVersion.get() as { data_version: unknown }
      if (data_version === version) return
      // Another process may have flushed what is pending here, or appended. After a flush the rows
      // are right.
      flush()
      const rows = selectNonces.all(lastNonceLogId) as {
        id: number
        last_refused_until: number
        nonces: string
      }[]
      // Their age by the monotonic clock is unknown, so it starts now.
      const keptUntil = monotonic() + NONCE_KEPT_SECONDS
      for (const { id, last_refused_until, nonces: text } of rows) {
        const parsed = JSON.parse(text) as [number, string, number][]
        remember({
          id,
          until: last_refused_until,
          keptUntil,
          nonces: parsed.map(([projectRow, nonce, refusedUntil]) => ({ projectRow, nonce, refusedUntil })),
        })
      }
      version = data_version
    },
    findNonce(projectRow, nonce) {
      const refusedUntil = nonces.get(projectRow)?.get(nonce)
      return refusedUntil === undefined ? undefined : { projectRow, nonce, refusedUntil }
    },
    pendingOf: (userRowId) => pending.get(userRowId) ?? 0,
    append({ usedNonces, executions, hour, counts }, now) {
      let logId = 0
      let until = 0
      if (usedNonces.length > 0) {
        for (const { refusedUntil } of usedNonces) until = Math.max(until, refusedUntil)
        const rows = usedNonces.map((used) => [used.projectRow, used.nonce, used.refusedUntil])
        logId = (insertNonces.get(until, JSON.stringify(rows)) as { id: number }).id
      }
      if (counts.length > 0) {
        insertExecutions.run(
          hour,
          JSON.stringify(executions.map((user) => [user.row, user.executions])),
          JSON.stringify(counts.map((count) => [count.projectRow, count.executions, count.attacksBlocked])),
        )
      }
      return () => {
        if (logId > 0) {
          remember({ id: logId, until, keptUntil: monotonic() + (until - now), nonces: usedNonces })
        }
        for (const { row, executions: more } of executions) {
          pending.set(row, (pending.get(row) ?? 0) + more)
          pendingChecks += more
        }
      }
    },
    prune(now) {
      const at = monotonic()
      // The newest row stays, so that the next ID is greater: by it, other processes know what is
      // new to them.
      const isPast = ({ id, until, keptUntil }: LoggedNonces): boolean =>
        until < now && keptUntil < at && id < lastNonceLogId
      const past = logged.filter(isPast)
      if (past.length > 0) deleteNonces.run(JSON.stringify(past.map(({ id }) => id)))
      return () => {
        if (past.length === 0) return
        for (const row of past) forget(row)
        const gone = new Set(past)
        logged = logged.filter((row) => !gone.has(row))
      }
    },
  }
}
