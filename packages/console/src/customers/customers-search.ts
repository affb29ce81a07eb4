const SEARCH_LENGTH = 256

/** What the list shows, as it is in the fragment of the page's address. */
export interface CustomersSearch {
  /** A part of the address or the name. */
  readonly q?: string
}

/** Reads an address that somebody may have typed. What is not known is left out. */
export const readCustomersSearch = ({ q }: Readonly<Record<string, unknown>>): CustomersSearch =>
  // The router reads a search that has only digits as a number.
  (typeof q === 'string' && q !== '') || typeof q === 'number' ? { q: String(q).slice(0, SEARCH_LENGTH) } : {}
