import { findProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import type { RequestStorage } from './request-storage.ts'

/**
 * How many requests of a project are stored. They are few, because an answer names up to 5,000
 * keys.
 */
const REMEMBERED = 20

export function repeatedRequestMethods({ db, transaction }: StorageParts) {
  return {
    findRequest: (name) =>
      db
        .selectFrom('repeated_requests')
        .select(['newest', 'answer'])
        .where('name', '=', name)
        .executeTakeFirst(),

    acceptRequest: (projectId, name, newest) =>
      transaction(async (trx) => {
        const project = await findProjectRow(trx, projectId)
        if (project === undefined) return
        await trx
          .insertInto('repeated_requests')
          .values({ project_id: project.id, name, newest, answer: '' })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const ofProject = trx.selectFrom('repeated_requests').where('project_id', '=', project.id)
        const latest = ofProject.select('id').orderBy('id', 'desc').limit(REMEMBERED)
        await trx
          .deleteFrom('repeated_requests')
          .where('project_id', '=', project.id)
          .where('id', 'not in', latest)
          .execute()
      }),

    async answerRequest(name, answer) {
      await db.updateTable('repeated_requests').set({ answer }).where('name', '=', name).execute()
    },
  } satisfies RequestStorage
}
