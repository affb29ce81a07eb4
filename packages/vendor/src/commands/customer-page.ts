import { yesOrNo } from '@latchkey/command-line'
import { CUSTOMER_ACTS, type CustomerAct, type CustomerPageFound } from '@latchkey/management'
import { defineCommand, given } from '../command-line/command.ts'
import { expectOk } from '../command-line/exit.ts'
import { pairs } from '../command-line/output.ts'

const ACTS = Object.keys(CUSTOMER_ACTS) as CustomerAct[]
type OptionOf<Act extends string> = Act extends `${infer Head}_${infer Tail}` ? `${Head}-${Tail}` : Act
const optionOf = (act: CustomerAct) => act.replace('_', '-') as OptionOf<CustomerAct>

/** Prints whether the page is on, and what customers may do there. */
function describePage({ on, address, ...found }: CustomerPageFound): readonly string[] {
  const acts = ACTS.map((act) => [optionOf(act), found[act] ? 'yes' : 'no'] as const)
  return pairs([['on', on ? 'yes' : 'no'], ...acts, ['address', address || 'serve needs --public-url']])
}

const show = defineCommand({
  name: 'customer-page show',
  summary: 'Shows whether customers have a page, and what they may do there.',
  async run({ client, output }) {
    const answer = expectOk(await client.getCustomerPage())
    output.show(answer, describePage(answer))
  },
})

const flag = (help: string) => ({ value: 'yes|no', help, parse: yesOrNo })

const set = defineCommand({
  name: 'customer-page set',
  summary: 'Opens or closes the page for customers, and changes what they may do there.',
  description: 'Customers sign in by mail. What is not named stays as it is.',
  options: {
    on: flag('Whether customers can open the page.'),
    'free-computer': flag(CUSTOMER_ACTS.free_computer),
    'replace-key': flag(CUSTOMER_ACTS.replace_key),
    'hand-over': flag(CUSTOMER_ACTS.hand_over),
    'change-address': flag(CUSTOMER_ACTS.change_address),
    'license-file': flag(CUSTOMER_ACTS.license_file),
    'ask-owner': flag(CUSTOMER_ACTS.ask_owner),
  },
  async run({ client, output }, options) {
    const acts = Object.fromEntries(ACTS.map((act) => [act, options[optionOf(act)]]))
    const answer = expectOk(await client.changeCustomerPage({ body: given({ on: options.on, ...acts }) }))
    output.show(answer, describePage(answer))
  },
})

export const CUSTOMER_PAGE_COMMANDS = [show, set]
