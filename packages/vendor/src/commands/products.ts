import { oneOf, UsageError, wholeNumber } from '@latchkey/command-line'
import type { ProductRecord } from '@latchkey/management'
import { NEVER } from '@latchkey/protocol'
import { defineCommand, given } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { type Column, table } from '../command-line/output.ts'
import { LIMIT_OPTIONS } from './devices.ts'
import { describeFeatures, TERM_CHANGES } from './terms.ts'

const days = (help: string) => ({ value: 'N', help, parse: wholeNumber(1, 36_500) })
const policyDays = (help: string) => ({ value: 'N', help, parse: wholeNumber(0, 365) })
const choice = <const Text extends string>(help: string, ...texts: readonly Text[]) => ({
  value: texts.join('|'),
  help,
  parse: oneOf(...texts),
})

const OPTIONS = {
  'shop-product': {
    value: 'ID',
    help: 'The ID of a product, price or variant at a shop. May be given several times.',
    isRepeatable: true,
  },
  days: days('The days that a key works. For a subscription, its paid periods count instead.'),
  never: { help: 'A key without an end.' },
  name: { value: 'NAME', help: 'The name in lists.' },
  features: TERM_CHANGES.features,
  devices: LIMIT_OPTIONS['max-devices'],
  perpetual: TERM_CHANGES.perpetual,
  'not-perpetual': TERM_CHANGES['not-perpetual'],
  'updates-days': days('The days from the purchase for which versions of the app are offered.'),
  note: { value: 'TEXT', help: 'The public note of its keys.' },
  'stop-words': { value: 'TEXT', help: 'What the app tells the user whose key the order stopped.' },
  refund: choice('What a full refund does.', 'stops', 'ignored'),
  chargeback: choice('What a chargeback does.', 'stops', 'ignored'),
  'grace-days': policyDays('Days after the last paid period of a subscription. Default: 3.'),
  'retry-days': policyDays('Days after the first failed payment. Default: 14.'),
  'days-from': choice('From when on bought days count.', 'purchase', 'first-use'),
  quantity: choice('What the quantity counts.', 'licenses', 'computers'),
} as const

type Given = Parameters<Parameters<typeof defineCommand<typeof OPTIONS>>[0]['run']>[1]

/** Reads the options into the fields of a request. @throws UsageError */
function fieldsOf({ days: number, never, features, perpetual, ...options }: Given) {
  if (never && number !== undefined) throw new UsageError('Only one of --days and --never can be given.')
  const { refund, chargeback, quantity } = options
  const policies = given({
    refund,
    chargeback,
    grace_days: options['grace-days'],
    retry_days: options['retry-days'],
    days_from: options['days-from'],
    quantity,
  })
  return given({
    name: options.name,
    days: never ? NEVER : number,
    shop_products: options['shop-product'] && [...options['shop-product']],
    features: features && [...features],
    max_devices: options.devices,
    perpetual: options['not-perpetual'] ? false : perpetual,
    updates_days: options['updates-days'],
    note: options.note,
    stop_words: options['stop-words'],
    policies: Object.keys(policies).length === 0 ? undefined : policies,
  })
}

const create = defineCommand({
  name: 'products create',
  summary: 'Adds what a product of a shop gives. Orders that waited for it go on.',
  options: OPTIONS,
  async run({ client, output }, options) {
    const { days: number, ...fields } = fieldsOf(options)
    if (number === undefined) throw new UsageError('How long do its keys work? --days N, or --never.')
    const { id, message } = expectOk(await client.createProduct({ body: { days: number, ...fields } }))
    output.show({ id }, [id])
    output.notify(message)
  },
})

const list = defineCommand({
  name: 'products list',
  summary: 'Lists the products of a project.',
  async run({ client, output }) {
    const { products, not_ours } = expectOk(await client.listProducts())
    output.show(products, products.length === 0 ? [] : table(COLUMNS, products))
    if (products.length === 0) output.notify('No products.')
    if (not_ours.length > 0) output.notify(`Of other apps: ${not_ours.join(', ')}.`)
  },
})

const change = defineCommand({
  name: 'products change <PRODUCT>',
  summary: 'Changes a product, for later orders. What is not given stays.',
  options: OPTIONS,
  async run({ client, output }, options, [product_id = '']) {
    const body = fieldsOf(options)
    if (Object.keys(body).length === 0) throw new UsageError('There is nothing to change.')
    const { product, message } = expectOk(await client.changeProduct({ params: { product_id }, body }))
    output.done(product, message)
  },
})

const remove = defineCommand({
  name: 'products delete <PRODUCT>',
  summary: 'Deletes a product. Existing orders keep their terms; later ones wait.',
  async run({ client, output }, _, [product_id = '']) {
    output.done({}, expectOk(await client.deleteProduct({ params: { product_id } })).message)
  },
})

const notOurs = defineCommand({
  name: 'products not-ours <SHOP-PRODUCT>',
  summary: 'Leaves out the orders of a product that is of another app.',
  options: { back: { help: 'It is of this app again.' } },
  async run({ client, output }, { back = false }, [shop_product = '']) {
    const body = { shop_product, is_not_ours: !back }
    output.done(body, expectOk(await client.setNotOurs({ body })).message)
  },
})

const apply = defineCommand({
  name: 'products apply <PRODUCT>',
  summary: 'Gives existing orders the terms of a product as they are now.',
  options: { 'dry-run': { help: 'Changes nothing, and says what would change.' } },
  async run({ client, output }, { 'dry-run': dry_run }, [product_id = '']) {
    const body = given({ dry_run })
    const applied = expectOk(await client.applyProduct({ params: { product_id }, body }))
    const { message, orders, licenses, fields } = applied
    const counts = Object.entries(fields).map(([field, count]) => `${field}: ${count}`)
    output.show({ orders, licenses, fields }, counts)
    output.notify(`${message} Orders: ${orders}. Licenses: ${licenses}.`)
  },
})

const COLUMNS: readonly Column<ProductRecord>[] = [
  { title: 'ID', cell: ({ id }) => id },
  { title: 'NAME', cell: ({ name }) => name || '–', maxLength: 30 },
  { title: 'AT SHOPS', cell: ({ shop_products }) => shop_products.join(', ') || '–', maxLength: 60 },
  {
    title: 'DAYS',
    cell: ({ days: number }) => (number === NEVER ? 'never ends' : String(number)),
    align: 'right',
  },
  { title: 'FEATURES', cell: ({ features }) => describeFeatures(features), maxLength: 40 },
]

export const PRODUCT_COMMANDS = [create, list, change, remove, notOurs, apply]
