import type { PageName } from '@latchkey/client/bridge'

/** The custom scheme of the pages. Each page has its own origin, so they share no web storage. */
export const APP_SCHEME = 'app'

const PAGE_NAMES: readonly PageName[] = ['gate', 'product']

export const pageUrl = (page: PageName): string => `${APP_SCHEME}://${page}/`

/** The page of an address, or undefined for an address that is not Latchkey's. */
export function pageOf(address: string): PageName | undefined {
  const url = URL.parse(address)
  // `url.origin` is 'null' for custom schemes, so protocol and host are compared.
  if (url?.protocol !== `${APP_SCHEME}:`) return undefined
  return PAGE_NAMES.find((page) => page === url.host)
}
