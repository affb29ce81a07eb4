import { customerFields } from '../core/customer/tables.ts'
import { hashToken } from '../core/security/credentials.ts'
import type { Db, StorageParts } from '../core/storage/sql/access.ts'
import { sessionsOverBefore } from './sessions.ts'
import type { CustomerSession, MyStorage } from './storage.ts'
import { customerSessionFields } from './tables.ts'

/** The hash by which a session or a link recognises the address that it proves. */
export const addressHash = ({ email }: { readonly email: string }): Uint8Array =>
  hashToken(email.toLowerCase())

export const isSame = (one: Uint8Array, another: Uint8Array): boolean => Buffer.compare(one, another) === 0

export const addSession = (
  trx: Db,
  customer: { readonly id: number; readonly email: string },
  session: CustomerSession,
) =>
  trx
    .insertInto('customer_sessions')
    .values({
      ...customerSessionFields.toRow(session),
      customer_id: customer.id,
      address_hash: addressHash(customer),
    })
    .execute()

export function sessionMethods({ db, transaction }: StorageParts) {
  return {
    beginCustomerSession: (customerRow, session) =>
      transaction(async (trx) => {
        const customer = trx.selectFrom('customers').select(['id', 'email']).where('id', '=', customerRow)
        await addSession(trx, await customer.executeTakeFirstOrThrow(), session)
      }),

    async findCustomerSession(tokenHash) {
      const row = await db
        .selectFrom('customer_sessions as session')
        .innerJoin('customers', 'customers.id', 'session.customer_id')
        .selectAll('customers')
        .select(['session.public_id as sessionId', 'session.token_hash', 'session.address_hash'])
        .select(['session.created_at as begunAt', 'session.used_at as usedAt'])
        .where('session.token_hash', '=', tokenHash)
        .executeTakeFirst()
      if (row === undefined || !isSame(row.address_hash, addressHash(row))) return undefined
      const { sessionId: id, begunAt: createdAt, usedAt } = row
      return {
        session: { id, tokenHash, createdAt, usedAt },
        customer: customerFields.fromRow(row),
        row: row.id,
        accountRow: row.account_id,
      }
    },

    async useCustomerSession(sessionId, now) {
      await db
        .updateTable('customer_sessions')
        .set({ used_at: now })
        .where('public_id', '=', sessionId)
        .where('used_at', '<', now)
        .execute()
    },

    async endCustomerSession(tokenHash) {
      await db.deleteFrom('customer_sessions').where('token_hash', '=', tokenHash).execute()
    },
  } satisfies Partial<MyStorage>
}

/**
 * Ends the sessions and links of a customer who is erased or joined with another one: the addresses
 * of two customers are proven apart.
 */
export async function endSessionsOf(trx: Db, customer: number): Promise<void> {
  await trx.deleteFrom('customer_sign_ins').where('customer_id', '=', customer).execute()
  await trx.deleteFrom('customer_sessions').where('customer_id', '=', customer).execute()
}

/** Deletes sessions, links and requests that have ended. */
export async function forgetSignIns(_parts: StorageParts, trx: Db, now: number): Promise<void> {
  await trx.deleteFrom('customer_sign_ins').where('until', '<', now).execute()
  await trx.deleteFrom('customer_sessions').where('created_at', '<', sessionsOverBefore(now)).execute()
}
