import { setImmediate } from 'node:timers/promises'
import type { ImportKeysBody } from '@latchkey/management'
import type { Origin } from '../core/event-log/events.ts'
import { codeOf, type Refusal } from '../core/refusal.ts'
import { refuse } from './refusals.ts'

/** What an import needs of shops and orders. */
export interface LinkStorage {
  listShops(
    projectId: string,
  ): Promise<readonly { readonly shop: { readonly id: string; readonly kind: string } }[]>
  linkLicenses(
    projectId: string,
    shopId: string,
    licenses: readonly {
      readonly key: string
      readonly shopIds: readonly { readonly kind: 'order' | 'subscription'; readonly id: string }[]
    }[],
    by: Origin,
  ): Promise<readonly string[] | 'no-such-shop'>
}

type Wanted = Omit<ImportKeysBody['keys'][number], 'user_key'>

/** The licenses of one transaction, for which key checks wait. */
const LINKS_PER_TRANSACTION = 50

/** The IDs of the shops that keys name by their IDs or kinds. */
export async function shopsOf(
  storage: Pick<LinkStorage, 'listShops'>,
  projectId: string,
  keys: readonly Wanted[],
): Promise<ReadonlyMap<string, string> | Refusal> {
  const names = new Set(keys.flatMap(({ shop }) => shop ?? []))
  const shops = names.size === 0 ? [] : await storage.listShops(projectId)
  const ids = new Map<string, string>()
  for (const name of names) {
    const [found, another] = shops.filter(({ shop: { id, kind } }) => id === name || kind === name)
    if (found === undefined || another !== undefined) return refuse('no-such-shop')
    ids.set(name, found.shop.id)
  }
  return ids
}

/**
 * Lets imported keys follow their orders, a shop after the other.
 * @returns the outcomes by key
 */
export async function linkOrders(
  storage: Pick<LinkStorage, 'linkLicenses'>,
  projectId: string,
  keys: readonly (readonly [key: string, wanted: Wanted])[],
  shops: ReadonlyMap<string, string>,
  by: Origin,
): Promise<ReadonlyMap<string, string>> {
  const outcomes = new Map<string, string>()
  for (const [name, id] of shops) {
    const links = keys.flatMap(([key, { shop, order_id, subscription_id }]) => {
      const shopIds = [
        ...(order_id ? [{ kind: 'order', id: order_id } as const] : []),
        ...(subscription_id ? [{ kind: 'subscription', id: subscription_id } as const] : []),
      ]
      return shop === name && shopIds.length > 0 ? [{ key, shopIds }] : []
    })
    for (let start = 0; start < links.length; start += LINKS_PER_TRANSACTION) {
      const some = links.slice(start, start + LINKS_PER_TRANSACTION)
      const linked = await storage.linkLicenses(projectId, id, some, by)
      if (linked === 'no-such-shop') break
      for (const [at, { key }] of some.entries()) outcomes.set(key, codeOf(linked[at] ?? 'linked'))
      await setImmediate()
    }
  }
  return outcomes
}
