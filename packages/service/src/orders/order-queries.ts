import { keyIdOf } from '@latchkey/management'
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
import { liftStop, linkedFollower } from './by-hand.ts'
import { orderOf } from './delivery-queries.ts'
import { type Follower, followAgain, type OrderFields } from './follow-order.ts'
import {
  changeFields,
  followStored,
  orderWith,
  receiverOf,
  stepsOf,
  storeFollower,
} from './follow-queries.ts'
import type { LineTerms } from './line-terms.ts'
import { type OrderRow, readOrder } from './read-orders-queries.ts'
import { findProductRow, findShopRow } from './shop-queries.ts'
import type {
  FoundOrder,
  LinkedLicense,
  ListedOrder,
  OrderStorage,
  ProductEffects,
  WeekOfSales,
} from './storage.ts'

/** The orders of one transaction, for which key checks wait. */
const ORDERS_AT_ONCE = 20
const WEEK = 7 * 86_400
/** Unix time began on a Thursday; weeks begin on Mondays. */
const FIRST_MONDAY = 4 * 86_400

export function orderMethods(parts: StorageParts) {
  const { db, reader, transaction, snapshot } = parts

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
    async followWaiting(now, after, projectId) {
      const project = projectId === undefined ? undefined : await findProjectRow(db, projectId)
      let query = db.selectFrom('orders').select(['id', 'project_id']).where('id', '>', after)
      // Without a new product, only the end of a ban or a greater plan changes anything.
      if (projectId === undefined) query = query.where('unsent', '=', 1)
      else {
        query = query
          .where('project_id', '=', project?.id ?? 0)
          .where((where) =>
            where.or([
              where('state', 'in', ['waiting', 'not-ours']),
              where('unsent', '=', 1),
              where('unmapped', '<>', '[]'),
            ]),
          )
      }
      const rows = await query.orderBy('id').limit(ORDERS_AT_ONCE).execute()
      for (const { id, project_id } of rows) {
        await transaction(async (trx) => {
          await lockRow(parts, trx, project_id)
          const known = await trx.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst()
          if (known !== undefined) await followStored(parts, trx, id, now)
        })
      }
      return rows.length < ORDERS_AT_ONCE ? undefined : rows.at(-1)?.id
    },

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

    listOrders: (projectId, { state, search = '', limit, before }) =>
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
        if (search !== '') query = query.where('orders.id', 'in', await searched(parts, trx, project, search))
        const rows = await query.orderBy('orders.id', 'desc').limit(limit).execute()
        return Promise.all(rows.map((row) => toListed(trx, row)))
      }),

    findOrder: (projectId, id) => findWith(projectId, (query) => query.where('orders.public_id', '=', id)),

    findOrderOf: (projectId, licenseRow) =>
      findWith(projectId, (query) =>
        query.where('orders.id', 'in', (from) =>
          from.selectFrom('order_licenses').select('order_id').where('license_id', '=', licenseRow),
        ),
      ),

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

    linkLicenses: (projectId, shopId, licenses, by) =>
      transaction(async (trx) => {
        const project = await lockProjectRow(parts, trx, projectId)
        const shop = await findShopRow(trx, shopId)
        if (project === undefined || shop?.projectId !== projectId) return 'no-such-shop'
        const outcomes: ('linked' | 'no-such-license' | 'other-order' | 'has-licenses')[] = []
        for (const one of licenses)
          outcomes.push(await link(trx, { row: shop.id, projectRow: project.id }, one))
        return outcomes

        async function link(
          trx: Db,
          at: { readonly row: number; readonly projectRow: number },
          { key, shopIds }: LinkedLicense,
        ) {
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
          const follower = linkedFollower(end, name)
          await trx
            .insertInto('order_licenses')
            .values({
              order_id: order,
              line: follower.line,
              unit: follower.unit,
              license_id: row.id,
              key_id: keyIdOf(key),
              follower: JSON.stringify(follower),
              renews: 0,
            })
            .execute()
          await followStored(parts, trx, order, by.at)
          return 'linked'
        }
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
        const from = Math.floor((at - FIRST_MONDAY) / WEEK) * WEEK + FIRST_MONDAY
        const week = weeks.get(from) ?? { from, sales: 0, renewals: 0, refunds: 0 }
        weeks.set(from, { ...week, [`${kind}s`]: week[`${kind}s`] + 1 })
      }
      return [...weeks.values()].sort((one, other) => one.from - other.from)
    },
  } satisfies Partial<OrderStorage>

  async function searched(
    { dialect: { emailIs } }: typeof parts,
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
      .where(emailIs(search))
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

type OrdersQuery = SelectQueryBuilder<Tables, 'orders', OrderRow>

/** Locks the account of a project. */
async function lockRow(parts: Pick<StorageParts, 'dialect'>, trx: Db, projectRow: number): Promise<void> {
  const project = await trx
    .selectFrom('projects')
    .select('public_id')
    .where('id', '=', projectRow)
    .executeTakeFirst()
  if (project !== undefined) await lockProjectRow(parts, trx, project.public_id)
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

async function toListed(trx: Db, row: OrderRow): Promise<ListedOrder> {
  const shop = await trx
    .selectFrom('shops')
    .select(['public_id', 'kind', 'name', 'is_test'])
    .where('id', '=', row.shop_id)
    .executeTakeFirstOrThrow()
  const ids = await trx.selectFrom('order_ids').selectAll().where('order_id', '=', row.id).execute()
  const customer = await receiverOf(trx, row, undefined)
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
