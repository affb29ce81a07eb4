import type { PageName } from '../../ipc/schema.ts'

/**
 * The app's own scheme, and the two pages that live on it.
 * Each page has its own origin: what the product stores in its window, the gate cannot read, and the other way round.
 */
export const APP_SCHEME = 'app'

const PAGE_NAMES: readonly PageName[] = ['gate', 'product']

export const pageUrl = (page: PageName): string => `${APP_SCHEME}://${page}/`

/** Of the product's origin, and without any of its code: loaded while a key is checked, it waits to be told to start. */
export const WAITING_PRODUCT_FILE = 'waiting/index.html'
export const WAITING_PRODUCT_URL = pageUrl('product') + WAITING_PRODUCT_FILE

/** The page that an address belongs to, or undefined for any address that is not ours. */
export function pageOf(address: string): PageName | undefined {
  const url = URL.parse(address)
  // `url.origin` is 'null' for a scheme of one's own, so protocol and host are compared instead.
  if (url?.protocol !== `${APP_SCHEME}:`) return undefined
  return PAGE_NAMES.find((page) => page === url.host)
}
