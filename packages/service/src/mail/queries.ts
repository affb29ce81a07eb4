import { findProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import { DEFAULT_MAIL_SETTINGS, type MailSettings, type MailStorage } from './settings.ts'

/** Reads stored settings. An older version has stored fewer of them. */
export const readSettings = (stored: string): MailSettings => ({
  ...DEFAULT_MAIL_SETTINGS,
  ...(JSON.parse(stored) as Partial<MailSettings>),
})

export function mailMethods({ db, transaction }: StorageParts) {
  return {
    async findMailSettings(projectId) {
      const row = await db
        .selectFrom('projects')
        .leftJoin('mail_settings', 'mail_settings.project_id', 'projects.id')
        .select(['projects.name', 'mail_settings.settings'])
        .where('projects.public_id', '=', projectId)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return { project: row.name, settings: readSettings(row.settings ?? '{}') }
    },

    putMailSettings: (projectId, given) =>
      transaction(async (trx) => {
        const project = await findProjectRow(trx, projectId)
        if (project === undefined) return
        const settings = JSON.stringify(given)
        await trx
          .insertInto('mail_settings')
          .values({ project_id: project.id, settings })
          .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ settings }))
          .execute()
      }),
  } satisfies MailStorage
}
