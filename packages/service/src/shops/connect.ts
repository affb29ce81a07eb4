import { randomBytes } from 'node:crypto'
import type { ChangeShopBody, ConnectShopBody, ShopKind } from '@latchkey/management'
import type { Account } from '../core/accounts/accounts.ts'
import type { Origin } from '../core/event-log/events.ts'
import type { Refusal } from '../core/refusal.ts'
import { createApiKey, createId } from '../core/security/credentials.ts'
import { mailsToOwners } from '../mail/mails-to-owners.ts'
import type { Shop } from '../orders/shops.ts'
import type { NewItem } from '../outbox/outbox.ts'
import type { PeopleStorage } from '../people/storage.ts'
import { refuse } from './refusals.ts'

/** While a secret is replaced, the shop may sign with the old and the new one. */
const MOST_SECRETS = 2

const NAMES: Readonly<Record<ShopKind, string>> = {
  stripe: 'Stripe',
  paddle: 'Paddle',
  'lemon-squeezy': 'Lemon Squeezy',
  test: 'Test shop',
}

/** How API keys of the shops begin. SECURITY: people confuse them with secrets of webhooks. */
const SHOP_API_KEY = /^(?:(?:sk|rk|pk)_|pdl_(?:live_|sdbx_)?apikey|eyJ)/

/** The start of the hash of the API key: it shows whether the account has another one by now. */
export const markOf = ({ apiKeyHash }: Account): string =>
  Buffer.from(apiKeyHash).toString('hex').slice(0, 16)

const markOfActor = (account: Account, { actor }: Origin): string =>
  actor === 'api-key' ? markOf(account) : ''

/** Why a secret cannot be used for a shop of a kind. */
export function problemOfSecret(kind: ShopKind, secret: string | undefined): Refusal | undefined {
  if (secret === undefined) return undefined
  if (kind === 'test') return refuse('secret-not-wanted')
  return SHOP_API_KEY.test(secret.trim()) ? refuse('shop-api-key') : undefined
}

/** Why a shop cannot be connected. */
export function problemOfShop({ kind, secret, is_test }: ConnectShopBody): Refusal | undefined {
  if (kind === 'test' && is_test === false) return refuse('secret-not-wanted')
  if (kind !== 'test' && secret === undefined) return refuse('secret-missing')
  return problemOfSecret(kind, secret)
}

/** A shop as a request describes it. */
export const newShop = (body: ConnectShopBody, account: Account, by: Origin): Shop => ({
  id: createId(randomBytes),
  kind: body.kind,
  name: body.name?.trim() || NAMES[body.kind],
  isTest: body.is_test ?? body.kind === 'test',
  secrets: [body.secret?.trim() ?? createApiKey(randomBytes)],
  createdAt: by.at,
  createdBy: by.person ?? by.actor,
  apiKeyMark: markOfActor(account, by),
  openUntil: 0,
  buyerPage: body.buyer_page ?? '',
})

/** A shop after a change that a request describes. */
export function changedShop(known: Shop, body: ChangeShopBody, account: Account, by: Origin): Shop {
  const { disconnect = false, drop_old_secrets: dropsOld = false } = body
  const secret = body.secret?.trim()
  const renamed = {
    ...known,
    name: body.name?.trim() || known.name,
    buyerPage: body.buyer_page ?? known.buyerPage,
  }
  if (disconnect) return { ...renamed, secrets: [] }
  const all = [...(secret === undefined ? [] : [secret]), ...known.secrets.filter((one) => one !== secret)]
  const secrets = all.slice(0, dropsOld ? 1 : MOST_SECRETS)
  // SECURITY: as long as a secret of an API key may be in use, the shop has its mark.
  const isMarked = secret === undefined || (secrets.length > 1 && known.apiKeyMark !== '')
  return { ...renamed, secrets, apiKeyMark: isMarked ? known.apiKeyMark : markOfActor(account, by) }
}

/** The mails to the owners of an account whose API key connects a shop. */
export async function mailsAbout(
  storage: Pick<PeopleStorage, 'peopleOf'>,
  account: Account,
  { actor, at }: Origin,
): Promise<readonly NewItem[]> {
  if (actor !== 'api-key') return []
  return mailsToOwners(await storage.peopleOf(account.id), account, 'shop-connected', at)
}
