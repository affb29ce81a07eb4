import { licensesOf } from '../core/license/license-queries.ts'
import { toLicense } from '../core/license/license-rows.ts'
import { anyOf, type Db, findProjectRow } from '../core/storage/sql/access.ts'
import { erasuresAsked } from '../customers/erasure-queries.ts'
import { type FoundMine, MOST_SHOWN } from './storage.ts'

const NOTHING: FoundMine = { licenses: [], orders: [], erasureAskedAt: 0 }

/** Reads what a customer has in a project. */
export async function findMine(
  trx: Db,
  projectId: string,
  customerRow: number,
  now: number,
): Promise<FoundMine> {
  const project = await findProjectRow(trx, projectId)
  if (project === undefined) return NOTHING
  const rows = await licensesOf(trx, project)
    .where('customer_id', '=', customerRow)
    .where('license_key', '<>', '')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const links = await trx
    .selectFrom('customer_links')
    .select(['license_id', 'email'])
    .where('customer_id', '=', customerRow)
    .where('until', '>=', now)
    .execute()
  return {
    licenses: rows.map((row) => ({
      row: row.id,
      license: toLicense(row),
      offeredTo: links.find(({ license_id }) => license_id === row.id)?.email ?? '',
    })),
    orders: await ordersOf(trx, project, customerRow),
    erasureAskedAt: (await erasuresAsked(trx, [customerRow])).get(customerRow) ?? 0,
  }
}

async function ordersOf(
  trx: Db,
  project: { readonly id: number },
  customerRow: number,
): Promise<FoundMine['orders']> {
  const rows = await trx
    .selectFrom('orders')
    .innerJoin('shops', 'shops.id', 'orders.shop_id')
    .select(['orders.id', 'orders.state', 'orders.purchased_at', 'shops.kind', 'shops.buyer_page'])
    .where('orders.customer_id', '=', customerRow)
    .where('orders.project_id', '=', project.id)
    .where('orders.state', '<>', 'not-ours')
    .orderBy('orders.id', 'desc')
    .limit(MOST_SHOWN)
    .execute()
  const all = anyOf(rows.map(({ id }) => id))
  const ids = await trx
    .selectFrom('order_ids')
    .select(['order_id', 'shop_object'])
    .where('order_id', 'in', all)
    .where('kind', 'in', ['order', 'subscription'])
    // An order that began before the shop was connected has only the ID of its subscription.
    .orderBy('kind')
    .execute()
  const products = await trx
    .selectFrom('order_terms')
    .innerJoin('products', 'products.id', 'order_terms.product_id')
    .select(['order_terms.order_id', 'products.name'])
    .distinct()
    .where('order_terms.order_id', 'in', all)
    .orderBy('products.name')
    .execute()
  return rows.map((row) => ({
    id: ids.find(({ order_id }) => order_id === row.id)?.shop_object ?? '',
    shop: row.kind,
    buyerPage: row.buyer_page,
    purchasedAt: row.purchased_at,
    products: products.filter(({ order_id }) => order_id === row.id).map(({ name }) => name),
    state: row.state,
  }))
}
