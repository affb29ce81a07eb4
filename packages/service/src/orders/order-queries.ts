import type { Fact } from '@latchkey/shops'
import type { SelectQueryBuilder } from 'kysely'
import {
  anyOf,
  type Db,
  findProjectRow,
  lockProjectRow,
  type StorageParts,
} from '../core/storage/sql/access.ts'
import type { Tables } from '../core/storage/sql/tables.ts'
import { liftStop } from './by-hand.ts'
import { followAgain } from './follow-order.ts'
import { changeFields, followStored, storeFollower } from './follow-queries.ts'
import { receiverOf } from './mail-queries.ts'
import { type OrderRow, readOrder } from './read-orders-queries.ts'
import type { FoundOrder, ListedOrder, OrderStorage, WeekOfSales } from './storage.ts'
import { weekOf } from './weeks.ts'

/** The orders of one transaction, for which key checks wait. */
const ORDERS_AT_ONCE = 20

export function orderMethods(parts: StorageParts) {
  const { db, reader, transaction, snapshot, longSnapshot } = parts

  const findWith = async (
    projectId: string,
    where: (query: OrdersQuery) => OrdersQuery,
  ): Promise<FoundOrder | undefined> =>
    snapshot(async (trx) => {
      const project = await findProjectRow(trx, projectId)
      const query = trx.selectFrom('orders').selectAll('orders')
      const row =
        project && (await where(query.where('orders.project_id', '=', project.id)).executeTakeFirst())
      return row === undefined ? undefined : toFound(parts, trx, row)
    })

  /** Runs `work` with an order that may be changed. */
  const changingOrder = <T>(projectId: string, id: string, work: (trx: Db, order: OrderRow) => Promise<T>) =>
    transaction(async (trx) => {
      const project = await lockProjectRow(parts, trx, projectId)
      const order =
        project &&
        (await trx
          .selectFrom('orders')
          .selectAll()
          .where('project_id', '=', project.id)
          .where('public_id', '=', id)
          .executeTakeFirst())
      return order === undefined ? 'no-such-order' : work(trx, order)
    })

  return {
    async followWaiting(now, after, ofProject) {
      let query = db
        .selectFrom('orders')
        .innerJoin('projects', 'projects.id', 'orders.project_id')
        .select(['orders.id', 'projects.public_id as projectId'])
        .where('orders.id', '>', after)
      // Without a new product, only the end of a ban or a greater plan changes anything.
      if (ofProject === undefined) query = query.where('unsent', '=', 1)
      else {
        query = query
          .where('projects.public_id', '=', ofProject)
          .where((where) =>
            where.or([
              where('state', 'in', ['waiting', 'not-ours']),
              where('unsent', '=', 1),
              where('unmapped', '<>', '[]'),
            ]),
          )
      }
      const rows = await query.orderBy('orders.id').limit(ORDERS_AT_ONCE).execute()
      for (const { id, projectId } of rows) {
        await transaction(async (trx) => {
          await lockProjectRow(parts, trx, projectId)
          const known = await trx.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()
          if (known !== undefined) await followStored(parts, trx, id, now)
        })
      }
      return rows.length < ORDERS_AT_ONCE ? undefined : rows.at(-1)?.id
    },

    listOrders: (projectId, { state, search = '', ofLicense, limit, before }) =>
      snapshot(async (trx) => {
        const project = await findProjectRow(trx, projectId)
        if (project === undefined) return []
        let query = trx
          .selectFrom('orders')
          .selectAll('orders')
          .where('orders.project_id', '=', project.id)
          .where('orders.state', '<>', 'not-ours')
        if (state !== undefined) query = query.where('orders.state', '=', state)
        if (before !== undefined) query = query.where('orders.id', '<', before)
        if (search !== '') query = query.where('orders.id', 'in', await searched(trx, project, search))
        if (ofLicense !== undefined) query = query.where('orders.id', 'in', ordersOf(trx, ofLicense))
        const rows = await query.orderBy('orders.id', 'desc').limit(limit).execute()
        return Promise.all(rows.map((row) => toListed(trx, row)))
      }),

    findOrder: (projectId, id) => findWith(projectId, (query) => query.where('orders.public_id', '=', id)),

    ordersOfCustomer: (customerRow, limit) =>
      longSnapshot(async (trx) => {
        const rows = await trx
          .selectFrom('orders')
          .innerJoin('projects', 'projects.id', 'orders.project_id')
          .selectAll('orders')
          .select('projects.public_id as projectId')
          .where('orders.customer_id', '=', customerRow)
          .orderBy('orders.id', 'desc')
          .limit(limit)
          .execute()
        const found: { projectId: string; order: FoundOrder }[] = []
        for (const { projectId, ...row } of rows) {
          found.push({ projectId, order: await toFound(parts, trx, row) })
        }
        return found
      }),

    findOrderOf: (projectId, licenseRow) =>
      findWith(projectId, (query) => query.where('orders.id', 'in', ordersOf(reader, licenseRow))),

    changeOrderLicense: (projectId, of, act, by) =>
      changingOrder(projectId, of.order, async (trx, order) => {
        const { followers } = await readOrder(parts, trx, order, { isLocked: true })
        const known = followers.find(({ keyId }) => keyId === of.keyId)
        if (known?.row === undefined || known.license === undefined) return 'no-such-license' as const
        const { follower, fields } =
          act.kind === 'follow'
            ? followAgain(known.follower, act.field)
            : { follower: liftStop(known.follower, by.person ?? by.actor), fields: { stopped: '' } as const }
        await storeFollower(trx, order.id, follower)
        const { end, ...others } = fields
        const license = { ...known.license, ...others, ...end }
        const cleared = license.stopped === '' ? { ...license, stopWords: '' } : license
        await changeFields(trx, order, known.row, cleared, { ...by, fields: Object.keys(fields) })
        // A key whose mail did not leave, because it was stopped, is sent now.
        await followStored(parts, trx, order.id, by.at)
        return 'changed' as const
      }),

    async countSales(projectId, since) {
      const project = await findProjectRow(reader, projectId)
      if (project === undefined) return []
      const rows = await reader
        .selectFrom('order_sales')
        .select(['at', 'kind'])
        .where('project_id', '=', project.id)
        .where('at', '>=', since)
        .execute()
      const weeks = new Map<number, WeekOfSales>()
      for (const { at, kind } of rows) {
        const from = weekOf(at)
        const week = weeks.get(from) ?? { from, sales: 0, renewals: 0, refunds: 0 }
        weeks.set(from, { ...week, [`${kind}s`]: week[`${kind}s`] + 1 })
      }
      return [...weeks.values()].sort((one, other) => one.from - other.from)
    },
  } satisfies Partial<OrderStorage>

  async function searched(
    trx: Db,
    project: { readonly id: number; readonly account_id: number },
    search: string,
  ): Promise<readonly number[]> {
    const byId = await trx
      .selectFrom('order_ids')
      .innerJoin('orders', 'orders.id', 'order_ids.order_id')
      .select('orders.id')
      .where('orders.project_id', '=', project.id)
      .where('shop_object', '=', search)
      .execute()
    const byEmail = await trx
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'orders.customer_id')
      .select('orders.id')
      .where('orders.project_id', '=', project.id)
      .where('customers.account_id', '=', project.account_id)
      .where(parts.dialect.emailIs(search))
      .execute()
    return [0, ...[...byId, ...byEmail].map(({ id }) => id)]
  }
}

/** Those of these licenses whose subscription goes on. */
export async function renewingLicenses(db: Db, rows: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await db
    .selectFrom('order_licenses')
    .select('license_id')
    .where('license_id', 'in', anyOf(rows))
    .where('renews', '=', 1)
    .execute()
  return new Set(found.flatMap(({ license_id }) => license_id ?? []))
}

const ordersOf = (db: Db, licenseRow: number) =>
  db.selectFrom('order_licenses').select('order_id').where('license_id', '=', licenseRow)

type OrdersQuery = SelectQueryBuilder<Tables, 'orders', OrderRow>

async function toListed(trx: Db, row: OrderRow): Promise<ListedOrder> {
  const shop = await trx
    .selectFrom('shops')
    .select(['public_id', 'kind', 'name', 'is_test'])
    .where('id', '=', row.shop_id)
    .executeTakeFirstOrThrow()
  const ids = await trx.selectFrom('order_ids').selectAll().where('order_id', '=', row.id).execute()
  const customer = await receiverOf(trx, row)
  const keys = await trx
    .selectFrom('order_licenses')
    .innerJoin('licenses', 'licenses.id', 'order_licenses.license_id')
    .select('license_key')
    .where('order_id', '=', row.id)
    .where('license_key', '<>', '')
    .orderBy('licenses.id')
    .execute()
  return {
    row: row.id,
    id: row.public_id,
    shop: { id: shop.public_id, kind: shop.kind, name: shop.name, isTest: shop.is_test === 1 },
    shopIds: ids.map(({ kind, shop_object }) => ({ kind, id: shop_object })),
    state: row.state === 'not-ours' ? 'waiting' : row.state,
    missing: JSON.parse(row.missing) as ListedOrder['missing'],
    unmapped: JSON.parse(row.unmapped) as string[],
    purchasedAt: row.purchased_at,
    email: customer?.email ?? '',
    keys: keys.map(({ license_key }) => license_key),
  }
}

const timeOf = ({ at = 0 }: Fact): number => at

async function toFound(parts: StorageParts, trx: Db, row: OrderRow): Promise<FoundOrder> {
  const { facts, state, followers, customer } = await readOrder(parts, trx, row)
  const listed = await toListed(trx, row)
  const copies = await trx
    .selectFrom('order_terms')
    .innerJoin('products', 'products.id', 'order_terms.product_id')
    .select('products.public_id')
    .distinct()
    .where('order_id', '=', row.id)
    .execute()
  const currencyOf = (id: string): string | undefined =>
    facts.flatMap((fact) =>
      fact.kind === 'paid' && (fact.paymentId === id || fact.otherPaymentId === id)
        ? (fact.currency ?? [])
        : [],
    )[0]
  return {
    ...listed,
    facts: facts.toSorted((one, other) => timeOf(one) - timeOf(other)),
    payments: (state?.payments ?? []).map(({ id, amount, refunded, isRefunded }) => ({
      amount,
      currency: currencyOf(id),
      refunded,
      isRefunded,
    })),
    licenses: followers,
    products: copies.map(({ public_id }) => public_id),
    otherEmail:
      customer !== undefined &&
      listed.email !== '' &&
      customer.email.toLowerCase() !== listed.email.toLowerCase()
        ? customer.email
        : '',
    isErased: row.erased === 1,
  }
}
