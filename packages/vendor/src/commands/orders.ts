import { oneOf } from '@latchkey/command-line'
import {
  type FactRecord,
  ORDER_FIELDS,
  ORDER_STATES,
  type OrderAction,
  type OrderFound,
  type OrderLicenseRecord,
  type OrderRecord,
} from '@latchkey/management'
import { isLicenseKey } from '@latchkey/protocol'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { type Column, pairs, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'
import { PAGE_OPTIONS } from './customers.ts'

const HELP: Readonly<Record<OrderAction, string>> = {
  'map-product': 'latchkey products create --shop-product ID, or products not-ours ID',
  'add-quantity': 'write the quantity into the metadata at the shop, or orders link',
  'name-product': 'write the product into the metadata at the shop, or orders link',
  'enable-events': 'switch on the missing events at the shop, then shops deliver FILE',
  'link-license': 'latchkey orders link ORDER KEY',
  'raise-plan': 'the account has no room for its keys: it needs a greater plan',
}

const parseState = oneOf(...ORDER_STATES)
const parseField = oneOf(...ORDER_FIELDS)

const list = defineCommand({
  name: 'orders list',
  summary: 'Lists the orders of a project, newest first.',
  options: {
    state: { value: 'STATE', help: `One of ${ORDER_STATES.join(', ')}.`, parse: parseState },
    search: { value: 'TEXT', help: 'An ID at the shop or the address of the customer, whole.' },
    ...PAGE_OPTIONS,
  },
  async run({ client, output }, { state, search, limit, cursor }) {
    const query = given({ state, search, limit, cursor })
    const { orders, next_cursor } = expectOk(await client.listOrders({ query }))
    output.show(orders.map(briefly), table(COLUMNS, orders))
    if (orders.length === 0) output.notify('No orders.')
    if (next_cursor !== '') output.notify(`There are more: --cursor ${next_cursor}`)
  },
})

/** The order as programs read it from the list. */
export const briefly = (order: OrderRecord) => ({
  id: order.id,
  shop: order.shop.id,
  order: idAtShop(order),
  state: order.state,
  email: order.email,
  keys: order.keys,
})

const idAtShop = ({ shop_ids }: OrderRecord): string =>
  (shop_ids.find(({ kind }) => kind === 'order') ?? shop_ids[0])?.id ?? ''

const show = defineCommand({
  name: 'orders show <ORDER>',
  summary: 'Shows an order with what the shop has reported. ORDER is its ID, or one of its keys.',
  async run({ client, output, times }, _, [word = '']) {
    const query = isLicenseKey(word) ? { user_key: word } : { order: word }
    const { order } = expectOk(await client.getOrder({ query }))
    output.show(order, linesOf(order, times))
  },
})

const lift = defineCommand({
  name: 'orders lift <KEY>',
  summary: 'Lets a key work that its order stopped, until a new refund or chargeback.',
  run: (tools, _, [key = '']) => act(tools, key, { action: 'lift' }, 'The key works again.'),
})

const follow = defineCommand({
  name: 'orders follow <KEY> <FIELD>',
  summary: 'Lets a field that was set by hand follow the order again.',
  description: `FIELD is one of ${ORDER_FIELDS.join(', ')}.`,
  run: (tools, _, [key = '', field = '']) =>
    act(tools, key, { action: 'follow', field: parseField(field, 'FIELD') }, 'The field follows the order.'),
})

type Act = Parameters<Tools['client']['changeOrderLicense']>[0]['body']
async function act(tools: Tools, key: string, body: Act, text: string) {
  const { id: order_id, licenses } = expectOk(await tools.client.getOrder({ query: { user_key: key } })).order
  const key_id = licenses.find((one) => one.key?.user_key === key)?.key_id ?? 'none'
  const { order } = expectOk(await tools.client.changeOrderLicense({ params: { order_id, key_id }, body }))
  tools.output.done(order, text)
  return undefined
}

const link = defineCommand({
  name: 'orders link <ORDER> <KEY>',
  summary: 'Lets a key follow an order, in the place of its keys that nobody has used.',
  async run({ client, output }, _, [order_id = '', user_key = '']) {
    const { order, message } = expectOk(
      await client.linkLicense({ params: { order_id }, body: { user_key } }),
    )
    output.done(order, message)
  },
})

export const COLUMNS: readonly Column<OrderRecord>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'SHOP', cell: ({ shop }) => (shop.is_test ? `${shop.name} (test)` : shop.name), maxLength: 24 },
  { title: 'ORDER', cell: idAtShop, maxLength: 32 },
  { title: 'STATE', cell: ({ state, missing }) => [state, missing.join(', ')].filter(Boolean).join(': ') },
  { title: 'CUSTOMER', cell: ({ email }) => email || '–', maxLength: 40 },
  { title: 'KEYS', cell: ({ keys }) => String(keys.length), align: 'right' },
]

function linesOf(order: OrderFound['order'], times: Times): readonly string[] {
  const { shop, shop_ids, state, missing, action, unmapped, email, other_email } = order
  return [
    ...pairs([
      ['Order', order.id],
      ['Shop', `${shop.name}${shop.is_test ? ' (test)' : ''}`],
      ['At the shop', shop_ids.map(({ kind, id }) => `${kind} ${id}`).join(', ')],
      ['State', state],
      ...(missing.length === 0 ? [] : [['Waits for', missing.join(', ')] as const]),
      ...(unmapped.length === 0 ? [] : [['Unmapped', unmapped.join(', ')] as const]),
      ...(action === '' ? [] : [['What helps', HELP[action as OrderAction] ?? action] as const]),
      ['Customer', email || (order.is_erased ? 'erased' : '–')],
      ...(other_email === '' ? [] : [['At the shop now', other_email] as const]),
    ]),
    '',
    ...table(factColumns(times), order.facts),
    ...(order.licenses.length === 0 ? [] : ['', ...table(licenseColumns(times), order.licenses)]),
  ]
}

/** What a fact says beside its time and its kind. */
const wordsOf = (
  { amount, currency = '', period_end, quantity, product_ids = [] }: FactRecord,
  times: Times,
) =>
  [
    amount === undefined ? '' : `${amount} ${currency}`.trim(),
    period_end === undefined ? '' : `until ${times.day(period_end)}`,
    product_ids.join(' '),
    quantity === undefined ? '' : `× ${quantity}`,
  ].filter((word) => word !== '')

const factColumns = (times: Times): readonly Column<FactRecord>[] => [
  { title: 'WHEN', cell: ({ at = 0 }) => times.describe(at) },
  { title: 'EVENT', cell: ({ event_type }) => event_type, maxLength: 40 },
  { title: 'WHAT', cell: ({ kind, is_test }) => (is_test ? `${kind} (test)` : kind) },
  { title: 'SAYS', cell: (fact) => wordsOf(fact, times).join(', '), maxLength: 60 },
]

const licenseColumns = (times: Times): readonly Column<OrderLicenseRecord>[] => [
  { title: 'KEY', cell: ({ key, deleted_by }) => key?.user_key ?? `deleted by ${deleted_by}` },
  { title: 'STATE', cell: ({ key }) => key?.state ?? '–' },
  { title: 'EXPIRES', cell: ({ key }) => times.describe(key?.auth_expire ?? 0) },
  { title: 'BY HAND', cell: ({ by_hand }) => by_hand.map(({ field, by }) => `${field} (${by})`).join(', ') },
]

export const ORDER_COMMANDS = [list, show, lift, follow, link]
