import {
  type ChangeShopBody,
  CONSOLE_ENDPOINTS,
  type ConnectShopBody,
  DeliveryRecord,
  ENDPOINTS,
  ShopRecord,
} from '@latchkey/management'
import type { Account } from '../core/accounts/accounts.ts'
import type { Project } from '../core/accounts/projects.ts'
import type { Origin } from '../core/event-log/events.ts'
import { done, type RegisterEndpoint } from '../core/http/endpoint.ts'
import type { Confirm } from '../core/http/module.ts'
import { pageOf } from '../core/http/pages.ts'
import type { HttpParts } from '../core/http/parts.ts'
import { recordsOf } from '../core/http/records.ts'
import { isRefusal } from '../core/refusal.ts'
import type { Shop } from '../orders/shops.ts'
import type { ListedShop } from '../orders/storage.ts'
import type { NewItem } from '../outbox/outbox.ts'
import type { PeopleStorage } from '../people/storage.ts'
import { isOpen } from './adapters.ts'
import { changedShop, mailsAbout, markOf, newShop, problemOfSecret, problemOfShop } from './connect.ts'
import type { ShopParts } from './receive-delivery.ts'
import { refuse } from './refusals.ts'

export type ConnectingParts = ShopParts & HttpParts<PeopleStorage>

/** A body has the delivery as a text in JSON. */
const DELIVERY_BODY_BYTES = 3 * 1_024 * 1_024

/** How long a shop of kind `test` is open at a public address. */
const OPEN_SECONDS = 3_600

/** What a request for a shop has. */
interface Asked<Body> {
  readonly account: Account
  readonly project: Project
  readonly body: Body
  readonly by: Origin
}

const shopRecord = recordsOf(ShopRecord)
const deliveryRecord = recordsOf(DeliveryRecord)

function createShops({ storage, publicUrl }: ConnectingParts) {
  const urlOf = (id: string): string => `${publicUrl()}shops/${id}`
  const toRecord = ({ shop, ...use }: ListedShop, mark: string): ShopRecord =>
    shopRecord({
      ...shop,
      ...use,
      url: urlOf(shop.id),
      secrets: shop.secrets.length,
      byEarlierApiKey: shop.apiKeyMark !== '' && shop.apiKeyMark !== mark,
    })
  const list = async (projectId: string, account: Account): Promise<readonly ShopRecord[]> => {
    // The account in a session may be some seconds old.
    const mark = markOf((await storage.findAccountByEmail(account.email)) ?? account)
    return (await storage.listShops(projectId)).map((listed) => toRecord(listed, mark))
  }
  const store = async (
    { account, project, by }: Asked<unknown>,
    id: string,
    change: (known: Shop) => Shop,
    mails: readonly NewItem[] = [],
  ) => {
    const outcome = await storage.changeShop(project.id, id, change, ofShop(by), mails)
    const shop = (await list(project.id, account)).find((one) => one.id === id)
    if (outcome !== 'changed' || shop === undefined) return refuse('no-such-shop')
    return { ...done('The shop was changed.'), shop }
  }
  return {
    list,
    async connect({ account, project, body, by }: Asked<ConnectShopBody>) {
      const problem = problemOfShop(body)
      if (problem !== undefined) return problem
      const shop = newShop(body, account, by)
      const mails = await mailsAbout(storage, account, by)
      const outcome = await storage.addShop(project.id, shop, ofShop(by), mails)
      if (outcome !== 'added') return refuse(outcome)
      return { ...done('The shop was connected.'), id: shop.id, url: urlOf(shop.id) }
    },
    async change(asked: Asked<ChangeShopBody>, id: string) {
      const { account, project, body, by } = asked
      const found = await storage.findShop(id)
      if (found?.projectId !== project.id) return refuse('no-such-shop')
      const problem = problemOfSecret(found.shop.kind, body.secret)
      if (problem !== undefined) return problem
      const mails = body.secret === undefined ? [] : await mailsAbout(storage, account, by)
      return store(asked, id, (known) => changedShop(known, body, account, by), mails)
    },
    async open(asked: Asked<unknown>, id: string) {
      const found = await storage.findShop(id)
      if (found?.projectId !== asked.project.id) return refuse('no-such-shop')
      if (found.shop.kind !== 'test') return refuse('no-test-shop')
      const openUntil = asked.by.at + OPEN_SECONDS
      return store(asked, id, (known) => ({ ...known, openUntil }))
    },
  }
}

/** The origin of events, without the fields of the confirmation. */
const ofShop = (by: Origin): Origin => ({
  ...by,
  fields: by.fields.filter((field) => field !== 'password' && field !== 'totp'),
})

/** Registers the shops of a project, which are additions to the interface. */
export function registerShops(register: RegisterEndpoint, parts: ConnectingParts): void {
  const { storage, settings, readDelivery } = parts
  const { list } = createShops(parts)

  register(ENDPOINTS.listShops, async ({ project, account }) => ({
    ...done('The shops of the project.'),
    shops: [...(await list(project.id, account))],
  }))

  register(ENDPOINTS.listDeliveries, async ({ project, params, query }) => {
    const page = pageOf(query)
    if (isRefusal(page)) return page
    const found = await storage.listDeliveries(project.id, params.shop_id, {
      state: query.state,
      ...page.asked,
    })
    if (found === 'no-such-shop') return refuse(found)
    const { listed, next_cursor } = page.cut(found)
    return { ...done('The deliveries of the shop.'), deliveries: listed.map(deliveryRecord), next_cursor }
  })

  register(
    ENDPOINTS.deliverByHand,
    async ({ project, params, body, now }) => {
      const shop = await storage.findShop(params.shop_id)
      if (shop?.projectId !== project.id) return refuse('no-such-shop')
      if (!isOpen(shop.shop, settings.publicUrl, now)) return refuse('not-open')
      const bytes = Buffer.from(body.delivery)
      const reading = readDelivery(shop.shop.kind, bytes, shop.shop.id)
      if (reading.eventType === '') return refuse('no-delivery')
      const orders = await storage.receiveDelivery({ shop, reading, body: bytes, now })
      return {
        ...done('The delivery was taken.'),
        state: reading.isTest === shop.shop.isTest ? reading.kind : 'test',
        missing: [...reading.missing],
        is_repeated: orders === 'repeated',
        orders: orders === 'repeated' ? [] : [...orders],
      }
    },
    { bodyLimit: DELIVERY_BODY_BYTES },
  )
}

/** Registers what connects shops with an API key. */
export function registerConnecting(register: RegisterEndpoint, parts: ConnectingParts): void {
  const { connect, change } = createShops(parts)
  register(ENDPOINTS.connectShop, connect)
  register(ENDPOINTS.changeShop, (asked) => change(asked, asked.params.shop_id))
}

/** Registers what connects shops in the console. SECURITY: a secret makes licenses, so it needs a proof. */
export function registerConnectingInConsole(
  register: RegisterEndpoint,
  parts: ConnectingParts,
  confirm: Confirm,
): void {
  const { connect, change, open } = createShops(parts)
  register(
    CONSOLE_ENDPOINTS.openTestShop,
    async (asked) =>
      (await confirm(asked.signedIn, asked.body, asked.now)) ?? open(asked, asked.params.shop_id),
  )
  register(
    CONSOLE_ENDPOINTS.connectShopInConsole,
    async (asked) => (await confirm(asked.signedIn, asked.body, asked.now)) ?? connect(asked),
  )
  register(
    CONSOLE_ENDPOINTS.changeShopInConsole,
    async (asked) =>
      (await confirm(asked.signedIn, asked.body, asked.now)) ?? change(asked, asked.params.shop_id),
  )
}
