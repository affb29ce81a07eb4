import { sql } from 'kysely'
import { type ProjectRow, toProject } from '../../core/accounts/project-rows.ts'
import { EVENT_COLUMNS, toEventRow } from '../../core/event-log/event-rows.ts'
import { REFUSALS_KEPT } from '../../core/event-log/events.ts'
import {
  CHANGING_COLUMNS,
  type LicenseRow,
  toLicenseColumns,
  toStoredLicense,
} from '../../core/license/license-rows.ts'
import { type Seal, withOpenedCache } from '../../core/security/seal.ts'
import type { EngineMethods, PostgresParts } from '../../core/storage/module.ts'
import {
  type Connection,
  connectToWriter,
  untilNoRace,
  withoutNul,
} from '../../core/storage/postgres/database.ts'
import type { Tables } from '../../core/storage/sql/tables.ts'
import type { GroupDecision, GroupEffects, GroupSnapshot } from '../check-group.ts'
import type { CheckAnswer, CheckAttempt } from '../check-key.ts'
import { NONCE_KEPT_SECONDS } from '../nonces.ts'
import type { CheckStorage } from '../storage.ts'

const PRUNE_EVERY_SECONDS = 10
const PRUNE_AT_MOST = 100_000

/**
 * The number of groups that may be under way at once: if one waits for the lock of another
 * transaction, the other one can go on.
 */
const GROUPS_AT_ONCE = 2

const SELECT_PROJECTS = `
  select projects.*, accounts.public_id as account_public_id
  from projects join accounts on accounts.id = projects.account_id where app_name = any($1::text[])`

/**
 * Finds rows by pairs of an app name and a value. With `offset 0`, each pair is looked up by the
 * whole index: otherwise a plan that was made for an empty table would later read the whole table.
 */
const found = (table: 'licenses' | 'nonces', condition: string): string =>
  foundBy(`select * from ${table} where project_id = projects.id and ${condition}`)
const foundBy = (query: string): string => `
  from unnest($1::text[], $2::text[]) as asked (app_name, value)
  join projects on projects.app_name = asked.app_name
  cross join lateral (${query} offset 0) as found`

/** Licenses are locked in the order of their IDs, so that two groups never wait for each other. */
const LOCK_LICENSES = `
  select licenses.* from licenses
  where id = any (array(select found.id ${found('licenses', `license_key = asked.value and license_key <> ''`)}))
  order by id for update`
const SELECT_BANNED = `select found.* ${foundBy(`
  select * from licenses
  where project_id = projects.id and identifier = asked.value and identifier <> '' and banned = 1
  union all
  select owner.* from (
    select license_id from linked_devices
    where project_id = projects.id and identifier = asked.value offset 0
  ) as linked
  cross join lateral (select * from licenses where id = linked.license_id and banned = 1 offset 0) as owner`)}`
const SELECT_NONCES = `select found.* ${found('nonces', 'nonce = asked.value')}`

const DELETE_NONCES = `
  delete from nonces using unnest($1::bigint[], $2::text[]) as gone (project_id, nonce)
  where nonces.project_id = gone.project_id and nonces.nonce = gone.nonce`

/**
 * Fails if another group has used one of the nonces in the meantime. This group is then decided
 * again.
 */
const INSERT_NONCES = `
  insert into nonces (project_id, nonce, refused_until) select * from unnest($1::bigint[], $2::text[], $3::bigint[]) as taken (p, n, u) order by p, n`

const COUNT_EXECUTIONS = `
  update licenses set total_executions = total_executions + more.executions, used_day = more.used_day
  from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as more (id, executions, used_day)
  where licenses.id = more.id`

const CHANGED = CHANGING_COLUMNS.map(([name, { type }]) => `${name} ${type.postgres}`)

const UPDATE_LICENSES = `
  update licenses set ${CHANGING_COLUMNS.map(([name]) => `${name} = new.${name}`).join(', ')}
  from jsonb_to_recordset($1::jsonb) as new (id bigint, ${CHANGED.join(', ')})
  where licenses.id = new.id`

const COUNT_HOURS = `
  insert into project_hours (project_id, hour, slot, executions, attacks_blocked, active_licenses)
  select project_id, $1::bigint, pg_backend_pid() % 64, executions, attacks_blocked, active_licenses
  from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
    as more (project_id, executions, attacks_blocked, active_licenses)
  order by project_id
  on conflict (project_id, hour, slot) do update set
    executions = project_hours.executions + excluded.executions,
    attacks_blocked = project_hours.attacks_blocked + excluded.attacks_blocked,
    active_licenses = project_hours.active_licenses + excluded.active_licenses`

const INSERT_EVENTS = `
  insert into events (${EVENT_COLUMNS.join(', ')})
  select ${EVENT_COLUMNS.join(', ')} from jsonb_populate_recordset(null::events, $1::jsonb)`

/**
 * Deletes old refusals. No other group has refusals of these keys, because their licenses are
 * locked.
 */
const DELETE_REFUSALS = `
  delete from events where id = any (array(
    select old.id from unnest($1::bigint[], $2::text[]) as asked (project_id, subject_id)
    cross join lateral (
      select id from events where kind = 'refused'
        and project_id = asked.project_id and subject_id = asked.subject_id
      order by id desc offset ${REFUSALS_KEPT}
    ) as old))`

type Decide = (snapshot: GroupSnapshot) => GroupDecision

/**
 * Decides groups of key checks: two exchanges with the database for each, however many checks are
 * in it. Licenses are locked from the reading to the commit. What else was read and may have changed
 * meanwhile is either refused by the commit (nonces) or as good as decided a moment earlier (bans).
 */
export function createKeyChecks({ hosts, db, seal, monotonic }: PostgresParts): EngineMethods<CheckStorage> {
  const idle: Connection[] = []
  const opened = withOpenedCache(seal)
  let prunedAt = Number.NEGATIVE_INFINITY
  /** The IDs of nonces that were given out by a time, oldest first. */
  let marks: { readonly id: number; readonly at: number }[] = []
  let pruning: Promise<unknown> = Promise.resolve()

  const withConnection = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    let connection = idle.pop()
    // Skips sessions that broke meanwhile, for example when the server restarted.
    while (connection !== undefined && !connection.isUsable()) connection = idle.pop()
    connection ??= await connectToWriter(hosts)
    try {
      return await work(connection)
    } catch (error) {
      // Without a rollback, every later group of this session would fail in the same transaction.
      // The first error is more useful than an error of the rollback.
      if (connection.isUsable()) await connection.query('rollback').catch(() => undefined)
      throw error
    } finally {
      if (connection.isUsable()) idle.push(connection)
      else void connection.close()
    }
  }

  /**
   * Finds the newest ID that this node has known for long enough by its own monotonic clock. The
   * clocks of other nodes do not matter.
   */
  const findOldId = async (): Promise<number> => {
    const { rows } = await sql<{ id: number }>`select last_value as id from nonces_id_seq`.execute(db)
    const at = monotonic()
    const oldest = marks.findLast((mark) => mark.at <= at - NONCE_KEPT_SECONDS)
    marks = [...marks.filter((mark) => mark.at >= (oldest?.at ?? 0)), ...rows.map(({ id }) => ({ id, at }))]
    return oldest?.id ?? 0
  }
  const pruneOnce = async (now: number): Promise<void> => {
    const id = await findOldId()
    if (id === 0) return
    await sql`delete from nonces where ctid = any (array(
      select ctid from nonces where refused_until < ${now} and id <= ${id}
      limit ${PRUNE_AT_MOST} for update skip locked))`.execute(db)
  }
  /** Deletes old nonces while checks go on. Nonces that another node is deleting are skipped. */
  const prune = (now: number): void => {
    const at = monotonic()
    if (at - prunedAt < PRUNE_EVERY_SECONDS) return
    prunedAt = at
    // The next run deletes what this run could not delete.
    pruning = pruning.then(() => pruneOnce(now)).catch(() => undefined)
  }

  return {
    methods: {
      checkKeys(attempts, now, decide) {
        prune(now)
        return untilNoRace(() =>
          withConnection((connection) => checkOnce(connection, opened, attempts, decide)),
        )
      },
      groupsAtOnce: GROUPS_AT_ONCE,
    },
    async close() {
      await pruning
      await Promise.all(idle.map((connection) => connection.close()))
    },
  }
}

async function checkOnce(
  connection: Connection,
  seal: Seal,
  attempts: readonly CheckAttempt[],
  decide: Decide,
): Promise<readonly CheckAnswer[]> {
  const { query, together } = connection
  const textsOf = (field: 'appName' | 'key' | 'deviceId' | 'nonce') =>
    attempts.map((attempt) => withoutNul(attempt[field]))
  const apps = textsOf('appName')

  const [, locked, banned, nonces, projects] = await together(() =>
    allOf([
      query('begin'),
      query<LicenseRow>(LOCK_LICENSES, [apps, textsOf('key')], 'lock licenses'),
      query<LicenseRow>(SELECT_BANNED, [apps, textsOf('deviceId')], 'banned'),
      query<Tables['nonces']>(SELECT_NONCES, [apps, textsOf('nonce')], 'nonces'),
      query<ProjectRow>(SELECT_PROJECTS, [[...new Set(apps)]], 'projects'),
    ]),
  )
  const { answers, effects } = decide({
    projects: projects.rows.map((row) => ({ row: row.id, project: toProject(row, seal) })),
    licenses: locked.rows.map(toStoredLicense),
    bannedLicenses: banned.rows.map(toStoredLicense),
    nonces: nonces.rows.map((row) => ({
      projectRow: row.project_id,
      nonce: row.nonce,
      refusedUntil: row.refused_until,
    })),
  })
  await together(() => allOf([...write(connection, effects), query('commit')]))
  return answers
}

/** Sends the statements of a group without waiting for their answers. */
function write({ query }: Connection, effects: GroupEffects): Promise<unknown>[] {
  const { usedNonces, expiredNonces, executions, licenses, hour, counts, events } = effects
  const sent: Promise<unknown>[] = []
  const send = (rows: readonly unknown[], text: string, values: readonly unknown[], name: string): void => {
    if (rows.length > 0) sent.push(query(text, values, name))
  }
  send(expiredNonces, DELETE_NONCES, columns(expiredNonces, 'projectRow', 'nonce'), 'delete nonces')
  send(usedNonces, INSERT_NONCES, columns(usedNonces, 'projectRow', 'nonce', 'refusedUntil'), 'use nonces')
  send(executions, COUNT_EXECUTIONS, columns(executions, 'row', 'executions', 'usedDay'), 'count executions')
  const rows = licenses.map(({ row, license }) => ({ id: row, ...toLicenseColumns(license) }))
  send(licenses, UPDATE_LICENSES, [JSON.stringify(rows)], 'update licenses')
  const countColumns = columns(counts, 'projectRow', 'executions', 'attacksBlocked', 'activeLicenses')
  send(counts, COUNT_HOURS, [hour, ...countColumns], 'count hours')
  send(events, INSERT_EVENTS, [JSON.stringify(events.map(toEventRow))], 'insert events')
  const refusals = events
    .filter(({ event }) => event.kind === 'refused')
    .map(({ projectRow, event }) => ({ projectRow, subjectId: event.subjectId }))
  send(refusals, DELETE_REFUSALS, columns(refusals, 'projectRow', 'subjectId'), 'delete refusals')
  return sent
}

const columns = <Name extends string>(rows: readonly Readonly<Record<Name, unknown>>[], ...names: Name[]) =>
  names.map((name) => rows.map((row) => withoutNul(row[name])))

/**
 * Waits for all promises, so that the session is idle, then throws the first error: the others
 * follow from it.
 */
async function allOf<const T extends readonly unknown[]>(
  promises: {
    readonly [I in keyof T]: Promise<T[I]>
  },
): Promise<T> {
  const settled = await Promise.allSettled(promises)
  return settled.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  }) as unknown as T
}
