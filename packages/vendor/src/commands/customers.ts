import { UsageError, wholeNumber } from '@latchkey/command-line'
import type { CustomerFound, CustomerKey, CustomerRecord } from '@latchkey/management'
import { defineCommand, given, type Tools } from '../command-line/command.ts'
import { EXIT, expectOk } from '../command-line/exit.ts'
import { type Column, pairs, table } from '../command-line/output.ts'
import type { Times } from '../command-line/times.ts'

/** Options for the customer of new keys. */
export const CUSTOMER_OPTIONS = {
  customer: { value: 'EMAIL', help: 'The customer. One who is new is created.' },
  'customer-name': { value: 'NAME', help: 'With --customer: the name of one who has none yet.' },
} as const

/** Options for the page of a list. */
export const PAGE_OPTIONS = {
  limit: { value: 'N', help: 'At most so many.', parse: wholeNumber(1, 1_000), fallback: 100 },
  cursor: { value: 'TEXT', help: 'The page after this one, of the answer before.' },
} as const

const list = defineCommand({
  name: 'customers list',
  summary: 'Lists the customers of the account, newest first.',
  options: {
    search: { value: 'TEXT', help: 'A part of the address or the name.' },
    'erasure-asked': { help: 'Only customers who ask to be erased.' },
    ...PAGE_OPTIONS,
  },
  needs: 'api-key',
  async run({ client, output, times }, { search, 'erasure-asked': erasure_asked, limit, cursor }) {
    const query = given({ search, erasure_asked, limit, cursor })
    const { customers, next_cursor } = expectOk(await client.listCustomers({ query }))
    output.show({ customers, next_cursor }, table(customerColumns(times), customers))
    if (customers.length === 0) output.notify('No customers.')
    if (next_cursor !== '') output.notify(`There are more: --cursor ${next_cursor}`)
  },
})

const show = defineCommand({
  name: 'customers show <EMAIL>',
  summary: 'Shows a customer with its keys over all projects.',
  needs: 'api-key',
  async run({ client, output, times }, _, [email = '']) {
    const found = expectOk(await client.getCustomer({ query: { email } }))
    output.show({ ...found.customer, keys: found.keys }, linesOf(found, times))
  },
})

const change = defineCommand({
  name: 'customers change <EMAIL>',
  summary: 'Changes the address or the name of a customer.',
  options: {
    email: { value: 'EMAIL', help: 'The address from now on.' },
    name: { value: 'NAME', help: 'The name from now on.' },
  },
  needs: 'api-key',
  async run(tools, { email, name }, [known = '']) {
    if ((email ?? name) === undefined) throw new UsageError('There is nothing to change.')
    const { id } = await customerOf(tools, known)
    const body = { id, ...given({ email, name }) }
    const { customer } = expectOk(await tools.client.changeCustomer({ body }))
    tools.output.done(customer, 'The customer was changed.')
  },
})

const give = defineCommand({
  name: 'customers give <KEY> <EMAIL>',
  summary: 'Gives a key to a customer. One who is new is created.',
  options: { name: { value: 'NAME', help: 'The name of a customer who has none yet.' } },
  async run({ client, output }, { name }, [user_key = '', customer_email = '']) {
    const body = { user_key, action: 'customer', customer_email, ...given({ customer_name: name }) } as const
    const { key } = expectOk(await client.changeKey({ body }))
    output.done(key, `The key belongs to ${customer_email}.`)
  },
})

const take = defineCommand({
  name: 'customers take <KEY>',
  summary: 'Takes a key from its customer. It then has none.',
  async run({ client, output }, _, [user_key = '']) {
    const body = { user_key, action: 'customer', customer_email: '' } as const
    output.done(expectOk(await client.changeKey({ body })).key, 'The key has no customer.')
  },
})

const join = defineCommand({
  name: 'customers join <EMAIL> <INTO>',
  summary: 'Makes one customer of two: the keys of EMAIL go to INTO, and EMAIL is deleted.',
  options: { yes: { help: 'Does not ask.' } },
  needs: 'api-key',
  async run(tools, { yes }, [email = '', into = '']) {
    const [from, to] = [await customerOf(tools, email), await customerOf(tools, into)]
    const question = `${from.email} (keys: ${from.keys}) becomes part of ${to.email}. Join them?`
    if (yes !== true && !(await tools.confirm(question))) return unanswered(tools)
    const { customer } = expectOk(await tools.client.joinCustomers({ body: { id: from.id, into: to.id } }))
    tools.output.done(customer, 'The customers were joined.')
    return EXIT.ok
  },
})

const exportOne = defineCommand({
  name: 'customers export <EMAIL>',
  summary: 'Prints all that is stored of a customer as JSON.',
  needs: 'api-key',
  async run({ client, output }, _, [email = '']) {
    const { success, message, ...all } = expectOk(await client.exportCustomer({ query: { email } }))
    output.show(all, JSON.stringify(all, undefined, 2).split('\n'))
  },
})

const erase = defineCommand({
  name: 'customers erase <EMAIL>',
  summary: 'Erases the address and the name of a customer. Its keys go on.',
  description:
    'Also in the notes of all keys of the account. Backups that were made before have them until you delete these.',
  options: { yes: { help: 'Does not ask.' } },
  needs: 'api-key',
  async run(tools, { yes }, [email = '']) {
    const { client, output } = tools
    const { id, keys } = await customerOf(tools, email)
    const question = `The customer has keys: ${keys}. Nobody can restore its address. Erase it?`
    if (yes !== true && !(await tools.confirm(question))) return unanswered(tools)
    const { message, notes } = expectOk(await client.eraseCustomer({ query: { id } }))
    output.done({ id, notes }, `${message} Keys with changed notes: ${notes}.`)
    return EXIT.ok
  },
})

const decline = defineCommand({
  name: 'customers decline <EMAIL>',
  summary: 'Declines that a customer asks to be erased. The customer gets no mail about it.',
  needs: 'api-key',
  async run({ client, output }, _, [email = '']) {
    const { message } = expectOk(await client.declineErasure({ query: { email } }))
    output.done({ email }, message)
  },
})

function unanswered({ output }: Tools) {
  output.notify('Nothing was changed. --yes does it without a question.')
  return EXIT.refused
}

const customerOf = async ({ client }: Tools, email: string): Promise<CustomerRecord> =>
  expectOk(await client.getCustomer({ query: { email } })).customer

const customerColumns = (times: Times): readonly Column<CustomerRecord>[] => [
  { title: 'EMAIL', cell: ({ email }) => email },
  { title: 'NAME', cell: ({ name }) => name || '–', maxLength: 40 },
  { title: 'KEYS', cell: ({ keys }) => String(keys), align: 'right' },
  { title: 'SINCE', cell: ({ created_at }) => times.day(created_at) },
]

const linesOf = ({ customer, keys }: CustomerFound, times: Times): readonly string[] => [
  ...pairs([
    ['Address', customer.email],
    ['Name', customer.name || '–'],
    ['Since', times.describe(customer.created_at)],
    ['Keys', String(customer.keys)],
    ...(customer.erasure_asked_at === 0
      ? []
      : [['Asks to be erased', `since ${times.describe(customer.erasure_asked_at)}`] as const]),
  ]),
  ...(keys.length === 0 ? [] : ['', ...table(keyColumns(times), keys)]),
]

const keyColumns = (times: Times): readonly Column<CustomerKey>[] => [
  { title: 'KEY', cell: ({ key }) => key.user_key },
  { title: 'PROJECT', cell: ({ project_name }) => project_name, maxLength: 30 },
  { title: 'STATE', cell: ({ key }) => key.state },
  { title: 'EXPIRES', cell: ({ key }) => times.describe(key.auth_expire) },
]

export const CUSTOMER_COMMANDS = [list, show, change, give, take, join, exportOne, erase, decline]
