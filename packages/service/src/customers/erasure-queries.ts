import { sql } from 'kysely'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import { type Db, findAccountRow, lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import { addToOutbox } from '../outbox/queries.ts'
import type { CustomerStorage } from './storage.ts'

/** The requests of customers to be erased. */
export function erasureMethods(parts: StorageParts) {
  const { transaction } = parts
  return {
    askForErasure: (projectId, { row, id }, by, mails) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        if (project === undefined) return
        const { numInsertedOrUpdatedRows: added = 0n } = await trx
          .insertInto('erasure_requests')
          .values({ customer_id: row, asked_at: by.at })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
        if (added === 0n) return
        const asked = { ...by, fields: ['erasure_asked'] }
        await addEvent(trx, asked, ['updated', 'customer', id], { account_id: project.account_id })
        for (const mail of mails) await addToOutbox(parts, trx, project.id, mail)
      }),

    declineErasure: (accountId, id, by) =>
      transaction(async (trx) => {
        const account = await findAccountRow(trx, accountId)
        const customer =
          account &&
          (await trx
            .selectFrom('customers')
            .select('id')
            .where('account_id', '=', account.id)
            .where('public_id', '=', id)
            .executeTakeFirst())
        if (account === undefined || customer === undefined) return 'no-such-customer'
        await trx.deleteFrom('erasure_requests').where('customer_id', '=', customer.id).execute()
        const declined = { ...by, fields: ['erasure_declined'] }
        await addEvent(trx, declined, ['updated', 'customer', id], { account_id: account.id })
        return 'declined'
      }),
  } satisfies Partial<CustomerStorage>
}

/** When each of these customers asked to be erased. */
export async function erasuresAsked(db: Db, rows: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await db
    .selectFrom('erasure_requests')
    .selectAll()
    .where('customer_id', 'in', [0, ...rows])
    .execute()
  return new Map(found.map(({ customer_id, asked_at }) => [customer_id, asked_at]))
}

/** A customer who is joined with another one still asks. */
export async function moveErasure(trx: Db, customer: number, into: number | null): Promise<void> {
  if (into === null) return
  await sql`insert into erasure_requests (customer_id, asked_at)
    select ${into}, asked_at from erasure_requests where customer_id = ${customer}
    on conflict do nothing`.execute(trx)
}
