import { Type } from 'typebox'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Input, PathText, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { KeyRecord, KeyRefused, OneKeyQuery } from './key-record.ts'
import { NO_SUCH_PROJECT, OF_PROJECT, PAGE, projectId, WRONG_CURSOR } from './of-project.ts'

/** The states of an order. The first that applies counts, but for `paid`, which is the last. */
export const ORDER_STATES = ['waiting', 'paid', 'past-due', 'ended', 'refunded', 'charged-back'] as const
/** One of `ORDER_STATES`. */
export type OrderStateName = (typeof ORDER_STATES)[number]

/** What helps an order that waits. */
export const ORDER_ACTIONS = [
  'map-product',
  'add-quantity',
  'name-product',
  'enable-events',
  'link-license',
  'raise-plan',
] as const
/** One of `ORDER_ACTIONS`. */
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/** What an order writes to a license. */
export const ORDER_FIELDS = [
  'end',
  'features',
  'max_devices',
  'perpetual',
  'updates_until',
  'stopped',
] as const

const order = {
  id: Type.String(),
  shop: Type.Object({ id: Type.String(), kind: Type.String(), name: Type.String(), is_test: Type.Boolean() }),
  shop_ids: Type.Array(
    Type.Object({ kind: AnyText('`order`, `subscription` or `payment`.'), id: Type.String() }),
    { description: 'Its IDs at the shop.' },
  ),
  state: AnyText('`waiting`, `paid`, `past-due`, `ended`, `refunded` or `charged-back`.'),
  missing: Type.Array(Type.String(), {
    description:
      'What it waits for: `purchase`, `product` (no event names it), `mapping` (nobody has mapped it), `quantity`, `time`, `period`, `address`, `plan` (the account has no room for its keys).',
  }),
  action: AnyText(
    'What helps: `map-product`, `add-quantity` or `name-product` (in the metadata at the shop), `enable-events` (at the shop, then deliver the missed ones by hand), `link-license`, `raise-plan`. Empty: nothing is missing.',
  ),
  unmapped: Type.Array(Type.String(), { description: 'IDs of products that nobody has mapped.' }),
  purchased_at: Whole('Unix seconds, by the clock of the shop; 0: not known.'),
  email: AnyText('Of its customer. Empty: not known, or erased.'),
  keys: Type.Array(Type.String(), { description: 'Its license keys.' }),
}
/** An order as it is listed. */
export const OrderRecord = Type.Object(order)
export type OrderRecord = Type.Static<typeof OrderRecord>

const some = {
  text: Type.Optional(Type.String()),
  whole: Type.Optional(Type.Integer()),
  texts: Type.Optional(Type.Array(Type.String())),
}
/** A fact of an order: something that the shop has reported. Fields that it does not say are absent. */
export const FactRecord = Type.Object({
  at: Type.Optional(Whole('Unix seconds, by the clock of the shop.')),
  kind: AnyText('What happened, such as `paid`, `refunded` or `dispute-opened`.'),
  event_id: Type.String(),
  event_type: AnyText('The name of the event at the shop.'),
  is_test: Type.Boolean(),
  order_id: some.text,
  subscription_id: some.text,
  payment_id: some.text,
  refund_id: some.text,
  dispute_id: some.text,
  line: some.text,
  product_ids: some.texts,
  quantity: some.whole,
  from_buyer: Type.Optional(
    Type.Array(Type.String(), { description: 'Fields that a buyer can write. They decide nothing.' }),
  ),
  reason: some.text,
  amount: Type.Optional(Whole('In the smallest unit of the currency.')),
  currency: some.text,
  is_full: Type.Optional(Type.Boolean()),
  period_end: some.whole,
  runs_until: some.whole,
  ended_at: some.whole,
})
export type FactRecord = Type.Static<typeof FactRecord>

/** A license of an order. */
export const OrderLicenseRecord = Type.Object({
  key_id: AnyText('The ID of the key in Get Events.'),
  key: Type.Optional(KeyRecord),
  deleted_by: AnyText('Who deleted the license, which is not made again; empty: nobody.'),
  is_linked: Flag('Whether it existed before the order: it was imported, or linked by hand.'),
  by_hand: Type.Array(Type.Object({ field: AnyText('As in Change Order License.'), by: Type.String() }), {
    description: 'Fields that were set by hand, and by whom. The other ones follow the order.',
  }),
})
export type OrderLicenseRecord = Type.Static<typeof OrderLicenseRecord>

/** An order with all that is stored of it. */
export const WholeOrder = Type.Object({
  ...order,
  facts: Type.Array(FactRecord, { description: 'By their times at the shop.' }),
  payments: Type.Array(
    Type.Object({
      amount: Type.Optional(Whole('In the smallest unit of the currency. Absent: not known.')),
      currency: some.text,
      refunded: Whole('How much of it is refunded.'),
      is_refunded: Flag('Whether all of it is.'),
    }),
  ),
  licenses: Type.Array(OrderLicenseRecord),
  products: Type.Array(Type.String(), { description: 'The `id` of products whose terms it has.' }),
  other_email: AnyText('An address that the shop named later. It changes nothing; empty: none.'),
  is_erased: Flag('Whether its customer was erased.'),
})

/** The answer of Get Order and of what changes its licenses. */
export const OrderFound = Type.Object({ ...DoneFields, order: WholeOrder })
export type OrderFound = Type.Static<typeof OrderFound>

/** The answer of List Orders. */
export const OrderList = Type.Object({
  ...DoneFields,
  orders: Type.Array(OrderRecord, { description: 'The newest first.' }),
  next_cursor: AnyText('For the next page; empty after the last order.'),
})

/** The answer of Get Sales. */
export const Sales = Type.Object({
  ...DoneFields,
  weeks: Type.Array(
    Type.Object({
      from: Whole('Unix seconds: Monday, 00:00 UTC.'),
      sales: Type.Integer(),
      renewals: Type.Integer(),
      refunds: Type.Integer(),
    }),
    { description: 'Of live shops. Weeks without any are left out.' },
  ),
})

const orders = '/v3/projects/{project_id}/orders'
const ofOrder = { project_id: projectId, order_id: PathText('The `id` of the order.') }
const common = { ...OF_PROJECT, subject: 'Orders', refusal: KeyRefused } as const
const NO_SUCH_ORDER = {
  status: 404,
  when: 'the account has no such project, the project no such order (`NO_SUCH_ORDER`), or the order no such license (`NO_SUCH_KEY`)',
} as const

/** Additions to the interface: what shops have sold. */
export const ORDER_ENDPOINTS = {
  listOrders: {
    ...common,
    title: 'List Orders',
    method: 'GET',
    path: orders,
    leastRole: 'read-only',
    description: 'Returns a page of the orders of the project that match.',
    query: Input({
      state: Type.Optional(Type.Enum(ORDER_STATES)),
      search: Type.Optional(
        Text(
          TEXT_LIMITS.search,
          'An ID at the shop or the address of the customer, whole. Proxies may log the addresses of requests.',
        ),
      ),
      of_key: Type.Optional(Text(TEXT_LIMITS.search, 'Only the order of the key with this `id`.')),
      ...PAGE,
    }),
    success: OrderList,
    refusals: [NO_SUCH_PROJECT, WRONG_CURSOR],
  },
  getOrder: {
    ...common,
    title: 'Get Order',
    method: 'GET',
    path: `${orders}/one`,
    leastRole: 'read-only',
    description:
      'Returns an order with what the shop has reported, and its licenses. It is named by its own `order`, or by one of its keys.',
    query: Input({
      order: Type.Optional(Text(TEXT_LIMITS.key, 'The `id` of the order.')),
      ...OneKeyQuery.properties,
    }),
    success: OrderFound,
    refusals: [
      NO_SUCH_ORDER,
      { status: 400, when: 'not exactly one of `order`, `id` and `user_key` is given' },
    ],
  },
  changeOrderLicense: {
    ...common,
    title: 'Change Order License',
    method: 'PATCH',
    path: `${orders}/{order_id}/licenses/{key_id}`,
    params: Type.Object({ ...ofOrder, key_id: PathText('The `key_id` of the license.') }),
    leastRole: 'support',
    description:
      'Lets a license work that its order stopped, until a new refund or chargeback; or lets a field that was set by hand follow the order again.',
    body: Input({
      action: Type.Enum(['lift', 'follow']),
      field: Type.Optional(Type.Enum(ORDER_FIELDS, { description: 'With `follow`: the field.' })),
    }),
    success: OrderFound,
    refusals: [NO_SUCH_ORDER, { status: 400, when: '`field` is not given with `follow` alone' }],
  },
  linkLicense: {
    ...common,
    title: 'Link License',
    method: 'POST',
    path: `${orders}/{order_id}/licenses`,
    params: Type.Object(ofOrder),
    leastRole: 'support',
    description:
      'Lets a key of the project follow an order, and no other one any more, in the place of those that the order made and nobody has used. It keeps its terms, and gets later ends.',
    body: Input({ user_key: Text(TEXT_LIMITS.key, 'The license key.', { minLength: 1 }) }),
    success: OrderFound,
    refusals: [NO_SUCH_ORDER, { status: 409, when: 'a license of the order is in use (`HAS_LICENSES`)' }],
  },
  getSales: {
    ...common,
    title: 'Get Sales',
    method: 'GET',
    path: `${orders}/sales`,
    leastRole: 'read-only',
    description: 'Returns how many sales, renewals and refunds there were in each of the last weeks.',
    query: Input({
      weeks: Type.Optional(Type.Integer({ minimum: 1, maximum: 106, description: '12 by default.' })),
    }),
    success: Sales,
    refusals: [NO_SUCH_PROJECT],
  },
} as const satisfies Record<string, EndpointData>
