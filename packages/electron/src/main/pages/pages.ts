import type { PageName } from '../../ipc/schema.ts'

/**
 * The app's own scheme, and the two pages that live on it.
 * Each page has its own origin: what the product stores in its window, the gate cannot read, and the other way round.
 */
export const APP_SCHEME = 'app'

const PAGE_NAMES: readonly PageName[] = ['gate', 'product']

export const pageUrl = (page: PageName): string => `${APP_SCHEME}://${page}/`

/** The page that an address belongs to, or undefined for any address that is not ours. */
export function pageOf(address: string): PageName | undefined {
  const url = URL.parse(address)
  // `url.origin` is 'null' for a scheme of one's own, so protocol and host are compared instead.
  if (url?.protocol !== `${APP_SCHEME}:`) return undefined
  return PAGE_NAMES.find((page) => page === url.host)
}
