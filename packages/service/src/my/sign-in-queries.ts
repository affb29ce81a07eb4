import { sql } from 'kysely'
import { hashToken } from '../core/security/credentials.ts'
import type { Db, StorageParts } from '../core/storage/sql/access.ts'
import { mailItem } from '../mail/mail.ts'
import { addToOutbox } from '../outbox/queries.ts'
import { addressHash, addSession, isSame } from './session-queries.ts'
import { SIGN_IN_SECONDS } from './sessions.ts'
import type { MyStorage, SignInRequest } from './storage.ts'

/**
 * SECURITY: more links would let a stranger fill a mailbox, and an older one that a newer one ends
 * would let a stranger lock a customer out.
 */
const MOST_AT_ONCE = 3
const SEALED_FOR = 'a request to sign in'
const NO_CODE = new Uint8Array()

interface NewSignIn {
  readonly projectRow: number
  readonly customer: { readonly id: number; readonly email: string }
  /** The token of the link, made by the caller: a transaction may run more than once. */
  readonly token: string
  readonly codeHash?: Uint8Array
}

/**
 * Adds a link by which a customer can sign in. The account must be locked.
 * @returns false: there are three already
 */
export async function addSignIn(
  trx: Db,
  { projectRow, customer, token, codeHash = NO_CODE }: NewSignIn,
  now: number,
): Promise<boolean> {
  const address_hash = addressHash(customer)
  const valid = await trx
    .selectFrom('customer_sign_ins')
    .select('id')
    .where('customer_id', '=', customer.id)
    .where('project_id', '=', projectRow)
    .where('address_hash', '=', address_hash)
    .where('until', '>=', now)
    .execute()
  if (valid.length >= MOST_AT_ONCE) return false
  await trx
    .insertInto('customer_sign_ins')
    .values({
      project_id: projectRow,
      customer_id: customer.id,
      address_hash,
      token_hash: hashToken(token),
      code_hash: codeHash,
      until: now + SIGN_IN_SECONDS - 1,
    })
    .execute()
  return true
}

export function signInMethods(parts: StorageParts) {
  const { db, seal, dialect, transaction } = parts
  const lockAccount = (trx: Db, id: number) =>
    dialect.locked(trx.selectFrom('accounts').select('id').where('id', '=', id), 'accounts').execute()

  const open = (sealed: Uint8Array): SignInRequest | undefined => {
    try {
      return JSON.parse(seal.open(sealed, SEALED_FOR)) as SignInRequest
    } catch {
      return undefined
    }
  }

  /** Finds a customer of an account who has licenses or orders of a project. */
  const findCustomer = (trx: Db, account: number, project: number, email: string) =>
    trx
      .selectFrom('customers')
      .selectAll()
      .where('account_id', '=', account)
      .where(dialect.emailIs(email))
      .where(
        sql<boolean>`(exists (select 1 from licenses where customer_id = customers.id and project_id = ${project})
          or exists (select 1 from orders where customer_id = customers.id and project_id = ${project}))`,
      )
      .executeTakeFirst()

  return {
    async addSignInRequest(project_id, request, at) {
      const sealed = seal.seal(JSON.stringify(request), SEALED_FOR)
      await db.insertInto('customer_sign_in_requests').values({ project_id, at, sealed }).execute()
    },

    async answerSignIn({ token, mailId }, now) {
      const oldest = (from: Db) => from.selectFrom('customer_sign_in_requests').orderBy('id').limit(1)
      // Nearly always there is none, so no write transaction is needed.
      if ((await oldest(db).select('id').executeTakeFirst()) === undefined) return false
      return transaction(async (trx) => {
        const waiting = dialect.locked(oldest(trx).selectAll(), 'customer_sign_in_requests')
        const row = await waiting.executeTakeFirst()
        if (row === undefined) return false
        await trx.deleteFrom('customer_sign_in_requests').where('id', '=', row.id).execute()
        const request = open(row.sealed)
        const isLate = now >= row.at + SIGN_IN_SECONDS
        if (request === undefined || request.isOverLimit || isLate) return true
        const { email, language, code, codeHash } = request
        const { project_id: projectRow } = row
        const project = await trx
          .selectFrom('projects')
          .select(['public_id', 'account_id'])
          .where('id', '=', projectRow)
          .executeTakeFirstOrThrow()
        await lockAccount(trx, project.account_id)
        const customer = await findCustomer(trx, project.account_id, projectRow, email)
        if (customer === undefined) return true
        const hash = new Uint8Array(Buffer.from(codeHash, 'base64'))
        if (!(await addSignIn(trx, { projectRow, customer, token, codeHash: hash }, now))) return true
        const path = `my/${project.public_id}/#in/${token}`
        const to = { email: customer.email, name: customer.name }
        const content = { to, keys: [], end: 0, path, code, ...(language && { language }) }
        await addToOutbox(parts, trx, projectRow, mailItem(mailId, 'sign-in', content, { now }))
        return true
      })
    },

    spendSignIn: (projectRow, by, session, now) =>
      transaction(async (trx) => {
        const project = trx.selectFrom('projects').select('account_id').where('id', '=', projectRow)
        const { account_id } = await project.executeTakeFirstOrThrow()
        // Locks as a change of a customer does, so that one that ends sessions misses none.
        await lockAccount(trx, account_id)
        const spent = await trx
          .deleteFrom('customer_sign_ins')
          .where('project_id', '=', projectRow)
          .where('token' in by ? 'token_hash' : 'code_hash', '=', 'token' in by ? by.token : by.code)
          .where('until', '>=', now)
          .returning(['customer_id', 'address_hash'])
          .executeTakeFirst()
        if (spent === undefined) return 'over'
        const customer = await trx
          .selectFrom('customers')
          .select(['id', 'email'])
          .where('id', '=', spent.customer_id)
          .executeTakeFirstOrThrow()
        if (!isSame(spent.address_hash, addressHash(customer))) return 'over'
        await trx
          .deleteFrom('customer_sign_ins')
          .where('project_id', '=', projectRow)
          .where('customer_id', '=', customer.id)
          .execute()
        await addSession(trx, customer, session)
        return 'begun'
      }),
  } satisfies Partial<MyStorage>
}
