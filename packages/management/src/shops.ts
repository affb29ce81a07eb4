import { Type } from 'typebox'
import { confirmation, confirmed, signedIn } from './console.ts'
import { CustomerEmail, CustomerName } from './customer-fields.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Input, PathText, Text, Whole } from './fields.ts'
import { KeyRefused } from './key-record.ts'
import { NO_SUCH_PROJECT, OF_PROJECT, PAGE, projectId, WRONG_CURSOR } from './of-project.ts'
import { OrderRecord } from './orders.ts'

/** The shops that can be connected. `test`: one to play with. */
export const SHOP_KINDS = ['stripe', 'paddle', 'lemon-squeezy', 'test'] as const
/** One of `SHOP_KINDS`. */
export type ShopKind = (typeof SHOP_KINDS)[number]

/** What became of a delivery. */
export const DELIVERY_STATES = ['facts', 'waits', 'ignored', 'test'] as const

/** A connected shop. Its secrets are never shown. */
export const ShopRecord = Type.Object({
  id: Type.String(),
  kind: AnyText('`stripe`, `paddle`, `lemon-squeezy` or `test`; later versions add kinds.'),
  name: Type.String(),
  url: AnyText('The address to which the shop delivers.'),
  is_test: Flag('Whether it sells for a test. Its licenses are marked, and end after a day.'),
  secrets: Whole('The number of secrets in use; 0: the shop is disconnected.'),
  created_at: Whole('Unix seconds.'),
  created_by: AnyText('The e-mail address of the person who connected it, or `api-key`.'),
  by_earlier_api_key: Flag(
    'Whether an API key that was replaced since has connected it, or added a secret that may be in use.',
  ),
  buyer_page: AnyText(
    'The page of the shop for invoices and cancellation, to which the page of customers links; empty: the one that the shop has for all buyers, if there is one.',
  ),
  open_until: Whole('Unix seconds until which a shop of kind `test` is open at a public address; 0: closed.'),
  last_delivery_at: Whole('Unix seconds; 0: nothing has arrived yet.'),
  refused: Whole('The number of deliveries whose signature was wrong.'),
  refused_at: Whole('Unix seconds of the last one; 0: there was none.'),
  refused_reason: AnyText('The likely reason of the last one.'),
})
export type ShopRecord = Type.Static<typeof ShopRecord>

const shop = Type.Object({ ...DoneFields, shop: ShopRecord })

/** The answer of List Shops. */
export const ShopList = Type.Object({
  ...DoneFields,
  shops: Type.Array(ShopRecord, { description: 'The oldest first.' }),
})

const secret = Type.String({
  pattern: '^\\s*[!-~]{6,256}\\s*$',
  description: 'The secret with which the shop signs its deliveries. It is never shown again.',
})
const name = CustomerName('The name of the shop in lists.')
const buyer_page = Type.String({
  pattern: '^(https://[!-~]{1,500})?$',
  description:
    'The page of the shop for invoices and cancellation, such as the login link of Stripe’s customer portal: an address with https, or empty. The page of customers links to it.',
})
const connected = {
  kind: Type.Enum(SHOP_KINDS),
  name: Type.Optional(name),
  secret: Type.Optional(secret),
  is_test: Type.Optional(
    Flag('true: it makes test purchases alone. Of the kind `test` always; otherwise false by default.'),
  ),
  buyer_page: Type.Optional(buyer_page),
}
const changed = {
  name: Type.Optional(name),
  secret: Type.Optional(secret),
  drop_old_secrets: Type.Optional(Flag('true: only the newest secret is used from now on.')),
  buyer_page: Type.Optional(buyer_page),
  disconnect: Type.Optional(Flag('true: no delivery is accepted any more. A new secret connects it again.')),
}

/** The body of Connect Shop. */
export const ConnectShopBody = Input(connected)
export type ConnectShopBody = Type.Static<typeof ConnectShopBody>
/** The body of Change Shop. */
export const ChangeShopBody = Input(changed)
export type ChangeShopBody = Type.Static<typeof ChangeShopBody>

/** The answer of Connect Shop. */
export const ShopConnected = Type.Object({
  ...DoneFields,
  id: Type.String(),
  url: AnyText('The address to which the shop must deliver.'),
})

/** A delivery of a shop, without its content. */
export const DeliveryRecord = Type.Object({
  event_id: AnyText('The ID of the event at the shop, or a hash of the delivery.'),
  event_type: Type.String(),
  state: AnyText(
    '`facts`: it was read. `waits`: fields are missing; it is read again after an update of the service. `ignored`: it changes no order. `test`: a test at a live shop, or the other way round, which has no effect.',
  ),
  missing: Type.Array(Type.String(), { description: 'The paths of the missing fields.' }),
  received_at: Whole('Unix seconds.'),
})
export type DeliveryRecord = Type.Static<typeof DeliveryRecord>

/** The answer of List Deliveries. */
export const DeliveryList = Type.Object({
  ...DoneFields,
  deliveries: Type.Array(DeliveryRecord, { description: 'The newest first.' }),
  next_cursor: AnyText('For the next page; empty after the last delivery.'),
})

/** The largest delivery, in characters. */
export const MOST_DELIVERY_CHARACTERS = 1_048_576

/** The answer of Deliver by Hand. */
export const DeliveredByHand = Type.Object({
  ...DoneFields,
  state: DeliveryRecord.properties.state,
  missing: DeliveryRecord.properties.missing,
  is_repeated: Flag('Whether the delivery had arrived before. Then nothing has changed.'),
  orders: Type.Array(Type.String(), { description: 'The IDs of the orders that it belongs to.' }),
})

/** What may follow a simulated purchase. */
export const SIMULATED_STEPS = [
  'refund',
  'part-refund',
  'chargeback',
  'chargeback-won',
  'chargeback-lost',
  'renew',
  'fail',
  'cancel',
  'pause',
  'resume',
  'end',
  'product-change',
  'quantity-change',
] as const

const MOST_SIMULATED = 20
const shopProduct = (description: string) => Type.String({ pattern: '^[!-~]{1,255}$', description })

/** The body of Simulate Order. */
export const SimulateOrderBody = Input({
  product: shopProduct('The `id` of a product, or an ID at the shop, which nobody needs to have mapped.'),
  next_product: Type.Optional(shopProduct('The product after `product-change`.')),
  quantity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MOST_SIMULATED, description: '1 by default.' }),
  ),
  email: Type.Optional(CustomerEmail('The address of the buyer. By default that of the account.')),
  name: Type.Optional(CustomerName('The name of the buyer.')),
  is_subscription: Type.Optional(
    Flag('Whether it is a subscription, by the month. Some of the steps make it one.'),
  ),
  steps: Type.Optional(
    Type.Array(Type.Enum(SIMULATED_STEPS), {
      maxItems: MOST_SIMULATED,
      description:
        'What follows the purchase: a minute later each, but `renew`, `fail` and `end` when the paid month is over.',
    }),
  ),
  shuffle: Type.Optional(Flag('Whether each delivery arrives twice, in a random order.')),
})

const { credentials } = OF_PROJECT
const shops = '/v3/projects/{project_id}/shops'
const ofShop = Type.Object({ project_id: projectId, shop_id: PathText('The `id` of the shop.') })
const common = { credentials, subject: 'Shops', refusal: KeyRefused, params: OF_PROJECT.params } as const
const inConsole = { ...signedIn, subject: 'Shops' } as const
const NO_SUCH_SHOP = {
  status: 404,
  when: 'the account has no such project, or the project no such shop (`NO_SUCH_SHOP`)',
} as const
const NOT_OPEN = {
  status: 403,
  when: 'a shop of kind `test` is not open at a public address (`NOT_OPEN`)',
} as const
const NO_TEST_SHOP = {
  status: 400,
  when: 'the shop is of another kind than `test` (`NO_TEST_SHOP`)',
} as const
const WRONG_SECRET = {
  status: 400,
  when: 'the secret is missing, not wanted, or an API key of the shop (`SHOP_API_KEY`)',
} as const
const connect = {
  title: 'Connect Shop',
  method: 'POST',
  description:
    'Connects a shop, and returns the address to which it must deliver. Its deliveries make licenses of the project. With an API key, the owners of the account get a mail. A shop of kind `test` makes its own secret.',
  success: ShopConnected,
} as const
const change = {
  title: 'Change Shop',
  method: 'PATCH',
  params: ofShop,
  description:
    'Renames a shop, adds a secret beside the one in use, ends the earlier ones, or disconnects it. Its two newest secrets are used.',
  success: shop,
} as const

/** Additions to the interface: where the products of a project are sold. */
export const SHOP_ENDPOINTS = {
  listShops: {
    ...common,
    title: 'List Shops',
    method: 'GET',
    path: shops,
    leastRole: 'read-only',
    description: 'Returns the shops of the project, and what they have delivered.',
    success: ShopList,
    refusals: [NO_SUCH_PROJECT],
  },
  connectShop: {
    ...common,
    ...connect,
    path: shops,
    byApiKeyAlone: true,
    body: ConnectShopBody,
    refusals: [NO_SUCH_PROJECT, WRONG_SECRET],
  },
  changeShop: {
    ...common,
    ...change,
    path: `${shops}/{shop_id}`,
    byApiKeyAlone: true,
    body: ChangeShopBody,
    refusals: [NO_SUCH_SHOP, WRONG_SECRET],
  },
  listDeliveries: {
    ...common,
    title: 'List Deliveries',
    method: 'GET',
    path: `${shops}/{shop_id}/deliveries`,
    params: ofShop,
    leastRole: 'read-only',
    description: 'Returns a page of the deliveries of a shop in the last 30 days.',
    query: Input({ state: Type.Optional(Type.Enum(DELIVERY_STATES)), ...PAGE }),
    success: DeliveryList,
    refusals: [NO_SUCH_SHOP, WRONG_CURSOR],
  },
  deliverByHand: {
    ...common,
    title: 'Deliver by Hand',
    method: 'POST',
    path: `${shops}/{shop_id}/deliveries`,
    params: ofShop,
    leastRole: 'owner',
    description:
      'Takes a delivery that was lost, as it is in the dashboard of the shop. It has the same effect as if it had arrived, and none a second time.',
    body: Input({ delivery: Text(MOST_DELIVERY_CHARACTERS, 'The body of the delivery, as JSON.') }),
    success: DeliveredByHand,
    refusals: [
      NO_SUCH_SHOP,
      { status: 400, when: 'it is no delivery of this shop (`NO_DELIVERY`)' },
      NOT_OPEN,
    ],
  },
  simulateOrder: {
    ...common,
    title: 'Simulate Order',
    method: 'POST',
    path: `${shops}/{shop_id}/simulations`,
    params: ofShop,
    leastRole: 'support',
    description:
      'Delivers a purchase and what follows it, as a shop would, to a shop of kind `test`, and returns the order.',
    body: SimulateOrderBody,
    success: Type.Object({ ...DoneFields, order: OrderRecord }),
    refusals: [
      NO_SUCH_SHOP,
      NO_TEST_SHOP,
      NOT_OPEN,
      { status: 400, when: 'no mail can be sent to `email` (`INVALID_EMAIL`)' },
    ],
  },
} as const satisfies Record<string, EndpointData>

/** Connecting shops in the console. The secret of a shop makes licenses, so it needs a confirmation. */
export const CONSOLE_SHOP_ENDPOINTS = {
  connectShopInConsole: {
    ...inConsole,
    ...connect,
    path: '/console/projects/{project_id}/shops',
    params: OF_PROJECT.params,
    leastRole: 'owner',
    body: Input({ ...confirmation, ...connected }),
    refusals: [...confirmed, NO_SUCH_PROJECT, WRONG_SECRET],
  },
  changeShopInConsole: {
    ...inConsole,
    ...change,
    path: '/console/projects/{project_id}/shops/{shop_id}',
    leastRole: 'owner',
    body: Input({ ...confirmation, ...changed }),
    refusals: [...confirmed, NO_SUCH_SHOP, WRONG_SECRET],
  },
  openTestShop: {
    ...inConsole,
    title: 'Open Test Shop',
    method: 'POST',
    path: '/console/projects/{project_id}/shops/{shop_id}/open',
    params: ofShop,
    leastRole: 'owner',
    description:
      'Lets a shop of kind `test` take simulated orders for an hour, also if the service has a public address.',
    body: Input(confirmation),
    success: shop,
    refusals: [...confirmed, NO_SUCH_SHOP, NO_TEST_SHOP],
  },
} as const satisfies Record<string, EndpointData>
