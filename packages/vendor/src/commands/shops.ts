import { oneOf, UsageError } from '@latchkey/command-line'
import { DELIVERY_STATES, type DeliveryRecord, SHOP_KINDS, type ShopRecord } from '@latchkey/management'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { readTextFile } from '../command-line/files.ts'
import { type Column, plainText, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { PAGE_OPTIONS } from './customers.ts'

const SHOP_OPTION = {
  shop: { value: 'SHOP', help: 'The ID, kind or name of a shop. Default: the only one of the project.' },
} as const
const parseKind = oneOf(...SHOP_KINDS)
const parseState = oneOf(...DELIVERY_STATES)

const connect = defineCommand({
  name: 'shops connect <KIND>',
  summary: 'Connects a shop, and prints the address to which it must deliver.',
  description: `KIND is one of ${SHOP_KINDS.join(', ')}. The secret is read from --secret, LATCHKEY_SHOP_SECRET or a prompt. The owners of the account get a mail.`,
  options: {
    secret: {
      value: 'SECRET',
      help: 'The secret with which the shop signs. - reads it from standard input.',
    },
    name: { value: 'NAME', help: 'Its name in lists. Default: that of its kind.' },
    test: { help: 'It makes test purchases alone.' },
    'buyer-page': {
      value: 'URL',
      help: 'Its page for invoices and cancellation, with https. Customers find it on their page.',
    },
  },
  async run(tools, { secret: typed, name, test, 'buyer-page': buyer_page }, [word = '']) {
    const { client, output, readSecret } = tools
    const kind = parseKind(word, 'KIND')
    const secret = kind === 'test' ? undefined : await readSecret(typed)
    const body = { kind, ...given({ secret, name, is_test: test, buyer_page }) }
    const { id, url } = expectOk(await client.connectShop({ body }))
    output.show({ id, url }, [url])
    output.notify(`The shop ${id} was connected. It must deliver to this address.`)
  },
})

const list = defineCommand({
  name: 'shops list',
  summary: 'Lists the shops of a project, and what they have delivered.',
  async run({ client, output, times }) {
    const { shops } = expectOk(await client.listShops())
    output.show(shops, shops.length === 0 ? [] : table(shopColumns(times), shops))
    if (shops.length === 0) output.notify('No shops.')
    for (const shop of shops.filter(({ by_earlier_api_key }) => by_earlier_api_key)) {
      output.notify(
        `Careful: an earlier API key has connected ${shop.name} (${shop.id}), or given it a secret.`,
      )
    }
  },
})

const disconnect = defineCommand({
  name: 'shops disconnect <SHOP>',
  summary: 'Accepts no deliveries of a shop any more. A new secret connects it again.',
  async run(tools, _, [word]) {
    const params = { shop_id: await shopOf(tools, word) }
    const { shop } = expectOk(await tools.client.changeShop({ params, body: { disconnect: true } }))
    tools.output.done(shop, 'The shop was disconnected.')
  },
})

const deliveries = defineCommand({
  name: 'shops deliveries',
  summary: 'Lists the deliveries of a shop in the last 30 days, newest first.',
  options: {
    ...SHOP_OPTION,
    state: { value: 'STATE', help: `One of ${DELIVERY_STATES.join(', ')}.`, parse: parseState },
    ...PAGE_OPTIONS,
  },
  async run(tools, { shop, state, limit, cursor }) {
    const { client, output, times } = tools
    const params = { shop_id: await shopOf(tools, shop) }
    const query = given({ state, limit, cursor })
    const { deliveries: found, next_cursor } = expectOk(await client.listDeliveries({ params, query }))
    output.show(found, table(deliveryColumns(times), found))
    if (found.length === 0) output.notify('No deliveries.')
    if (next_cursor !== '') output.notify(`There are more: --cursor ${next_cursor}`)
  },
})

const deliver = defineCommand({
  name: 'shops deliver <FILE>',
  summary: 'Takes a delivery that was lost, as the dashboard of the shop shows it.',
  options: SHOP_OPTION,
  async run(tools, { shop }, [path = '']) {
    const { client, output } = tools
    const body = { delivery: await readTextFile(path) }
    const params = { shop_id: await shopOf(tools, shop) }
    const { success, message, ...taken } = expectOk(await client.deliverByHand({ params, body }))
    output.show(taken, taken.orders)
    const waits = taken.missing.length === 0 ? '' : ` It waits for: ${taken.missing.join(', ')}.`
    output.notify(taken.is_repeated ? 'It had arrived before. Nothing has changed.' : `${message}${waits}`)
  },
})

/** The ID of the shop with this ID, kind or name, or of the only one. @throws UsageError */
export async function shopOf({ client }: Tools, word?: string): Promise<string> {
  const { shops } = expectOk(await client.listShops())
  const named = shops.filter(({ id, kind, name }) => word === undefined || [id, kind, name].includes(word))
  const [only, another] = named
  if (only !== undefined && another === undefined) return only.id
  const all = shops.map(({ id, kind, name }) => `  ${id}  ${kind}  ${name}`).join('\n')
  throw new UsageError(
    shops.length === 0 ? 'The project has no shop.' : `Select a shop by its ID:\n${plainText(all)}`,
  )
}

const shopColumns = (times: Times): readonly Column<ShopRecord>[] => [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'KIND', cell: ({ kind, is_test }) => (is_test && kind !== 'test' ? `${kind}, test` : kind) },
  { title: 'NAME', cell: ({ name }) => name, maxLength: 30 },
  { title: 'CONNECTED BY', cell: ({ secrets, created_by }) => (secrets === 0 ? 'disconnected' : created_by) },
  { title: 'LAST DELIVERY', cell: ({ last_delivery_at }) => times.describe(last_delivery_at) },
  {
    title: 'REFUSED',
    cell: ({ refused, refused_reason }) => (refused === 0 ? '0' : `${refused}: ${refused_reason}`),
  },
]

const deliveryColumns = (times: Times): readonly Column<DeliveryRecord>[] => [
  { title: 'WHEN', cell: ({ received_at }) => times.describe(received_at) },
  { title: 'EVENT', cell: ({ event_id }) => event_id, maxLength: 40 },
  { title: 'TYPE', cell: ({ event_type }) => event_type, maxLength: 40 },
  { title: 'STATE', cell: ({ state }) => state },
  { title: 'MISSING', cell: ({ missing }) => missing.join(', '), maxLength: 60 },
]

export const SHOP_COMMANDS = [connect, list, disconnect, deliveries, deliver]
