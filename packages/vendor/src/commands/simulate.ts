import { oneOf, UsageError, wholeNumber } from '@latchkey/command-line'
import { SIMULATED_STEPS } from '@latchkey/management'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { table } from '../command-line/output.ts'
import { briefly, COLUMNS } from './orders.ts'
import { shopOf } from './shops.ts'

const parseWhat = oneOf('purchase')
const parseStep = oneOf(...SIMULATED_STEPS)

const simulate = defineCommand({
  name: 'shops simulate <WHAT>',
  summary: 'Delivers a purchase and what follows it, at a shop of kind test.',
  description: 'WHAT is purchase. Its keys are marked, and end after a day.',
  options: {
    shop: {
      value: 'SHOP',
      help: 'The ID or name of a shop of kind test. Default: the newest; if there is none, one is connected.',
    },
    product: { value: 'ID', help: 'The ID of a product, or its ID at the shop.' },
    'next-product': { value: 'ID', help: 'The product after --then product-change.' },
    quantity: { value: 'N', help: 'Default: 1.', parse: wholeNumber(1, 20) },
    email: { value: 'EMAIL', help: 'The address of the buyer. Default: that of the account.' },
    name: { value: 'NAME', help: 'The name of the buyer.' },
    subscription: { help: 'A subscription by the month.' },
    // biome-ignore lint/suspicious/noThenProperty: it is the name of an option
    then: {
      value: 'STEP',
      help: `One of ${SIMULATED_STEPS.join(', ')}. May be given several times.`,
      isRepeatable: true,
      parse: parseStep,
    },
    shuffle: { help: 'Each delivery arrives twice, in a random order.' },
  },
  async run(tools, { product, shop, ...options }, [what = '']) {
    parseWhat(what, 'WHAT')
    if (product === undefined) throw new UsageError('Which product is bought? --product ID')
    const params = { shop_id: shop === undefined ? await testShop(tools) : await shopOf(tools, shop) }
    const { quantity, email, name, subscription: is_subscription, shuffle } = options
    const steps = options.then && [...options.then]
    const next_product = options['next-product']
    const body = {
      product,
      ...given({ next_product, quantity, email, name, is_subscription, steps, shuffle }),
    }
    const { order, message } = expectOk(await tools.client.simulateOrder({ params, body }))
    tools.output.show(briefly(order), table(COLUMNS, [order]))
    tools.output.notify(message)
  },
})

/** The ID of the newest shop of kind `test`, which is connected if there is none. */
async function testShop({ client }: Tools): Promise<string> {
  const { shops } = expectOk(await client.listShops())
  const newest = shops.findLast(({ kind, secrets }) => kind === 'test' && secrets > 0)
  return newest?.id ?? expectOk(await client.connectShop({ body: { kind: 'test' } })).id
}

export const SIMULATE_COMMANDS = [simulate]
