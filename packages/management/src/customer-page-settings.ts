import { Type } from 'typebox'
import { CUSTOMER_ACTS, type CustomerAct, customerActs } from './customer-page.ts'
import type { EndpointData } from './endpoint.ts'
import { AnyText, DoneFields, Flag, Input } from './fields.ts'
import { NO_SUCH_PROJECT, OF_PROJECT } from './of-project.ts'

const on = Flag('Whether customers can open the page.')

/** The answer of Get Customer Page and of Change Customer Page. */
export const CustomerPageFound = Type.Object({
  ...DoneFields,
  on,
  ...customerActs,
  address: AnyText(
    'The address of the page; empty: the service has no public address, so mails have no links.',
  ),
})
export type CustomerPageFound = Type.Static<typeof CustomerPageFound>

const acts = Object.keys(CUSTOMER_ACTS) as CustomerAct[]
const optionalActs = Object.fromEntries(
  acts.map((act) => [act, Type.Optional(Flag(CUSTOMER_ACTS[act]))]),
) as unknown as { readonly [Act in CustomerAct]: ReturnType<typeof Type.Optional<ReturnType<typeof Flag>>> }

/** The body of Change Customer Page. What is left out stays. */
export const ChangeCustomerPageBody = Input({ on: Type.Optional(on), ...optionalActs })
export type ChangeCustomerPageBody = Type.Static<typeof ChangeCustomerPageBody>

const common = {
  ...OF_PROJECT,
  subject: 'Customers',
  path: '/v3/projects/{project_id}/customer-page',
  success: CustomerPageFound,
  refusals: [NO_SUCH_PROJECT],
} as const

/** Additions to the interface: the settings of the page at which customers help themselves. */
export const CUSTOMER_PAGE_ENDPOINTS = {
  getCustomerPage: {
    ...common,
    title: 'Get Customer Page',
    method: 'GET',
    leastRole: 'read-only',
    description: 'Returns whether the project has a page for its customers, and what they may do there.',
  },
  changeCustomerPage: {
    ...common,
    title: 'Change Customer Page',
    method: 'PATCH',
    leastRole: 'owner',
    description: 'Opens or closes the page for customers, and changes what they may do there.',
    body: ChangeCustomerPageBody,
  },
} as const satisfies Record<string, EndpointData>
