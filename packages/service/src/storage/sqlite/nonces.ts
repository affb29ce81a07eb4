import type { DatabaseSync } from 'node:sqlite'
import type { Selectable } from 'kysely'
import type { MonotonicClock } from '../../clock.ts'
import { NONCE_KEPT_SECONDS, type UsedNonce } from '../../domain/nonces.ts'
import type { Tables } from '../sql/tables.ts'

/** Each deleted nonce takes a microsecond, for which all checks wait. */
const PRUNE_EVERY_SECONDS = 1

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
   * Adds nonces, and deletes those that have expired by both clocks.
   * @returns call it after the commit
   */
  use(usedNonces: readonly UsedNonce[], now: number): () => void
  /** A transaction was rolled back: the copy in memory may be wrong. */
  distrust(): void
}

interface KnownNonce {
  /** By the time of day. */
  readonly refusedUntil: number
  /** By the monotonic clock. */
  readonly keptUntil: number
  /** The row's, or a later one of the same group. */
  readonly id: number
}

export function createNonces(raw: DatabaseSync, monotonic: MonotonicClock): Nonces {
  const selectVersion = raw.prepare('pragma data_version')
  const selectNonces = raw.prepare('select * from nonces where id > ? order by id')
  const insertNonce = raw.prepare('insert into nonces (project_id, nonce, refused_until) values (?, ?, ?)')
  const deleteNonces = raw.prepare('delete from nonces where id <= ? and refused_until < ?')

  /** By project and nonce, in the order in which they became known. */
  const nonces = new Map<string, KnownNonce>()
  let prunedAt = Number.NEGATIVE_INFINITY
  let version: unknown
  let lastId = 0

  const remember = ({ projectRow, nonce, refusedUntil }: UsedNonce, id: number, at: number): void => {
    const name = nameOf(projectRow, nonce)
    // One that is used again goes to the end.
    nonces.delete(name)
    nonces.set(name, { refusedUntil, keptUntil: at + NONCE_KEPT_SECONDS, id })
    lastId = id
  }

  /** @returns the names of what was deleted */
  const prune = (now: number, at: number): readonly string[] => {
    const past: string[] = []
    let lastPast = 0
    for (const [name, { refusedUntil, keptUntil, id }] of nonces) {
      // The newest row stays, so that the next ID is greater: by it, other processes know what is
      // new to them.
      if (keptUntil >= at || id === lastId) break
      // The clock was set back.
      if (refusedUntil >= now) continue
      past.push(name)
      lastPast = id
    }
    if (past.length > 0) deleteNonces.run(lastPast, now)
    return past
  }

  return {
    distrust() {
      version = undefined
    },
    catchUp() {
      const { data_version } = selectVersion.get() as { data_version: unknown }
      if (data_version === version) return
      // Their age by the monotonic clock is unknown, so it starts now.
      const at = monotonic()
      for (const row of selectNonces.iterate(lastId)) {
        const { id, project_id, nonce, refused_until } = row as unknown as Selectable<Tables['nonces']>
        remember({ projectRow: project_id, nonce, refusedUntil: refused_until }, id, at)
      }
      version = data_version
    },
    find(projectRow, nonce) {
      const refusedUntil = nonces.get(nameOf(projectRow, nonce))?.refusedUntil
      return refusedUntil === undefined ? undefined : { projectRow, nonce, refusedUntil }
    },
    use(usedNonces, now) {
      const at = monotonic()
      let past: readonly string[] = []
      if (at - prunedAt >= PRUNE_EVERY_SECONDS) {
        prunedAt = at
        past = prune(now, at)
      }
      let id = 0
      for (const { projectRow, nonce, refusedUntil } of usedNonces) {
        id = Number(insertNonce.run(projectRow, nonce, refusedUntil).lastInsertRowid)
      }
      return () => {
        // First: a nonce that is used again counts from now on.
        for (const name of past) nonces.delete(name)
        for (const used of usedNonces) remember(used, id, at)
      }
    },
  }
}

const nameOf = (projectRow: number, nonce: string): string => `${projectRow} ${nonce}`
