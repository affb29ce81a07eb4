import { createHash } from 'node:crypto'
import type { Fact, Reading } from '@latchkey/shops'
import { sql } from 'kysely'
import { anyOf, type Db, lockProjectRow, type StorageParts } from '../core/storage/sql/access.ts'
import { VERSION } from '../core/version.ts'
import { followStored } from './follow-queries.ts'
import { orderOf } from './join-queries.ts'
import { sealCustomer } from './read-orders-queries.ts'
import { findShopRow } from './shop-queries.ts'
import type { DeliveryState, ListedDelivery, OrderStorage, ReceivedDelivery, ShopId } from './storage.ts'

const ROWS_AT_ONCE = 100
const NOTHING = new Uint8Array()

/** A sealed body opens only in the row for which it was written. */
const bodyContext = (shop: number, eventId: string): string => `delivery ${shop} ${eventId}`

export const returnHashOf = (returnId: string): string => createHash('sha256').update(returnId).digest('hex')

export function deliveryMethods(parts: StorageParts) {
  const { db, reader, seal, transaction } = parts

  /** Stores what was read, and lets the orders follow. Returns their numbers. */
  const apply = async (
    trx: Db,
    shop: { readonly row: number; readonly projectRow: number; readonly isTest: boolean },
    reading: Reading,
    now: number,
  ): Promise<readonly number[]> => {
    if (stateOf(reading, shop.isTest) !== 'facts') return []
    const orders = new Set<number>()
    for (const fact of reading.facts.filter(({ kind }) => kind !== 'customer-known')) {
      const ids = shopIdsOf(fact)
      if (ids.length === 0) continue
      const order = await orderOf(trx, shop, ids, orders)
      orders.add(order)
      await trx
        .insertInto('order_facts')
        .values({ order_id: order, shop_customer: fact.shopCustomerId ?? '', fact: JSON.stringify(fact) })
        .execute()
    }
    const [first] = orders
    const { customer, returnId } = reading
    if (
      customer !== undefined &&
      (await mayStoreCustomer(trx, shop.row, [...orders], customer.shopCustomerId))
    ) {
      const { shopCustomerId: shop_customer, ...address } = customer
      const values = {
        sealed_customer: sealCustomer(seal, shop.row, shop_customer, address),
        delivered_at: now,
      }
      await trx
        .insertInto('shop_customers')
        .values({ shop_id: shop.row, shop_customer, ...values })
        .onConflict((on) => on.columns(['shop_id', 'shop_customer']).doUpdateSet(values))
        .execute()
    }
    if (returnId !== undefined && first !== undefined) {
      await trx
        .insertInto('order_returns')
        .values({
          shop_id: shop.row,
          return_hash: returnHashOf(returnId),
          order_id: first,
          browser: '',
          created_at: now,
        })
        .onConflict((on) => on.columns(['shop_id', 'return_hash']).doUpdateSet({ order_id: first }))
        .execute()
    }
    for (const order of await waitingFor(trx, shop.row, customer?.shopCustomerId)) orders.add(order)
    for (const order of orders) await followStored(parts, trx, order, now)
    return [...orders]
  }

  const publicIds = async (trx: Db, orders: readonly number[]) => {
    const rows = await trx.selectFrom('orders').select('public_id').where('id', 'in', anyOf(orders)).execute()
    return rows.map(({ public_id }) => public_id)
  }

  /** A delivery of orders whose customer was erased is not kept. */
  const bodyOf = async (
    trx: Db,
    shop: number,
    orders: readonly number[],
    { reading, body }: Pick<ReceivedDelivery, 'reading' | 'body'>,
  ) => {
    const { eventId } = reading
    const isKept = await mayStoreCustomer(trx, shop, orders, customerNamedBy(reading))
    return isKept ? seal.seal(Buffer.from(body).toString('base64'), bodyContext(shop, eventId)) : NOTHING
  }

  return {
    receiveDelivery: ({ shop, reading, body, now }) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, shop.projectId)
        if (project === undefined) return []
        const { eventId, eventType, missing } = reading
        const state = stateOf(reading, shop.shop.isTest)
        const inserted = await trx
          .insertInto('shop_deliveries')
          .values({
            shop_id: shop.row,
            project_id: project.id,
            event_id: eventId,
            event_type: eventType.slice(0, 100),
            state,
            missing: JSON.stringify(missing),
            received_at: now,
            read_by: VERSION,
            order_id: null,
            shop_customer: customerNamedBy(reading) ?? '',
            sealed_body: NOTHING,
          })
          .onConflict((on) => on.columns(['shop_id', 'event_id']).doNothing())
          .returning('id')
          .executeTakeFirst()
        await trx.updateTable('shops').set({ last_delivery_at: now }).where('id', '=', shop.row).execute()
        if (inserted === undefined) return 'repeated'
        const found = { row: shop.row, projectRow: project.id, isTest: shop.shop.isTest }
        const orders = await apply(trx, found, reading, now)
        await trx
          .updateTable('shop_deliveries')
          .set({
            order_id: orders[0] ?? null,
            sealed_body: await bodyOf(trx, shop.row, orders, { reading, body }),
          })
          .where('id', '=', inserted.id)
          .execute()
        return publicIds(trx, orders)
      }),

    async readAgain(read, version, now) {
      const rows = await db
        .selectFrom('shop_deliveries')
        .select('id')
        .where('state', '=', 'waits')
        .where('read_by', '<>', version)
        .limit(ROWS_AT_ONCE)
        .execute()
      for (const { id } of rows) {
        await transaction(async (trx) => {
          const row = await waitingDelivery(trx, id)
          if (row === undefined) return
          await lockProjectRow(parts, trx, row.projectId)
          const body = Buffer.from(
            seal.open(row.sealed_body, bodyContext(row.shop_id, row.event_id)),
            'base64',
          )
          const reading = read(row.kind, body, row.shopId)
          const shop = { row: row.shop_id, projectRow: row.project_id, isTest: row.is_test === 1 }
          // The event has the ID under which it was stored, also if an earlier version found none.
          const orders = await apply(trx, shop, { ...reading, eventId: row.event_id }, now)
          await trx
            .updateTable('shop_deliveries')
            .set({
              state: stateOf(reading, shop.isTest),
              missing: JSON.stringify(reading.missing),
              event_type: reading.eventType.slice(0, 100),
              read_by: version,
              order_id: orders[0] ?? null,
            })
            .where('id', '=', id)
            .execute()
        })
      }
      return rows.length === ROWS_AT_ONCE
    },

    async listDeliveries(projectId, shopId, { state, limit, before }) {
      const shop = await findShopRow(reader, shopId)
      if (shop === undefined || shop.projectId !== projectId) return 'no-such-shop'
      let query = reader.selectFrom('shop_deliveries').selectAll().where('shop_id', '=', shop.id)
      if (state !== undefined) query = query.where('state', '=', state)
      if (before !== undefined) query = query.where('id', '<', before)
      const rows = await query.orderBy('id', 'desc').limit(limit).execute()
      return rows.map(
        (row): ListedDelivery => ({
          row: row.id,
          eventId: row.event_id,
          eventType: row.event_type,
          state: row.state,
          missing: JSON.parse(row.missing) as string[],
          receivedAt: row.received_at,
          hasBody: row.sealed_body.length > 0,
        }),
      )
    },
  } satisfies Partial<OrderStorage>
}

const stateOf = ({ kind, isTest }: Reading, isTestShop: boolean): DeliveryState =>
  kind === 'facts' && isTest !== isTestShop ? 'test' : kind

/** The customer at the shop, by the keyed hash of the ID. */
const customerNamedBy = ({ facts }: Reading): string | undefined =>
  facts.find(({ shopCustomerId }) => shopCustomerId !== undefined)?.shopCustomerId

const waitingDelivery = (trx: Db, id: number) =>
  trx
    .selectFrom('shop_deliveries')
    .innerJoin('shops', 'shops.id', 'shop_deliveries.shop_id')
    .innerJoin('projects', 'projects.id', 'shops.project_id')
    .select(['shop_deliveries.shop_id', 'shop_deliveries.event_id', 'shop_deliveries.sealed_body'])
    .select(['shops.kind', 'shops.is_test', 'shops.project_id', 'shops.public_id as shopId'])
    .select('projects.public_id as projectId')
    .where('shop_deliveries.id', '=', id)
    .where('shop_deliveries.state', '=', 'waits')
    .executeTakeFirst()

const shopIdsOf = (fact: Fact): readonly ShopId[] => {
  const { orderId, subscriptionId } = fact
  const payments = [
    'paymentId' in fact ? fact.paymentId : undefined,
    'otherPaymentId' in fact ? fact.otherPaymentId : undefined,
  ]
  return [
    ...(orderId === undefined ? [] : [{ kind: 'order', id: orderId } as const]),
    ...(subscriptionId === undefined ? [] : [{ kind: 'subscription', id: subscriptionId } as const]),
    ...payments.flatMap((id) => (id === undefined ? [] : [{ kind: 'payment', id } as const])),
  ]
}

/** SECURITY: after an erasure, no delivery about these orders brings the address back. */
async function mayStoreCustomer(
  trx: Db,
  shop: number,
  orders: readonly number[],
  shopCustomer: string | undefined,
): Promise<boolean> {
  const named = orders.length > 0 ? orders : await ordersOfCustomer(trx, shop, shopCustomer)
  if (named.length === 0) return true
  const { others } = await trx
    .selectFrom('orders')
    .select(sql<number>`count(*)`.as('others'))
    .where('id', 'in', [...named])
    .where('erased', '=', 0)
    .executeTakeFirstOrThrow()
  return others > 0
}

export async function ordersOfCustomer(trx: Db, shop: number, shopCustomer: string | undefined) {
  if (shopCustomer === undefined) return []
  const rows = await trx
    .selectFrom('order_facts')
    .innerJoin('orders', 'orders.id', 'order_facts.order_id')
    .select('orders.id')
    .distinct()
    .where('orders.shop_id', '=', shop)
    .where('order_facts.shop_customer', '=', shopCustomer)
    .where('order_facts.shop_customer', '<>', '')
    .execute()
  return rows.map(({ id }) => id)
}

/** Orders that wait for the address of this customer. */
async function waitingFor(trx: Db, shop: number, shopCustomer: string | undefined) {
  const all = await ordersOfCustomer(trx, shop, shopCustomer)
  if (all.length === 0) return []
  const rows = await trx
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', all)
    .where('customer_id', 'is', null)
    .where('erased', '=', 0)
    .execute()
  return rows.map(({ id }) => id)
}
