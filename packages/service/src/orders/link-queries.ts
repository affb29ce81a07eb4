import type { Origin } from '../core/event-log/events.ts'
import { type Db, lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import { linkedFollower } from './by-hand.ts'
import type { Follower } from './follow-order.ts'
import { addFollower, followStored } from './follow-queries.ts'
import { orderOf } from './join-queries.ts'
import { findShopRow } from './shop-queries.ts'
import type { LinkedLicense, LinkOutcome, OrderStorage } from './storage.ts'

/** Licenses that existed before they follow an order. */
export function linkMethods(parts: StorageParts) {
  const { transaction } = parts

  const link = async (
    trx: Db,
    at: { readonly row: number; readonly projectRow: number },
    { key, shopIds }: LinkedLicense,
    by: Origin,
  ): Promise<LinkOutcome> => {
    const row = await trx
      .selectFrom('licenses')
      .select(['id', 'auth_expire', 'key_days'])
      .where('project_id', '=', at.projectRow)
      .where('license_key', '=', key)
      .executeTakeFirst()
    if (row === undefined || key === '') return 'no-such-license'
    const order = await orderOf(trx, at, shopIds)
    const earlier = await trx
      .selectFrom('order_licenses')
      .select('order_id')
      .where('license_id', '=', row.id)
      .executeTakeFirst()
    if (earlier?.order_id === order) return 'linked'
    if (!(await removeUnused(trx, order))) return 'has-licenses'
    const name = by.person ?? by.actor
    if (earlier !== undefined) await leave(trx, earlier.order_id, row.id, name)
    const end = { authExpire: row.auth_expire, keyDays: row.key_days }
    await addFollower(trx, order, row.id, key, linkedFollower(end, name))
    await followStored(parts, trx, order, by.at)
    return 'linked'
  }

  return {
    linkLicenses: (projectId, shopId, licenses, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const shop = await findShopRow(trx, shopId)
        if (project === undefined || shop?.projectId !== projectId) return 'no-such-shop'
        const outcomes: LinkOutcome[] = []
        for (const one of licenses)
          outcomes.push(await link(trx, { row: shop.id, projectRow: project.id }, one, by))
        return outcomes
      }),
  } satisfies Partial<OrderStorage>
}

/**
 * Removes the licenses that an order has made, so that another one follows it.
 * @returns false: one of them is in use
 */
async function removeUnused(trx: Db, order: number): Promise<boolean> {
  const made = await trx
    .selectFrom('order_licenses')
    .leftJoin('licenses', 'licenses.id', 'order_licenses.license_id')
    .select(['order_licenses.license_id', 'status', 'last_reset', 'follower'])
    .where('order_id', '=', order)
    .execute()
  const isInUse = made.some(
    ({ license_id, status, last_reset, follower }) =>
      license_id !== null &&
      ((JSON.parse(follower) as Follower).isLinked || status !== 'reset' || last_reset !== 0),
  )
  if (isInUse) return false
  for (const { license_id } of made) {
    if (license_id !== null) await trx.deleteFrom('licenses').where('id', '=', license_id).execute()
  }
  await trx.deleteFrom('order_licenses').where('order_id', '=', order).execute()
  return true
}

/** A license that follows another order from now on. The earlier order does not make it again. */
async function leave(trx: Db, order: number, license: number, by: string): Promise<void> {
  const row = await trx
    .selectFrom('order_licenses')
    .select('follower')
    .where('order_id', '=', order)
    .where('license_id', '=', license)
    .executeTakeFirstOrThrow()
  const follower: Follower = { ...(JSON.parse(row.follower) as Follower), deletedBy: by }
  await trx
    .updateTable('order_licenses')
    .set({ license_id: null, follower: JSON.stringify(follower) })
    .where('order_id', '=', order)
    .where('license_id', '=', license)
    .execute()
}
