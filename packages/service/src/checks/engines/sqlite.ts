import type { StatementSync } from 'node:sqlite'
import { type ProjectRow, toProject } from '../../core/accounts/project-rows.ts'
import { EVENT_COLUMNS, toEventRow } from '../../core/event-log/event-rows.ts'
import { REFUSALS_KEPT } from '../../core/event-log/events.ts'
import { CHANGING_COLUMNS, toLicenseColumns } from '../../core/license/license-rows.ts'
import type { StoredLicense } from '../../core/license/stored-license.ts'
import { licenseFields } from '../../core/license/tables.ts'
import { withOpenedCache } from '../../core/security/seal.ts'
import type { EngineMethods, SqliteParts } from '../../core/storage/module.ts'
import type { GroupEffects, GroupSnapshot } from '../check-group.ts'
import type { CheckAttempt } from '../check-key.ts'
import type { UsedNonce } from '../nonces.ts'
import type { CheckStorage } from '../storage.ts'
import { createNonces } from './sqlite-nonces.ts'

/** Prepares the statements of key checks once, because this is the hot path. */
export function prepareKeyChecks({
  connection: { raw, exclusively },
  seal,
  monotonic,
}: SqliteParts): EngineMethods<CheckStorage> {
  const nonces = createNonces(raw, monotonic)
  const opened = withOpenedCache(seal)
  const selectProject = raw.prepare(
    `select projects.*, accounts.public_id as account_public_id
     from projects join accounts on accounts.id = projects.account_id where app_name = ?`,
  )
  /** Rows are read as arrays, which takes SQLite half the time of objects. */
  const columns = ['id', 'project_id', 'used_day', ...Object.keys(licenseFields.columns)]
  const selectLicenses = (text: string): StatementSync => {
    const statement = raw.prepare(text)
    statement.setReturnArrays(true)
    return statement
  }
  const selectLicense = selectLicenses(
    `select ${columns.join(', ')} from licenses where project_id = ? and license_key = ? and license_key <> ''`,
  )
  const selectBanned = selectLicenses(
    `select ${columns.join(', ')} from licenses
     where project_id = ?1 and identifier = ?2 and identifier <> '' and banned = 1
     union all
     select ${columns.map((name) => `licenses.${name}`).join(', ')}
     from linked_devices join licenses on licenses.id = license_id
     where linked_devices.project_id = ?1 and linked_devices.identifier = ?2 and banned = 1`,
  )
  const hasBanned = raw.prepare('select 1 from licenses where project_id = ? and banned = 1 limit 1')
  const assignments = CHANGING_COLUMNS.map(([name]) => `${name} = :${name}`).join(', ')
  const updateLicense = raw.prepare(`update licenses set ${assignments} where id = :id`)
  const countExecutions = raw.prepare(
    'update licenses set total_executions = total_executions + ?, used_day = ? where id = ?',
  )
  const insertEvent = raw.prepare(
    `insert into events (${EVENT_COLUMNS.join(', ')}) values (:${EVENT_COLUMNS.join(', :')})`,
  )
  const deleteRefusals = raw.prepare(
    `delete from events where id in (
       select id from events where project_id = ? and subject_id = ? and kind = 'refused'
       order by id desc limit -1 offset ${REFUSALS_KEPT})`,
  )
  const countHour = raw.prepare(
    `insert into project_hours (project_id, hour, slot, executions, attacks_blocked, active_licenses)
     values (?, ?, 0, ?, ?, ?)
     on conflict (project_id, hour, slot) do update set executions = executions + excluded.executions,
       attacks_blocked = attacks_blocked + excluded.attacks_blocked,
       active_licenses = active_licenses + excluded.active_licenses`,
  )

  const licenseOf = (values: unknown): StoredLicense => {
    const [row, projectRow, usedDay] = values as [number, number, number]
    return { row, projectRow, usedDay, license: licenseFields.fromValues(values as ArrayLike<unknown>, 3) }
  }

  const read = (attempts: readonly CheckAttempt[]): GroupSnapshot => {
    const projects = new Map<string, { row: ProjectRow | undefined; hasBanned: boolean }>()
    const licenses: StoredLicense[] = []
    const bannedLicenses: StoredLicense[] = []
    const usedNonces: UsedNonce[] = []
    for (const { appName, key, deviceId, nonce } of attempts) {
      let known = projects.get(appName)
      if (known === undefined) {
        const row = selectProject.get(appName) as ProjectRow | undefined
        known = { row, hasBanned: row !== undefined && hasBanned.get(row.id) !== undefined }
        projects.set(appName, known)
      }
      const projectRow = known.row?.id
      if (projectRow === undefined) continue
      const license = selectLicense.get(projectRow, key)
      if (license !== undefined) licenses.push(licenseOf(license))
      if (known.hasBanned) {
        for (const banned of selectBanned.all(projectRow, deviceId)) bannedLicenses.push(licenseOf(banned))
      }
      const used = nonces.find(projectRow, nonce)
      if (used !== undefined) usedNonces.push(used)
    }
    return {
      projects: [...projects.values()].flatMap(({ row }) =>
        row === undefined ? [] : { row: row.id, project: toProject(row, opened) },
      ),
      licenses,
      bannedLicenses,
      nonces: usedNonces,
    }
  }

  const write = (effects: GroupEffects, now: number): (() => void) => {
    for (const { row, license } of effects.licenses)
      updateLicense.run({ id: row, ...toLicenseColumns(license) })
    for (const { row, executions, usedDay } of effects.executions) {
      countExecutions.run(executions, usedDay, row)
    }
    for (const { projectRow, executions, attacksBlocked, activeLicenses } of effects.counts) {
      countHour.run(projectRow, effects.hour, executions, attacksBlocked, activeLicenses)
    }
    for (const stored of effects.events) {
      const { projectRow, event } = stored
      insertEvent.run(toEventRow(stored))
      if (event.kind === 'refused') deleteRefusals.run(projectRow, event.subjectId)
    }
    return nonces.use(effects.usedNonces, now)
  }

  return {
    methods: {
      async checkKeys(attempts, now, decide) {
        const { answers } = await exclusively(
          () => {
            nonces.catchUp()
            const { answers, effects } = decide(read(attempts))
            return { answers, committed: write(effects, now) }
          },
          ({ committed }) => committed(),
        )
        return answers
      },
      // SQLite has a single writer.
      groupsAtOnce: 1,
    },
    distrust: nonces.distrust,
    // There may be a million nonces of another process, or from before a restart.
    catchUp: nonces.catchUp,
  }
}
