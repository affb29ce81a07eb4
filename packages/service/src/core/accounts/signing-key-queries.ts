import { addEvent } from '../event-log/add-event-queries.ts'
import { findAppRow, lockProjectRow, type StorageParts } from '../storage/sql/access.ts'
import { IN_USE } from './signing-keys.ts'
import type { AccountStorage } from './storage.ts'
import { signingKeyFields } from './tables.ts'

/** A sealed private key opens only in the row for which it was written, and for its project. */
const keyContext = (projectId: string, keyId: string): string =>
  `signing key ${keyId} of project ${projectId}`

export function signingKeyMethods(parts: StorageParts) {
  const { db, seal, transaction } = parts
  return {
    async signingKeys(appName) {
      const rows = await db
        .selectFrom('signing_keys')
        .innerJoin('projects', 'projects.id', 'signing_keys.project_id')
        .selectAll('signing_keys')
        .select('projects.public_id as project_public_id')
        .where('projects.app_name', '=', appName)
        .orderBy('signing_keys.id', 'desc')
        .execute()
      return rows.map(({ project_public_id, sealed_private_key, ...row }) => ({
        ...signingKeyFields.fromRow(row),
        privateKey: seal.open(sealed_private_key, keyContext(project_public_id, row.public_id)),
      }))
    },

    async addSigningKey(appName, key, othersUntil, by) {
      // Anybody can send an app name. An unknown one takes no lock, for which checks would wait.
      if ((await findAppRow(db, appName)) === undefined) return 'no-such-project'
      return transaction(async (trx) => {
        const project = await findAppRow(trx, appName)
        const row = project && (await lockProjectRow(parts, trx, project.public_id))
        if (project === undefined || row === undefined) return 'no-such-project'
        if (othersUntil === undefined) {
          const others = trx.selectFrom('signing_keys').select('id').where('project_id', '=', row.id)
          if ((await others.executeTakeFirst()) !== undefined) return 'has-one'
        } else {
          await trx
            .updateTable('signing_keys')
            .set({ used_until: othersUntil })
            .where('project_id', '=', row.id)
            .where((where) =>
              where.or([where('used_until', '=', IN_USE), where('used_until', '>', othersUntil)]),
            )
            .execute()
        }
        const context = keyContext(project.public_id, key.id)
        const sealed_private_key = seal.seal(key.privateKey, context)
        const values = { ...signingKeyFields.toRow(key), project_id: row.id, sealed_private_key }
        await trx.insertInto('signing_keys').values(values).execute()
        await addEvent(trx, by, ['updated', 'project', project.public_id], { project_id: row.id })
        return 'added'
      })
    },
  } satisfies Partial<AccountStorage>
}
