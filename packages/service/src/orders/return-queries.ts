import { isOver } from '../core/license/key-expiry.ts'
import { toLicense } from '../core/license/license-rows.ts'
import type { Db, StorageParts } from '../core/storage/sql/access.ts'
import { orderWith } from './follow-queries.ts'
import { queueKeys, receiverOf } from './mail-queries.ts'
import type { OrderRow } from './read-orders-queries.ts'
import { MOST_SENT_AGAIN, type OrderStorage } from './storage.ts'

/** How long after its purchase an order shows its keys to the browser of the buyer. */
const SHOWN_SECONDS = 3_600
const DAY = 86_400

/** The pages after a purchase. */
export function returnMethods(parts: StorageParts) {
  const { transaction, dialect } = parts

  const findReturn = async (trx: Db, shopRow: number, returnHash: string) =>
    dialect
      .locked(
        trx
          .selectFrom('order_returns')
          .selectAll()
          .where('shop_id', '=', shopRow)
          .where('return_hash', '=', returnHash),
        'order_returns',
      )
      .executeTakeFirst()

  return {
    claimReturn: (shopRow, returnHash, browser, now) =>
      transaction(async (trx) => {
        await trx
          .insertInto('order_returns')
          .values({ shop_id: shopRow, return_hash: returnHash, order_id: null, browser, created_at: now })
          .onConflict((on) => on.columns(['shop_id', 'return_hash']).doNothing())
          .execute()
        const found = await findReturn(trx, shopRow, returnHash)
        if (found === undefined) return { kind: 'in-mail' }
        if (found.browser === '') {
          await trx
            .updateTable('order_returns')
            .set({ browser })
            .where('shop_id', '=', shopRow)
            .where('return_hash', '=', returnHash)
            .execute()
        } else if (found.browser !== browser) return { kind: 'in-mail' }
        const isEarly = now < found.created_at + SHOWN_SECONDS
        if (found.order_id === null) return { kind: isEarly ? 'waiting' : 'in-mail' }
        const order = await orderWith(trx, found.order_id)
        if (order.erased === 1) return { kind: 'in-mail' }
        const licenses = await licensesOf(trx, order)
        if (licenses.length === 0 && order.state === 'waiting' && isEarly) return { kind: 'waiting' }
        const isShown = order.purchased_at > 0 && now < order.purchased_at + SHOWN_SECONDS
        const keys = licenses.filter(({ license }) => !isOver(license, now)).map(({ license }) => license.key)
        if (!isShown || keys.length === 0) return { kind: 'in-mail' }
        const project = await trx
          .selectFrom('projects')
          .select('public_id')
          .where('id', '=', order.project_id)
          .executeTakeFirstOrThrow()
        return { kind: 'keys', keys, projectId: project.public_id }
      }),

    sendOrderAgain: (shopRow, returnHash, now) =>
      transaction(async (trx) => {
        const found = await findReturn(trx, shopRow, returnHash)
        if (found === undefined || found.order_id === null) return false
        const order = await orderWith(trx, found.order_id)
        const sent = now < order.sent_again_at + DAY ? order.sent_again : 0
        if (sent >= MOST_SENT_AGAIN) return false
        // SECURITY: only to the customer of the order, whom nobody can choose here.
        const [to, licenses] = [await receiverOf(trx, order), await licensesOf(trx, order)]
        if (!(await queueKeys(parts, trx, 'key-again', to, { order, licenses, now }))) return false
        await trx
          .updateTable('orders')
          .set({ sent_again: sent + 1, sent_again_at: sent === 0 ? now : order.sent_again_at })
          .where('id', '=', order.id)
          .execute()
        return true
      }),
  } satisfies Partial<OrderStorage>
}

/**
 * The licenses of an order whose keys may be shown to its buyer: not those that are stopped or banned,
 * or that belong to somebody else by now.
 */
async function licensesOf(trx: Db, { id: orderRow, customer_id }: OrderRow) {
  const rows = await trx
    .selectFrom('licenses')
    .innerJoin('order_licenses', 'order_licenses.license_id', 'licenses.id')
    .selectAll('licenses')
    .where('order_licenses.order_id', '=', orderRow)
    .orderBy('licenses.id')
    .execute()
  return rows
    .map((row) => ({ row: row.id, license: toLicense(row) }))
    .filter(({ license }) => license.key !== '' && license.stopped === '' && !license.banned)
    .filter(({ license }) => license.customerId === customer_id)
}
