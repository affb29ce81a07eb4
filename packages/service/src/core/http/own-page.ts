import type { FastifyReply, FastifyRequest } from 'fastify'

/** What the pages share that the service serves. */

/**
 * SECURITY: whether a request comes from a page of this service. Pages of other sites cannot use its
 * cookies, nor spend the limits of their visitors.
 */
export function isFromOwnPage({ method, headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isReading = method === 'GET'
  // A person may open an address that is read by typing it.
  if (site !== undefined && site !== 'same-origin' && !(isReading && site === 'none')) return false
  if (isReading && origin === undefined) return true
  return origin === new URL(publicUrl).origin || URL.parse(origin ?? '')?.host === host
}

/**
 * The headers of a page. SECURITY: it has only these sources, and sends nothing elsewhere. Other pages
 * learn nothing from it, and none shows it in a frame.
 */
export const pageHeaders = (sources: Readonly<Record<string, string>>) => ({
  'content-security-policy': [
    "default-src 'none'",
    ...Object.entries(sources).map((source) => source.join(' ')),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
})

/** A cookie with a token for the pages below a path of the service. */
export interface PageCookie {
  readonly name: string
  /** Below the public URL, without a slash at its start. */
  readonly path: string
  /** Seconds after which the browser deletes it. Undefined: when it is closed. */
  readonly maxAge?: number
}

/** SECURITY: with this prefix, browsers accept the cookie only over https. */
const fullName = (name: string, publicUrl: string): string =>
  publicUrl.startsWith('https:') ? `__Secure-${name}` : name

/** Sets a cookie that no script reads, and no other site sends. */
export function setPageCookie(
  reply: FastifyReply,
  { name, path, maxAge }: PageCookie,
  value: string,
  publicUrl: string,
): void {
  const { protocol, pathname } = new URL(publicUrl)
  const attributes = [
    `${fullName(name, publicUrl)}=${value}`,
    `Path=${pathname}${path}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    'HttpOnly',
    'SameSite=Strict',
    ...(protocol === 'https:' ? ['Secure'] : []),
  ]
  void reply.header('set-cookie', attributes.join('; '))
}

/** Reads a cookie whose value is one of `createToken`. */
export const readPageCookie = (
  { headers }: FastifyRequest,
  name: string,
  publicUrl: string,
): string | undefined =>
  (headers.cookie ?? '')
    .split('; ')
    .map((pair) => new RegExp(`^${fullName(name, publicUrl)}=([\\w-]{43})$`).exec(pair)?.[1])
    .find((value) => value !== undefined)
