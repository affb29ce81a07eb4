/** The address of a service, checked. */
export type BaseUrl =
  | { readonly kind: 'ok' /** Without a slash at the end. */; readonly url: string }
  | { readonly kind: 'invalid'; readonly problem: string }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Reads the address of a service. */
export function parseBaseUrl(text: string): BaseUrl {
  if (!URL.canParse(text)) return { kind: 'invalid', problem: 'It is not a URL.' }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { kind: 'invalid', problem: 'It must consist of a host and a path only.' }
  }
  // SECURITY: every request carries the API key, so plain HTTP is allowed only on this computer.
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!isAllowed) {
    return { kind: 'invalid', problem: 'It must begin with https:// (http:// is for this computer only).' }
  }
  return { kind: 'ok', url: url.href.replace(/\/+$/, '') }
}

/**
 * Whether a text can be sent as a credential: visible ASCII only. Checked before it is put into a
 * header, because the error for an invalid header would print it.
 */
export const isApiKey = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text)
