import {
  FactRecord,
  ORDER_FIELDS,
  type OrderAction,
  type OrderFound,
  type OrderLicenseRecord,
  OrderRecord,
} from '@latchkey/management'
import { inCamelCase } from '../core/fields.ts'
import { recordsOf } from '../core/http/records.ts'
import { toKeyRecord } from '../licenses/records.ts'
import type { ListedLicense } from '../licenses/storage.ts'
import { type Follower, fieldsOf, type OrderFields } from './follow-order.ts'
import type { FoundOrder, ListedOrder, OrderLicense } from './storage.ts'

/** The name in the code of a field of a license. */
export const orderField = (field: (typeof ORDER_FIELDS)[number]) => inCamelCase(field) as keyof OrderFields

/** What helps an order, by what is missing; the first that applies. */
const ACTIONS: Readonly<Record<ListedOrder['missing'][number], OrderAction>> = {
  plan: 'raise-plan',
  purchase: 'link-license',
  product: 'name-product',
  mapping: 'map-product',
  quantity: 'add-quantity',
  time: 'enable-events',
  period: 'enable-events',
  address: 'enable-events',
}

const orderRecord = recordsOf(OrderRecord)
export const toOrderRecord = ({ shop, ...order }: ListedOrder): OrderRecord => {
  const { id, kind, name, isTest: is_test } = shop
  const action = Object.entries(ACTIONS).find(([what]) => (order.missing as readonly string[]).includes(what))
  return orderRecord({ ...order, shop: { id, kind, name, is_test }, action: action?.[1] ?? '' })
}

const factRecord = recordsOf(FactRecord)

/** @param listed its licenses with their customers */
export const toOrderFound = (
  order: FoundOrder,
  listed: readonly ListedLicense[],
  now: number,
): OrderFound['order'] => ({
  ...toOrderRecord(order),
  facts: order.facts.map((fact) => factRecord(fact as Parameters<typeof factRecord>[0])),
  payments: order.payments.map(({ amount, currency, refunded, isRefunded: is_refunded }) => ({
    ...(amount !== undefined && { amount }),
    ...(currency !== undefined && { currency }),
    refunded,
    is_refunded,
  })),
  licenses: order.licenses.map((license) => toLicenseRecord(license, listed, now)),
  products: [...order.products],
  other_email: order.otherEmail,
  is_erased: order.isErased,
})

function toLicenseRecord(
  { row, keyId, follower }: OrderLicense,
  listed: readonly ListedLicense[],
  now: number,
): OrderLicenseRecord {
  const license = listed.find((one) => one.row === row)
  return {
    key_id: keyId,
    ...(license !== undefined && { key: toKeyRecord(license, now) }),
    deleted_by: follower.deletedBy ?? '',
    is_linked: follower.isLinked,
    by_hand: ORDER_FIELDS.flatMap((field) => {
      const by = byWhom(follower, orderField(field))
      return by === undefined ? [] : [{ field, by }]
    }),
  }
}

/** Who has set a field by hand. Undefined: it follows the order. */
function byWhom(follower: Follower, field: keyof OrderFields): string | undefined {
  const { endByHand, lifted, last, byHand } = follower
  const now = fieldsOf(follower)
  // An end holds until a later payment, and a lifted stop until another cause.
  if (field === 'end') return now.end === endByHand?.end ? endByHand?.by : undefined
  if (field === 'stopped') return last?.stops.length && now.stopped === '' ? lifted?.by : undefined
  return byHand[field]
}
