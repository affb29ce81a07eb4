export type BaseUrl =
  | { readonly kind: 'ok' /** Without a slash at its end. */; readonly url: string }
  | { readonly kind: 'invalid'; readonly problem: string }

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Reads the address of a service. */
export function parseBaseUrl(text: string): BaseUrl {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return { kind: 'invalid', problem: 'It is not a URL.' }
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    return { kind: 'invalid', problem: 'It has more in it than a host and a path.' }
  }
  // SECURITY: every request carries the API key, so it travels in clear on this machine alone.
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (!isAllowed) {
    return { kind: 'invalid', problem: 'It must begin with https:// (http:// works for this machine alone).' }
  }
  return { kind: 'ok', url: url.href.replace(/\/+$/, '') }
}
