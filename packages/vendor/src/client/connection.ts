const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Why a text cannot be the address of a service; undefined if it can. */
export function problemOfBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return 'It is not a URL.'
  const { username, password, search, hash, protocol, hostname } = new URL(text)
  if ([username, password, search, hash].some((part) => part !== '')) {
    return 'It must consist of a host and a path only.'
  }
  // SECURITY: every request carries the API key, so plain HTTP is allowed only on this computer.
  if (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) return undefined
  return 'It must begin with https:// (http:// is for this computer only).'
}

/**
 * Whether a text can be sent as a credential: visible ASCII only. It is checked before it is put
 * into a header, because the error for an invalid header would print it.
 */
export const isApiKey = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text)
