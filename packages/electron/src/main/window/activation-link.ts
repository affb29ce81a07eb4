import { isLicenseKey, type LicenseKey } from '@latchkey/protocol'

/** `latchkey://activate?key=…`, as an e-mail may carry it. Registered by the installer. */
export const LINK_SCHEME = 'latchkey'

/**
 * The license key that an activation link carries, or undefined for anything else.
 * SECURITY: any program and any web page can open such a link, so it only ever fills the field; the user submits.
 */
export function parseActivationLink(address: string): LicenseKey | undefined {
  const url = address.length <= 1_000 ? URL.parse(address) : null
  if (url?.protocol !== `${LINK_SCHEME}:` || url.host !== 'activate' || !/^\/?$/.test(url.pathname))
    return undefined
  // Of two keys, nobody could say which one the link was seen to carry.
  const [key = '', ...others] = url.searchParams.getAll('key').map((value) => value.trim())
  return others.length === 0 && isLicenseKey(key) ? key : undefined
}

/** Keeps the key of the last link until a window takes it, once. */
export function createActivationLinks(onArrival: () => void) {
  let pending: LicenseKey | undefined
  return {
    /** Takes addresses from the command line, a second start, or the system. */
    receive(addresses: readonly string[]): void {
      const key = addresses.map(parseActivationLink).findLast((found) => found !== undefined)
      if (key === undefined) return
      pending = key
      onArrival()
    },
    take(): string | null {
      const key = pending ?? null
      pending = undefined
      return key
    },
  }
}
