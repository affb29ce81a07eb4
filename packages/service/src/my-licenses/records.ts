import { type MyLicense, type MyOrder, opaqueDeviceId } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import type { Project } from '../core/accounts/projects.ts'
import { keyIdOfLicense } from '../core/event-log/events.ts'
import { factsOf, limitsOf, linkedDevices, offlineEnd } from '../core/license/devices.ts'
import { idOf } from '../core/license/key-id.ts'
import { keyStateOf } from '../core/license/key-state.ts'
import { moveField } from '../devices/moves.ts'
import { termFields } from '../features/features.ts'
import type { PageSettings } from '../my/storage.ts'
import type { ShopKind } from '../orders/shops.ts'
import { isRefused, replacesLeft } from './rules.ts'
import type { FoundMine } from './storage.ts'

interface Context {
  readonly project: Project
  readonly may: PageSettings['may']
  readonly now: number
}

/** A license as its customer sees it. SECURITY: without the vendor's note, and what the devices are. */
export function toMyLicense(
  { row, license, offeredTo }: FoundMine['licenses'][number],
  { project, may, now }: Context,
): MyLicense {
  const state = keyStateOf(license, now)
  const isWorking = !isRefused(license)
  const terms = termFields(license, project)
  // Whether a license file holds a computer is said at the computer.
  const move = may.free_computer && isWorking ? moveField(license, project, '', now) : undefined
  return {
    id: idOf(row, keyIdOfLicense(license)),
    key: isWorking ? license.key : '',
    state,
    reason: state === 'banned' ? license.banReason : license.stopWords,
    note: license.note,
    features: [...(terms.features ?? [])],
    until: license.authExpire,
    days: license.authExpire === 0 ? license.keyDays : 0,
    perpetual: terms.isPerpetual ?? false,
    updates_until: terms.updatesUntil ?? NEVER,
    max_computers: limitsOf(project, license).maxDevices,
    computers: linkedDevices(license).map((device) => {
      const { name, linkedAt, usedAt } = factsOf(license, device)
      const held = offlineEnd(license, device)
      return {
        id: opaqueDeviceId(license.key, device),
        name,
        linked_at: linkedAt,
        used_at: usedAt,
        held_until: held > now ? held : 0,
      }
    }),
    free_from: move === undefined ? -1 : (move.wait?.until ?? 0),
    frees_left: move?.left ?? 0,
    replaces_left: may.replace_key && isWorking ? replacesLeft(license, now) : 0,
    handed_to: offeredTo,
  }
}

/**
 * The pages at which the shops show all orders of a buyer, after a mail. A vendor can enter another
 * one, as is needed for Stripe, where each vendor has its own.
 */
const BUYER_PAGES: Readonly<Record<ShopKind, string>> = {
  'lemon-squeezy': 'https://app.lemonsqueezy.com/my-orders',
  paddle: 'https://paddle.net/',
  stripe: '',
  test: '',
}

export const toMyOrder = (order: FoundMine['orders'][number]): MyOrder => ({
  order: order.id,
  shop: order.shop,
  bought_at: order.purchasedAt,
  products: [...order.products],
  state: order.state,
  shop_page: order.buyerPage || BUYER_PAGES[order.shop],
})
