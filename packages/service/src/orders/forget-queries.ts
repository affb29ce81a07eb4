import { sql } from 'kysely'
import { anyOf, type Db, type StorageParts } from '../core/storage/sql/access.ts'
import { ordersOfCustomer } from './delivery-queries.ts'

/** Raw deliveries are deleted after 30 days; those that wait to be read are kept. */
const KEPT_SECONDS = 30 * 86_400
const ROWS_AT_ONCE = 100
const NOTHING = new Uint8Array()

/**
 * Takes an erased customer from orders, with what shops have delivered about it, or gives its orders
 * to another customer.
 */
export async function moveOrders(trx: Db, customer: number, into: number | null): Promise<void> {
  if (into !== null) {
    await trx.updateTable('orders').set({ customer_id: into }).where('customer_id', '=', customer).execute()
    return
  }
  const orders = sql`select id from orders where customer_id = ${customer}`
  const named = sql`select shop_customer from order_facts where order_id in (${orders}) and shop_customer <> ''`
  const shops = sql`select shop_id from orders where customer_id = ${customer}`
  await sql`update shop_deliveries set sealed_body = ${NOTHING} where order_id in (${orders})
    or (shop_customer in (${named}) and shop_customer <> '' and shop_id in (${shops}))`.execute(trx)
  await sql`delete from shop_customers where shop_customer in (${named}) and shop_id in (${shops})`.execute(
    trx,
  )
  await trx
    .updateTable('orders')
    .set({ customer_id: null, erased: 1 })
    .where('customer_id', '=', customer)
    .execute()
}

/** Deletes what shops have delivered, some at a time. */
export async function forgetDeliveries(_parts: StorageParts, trx: Db, now: number): Promise<void> {
  const before = now - KEPT_SECONDS
  const rows = await trx
    .selectFrom('shop_deliveries')
    .select(['id', 'state'])
    .where(sql<boolean>`length(sealed_body) > 0`)
    .where('received_at', '<', before)
    .where('state', '<>', 'waits')
    .orderBy('received_at')
    .limit(ROWS_AT_ONCE)
    .execute()
  // An event that has facts is remembered: it may be delivered again by hand.
  const [read, ignored] = [true, false].map((isRead) =>
    anyOf(rows.filter(({ state }) => (state === 'facts') === isRead).map(({ id }) => id)),
  )
  await trx
    .updateTable('shop_deliveries')
    .set({ sealed_body: NOTHING })
    .where('id', 'in', read ?? [])
    .execute()
  await trx
    .deleteFrom('shop_deliveries')
    .where('id', 'in', ignored ?? [])
    .execute()
  const returns = trx
    .selectFrom('order_returns')
    .select('return_hash')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(ROWS_AT_ONCE)
  await trx.deleteFrom('order_returns').where('return_hash', 'in', returns).execute()
  // An address without an order is forgotten; one with an order is looked at again after 30 days.
  const customers = await trx
    .selectFrom('shop_customers')
    .select(['shop_id', 'shop_customer'])
    .where('delivered_at', '<', before)
    .orderBy('delivered_at')
    .limit(ROWS_AT_ONCE)
    .execute()
  for (const { shop_id, shop_customer } of customers) {
    const isOfOrder = (await ordersOfCustomer(trx, shop_id, shop_customer)).length > 0
    const isRow = sql<boolean>`shop_id = ${shop_id} and shop_customer = ${shop_customer}`
    if (isOfOrder) await trx.updateTable('shop_customers').set({ delivered_at: now }).where(isRow).execute()
    else await trx.deleteFrom('shop_customers').where(isRow).execute()
  }
}
