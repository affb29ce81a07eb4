import { Type } from 'typebox'
import { CustomerEmail, CustomerName } from './customer-fields.ts'
import type { EndpointData } from './endpoint.ts'
import { EventRecord } from './events.ts'
import { AnyText, Done, DoneFields, Flag, Input, TEXT_LIMITS, Text, Whole } from './fields.ts'
import { KeyRecord, KeyRefused } from './key-record.ts'
import { MailRecord } from './mail.ts'
import { OF_PROJECT, PAGE, WRONG_CURSOR } from './of-project.ts'
import { WholeOrder } from './orders.ts'

/** A customer of an account: an e-mail address that has keys. */
export const CustomerRecord = Type.Object({
  id: AnyText('Names the customer. It stays the same when the address changes.'),
  email: AnyText('The e-mail address, as it was typed.'),
  name: AnyText('Empty when it is not known.'),
  created_at: Whole('Unix seconds.'),
  keys: Whole('The number of its keys, over all projects of the account.'),
  erasure_asked_at: Whole('Unix seconds at which it asked, on its page, to be erased; 0: it does not ask.'),
})
export type CustomerRecord = Type.Static<typeof CustomerRecord>

/** The query of List Customers. */
export const CustomerQuery = Input({
  search: Type.Optional(
    Text(
      TEXT_LIMITS.search,
      'A part of the address or the name; a text of one or two characters finds up to 10,000 that begin with it. Proxies may log the addresses of requests.',
    ),
  ),
  erasure_asked: Type.Optional(Flag('true: only customers who ask to be erased.')),
  ...PAGE,
})

/** The answer of List Customers. */
export const CustomerList = Type.Object({
  ...DoneFields,
  customers: Type.Array(CustomerRecord, { description: 'The newest first.' }),
  next_cursor: AnyText('For the next page; empty after the last customer.'),
})
export type CustomerList = Type.Static<typeof CustomerList>

const id = Text(TEXT_LIMITS.key, 'The `id` of the customer.')
/** Names a customer by one of both fields. */
export const OneCustomerQuery = Input({
  id: Type.Optional(id),
  email: Type.Optional(
    CustomerEmail('Instead of `id`: the e-mail address, whole. Proxies may log the addresses of requests.'),
  ),
})
/** A customer by its `id` or its address. */
export type OneCustomer = Type.Static<typeof OneCustomerQuery>

/** A key of a customer, with its project. */
export const CustomerKey = Type.Object({
  project_id: Type.String(),
  project_name: Type.String(),
  key: KeyRecord,
})
export type CustomerKey = Type.Static<typeof CustomerKey>

const found = {
  ...DoneFields,
  customer: CustomerRecord,
  keys: Type.Array(CustomerKey, {
    description:
      'The newest 1,000 keys over all projects, the newest first. `keys` of the customer counts all.',
  }),
}
/** The answer of Get Customer and of what changes one. */
export const CustomerFound = Type.Object(found)
export type CustomerFound = Type.Static<typeof CustomerFound>

/** The answer of Export Customer. */
export const CustomerExported = Type.Object({
  ...found,
  events: Type.Array(EventRecord, { description: 'Of each key, the newest 1,000 events.' }),
  orders: Type.Array(Type.Object({ project_id: Type.String(), order: WholeOrder }), {
    description: 'The newest 1,000 orders over all projects.',
  }),
  mails: Type.Array(MailRecord, { description: 'Of each key, the mails of the last 30 days.' }),
})
export type CustomerExported = Type.Static<typeof CustomerExported>

/** The body of Change Customer. */
export const ChangeCustomerBody = Input({
  id,
  email: Type.Optional(CustomerEmail('The address from now on.')),
  name: Type.Optional(CustomerName('The name from now on. Empty: not known.')),
})

/** The body of Join Customers. */
export const JoinCustomersBody = Input({
  id: Text(TEXT_LIMITS.key, 'The `id` of the customer that ends.'),
  into: Text(TEXT_LIMITS.key, 'The `id` of the customer that gets its keys. It keeps its address.'),
})

/** The answer of Erase Customer. */
export const CustomerErased = Type.Object({
  ...DoneFields,
  notes: Whole('The number of keys whose notes, or reasons of a ban, had the address or the name.'),
  in_log: Flag(
    'Whether the log of an SQLite database has the old texts until SQLite writes over them, because a long read uses it at the moment.',
  ),
})
export type CustomerErased = Type.Static<typeof CustomerErased>

const { credentials } = OF_PROJECT
const common = { credentials, subject: 'Customers', refusal: KeyRefused } as const
const customers = '/v3/customers'
const NO_SUCH_CUSTOMER = {
  status: 404,
  when: 'the account has no such customer (`NO_SUCH_CUSTOMER`)',
} as const
const INVALID_EMAIL = { status: 400, when: 'no mail can be sent to the address (`INVALID_EMAIL`)' } as const
const NOT_ONE = { status: 400, when: 'not exactly one of `id` and `email` is given' } as const

/** Additions to the interface: to whom the keys belong. */
export const CUSTOMER_ENDPOINTS = {
  listCustomers: {
    ...common,
    title: 'List Customers',
    method: 'GET',
    path: customers,
    leastRole: 'read-only',
    description:
      'Returns a page of the customers of the account that match. A customer is made with its first key: by `customer_email` of Create Keys, Create User/Key, Import Keys or Change Key.',
    query: CustomerQuery,
    success: CustomerList,
    refusals: [WRONG_CURSOR],
  },
  getCustomer: {
    ...common,
    title: 'Get Customer',
    method: 'GET',
    path: `${customers}/one`,
    leastRole: 'read-only',
    description: 'Returns one customer with its keys over all projects of the account.',
    query: OneCustomerQuery,
    success: CustomerFound,
    refusals: [NO_SUCH_CUSTOMER, NOT_ONE],
  },
  changeCustomer: {
    ...common,
    title: 'Change Customer',
    method: 'PATCH',
    path: `${customers}/one`,
    leastRole: 'support',
    description:
      'Changes the address or the name of a customer. Its keys stay as they are. Mail that waits for the earlier address goes to the new one, and the list of mail forgets the earlier one.',
    body: ChangeCustomerBody,
    success: CustomerFound,
    refusals: [
      NO_SUCH_CUSTOMER,
      INVALID_EMAIL,
      {
        status: 409,
        when: 'another customer has the address (`CUSTOMER_EXISTS`): Join Customers makes one of both',
      },
    ],
  },
  joinCustomers: {
    ...common,
    title: 'Join Customers',
    method: 'POST',
    path: `${customers}/joins`,
    leastRole: 'support',
    description:
      'Makes one customer of two: the keys of the first one go to the second one, and the first one is deleted. If the second one has no name, it gets the one of the first.',
    body: JoinCustomersBody,
    success: CustomerFound,
    refusals: [NO_SUCH_CUSTOMER, { status: 400, when: '`id` and `into` are the same (`SAME_CUSTOMER`)' }],
  },
  exportCustomer: {
    ...common,
    title: 'Export Customer',
    method: 'GET',
    path: `${customers}/export`,
    leastRole: 'owner',
    description:
      'Returns all that is stored of a customer, to answer its request for it: the customer, its keys with their notes and devices, their events and their mails.',
    query: OneCustomerQuery,
    success: CustomerExported,
    refusals: [NO_SUCH_CUSTOMER, NOT_ONE],
  },
  declineErasure: {
    ...common,
    title: 'Decline Erasure',
    method: 'DELETE',
    path: `${customers}/one/erasure-request`,
    leastRole: 'owner',
    description:
      'Deletes the request of a customer to be erased. The customer stays, and gets no mail about it.',
    query: OneCustomerQuery,
    success: Done,
    refusals: [NO_SUCH_CUSTOMER, NOT_ONE],
  },
  eraseCustomer: {
    ...common,
    title: 'Erase Customer',
    method: 'DELETE',
    path: `${customers}/one`,
    leastRole: 'owner',
    description:
      'Deletes a customer, and replaces its address and its name by `[erased]` in the notes of all keys of the account and in the reasons of bans. Mail that waits for it is deleted, and the list of mail forgets it. Its keys go on. A request that was interrupted is sent again. SECURITY.md says what older backups keep.',
    query: OneCustomerQuery,
    success: CustomerErased,
    refusals: [NO_SUCH_CUSTOMER, NOT_ONE],
  },
} as const satisfies Record<string, EndpointData>
