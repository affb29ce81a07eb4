import { keyIdOf } from '@latchkey/management'
import type { Fact } from '@latchkey/shops'
import type { Selectable } from 'kysely'
import { toLicense } from '../core/license/license-rows.ts'
import type { Seal } from '../core/security/seal.ts'
import { anyOf, type Db, type StorageParts } from '../core/storage/sql/access.ts'
import type { Tables } from '../core/storage/sql/tables.ts'
import { handChanges, withHandChanges } from './by-hand.ts'
import type { Follower } from './follow-order.ts'
import type { LineTerms } from './line-terms.ts'
import { type OrderState, orderState } from './order-state.ts'
import type { OrderLicense } from './storage.ts'

export type OrderRow = Selectable<Tables['orders']>

/** A license of an order, as it is read for a change. */
export interface StoredFollower extends OrderLicense {
  /** Whether the storage has it as it is here. */
  readonly isStored: boolean
}

/** Who bought, as the shop named it last. */
export interface ShopCustomer {
  readonly email: string
  readonly name: string
  readonly isFromBuyer: boolean
}

/** An order as it is stored, and its state. */
export interface StoredOrder {
  readonly isTest: boolean
  readonly facts: readonly Fact[]
  /** Undefined: all its products are of other apps. */
  readonly state: OrderState | undefined
  readonly followers: readonly StoredFollower[]
  readonly customer: ShopCustomer | undefined
  readonly termsOfId: (line: string, shopProduct: string) => MappedTerms | undefined
}

/** The terms of a line for a product of the shop. Without terms: of another app. */
export interface MappedTerms {
  readonly terms: LineTerms | 'not-ours'
  readonly product: number | null
  readonly isCopy: boolean
}

/** The terms of a product instead of the copies that a line has. */
export interface NewTerms {
  readonly product: number
  readonly terms: LineTerms
}

/**
 * Reads an order.
 * @param isLocked for a change: its licenses are locked, too. The account must be locked before
 */
export async function readOrder(
  parts: Pick<StorageParts, 'dialect' | 'seal'>,
  db: Db,
  order: OrderRow,
  {
    newTerms,
    isLocked = false,
  }: { readonly newTerms?: NewTerms | undefined; readonly isLocked?: boolean } = {},
): Promise<StoredOrder> {
  const rows = await db.selectFrom('order_facts').selectAll().where('order_id', '=', order.id).execute()
  const facts = rows.map(({ fact }) => JSON.parse(fact) as Fact)
  const customer = order.erased
    ? undefined
    : await shopCustomerOf(parts.seal, db, order.shop_id, [...new Set(rows.map((row) => row.shop_customer))])
  const termsOfId = await readTerms(db, order, facts, newTerms)
  const followers = await readFollowers(parts, db, order, isLocked)
  const { is_test } = await db
    .selectFrom('shops')
    .select('is_test')
    .where('id', '=', order.shop_id)
    .executeTakeFirstOrThrow()
  const hasCustomer = customer !== undefined || order.customer_id !== null || order.erased === 1
  const known = { kind: 'customer-known', ...NO_EVENT, isTest: is_test === 1 } as const
  const state = orderState(hasCustomer ? [...facts, known] : facts, {
    isTestShop: is_test === 1,
    isLinked: followers.some(({ follower }) => follower.isLinked),
    termsOf(line, ids) {
      const all = ids.map((id) => termsOfId(line, id)?.terms)
      return all.find((terms) => terms !== undefined && terms !== 'not-ours') ?? all.find(Boolean)
    },
  })
  return {
    isTest: is_test === 1,
    facts,
    state: is_test === 1 && state !== undefined ? endingAfterADay(state) : state,
    followers,
    customer,
    termsOfId,
  }
}

/** The address of the customer is a fact, although it is not stored with the others. */
const NO_EVENT = { shop: '', eventId: '', eventType: '', shopCustomerId: '' }

const DAY = 86_400

/** SECURITY: a test purchase costs nothing, so its licenses end a day after it. */
const endingAfterADay = (state: OrderState): OrderState => ({
  ...state,
  lines: state.lines.map((line) => ({
    ...line,
    licenses: line.licenses.map((meaning) => ({
      ...meaning,
      terms: {
        ...meaning.terms,
        perpetual: false,
        ...(meaning.terms.end !== undefined && {
          end: { authExpire: (line.purchasedAt ?? 0) + DAY, keyDays: 0 },
        }),
      },
    })),
  })),
})

/** A sealed address opens only in the row for which it was written. */
const customerContext = (shop: number, shopCustomer: string): string => `shop ${shop} ${shopCustomer}`

export const sealCustomer = (seal: Seal, shop: number, shopCustomer: string, customer: ShopCustomer) =>
  seal.seal(JSON.stringify(customer), customerContext(shop, shopCustomer))

async function shopCustomerOf(
  seal: Seal,
  db: Db,
  shop: number,
  shopCustomers: readonly string[],
): Promise<ShopCustomer | undefined> {
  const row = await db
    .selectFrom('shop_customers')
    .selectAll()
    .where('shop_id', '=', shop)
    .where('shop_customer', 'in', ['', ...shopCustomers])
    .orderBy('shop_customer')
    .executeTakeFirst()
  if (row === undefined) return undefined
  return JSON.parse(seal.open(row.sealed_customer, customerContext(shop, row.shop_customer))) as ShopCustomer
}

async function readTerms(db: Db, order: OrderRow, facts: readonly Fact[], newTerms: NewTerms | undefined) {
  const ids = [...new Set(facts.flatMap(({ productIds }) => productIds ?? []))]
  const mapped = await db
    .selectFrom('shop_products')
    .leftJoin('products', 'products.id', 'shop_products.product_id')
    .select(['shop_product', 'product_id', 'terms'])
    .where('shop_products.project_id', '=', order.project_id)
    .where('shop_product', 'in', ['', ...ids])
    .execute()
  const copied = await db.selectFrom('order_terms').selectAll().where('order_id', '=', order.id).execute()
  const all = new Map<string, MappedTerms>()
  for (const { shop_product, product_id, terms } of mapped) {
    const read = terms === null ? ('not-ours' as const) : (JSON.parse(terms) as LineTerms)
    all.set(shop_product, { terms: read, product: product_id, isCopy: false })
  }
  const copies = new Map<string, MappedTerms>()
  for (const { line, shop_product, product_id, terms } of copied) {
    const isNew = newTerms !== undefined && newTerms.product === product_id
    const read = isNew ? newTerms.terms : (JSON.parse(terms) as LineTerms)
    copies.set(`${line} ${shop_product}`, { terms: read, product: product_id, isCopy: !isNew })
  }
  return (line: string, id: string) => copies.get(`${line} ${id}`) ?? all.get(id)
}

async function readFollowers(
  { dialect }: Pick<StorageParts, 'dialect'>,
  db: Db,
  order: OrderRow,
  isLocked: boolean,
): Promise<readonly StoredFollower[]> {
  const rows = await db
    .selectFrom('order_licenses')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('line')
    .orderBy('unit')
    .execute()
  const ids = rows.flatMap(({ license_id }) => license_id ?? [])
  // Licenses are locked in this order, as by key checks, so that the two do not wait for each other.
  const query = db.selectFrom('licenses').selectAll().where('id', 'in', anyOf(ids)).orderBy('id')
  const licenses = await (isLocked ? dialect.locked(query, 'licenses') : query).execute()
  const byRow = new Map(licenses.map((row) => [row.id, toLicense(row)]))
  return Promise.all(
    rows.map(async ({ license_id, key_id, follower: text }): Promise<StoredFollower> => {
      const follower = JSON.parse(text) as Follower
      const license = license_id === null ? undefined : byRow.get(license_id)
      if (license_id === null || license === undefined || license.key === '') {
        const deletedBy = follower.deletedBy ?? (await whoDid(db, order.project_id, key_id, 'deleted'))
        return {
          follower: { ...follower, deletedBy },
          isStored: follower.deletedBy !== undefined,
          keyId: key_id,
        }
      }
      const keyId = keyIdOf(license.key)
      const changed = handChanges(follower, license)
      const by = changed.length === 0 ? '' : await whoDid(db, order.project_id, keyId, 'updated')
      const known = withHandChanges(follower, license, changed, by)
      return { follower: known, isStored: changed.length === 0, keyId, row: license_id, license }
    }),
  )
}

/** Who did something to a key last. Events are deleted after some time. */
async function whoDid(
  db: Db,
  projectRow: number,
  keyId: string,
  kind: 'deleted' | 'updated',
): Promise<string> {
  const event = await db
    .selectFrom('events')
    .select(['actor', 'person'])
    .where('project_id', '=', projectRow)
    .where('subject_id', '=', keyId)
    .where('kind', '=', kind)
    .where('actor', 'not in', ['service', 'shop'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event === undefined ? 'unknown' : event.person || event.actor
}
