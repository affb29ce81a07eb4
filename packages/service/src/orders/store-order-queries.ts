import type { License } from '../core/license/license.ts'
import type { Db } from '../core/storage/sql/access.ts'
import type { Follower } from './follow-order.ts'
import type { OrderState } from './order-state.ts'
import { isKind, paymentsOf } from './payments.ts'
import type { OrderRow, StoredOrder } from './read-orders-queries.ts'

/** A license that was made or changed. */
export interface Written {
  readonly row: number
  readonly license: License
  readonly follower: Follower
  readonly sendsKey: boolean
}

/** Stores the state of an order, what was sold, and the terms of its lines. */
export async function storeOrder(
  trx: Db,
  order: OrderRow,
  { facts, state, followers, termsOfId }: StoredOrder,
  hasRoom: boolean,
  written: readonly Written[],
): Promise<void> {
  if (state === undefined) return
  const isUnsent = [...written, ...followers].some(
    ({ follower, license }) =>
      !follower.hasMail && follower.deletedBy === undefined && license?.banned === true,
  )
  const times = state.lines.flatMap(({ purchasedAt }) => purchasedAt ?? [])
  const isPlanFull = !hasRoom
  await trx
    .updateTable('orders')
    .set({
      state: isPlanFull && (state.state === 'paid' || state.state === 'past-due') ? 'waiting' : state.state,
      missing: JSON.stringify([...state.missing, ...(isPlanFull ? ['plan'] : [])]),
      unmapped: JSON.stringify([...new Set(state.lines.flatMap(({ unmapped }) => unmapped))]),
      purchased_at: times.length === 0 ? 0 : Math.min(...times),
      customer_id: order.customer_id,
      unsent: isUnsent || isPlanFull ? 1 : 0,
    })
    .where('id', '=', order.id)
    .execute()
  for (const [at, { line, renewal }] of state.lines.entries()) {
    // The license of an order that was linked has the first line.
    const lines = at === 0 ? ['', line] : [line]
    await trx
      .updateTable('order_licenses')
      .set({ renews: renewal === 'renews' ? 1 : 0 })
      .where('order_id', '=', order.id)
      .where('line', 'in', lines)
      .execute()
  }
  await storeTerms(trx, order, state, termsOfId)
  await trx.deleteFrom('order_sales').where('order_id', '=', order.id).execute()
  const sold = salesOf(facts)
  if (sold.length > 0) {
    const rows = sold.map((one) => ({ ...one, order_id: order.id, project_id: order.project_id }))
    await trx.insertInto('order_sales').values(rows).execute()
  }
}

/** Copies the terms of a product into the lines whose licenses were made. */
async function storeTerms(
  trx: Db,
  order: OrderRow,
  { lines }: OrderState,
  termsOfId: StoredOrder['termsOfId'],
): Promise<void> {
  for (const { line, terms, isComplete, productIds } of lines) {
    if (!isComplete || terms === undefined) continue
    const shopProduct = productIds.find((id) => termsOfId(line, id)?.terms === terms)
    const mapped = shopProduct === undefined ? undefined : termsOfId(line, shopProduct)
    if (shopProduct === undefined || mapped === undefined || mapped.isCopy) continue
    const values = { product_id: mapped.product, terms: JSON.stringify(terms) }
    await trx
      .insertInto('order_terms')
      .values({ order_id: order.id, line, shop_product: shopProduct, ...values })
      .onConflict((on) => on.columns(['order_id', 'line', 'shop_product']).doUpdateSet(values))
      .execute()
  }
}

/** Sales, renewals and refunds, by the times of the shop. Facts of a shop for tests are not counted. */
function salesOf(facts: StoredOrder['facts']) {
  const payments = paymentsOf(facts.filter(({ isTest }) => !isTest))
  const refunds = facts.filter(isKind('refunded'))
  return payments.flatMap(({ ids, id, at, paid, isRefunded }) => {
    if (at === undefined) return []
    const isSale = paid.some(({ reason }) => reason === 'purchase')
    const kind: 'sale' | 'renewal' = isSale ? 'sale' : 'renewal'
    const refund = refunds.find(({ paymentId }) => paymentId === id || ids.includes(paymentId))
    const sold = { at, kind }
    return isRefunded ? [sold, { at: refund?.at ?? at, kind: 'refund' as const }] : [sold]
  })
}
