/** The filters, the order and the place of the table, in the address of the page. */
export interface KeysSearch {
  readonly search?: string
}

/** Takes what it knows; addresses are typed and shared by people. */
export const readKeysSearch = (search: Record<string, unknown>): KeysSearch =>
  typeof search['search'] === 'string' ? { search: search['search'] } : {}
