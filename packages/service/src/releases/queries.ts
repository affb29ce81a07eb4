import type { SignedRelease } from '@latchkey/protocol'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import { findBy } from '../core/license/license-queries.ts'
import { toLicense } from '../core/license/license-rows.ts'
import { type Db, findProjectRow, lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import { DEFAULT_RELEASE_SETTINGS, type ReleaseSettings, type ReleaseWithFiles } from './releases.ts'
import type { ReleaseStorage } from './storage.ts'
import { fileFields, releaseFields } from './tables.ts'

async function readReleases(
  db: Db,
  projectRow: number,
): Promise<readonly (ReleaseWithFiles & { row: number })[]> {
  const releases = await db.selectFrom('releases').selectAll().where('project_id', '=', projectRow).execute()
  const files = await filesOf(db, projectRow).orderBy('release_files.name').execute()
  return releases.map((release) => ({
    ...releaseFields.fromRow(release),
    row: release.id,
    files: files.filter((file) => file.release_id === release.id).map((file) => fileFields.fromRow(file)),
  }))
}

const filesOf = (db: Db, projectRow: number) =>
  db
    .selectFrom('release_files')
    .innerJoin('releases', 'releases.id', 'release_files.release_id')
    .selectAll('release_files')
    .where('releases.project_id', '=', projectRow)

async function readSettings(db: Db, projectRow: number): Promise<ReleaseSettings> {
  const row = await db
    .selectFrom('release_settings')
    .select('settings')
    .where('project_id', '=', projectRow)
    .executeTakeFirst()
  return { ...DEFAULT_RELEASE_SETTINGS, ...(JSON.parse(row?.settings ?? '{}') as Partial<ReleaseSettings>) }
}

/** Whether two records name the same bytes for the same licenses. */
const isSameFile = (one: SignedRelease, other: SignedRelease): boolean =>
  (['platform', 'arch', 'sha512', 'size', 'covered_since', 'is_security_fix'] as const).every(
    (field) => one[field] === other[field],
  )

export function releaseMethods(parts: StorageParts) {
  const { db, transaction } = parts

  return {
    async findReleases(project) {
      const row = await db
        .selectFrom('projects')
        .select(['id', 'public_id', 'app_name', 'name'])
        .where((where) => where.or([where('public_id', '=', project), where('app_name', '=', project)]))
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { public_id: projectId, app_name: appName, name } = row
      const releases = await readReleases(db, row.id)
      return { projectId, appName, name, settings: await readSettings(db, row.id), releases }
    },

    addReleaseFile: (projectId, { signed, notes, uploadId }, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return 'no-such-project'
        const { version, file: name } = signed
        let release = (await readReleases(trx, project.id)).find((one) => one.version === version)
        if (release?.state === 'withdrawn') return 'release-withdrawn'
        const known = release?.files.find((file) => file.signed.file === name)
        if (known !== undefined && isSameFile(known.signed, signed)) return known
        if (known?.isWhole) return 'other-file'
        if (release === undefined) {
          const created = {
            version,
            state: 'draft',
            channels: [],
            share: 100,
            notes,
            createdAt: by.at,
          } as const
          const values = { project_id: project.id, ...releaseFields.toRow(created) }
          const { id: row } = await trx
            .insertInto('releases')
            .values(values)
            .returning('id')
            .executeTakeFirstOrThrow()
          release = { ...created, row, files: [] }
          await addEvent(trx, by, ['updated', 'project', projectId], { project_id: project.id })
        }
        const { row: release_id } = release
        await trx
          .deleteFrom('release_files')
          .where('release_id', '=', release_id)
          .where('name', '=', name)
          .execute()
        const file = { uploadId, signed, isWhole: false, downloads: 0 }
        await trx
          .insertInto('release_files')
          .values({ release_id, name, ...fileFields.toRow(file) })
          .execute()
        return file
      }),

    async findReleaseFile(projectId, uploadId) {
      const project = await findProjectRow(db, projectId)
      const row =
        project && (await filesOf(db, project.id).where('upload_id', '=', uploadId).executeTakeFirst())
      return row && fileFields.fromRow(row)
    },

    endUpload: (projectId, uploadId) =>
      transaction(async (trx) => {
        await trx
          .updateTable('release_files')
          .set({ is_whole: 1 })
          .where('upload_id', '=', uploadId)
          .execute()
        await trx
          .updateTable('projects')
          .set({ has_releases: 1 })
          .where('public_id', '=', projectId)
          .execute()
      }),

    changeRelease: (projectId, version, change, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const all = project === undefined ? [] : await readReleases(trx, project.id)
        const known = all.find((one) => one.version === version)
        if (project === undefined || known === undefined) return 'no-such-release'
        const { row, ...release } = known
        const changed = change(release)
        if (typeof changed === 'string') return changed
        await trx.updateTable('releases').set(releaseFields.toRow(changed)).where('id', '=', row).execute()
        await addEvent(trx, by, ['updated', 'project', projectId], { project_id: project.id })
        return 'changed'
      }),

    changeReleaseSettings: (projectId, change, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return DEFAULT_RELEASE_SETTINGS
        const changed = change(await readSettings(trx, project.id))
        const settings = JSON.stringify(changed)
        await trx
          .insertInto('release_settings')
          .values({ project_id: project.id, settings })
          .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ settings }))
          .execute()
        await addEvent(trx, by, ['updated', 'project', projectId], { project_id: project.id })
        return changed
      }),

    async countDownload(uploadId) {
      await transaction((trx) =>
        trx
          .updateTable('release_files')
          .set((set) => ({ downloads: set('downloads', '+', 1) }))
          .where('upload_id', '=', uploadId)
          .execute(),
      )
    },

    async findLicenseOfAsker(projectId, key) {
      const project = await findProjectRow(db, projectId)
      const row = project && (await findBy(db, project, 'license_key', key))
      return row && toLicense(row)
    },
  } satisfies ReleaseStorage
}
