import type { ReceivedDelivery, Refusal } from '@latchkey/shops'
import type { HttpParts } from '../core/http/parts.ts'
import type { OrderStorage, ReadDelivery } from '../orders/storage.ts'
import { adapterOf, isOpen } from './adapters.ts'
import type { RefusedDeliveries } from './refused-deliveries.ts'

export interface ShopParts extends HttpParts<OrderStorage> {
  readonly readDelivery: ReadDelivery
  readonly refusedDeliveries: RefusedDeliveries
}

type Outcome =
  | { readonly kind: 'no-such-shop' | 'not-open' | 'repeated' | 'limited' }
  /** `orders`: the IDs of the orders that the delivery belongs to. */
  | { readonly kind: 'stored'; readonly orders: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: Refusal }

/** Verifies a delivery, and stores it if the shop has signed it. */
export async function receiveDelivery(
  { storage, settings, readDelivery, refusedDeliveries }: ShopParts,
  shopId: string,
  delivery: ReceivedDelivery,
  now: number,
): Promise<Outcome> {
  const shop = await storage.findShop(shopId)
  if (shop === undefined || shop.shop.secrets.length === 0) return { kind: 'no-such-shop' }
  const { kind, secrets } = shop.shop
  if (!isOpen(shop.shop, settings.publicUrl, now)) return { kind: 'not-open' }
  const verdict = adapterOf(kind).verify(delivery, { secrets, now })
  if (verdict.kind === 'refused') {
    const isCounted = refusedDeliveries.count(shop.row, verdict.reason, now)
    return isCounted ? verdict : { kind: 'limited' }
  }
  const { body } = delivery
  const orders = await storage.receiveDelivery({ shop, reading: readDelivery(kind, body, shopId), body, now })
  return orders === 'repeated' ? { kind: orders } : { kind: 'stored', orders }
}
