import { Type } from 'typebox'
import { CustomerName } from './customer-fields.ts'
import { KEY_LIMITS } from './device-limits.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, Done, DoneFields, Flag, Input, PathText, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { KeyRefused } from './key-record.ts'
import { FeatureNames, KEY_TERMS, KeyTerms, note } from './key-terms.ts'
import { NO_SUCH_PROJECT, OF_PROJECT, projectId } from './of-project.ts'

/** The longest time that a product gives, in days. */
const MOST_DAYS = 36_500
const MOST_POLICY_DAYS = 365

const days = (description: string) =>
  Type.Integer({ minimum: -1, maximum: MOST_DAYS, not: { const: 0 }, description })
const policyDays = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MOST_POLICY_DAYS, description })
const EFFECT = ['stops', 'ignored'] as const

/** What the facts of an order do to its licenses. */
const policies = {
  refund: Type.Enum(EFFECT, { description: 'A full refund; `stops` by default.' }),
  chargeback: Type.Enum(EFFECT, { description: 'A chargeback that is open or lost; `stops` by default.' }),
  grace_days: policyDays('Days after the last paid period of a subscription; 3 by default.'),
  retry_days: policyDays('Days after the first failed payment since the last paid period; 14 by default.'),
  days_from: Type.Enum(['purchase', 'first-use'], {
    description: 'From when on bought days count; `purchase` by default.',
  }),
  quantity: Type.Enum(['licenses', 'computers'], {
    description:
      'The quantity is that many licenses, or that many times the computers of one; `licenses` by default.',
  }),
}
const stopWords = Text(
  TEXT_LIMITS.banReason,
  'What the app tells the user whose key the order stopped. Empty: the usual words.',
)
const updatesDays = days(
  'Days from the purchase: later versions of the app are not offered. -1, the default: all are.',
)

/** What a shop sells, and what it gives. */
export const ProductRecord = Type.Object({
  id: Type.String(),
  name: Type.String(),
  shop_products: Type.Array(Type.String(), { description: 'Its IDs at the shops of the project.' }),
  days: Whole('Days from the purchase; -1: without an end. For a subscription, paid periods count instead.'),
  features: KeyTerms.features,
  max_devices: Whole('How many devices a key can have; -1: as in the project.'),
  perpetual: KeyTerms.perpetual,
  updates_days: Whole('Days from the purchase for which versions of the app are offered; -1: all are.'),
  note: AnyText('The public note of its keys.'),
  stop_words: AnyText('What the app tells the user whose key the order stopped; empty: the usual words.'),
  policies: Type.Object(policies),
})
export type ProductRecord = Type.Static<typeof ProductRecord>

const shopProduct = Type.String({
  pattern: '^[!-~]{1,255}$',
  description: 'The ID of a product, price or variant at a shop.',
})
const fields = {
  name: Type.Optional(CustomerName('The name in lists.')),
  shop_products: Type.Optional(
    Type.Array(shopProduct, { maxItems: 100, description: 'The IDs of a product, its prices or variants.' }),
  ),
  features: Type.Optional(FeatureNames('The features of its keys, beside those of the project.')),
  max_devices: KEY_LIMITS.max_devices,
  perpetual: KEY_TERMS.perpetual,
  updates_days: Type.Optional(updatesDays),
  note: Type.Optional(note),
  stop_words: Type.Optional(stopWords),
  policies: Type.Optional(Type.Partial(Type.Object(policies), { additionalProperties: false })),
}
const productDays = days(
  'The days that a key works; -1: without an end. For a subscription, paid periods count instead.',
)

/** The body of Create Product. */
export const CreateProductBody = Input({ days: productDays, ...fields })
export type CreateProductBody = Type.Static<typeof CreateProductBody>
/** The body of Change Product. What is left out stays. */
export const ChangeProductBody = Input({ days: Type.Optional(productDays), ...fields })
export type ChangeProductBody = Type.Static<typeof ChangeProductBody>

/** The answer of List Products. */
export const ProductList = Type.Object({
  ...DoneFields,
  products: Type.Array(ProductRecord),
  not_ours: Type.Array(Type.String(), {
    description: 'IDs of products at the shops that are of other apps. Their orders are left out.',
  }),
})

/** The answer of Create Product and of Change Product. */
export const ProductFound = Type.Object({ ...DoneFields, id: Type.String(), product: ProductRecord })

/** The answer of Apply Product. */
export const ProductApplied = Type.Object({
  ...DoneFields,
  orders: Whole('The number of orders that had earlier terms.'),
  licenses: Whole('The number of their licenses.'),
  fields: Type.Record(Type.String(), Type.Integer(), {
    description:
      'How many licenses get another value, by the field: `end`, `features`, `max_devices`, `perpetual`, `updates_until`, `stopped`.',
  }),
})

const products = '/v3/projects/{project_id}/products'
const ofProduct = Type.Object({ project_id: projectId, product_id: PathText('The `id` of the product.') })
const common = { ...OF_PROJECT, subject: 'Products', leastRole: 'owner', refusal: KeyRefused } as const
const NO_SUCH_PRODUCT = {
  status: 404,
  when: 'the account has no such project, or the project no such product (`NO_SUCH_PRODUCT`)',
} as const
const TAKEN = {
  status: 409,
  when: 'another product has one of `shop_products` (`SHOP_PRODUCT_TAKEN`)',
} as const

/** Additions to the interface: what the products of shops give. */
export const PRODUCT_ENDPOINTS = {
  listProducts: {
    ...common,
    title: 'List Products',
    method: 'GET',
    path: products,
    leastRole: 'read-only',
    description: 'Returns the products of the project.',
    success: ProductList,
    refusals: [NO_SUCH_PROJECT],
  },
  createProduct: {
    ...common,
    title: 'Create Product',
    method: 'POST',
    path: products,
    description: 'Adds a product. Orders that waited for it go on.',
    body: CreateProductBody,
    success: ProductFound,
    refusals: [NO_SUCH_PROJECT, TAKEN],
  },
  changeProduct: {
    ...common,
    title: 'Change Product',
    method: 'PATCH',
    path: `${products}/{product_id}`,
    params: ofProduct,
    description:
      'Changes a product, for later orders. An order has a copy of the terms: Apply Product renews it. Orders that waited for an ID of the product go on.',
    body: ChangeProductBody,
    success: ProductFound,
    refusals: [NO_SUCH_PRODUCT, TAKEN],
  },
  deleteProduct: {
    ...common,
    title: 'Delete Product',
    method: 'DELETE',
    path: `${products}/{product_id}`,
    params: ofProduct,
    description: 'Deletes a product. Existing orders keep their terms; later ones wait.',
    success: Done,
    refusals: [NO_SUCH_PRODUCT],
  },
  applyProduct: {
    ...common,
    title: 'Apply Product',
    method: 'POST',
    path: `${products}/{product_id}/applications`,
    params: ofProduct,
    description:
      'Copies the terms of a product, as they are now, to existing orders. Fields that were set by hand stay. May take long for many orders: send it again if the answer is lost.',
    body: Input({ dry_run: Type.Optional(Flag('true: changes nothing, and answers the same.')) }),
    success: ProductApplied,
    refusals: [NO_SUCH_PRODUCT],
  },
  setNotOurs: {
    ...common,
    title: 'Set Not Ours',
    method: 'PUT',
    path: `${products}/not-ours`,
    description:
      'Says that an ID at the shops is of another app, or that it is not. Orders of such products alone are left out.',
    body: Input({ shop_product: shopProduct, is_not_ours: Flag('false: it is of this app again.') }),
    success: Done,
    refusals: [NO_SUCH_PROJECT],
  },
} as const satisfies Record<string, EndpointData>
