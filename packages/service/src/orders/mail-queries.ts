import { randomBytes } from 'node:crypto'
import { keyIdOf } from '@latchkey/management'
import { idOf } from '../core/license/key-id.ts'
import type { License } from '../core/license/license.ts'
import { createId } from '../core/security/credentials.ts'
import type { Db, StorageParts } from '../core/storage/sql/access.ts'
import { mailItem, type Receiver } from '../mail/mail.ts'
import { addToOutbox } from '../outbox/queries.ts'
import type { OrderRow, ShopCustomer } from './read-orders-queries.ts'

/** Where the keys of an order go: to its customer, otherwise to the address that the shop named. */
export async function receiverOf(
  db: Db,
  { customer_id, erased }: OrderRow,
  customer?: ShopCustomer,
): Promise<Receiver | undefined> {
  if (erased === 1) return undefined
  if (customer_id === null) return customer
  return db.selectFrom('customers').select(['email', 'name']).where('id', '=', customer_id).executeTakeFirst()
}

/**
 * Queues one mail with the keys of these licenses.
 * @returns whether there were both a receiver and a license
 */
export async function queueKeys(
  parts: Pick<StorageParts, 'seal'>,
  trx: Db,
  kind: 'key' | 'key-again',
  to: Receiver | undefined,
  of: {
    readonly order: OrderRow
    readonly licenses: readonly { readonly row: number; readonly license: License }[]
    readonly now: number
  },
): Promise<boolean> {
  const { order, licenses, now } = of
  const [first] = licenses
  if (first === undefined || to === undefined) return false
  const ends = new Set(licenses.map(({ license }) => license.authExpire))
  const content = {
    to: { email: to.email, name: to.name },
    keys: licenses.map(({ license }) => license.key),
    end: ends.size === 1 ? Math.max(first.license.authExpire, 0) : 0,
    path: '',
  }
  const about = idOf(first.row, keyIdOf(first.license.key))
  const item = mailItem(createId(randomBytes), kind, content, { now, about })
  await addToOutbox(parts, trx, order.project_id, item)
  return true
}
