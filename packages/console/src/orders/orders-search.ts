import type { OrderStateName } from '@latchkey/management'
import { type CustomersSearch, readCustomersSearch } from '../customers/customers-search.ts'

// A copy, because the list of @latchkey/management would bring TypeBox into the page.
export const STATES = [
  'waiting',
  'paid',
  'past-due',
  'ended',
  'refunded',
  'charged-back',
] as const satisfies OrderStateName[]

/** What the list shows, as it is in its address. `q`: an ID at the shop or an address, as a whole. */
export interface OrdersSearch extends CustomersSearch {
  readonly state?: OrderStateName
}

/** Reads an address that somebody may have typed. What is not known is left out. */
export function readOrdersSearch({ state, ...search }: Readonly<Record<string, unknown>>): OrdersSearch {
  const known = STATES.find((one) => one === state)
  return { ...readCustomersSearch(search), ...(known !== undefined && { state: known }) }
}

/** The ID at the shop with which the form of a product opens. */
export const readProductSearch = ({ id }: Readonly<Record<string, unknown>>): { readonly id?: string } =>
  typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}
