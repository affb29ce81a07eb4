import { isLicenseKey, type LicenseKey } from '@latchkey/protocol'

/**
 * Returns the license key of an activation link, or undefined for any other address.
 * SECURITY: any program or web page can open such a link, so the key only fills the field. The user
 * submits it.
 */
export function parseActivationLink(address: string, scheme: string): LicenseKey | undefined {
  const url = address.length <= 1_000 ? URL.parse(address) : null
  if (url?.protocol !== `${scheme}:` || url.host !== 'activate' || !/^\/?$/.test(url.pathname))
    return undefined
  // A link with two keys is ambiguous.
  const [key = '', ...others] = url.searchParams.getAll('key').map((value) => value.trim())
  return others.length === 0 && isLicenseKey(key) ? key : undefined
}

/** Holds the key of the last link until a page takes it. */
export function createActivationLinks(onArrival: () => void) {
  let pending: LicenseKey | undefined
  return {
    /** `addresses`: a command line, or a URL from the operating system. */
    receive(addresses: readonly string[], scheme: string): void {
      const key = addresses
        .map((address) => parseActivationLink(address, scheme))
        .findLast((found) => found !== undefined)
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
