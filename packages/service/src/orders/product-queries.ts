import { lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import type { OrderFields } from './follow-order.ts'
import { followStored, orderWith, stepsOf } from './follow-queries.ts'
import type { LineTerms } from './line-terms.ts'
import { readOrder } from './read-orders-queries.ts'
import { findProductRow } from './shop-queries.ts'
import type { OrderStorage, ProductEffects } from './storage.ts'

/** The orders of one transaction, for which key checks wait. */
const ORDERS_AT_ONCE = 20

export function productMethods(parts: StorageParts) {
  const { transaction } = parts
  return {
    applyProduct: (projectId, productId, { after, isDryRun }, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const product = project && (await findProductRow(trx, project.id, productId))
        if (product === undefined) return 'no-such-product'
        const rows = await trx
          .selectFrom('order_terms')
          .select('order_id')
          .distinct()
          .where('product_id', '=', product.id)
          .where('terms', '<>', product.terms)
          .where('order_id', '>', after)
          .orderBy('order_id')
          .limit(ORDERS_AT_ONCE)
          .execute()
        const newTerms = { product: product.id, terms: JSON.parse(product.terms) as LineTerms }
        const fields: Partial<Record<keyof OrderFields, number>> = {}
        let licenses = 0
        for (const { order_id } of rows) {
          const stored = await readOrder(parts, trx, await orderWith(trx, order_id), {
            newTerms,
            isLocked: !isDryRun,
          })
          for (const step of stepsOf(stored)) {
            const names = Object.keys(step.fields) as (keyof OrderFields)[]
            if (names.length > 0) licenses += 1
            for (const name of names) fields[name] = (fields[name] ?? 0) + 1
          }
          if (!isDryRun) await followStored(parts, trx, order_id, by.at, newTerms)
        }
        const effects: ProductEffects = { orders: rows.length, licenses, fields }
        return { effects, after: rows.length < ORDERS_AT_ONCE ? undefined : rows.at(-1)?.order_id }
      }),
  } satisfies Partial<OrderStorage>
}
