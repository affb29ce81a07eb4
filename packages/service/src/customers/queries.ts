import { SHORTEST_INDEXED_SEARCH } from '@latchkey/management'
import { sql } from 'kysely'
import { customerFields } from '../core/customer/tables.ts'
import { addEvent } from '../core/event-log/add-event-queries.ts'
import { changeEach } from '../core/license/license-queries.ts'
import {
  anyOf,
  COUNT,
  type Db,
  findAccountRow,
  projectsOfAccount,
  type StorageParts,
  startingWith,
} from '../core/storage/sql/access.ts'
import { toListed } from '../licenses/search-queries.ts'
import { erasuresAsked } from './erasure-queries.ts'
import { type CustomerStorage, KEYS_OF_CUSTOMER, type ListedCustomer } from './storage.ts'

const SEARCHED = ['email', 'name'] as const
/** Of the customers that start with one or two letters, so many are found. They have no order. */
const MOST_STARTING = 10_000
/** The notes of one transaction. It takes the index of the search about 10 ms to delete a note. */
const NOTES_AT_ONCE = 5

export function customerMethods(parts: StorageParts) {
  const { db, reader, dialect, transaction } = parts

  const withCounts = async (rows: readonly CustomerRow[]): Promise<readonly ListedCustomer[]> => {
    const ids = rows.map(({ id }) => id)
    const counts = await reader
      .selectFrom('licenses')
      .select(['customer_id', COUNT])
      .where('customer_id', 'in', anyOf(ids))
      .groupBy('customer_id')
      .execute()
    const keys = new Map(counts.map((one) => [one.customer_id, one.count]))
    const asked = await erasuresAsked(reader, ids)
    return rows.map((row) => ({
      row: row.id,
      customer: customerFields.fromRow(row),
      keys: keys.get(row.id) ?? 0,
      erasureAskedAt: asked.get(row.id) ?? 0,
    }))
  }

  /** Finds the numbers of customers whose address or name starts with a text. */
  const startingWithOne = (accountRow: number, text: string) => {
    const each = SEARCHED.map(
      (column) => sql`select id from (select id from customers where account_id = ${accountRow}
        and ${startingWith(dialect.compared(column), text)} limit ${MOST_STARTING}) as ${sql.ref(`by_${column}`)}`,
    )
    return sql.join(each, sql` union `)
  }

  /** Runs `work` with the customers of an account. No other request changes them meanwhile. */
  const changing = <T>(
    accountId: string,
    id: string,
    work: (trx: Db, customer: CustomerRow) => Promise<T>,
  ): Promise<T | 'no-such-customer'> =>
    transaction(async (trx) => {
      const account = await dialect
        .locked(trx.selectFrom('accounts').select('id').where('public_id', '=', accountId), 'accounts')
        .executeTakeFirst()
      const customer = account && (await ofAccount(trx, account.id, id))
      return customer === undefined ? 'no-such-customer' : work(trx, customer)
    })

  return {
    async searchCustomers(accountId, { search = '', erasureAsked = false, limit, before }) {
      const account = await findAccountRow(reader, accountId)
      if (account === undefined) return []
      const conditions = [sql`customers.account_id = ${account.id}`]
      if (before !== undefined) conditions.push(sql`customers.id < ${before}`)
      if (erasureAsked) conditions.push(sql`customers.id in (select customer_id from erasure_requests)`)
      const isShort = [...search].length < SHORTEST_INDEXED_SEARCH
      const index = isShort ? undefined : dialect.searchIndex(search, 'customers')
      if (search !== '' && isShort)
        conditions.push(sql`customers.id in (${startingWithOne(account.id, search)})`)
      else if (search !== '') conditions.push(dialect.contains(search, SEARCHED, 'customers'))
      if (index !== undefined) conditions.push(index.matches)
      // In this order, the index of the search is read no further than the page.
      const { rows } = await sql<CustomerRow>`select customers.* from ${index?.from ?? sql`customers`}
        where ${sql.join(conditions, sql` and `)}
        order by ${index?.row ?? sql`customers.id`} desc limit ${limit}`.execute(reader)
      return withCounts(rows)
    },

    async findCustomer(accountId, by) {
      const account = await findAccountRow(db, accountId)
      if (account === undefined) return undefined
      const all = db.selectFrom('customers').selectAll().where('account_id', '=', account.id)
      const one = 'id' in by ? all.where('public_id', '=', by.id) : all.where(dialect.emailIs(by.email))
      const row = await one.executeTakeFirst()
      const [listed] = row === undefined ? [] : await withCounts([row])
      if (listed === undefined) return undefined
      const rows = await reader
        .selectFrom('licenses')
        .innerJoin('projects', 'projects.id', 'licenses.project_id')
        .selectAll('licenses')
        .select(['projects.public_id as projectId', 'projects.name as projectName'])
        .where('licenses.customer_id', '=', listed.row)
        .orderBy('licenses.id', 'desc')
        .limit(KEYS_OF_CUSTOMER)
        .execute()
      const licenses = await toListed(reader, rows)
      const newest = licenses.flatMap((license, at) => {
        const { projectId, projectName } = rows[at] ?? {}
        return projectId === undefined || projectName === undefined
          ? []
          : { ...license, projectId, projectName }
      })
      return { ...listed, newest }
    },

    changeCustomer: (accountId, id, { email, name }, by) =>
      changing(accountId, id, async (trx, customer) => {
        const values = { email: email ?? customer.email, name: name ?? customer.name }
        const taken = await trx
          .selectFrom('customers')
          .select('id')
          .where('account_id', '=', customer.account_id)
          .where(dialect.emailIs(values.email))
          .where('id', '<>', customer.id)
          .executeTakeFirst()
        if (taken !== undefined) return 'customer-exists' as const
        await trx.updateTable('customers').set(values).where('id', '=', customer.id).execute()
        await addEvent(trx, by, ['updated', 'customer', id], { account_id: customer.account_id })
        return 'updated' as const
      }),

    joinCustomers: (accountId, { id, into }, by) =>
      changing(accountId, id, async (trx, customer) => {
        if (id === into) return 'same-customer' as const
        const { account_id } = customer
        const kept = await ofAccount(trx, account_id, into)
        if (kept === undefined) return 'no-such-customer' as const
        await giveKeys(trx, customer.id, kept.id)
        await parts.moveCustomer(trx, customer.id, kept.id)
        await trx.deleteFrom('customers').where('id', '=', customer.id).execute()
        if (kept.name === '' && customer.name !== '') {
          await trx.updateTable('customers').set({ name: customer.name }).where('id', '=', kept.id).execute()
        }
        await addEvent(trx, by, ['deleted', 'customer', id], { account_id })
        await addEvent(trx, by, ['updated', 'customer', into], { account_id })
        return 'joined' as const
      }),

    async eraseNotes(accountId, { customer, texts, after }, rewrite, by) {
      const account = await findAccountRow(reader, accountId)
      if (account === undefined) return undefined
      const ofCustomer = sql`select id from licenses where customer_id = ${customer} and id > ${after}`
      const containing = texts.map((text) => {
        const index = dialect.searchIndex(text, 'licenses')
        return sql`select licenses.id from ${index?.from ?? sql`licenses`}
          where ${index?.matches ?? sql`true`} and ${dialect.contains(text, ['note', 'vendor_note'])}
            and licenses.project_id in ${projectsOfAccount(reader, account.id)} and licenses.id > ${after}`
      })
      const reasons = texts.map((text) => dialect.contains(text, ['ban_reason']))
      const banned = sql`select id from ${dialect.licensesByBan}
        where banned = 1 and project_id in ${projectsOfAccount(reader, account.id)}
          and id > ${after} and (${sql.join(reasons, sql` or `)})`
      const { rows } = await sql<{ id: number }>`
        select id from (${sql.join([ofCustomer, ...containing, banned], sql` union `)}) as found
        order by id limit ${NOTES_AT_ONCE}`.execute(reader)
      const last = rows.at(-1)?.id
      if (last === undefined) return undefined
      const outcomes = await transaction((trx) =>
        dialect.erasing(trx, () =>
          changeEach(
            parts,
            trx,
            trx
              .selectFrom('licenses')
              .selectAll()
              .where(
                'id',
                'in',
                rows.map(({ id }) => id),
              ),
            (license) => {
              const note = rewrite(license.note)
              const vendorNote = rewrite(license.vendorNote)
              const banReason = rewrite(license.banReason)
              const isSame =
                note === license.note && vendorNote === license.vendorNote && banReason === license.banReason
              return isSame
                ? { outcome: 'same' }
                : { outcome: 'changed', license: { ...license, note, vendorNote, banReason } }
            },
            by,
          ),
        ),
      )
      return { last, changed: outcomes.filter(({ outcome }) => outcome === 'changed').length }
    },

    eraseCustomer: (accountId, id, by) =>
      changing(accountId, id, async (trx, { id: row, account_id }) => {
        await giveKeys(trx, row, null)
        await parts.moveCustomer(trx, row, null)
        await dialect.erasing(trx, () => trx.deleteFrom('customers').where('id', '=', row).execute())
        await addEvent(trx, by, ['erased', 'customer', id], { account_id })
        return 'erased' as const
      }),

    emptyLog: () => parts.emptyLog(),
  } satisfies Partial<CustomerStorage>
}

type CustomerRow = NonNullable<Awaited<ReturnType<typeof ofAccount>>>

const ofAccount = (trx: Db, account: number, id: string) =>
  trx
    .selectFrom('customers')
    .selectAll()
    .where('account_id', '=', account)
    .where('public_id', '=', id)
    .executeTakeFirst()

const giveKeys = (trx: Db, from: number, to: number | null) =>
  trx.updateTable('licenses').set({ customer_id: to }).where('customer_id', '=', from).execute()
