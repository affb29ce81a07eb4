import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { customersWith } from '../core/customer/customer-queries.ts'
import { keyIdOfLicense } from '../core/event-log/events.ts'
import { KEY_ENDS } from '../core/license/key-ends.ts'
import { SECONDS_A_DAY } from '../core/license/key-expiry.ts'
import { idOf } from '../core/license/key-id.ts'
import { toLicense } from '../core/license/license-rows.ts'
import { createId } from '../core/security/credentials.ts'
import type { StorageParts } from '../core/storage/sql/access.ts'
import { mailItem } from '../mail/mail.ts'
import { readSettings } from '../mail/queries.ts'
import { renewingLicenses } from '../orders/order-queries.ts'
import { addToOutbox } from '../outbox/queries.ts'
import type { EndMailStorage } from './storage.ts'

/** The licenses of one transaction, for which key checks wait. */
const LICENSES_AT_ONCE = 100
/** How long before its end a key `ends-soon`. */
const SOON_SECONDS = 7 * SECONDS_A_DAY
/** After this time, it is too late to tell that a key has ended. */
const ENDED_SECONDS = 7 * SECONDS_A_DAY

export function endMailMethods(parts: StorageParts) {
  const { reader, dialect, transaction } = parts
  return {
    async findEndMails() {
      const rows = await reader.selectFrom('mail_settings').selectAll().execute()
      const known = await reader.selectFrom('end_mails').select(['project_id', 'kind']).execute()
      return rows.flatMap(({ project_id: projectRow, settings }) => {
        const { endsSoon, ended } = readSettings(settings)
        const all = [
          { projectRow, kind: 'ends-soon', isOn: endsSoon },
          { projectRow, kind: 'ended', isOn: ended },
        ] as const
        return all.filter(
          ({ kind, isOn }) => isOn || known.some((one) => one.project_id === projectRow && one.kind === kind),
        )
      })
    },

    queueEndMails: ({ projectRow, kind, isOn }, now) =>
      transaction(async (trx) => {
        const until = kind === 'ends-soon' ? now + SOON_SECONDS : now
        const isMine = sql<boolean>`project_id = ${projectRow} and kind = ${kind}`
        if (!isOn) {
          await trx.deleteFrom('end_mails').where(isMine).execute()
          return false
        }
        const allPassed = { ends_at: until, license_id: Number.MAX_SAFE_INTEGER }
        const mine = trx.selectFrom('end_mails').selectAll().where(isMine)
        const mark = await dialect.locked(mine, 'end_mails').executeTakeFirst()
        if (mark === undefined) {
          await trx
            .insertInto('end_mails')
            .values({ project_id: projectRow, kind, ...allPassed })
            // Another node may have been first.
            .onConflict((conflict) => conflict.doNothing())
            .execute()
          return false
        }
        if (mark.ends_at > until) return false
        const ends = sql.raw<number>(KEY_ENDS)
        const rows = await trx
          .selectFrom('licenses')
          .selectAll()
          .where('project_id', '=', projectRow)
          .where(ends, '>=', mark.ends_at)
          .where(ends, '<=', until)
          .where(sql<boolean>`(${ends} > ${mark.ends_at} or id > ${mark.license_id})`)
          .orderBy(ends)
          .orderBy('id')
          .limit(LICENSES_AT_ONCE)
          .execute()
        const customers = await customersWith(
          trx,
          rows.map(({ customer_id }) => customer_id),
        )
        const renewing = await renewingLicenses(
          trx,
          rows.map(({ id }) => id),
        )
        for (const row of rows) {
          const license = toLicense(row)
          const to = customers.get(row.customer_id)
          const end = license.authExpire
          // A perpetual key goes on after its end, with the versions that were built before.
          if (to === undefined || license.trial || license.perpetual) continue
          if (license.banned || license.stopped !== '' || renewing.has(row.id)) continue
          const expiresAt = kind === 'ends-soon' ? end : end + ENDED_SECONDS
          if (expiresAt <= now) continue
          const content = { to: { email: to.email, name: to.name }, keys: [], end, path: '' }
          const about = idOf(row.id, keyIdOfLicense(license))
          const item = mailItem(createId(randomBytes), kind, content, { now, about, expiresAt })
          await addToOutbox(parts, trx, projectRow, item)
        }
        const last = rows.length === LICENSES_AT_ONCE ? rows.at(-1) : undefined
        const passed = last === undefined ? allPassed : { ends_at: last.auth_expire, license_id: last.id }
        await trx.updateTable('end_mails').set(passed).where(isMine).execute()
        return last !== undefined
      }),
  } satisfies EndMailStorage
}
