import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createId } from '../core/security/credentials.ts'
import type { Db } from '../core/storage/sql/access.ts'
import type { ShopId } from './storage.ts'

/**
 * The order with one of these IDs, which is created if there is none. A fact may show that two orders
 * are one.
 * @param known orders of the same delivery; one that is joined to another is removed
 */
export async function orderOf(
  trx: Db,
  shop: { readonly row: number; readonly projectRow: number },
  ids: readonly ShopId[],
  known: Set<number> = new Set(),
): Promise<number> {
  const rows = await trx
    .selectFrom('order_ids')
    .selectAll()
    .where('shop_id', '=', shop.row)
    .where((where) =>
      where.or(
        ids.map(({ kind, id }) => where.and([where('kind', '=', kind), where('shop_object', '=', id)])),
      ),
    )
    .execute()
  const [first, ...others] = [...new Set(rows.map(({ order_id }) => order_id))].sort((one, two) => one - two)
  const order = first ?? (await createOrder(trx, shop))
  for (const other of others) {
    await joinOrders(trx, other, order)
    if (known.delete(other)) known.add(order)
  }
  const added = ids.filter(({ kind, id }) => !rows.some((row) => row.kind === kind && row.shop_object === id))
  if (added.length > 0) {
    await trx
      .insertInto('order_ids')
      .values(added.map(({ kind, id }) => ({ shop_id: shop.row, kind, shop_object: id, order_id: order })))
      .onConflict((on) => on.columns(['shop_id', 'kind', 'shop_object']).doNothing())
      .execute()
  }
  return order
}

async function createOrder(
  trx: Db,
  { row, projectRow }: { readonly row: number; readonly projectRow: number },
): Promise<number> {
  const { id } = await trx
    .insertInto('orders')
    .values({
      project_id: projectRow,
      shop_id: row,
      public_id: createId(randomBytes),
      state: 'waiting',
      missing: '[]',
      unmapped: '[]',
      purchased_at: 0,
      customer_id: null,
      erased: 0,
      unsent: 0,
      sent_again: 0,
      sent_again_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Moves everything of an order to an earlier one. */
async function joinOrders(trx: Db, from: number, to: number): Promise<void> {
  const licenses = await trx
    .selectFrom('order_licenses')
    .selectAll()
    .where('order_id', 'in', [from, to])
    .orderBy('unit')
    .execute()
  const kept = licenses.filter(({ order_id }) => order_id === to)
  for (const one of licenses.filter(({ order_id }) => order_id === from)) {
    // Both may have made a license of this line. That of the later order becomes a further one.
    const units = kept.filter(({ line }) => line === one.line).map(({ unit }) => unit)
    const unit = units.includes(one.unit) ? Math.max(...units) + 1 : one.unit
    kept.push({ ...one, unit })
    await trx
      .updateTable('order_licenses')
      .set({ order_id: to, unit, follower: JSON.stringify({ ...JSON.parse(one.follower), unit }) })
      .where('order_id', '=', from)
      .where('line', '=', one.line)
      .where('unit', '=', one.unit)
      .execute()
  }
  await sql`delete from order_terms where order_id = ${from} and exists (select 1 from order_terms as kept
    where kept.order_id = ${to} and kept.line = order_terms.line
      and kept.shop_product = order_terms.shop_product)`.execute(trx)
  for (const table of [
    'order_ids',
    'order_facts',
    'order_terms',
    'shop_deliveries',
    'order_returns',
  ] as const) {
    await sql`update ${sql.table(table)} set order_id = ${to} where order_id = ${from}`.execute(trx)
  }
  await trx.deleteFrom('order_sales').where('order_id', '=', from).execute()
  await sql`update orders set erased = case when erased = 1 then 1 else (select erased from orders as other where other.id = ${from}) end,
    customer_id = coalesce(customer_id, (select customer_id from orders as other where other.id = ${from}))
    where id = ${to}`.execute(trx)
  await trx.deleteFrom('orders').where('id', '=', from).execute()
}
