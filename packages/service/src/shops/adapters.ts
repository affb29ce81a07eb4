import { createHmac } from 'node:crypto'
import { lemonSqueezy, paddle, type Reading, type ShopAdapter, stripe } from '@latchkey/shops'
import type { Shop, ShopKind } from '../orders/shops.ts'
import type { ReadDelivery } from '../orders/storage.ts'

const ADAPTERS: Readonly<Record<ShopKind, ShopAdapter>> = {
  stripe,
  paddle,
  'lemon-squeezy': lemonSqueezy,
  // Simulated deliveries have the shape of Stripe's.
  test: stripe,
}

export const adapterOf = (kind: ShopKind): ShopAdapter => ADAPTERS[kind]

/** The length of the key with which IDs of customers at shops are hashed. */
export const CUSTOMER_KEY_BYTES = 32

/**
 * Makes the function that reads deliveries. SECURITY: it replaces the IDs of customers at the shop by
 * a keyed hash, so that nobody finds an erased customer by the ID in the database.
 */
export function createDeliveryReader(customerKey: Uint8Array): ReadDelivery {
  const hide = <T extends { readonly shopCustomerId?: string | undefined }>(one: T): T =>
    one.shopCustomerId === undefined
      ? one
      : { ...one, shopCustomerId: createHmac('sha256', customerKey).update(one.shopCustomerId).digest('hex') }
  return (kind, body, shopId): Reading => {
    const reading = adapterOf(kind).read(body, shopId)
    const { facts, customer } = reading
    return { ...reading, facts: facts.map(hide), customer: customer && hide(customer) }
  }
}

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Whether a shop accepts deliveries. SECURITY: everybody who knows the secret of a shop of kind `test`
 * makes licenses with it, so at a public address it is open only for a time that an owner has chosen.
 */
export const isOpen = (
  { kind, openUntil }: Pick<Shop, 'kind' | 'openUntil'>,
  publicUrl: string | undefined,
  now: number,
): boolean =>
  kind !== 'test' ||
  publicUrl === undefined ||
  THIS_MACHINE.test(new URL(publicUrl).hostname) ||
  now < openUntil
