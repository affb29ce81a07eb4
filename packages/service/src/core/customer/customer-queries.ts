import { sql } from 'kysely'
import { anyOf, type Db, type StorageParts } from '../storage/sql/access.ts'
import type { Customer } from './customers.ts'
import { customerFields } from './tables.ts'

/**
 * The form in which addresses are compared. Only A to Z are changed: addresses have no other
 * capital letters.
 */
const compared = ({ email }: Pick<Customer, 'email'>): string => email.toLowerCase()

/** Finds the customers with these numbers. */
export async function customersWith(
  db: Db,
  numbers: readonly (number | null)[],
): Promise<ReadonlyMap<number | null, Customer>> {
  const known = [...new Set(numbers)].filter((one) => one !== null)
  if (known.length === 0) return new Map()
  const rows = await db.selectFrom('customers').selectAll().where('id', 'in', anyOf(known)).execute()
  return new Map(rows.map((row) => [row.id, customerFields.fromRow(row)]))
}

/**
 * Finds the numbers of the customers with these addresses, in the same order. Customers that the
 * account does not have are created; the account must be locked. A customer without a name gets the
 * given one.
 */
export async function customerRows(
  { dialect }: Pick<StorageParts, 'dialect'>,
  trx: Db,
  account_id: number,
  wanted: readonly Customer[],
): Promise<readonly number[]> {
  if (wanted.length === 0) return []
  const byEmail = new Map<string, Customer>()
  for (const one of wanted) {
    const known = byEmail.get(compared(one))
    if (known === undefined || (known.name === '' && one.name !== '')) byEmail.set(compared(one), one)
  }
  const found = await trx
    .selectFrom('customers')
    .select(['id', 'email', 'name'])
    .where('account_id', '=', account_id)
    .where(sql<boolean>`${dialect.compared('email')} in (${sql.join([...byEmail.keys()])})`)
    .execute()
  const rows = new Map(found.map((row) => [compared(row), row.id]))
  for (const { id, email, name } of found) {
    const given = byEmail.get(compared({ email }))?.name ?? ''
    if (name !== '' || given === '') continue
    await trx.updateTable('customers').set({ name: given }).where('id', '=', id).execute()
  }
  const missing = [...byEmail].filter(([email]) => !rows.has(email))
  if (missing.length > 0) {
    const inserted = await trx
      .insertInto('customers')
      .values(missing.map(([, one]) => ({ ...customerFields.toRow(one), account_id })))
      .returning(['id', 'email'])
      .execute()
    for (const row of inserted) rows.set(compared(row), row.id)
  }
  return wanted.map((one) => rows.get(compared(one)) ?? 0)
}
