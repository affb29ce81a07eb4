import type { DatabaseSync } from 'node:sqlite'
import type { MonotonicClock } from '../../core/clock.ts'
import { NONCE_KEPT_SECONDS, type UsedNonce } from '../nonces.ts'
import { createNonceTables } from './nonce-tables.ts'

/**
 * How often nonces are deleted. A deletion takes a microsecond for each, during which checks wait,
 * so a few are deleted at a time.
 */
const PRUNE_EVERY_SECONDS = 0.25
const ROWS_AT_ONCE = 4_000
/** How often rows are looked at again that could not be deleted yet. */
const PRUNE_AGAIN_SECONDS = 60

/**
 * The nonces of key checks, which are appended to a table without an index: with one, each would
 * rewrite a page of 4 KB. They are found in memory. All methods run inside a transaction of the
 * caller.
 */
export interface Nonces {
  /** Reads what other processes have written. Call it before the others. */
  catchUp(): void
  find(projectRow: number, nonce: string): UsedNonce | undefined
  /**
   * Adds nonces, and deletes some of those that have expired by both clocks.
   * @returns call it after the commit
   */
  use(usedNonces: readonly UsedNonce[], now: number): () => void
  /** Called after a rollback: the copy in memory may be wrong. */
  distrust(): void
}

type NonceValues = readonly [id: number, projectRow: number, nonce: string, refusedUntil: number]

export function createNonces(raw: DatabaseSync, monotonic: MonotonicClock): Nonces {
  const selectVersion = raw.prepare('pragma data_version')
  const selectNonces = raw.prepare(
    `select id, project_id, nonce, refused_until from nonces where id > ? order by id limit ${ROWS_AT_ONCE}`,
  )
  selectNonces.setReturnArrays(true)
  const insertNonce = raw.prepare('insert into nonces (project_id, nonce, refused_until) values (?, ?, ?)')
  const selectFirst = raw.prepare('select min(id) as id from nonces')
  const deleteNonces = raw.prepare('delete from nonces where id > ? and id <= ? and refused_until < ?')

  const known = createNonceTables()
  /** The newest row of each second by the monotonic clock, oldest first. */
  const marks: { id: number; at: number }[] = []
  let version: unknown
  let lastId = 0
  let prunedAt = Number.NEGATIVE_INFINITY
  /** The ID of the newest row that has expired by the monotonic clock. */
  let pastId = 0
  /** The rows up to this ID were deleted, except those with a time of day that was ahead. */
  let prunedId = 0
  let startedOverAt = Number.NEGATIVE_INFINITY

  const remember = ({ projectRow, nonce, refusedUntil }: UsedNonce, id: number, at: number): void => {
    known.add(nameOf(projectRow, nonce), refusedUntil, at)
    lastId = id
    const last = marks.at(-1)
    if (last === undefined || Math.floor(last.at) !== Math.floor(at)) marks.push({ id, at })
    else {
      last.id = id
      last.at = at
    }
  }

  const prune = (now: number, at: number): void => {
    known.forget(now, at)
    while (marks[0] !== undefined && marks[0].at + NONCE_KEPT_SECONDS < at) {
      pastId = marks.shift()?.id ?? pastId
    }
    // The newest row stays, so that the next ID is greater. Other processes recognise new rows by
    // their IDs.
    const last = Math.min(pastId, lastId - 1)
    if (at - startedOverAt >= PRUNE_AGAIN_SECONDS) {
      startedOverAt = at
      prunedId = 0
    }
    if (prunedId >= last) return
    const { id } = selectFirst.get() as { id: number | null }
    const from = Math.max(prunedId, (id ?? last + 1) - 1)
    const until = Math.min(last, from + ROWS_AT_ONCE)
    deleteNonces.run(from, until, now)
    prunedId = until
  }

  return {
    distrust() {
      version = undefined
    },
    catchUp() {
      const { data_version } = selectVersion.get() as { data_version: unknown }
      if (data_version === version) return
      // Their age by the monotonic clock is unknown, so it is counted from now on.
      const at = monotonic()
      for (let count = ROWS_AT_ONCE; count === ROWS_AT_ONCE; ) {
        // Reads some rows at a time: an iterator takes half as long again, and all rows take much
        // memory.
        const rows = selectNonces.all(lastId) as unknown as readonly NonceValues[]
        for (const [id, projectRow, nonce, refusedUntil] of rows) {
          remember({ projectRow, nonce, refusedUntil }, id, at)
        }
        count = rows.length
      }
      version = data_version
    },
    find(projectRow, nonce) {
      const refusedUntil = known.find(nameOf(projectRow, nonce))
      return refusedUntil === undefined ? undefined : { projectRow, nonce, refusedUntil }
    },
    use(usedNonces, now) {
      const at = monotonic()
      if (at - prunedAt >= PRUNE_EVERY_SECONDS) {
        prunedAt = at
        prune(now, at)
      }
      let id = 0
      for (const { projectRow, nonce, refusedUntil } of usedNonces) {
        id = Number(insertNonce.run(projectRow, nonce, refusedUntil).lastInsertRowid)
      }
      return () => {
        for (const used of usedNonces) remember(used, id, at)
      }
    },
  }
}

const nameOf = (projectRow: number, nonce: string): string => `${projectRow} ${nonce}`
