import { CompiledQuery, sql } from 'kysely'
import { type MonotonicClock, monotonicClock } from '../../clock.ts'
import { EVENT_BY } from '../../event-log/event-by.ts'
import type { Seal } from '../../security/seal.ts'
import type { StorageModule } from '../module.ts'
import { containing, type Run, type SqlDialect, type StorageParts } from '../sql/access.ts'
import { moveCustomerIn, storageMethods } from '../sql/methods.ts'
import { schemaOf } from '../sql/module-schema.ts'
import { proveServiceKey } from '../sql/prove-service-key.ts'
import { type CoreStorage, StorageUnavailable } from '../storage.ts'
import { connectToWriter, openConnections, type Row, untilNoRace } from './database.ts'
import { createHosts } from './hosts.ts'
import { migrate } from './migrate.ts'

const DIALECT: SqlDialect = {
  // Only A to Z equal a to z, as in SQLite.
  emailIs: (email) => sql`lower(email collate "C") = lower(${email}::text collate "C")`,
  compared: (column) => sql`lower(${sql.ref(column)} collate "C")`,
  eventBy: sql.raw(EVENT_BY.postgres),
  // PostgreSQL chooses the index by its statistics.
  eventsBy: () => sql`events`,
  licensesByBan: sql`licenses`,
  contains(text, columns, table = 'licenses') {
    const pattern = containing(text)
    return sql`(${sql.join(
      columns.map(
        (column) =>
          sql`lower(${sql.ref(`${table}.${column}`)} collate "C") like lower(${pattern}::text collate "C")`,
      ),
      sql` or `,
    )})`
  },
  searchIndex: () => undefined,
  erasing: (_, work) => work(),
  locked: (query, table) => query.forUpdate(table),
}

export interface PostgresStorageParts {
  /** A URL `postgres://…` as libpq accepts it, with one host or several. */
  readonly url: string
  readonly seal: Seal
  readonly modules: readonly StorageModule[]
  readonly monotonic?: MonotonicClock
}

/**
 * The storage in a PostgreSQL database, for any number of nodes.
 * @throws WrongServiceKey, DatabaseTooNew or StorageUnavailable
 */
export async function createPostgresStorage({
  url,
  seal,
  modules,
  monotonic = monotonicClock,
}: PostgresStorageParts): Promise<CoreStorage> {
  const hosts = createHosts(url)
  const first = await connectToWriter(hosts, 'migration')
  try {
    await hosts.refuseOtherTables(async (text) => (await first.query(text)).rows)
    const { rows } = await first.query('show server_encoding')
    if (rows[0]?.['server_encoding'] !== 'UTF8') {
      throw new StorageUnavailable('The encoding of the database must be UTF8.')
    }
    await migrate(first, schemaOf(modules, 'postgres'))
  } finally {
    await first.close()
  }
  const connections = openConnections(hosts)
  try {
    await proveServiceKey(connections.db, seal)
  } catch (error) {
    await connections.close()
    throw error
  }
  const { db } = connections
  const ofEngine = modules.flatMap(({ postgres }) => postgres?.({ hosts, db, seal, monotonic }) ?? [])
  const underWay = new Set<Promise<unknown>>()
  let closed = false

  const run: Run = (work) => {
    if (closed) return Promise.reject(new StorageUnavailable('The storage is closed.'))
    const working = work()
    underWay.add(working)
    const forget = (): void => void underWay.delete(working)
    working.then(forget, forget)
    return working
  }
  const transaction: StorageParts['transaction'] = (work) => untilNoRace(() => db.transaction().execute(work))
  const snapshot: StorageParts['snapshot'] = (work) =>
    db.transaction().setIsolationLevel('repeatable read').execute(work)
  const parts: StorageParts = {
    db,
    // Each query has a session of its own, so no special connection is needed.
    reader: db,
    seal,
    dialect: DIALECT,
    moveCustomer: moveCustomerIn(modules),
    transaction,
    largeTransaction: transaction,
    snapshot,
    longSnapshot: snapshot,
    emptyLog: async () => true,
  }

  const methods = storageMethods(
    parts,
    modules,
    ofEngine.map((one) => one.methods),
    run,
  )

  /** Counts an announcement, and learns which commits the database has. */
  const follow = (): Promise<void> =>
    db.connection().execute(async (session) => {
      await sql`update service_key_proof set announcements = announcements + 1`.execute(session)
      await hosts.verify(async (text) => (await session.executeQuery<Row>(CompiledQuery.raw(text))).rows)
    })
  let isLooking = false
  /** Looks at the other hosts. Nothing waits for it, because a host that is down takes seconds. */
  const look = (): void => {
    if (isLooking) return
    isLooking = true
    hosts
      .look()
      .catch(() => undefined)
      .finally(() => {
        isLooking = false
      })
  }

  return {
    ...methods,

    async announceNode(...announcement) {
      const nodes = await methods.announceNode(...announcement)
      await run(follow)
      look()
      return nodes
    },

    async close() {
      if (closed) return
      closed = true
      await Promise.allSettled(underWay)
      await Promise.all([...ofEngine.map((one) => one.close?.()), connections.close()])
    },
  }
}
