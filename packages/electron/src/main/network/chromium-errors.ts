import type { FaultKind } from '@latchkey/client'

export interface ErrorMeaning {
  readonly kind: FaultKind
  /** True only if this error always occurs before the request is sent. */
  readonly neverSent: boolean
}

const MEANINGS: ReadonlyMap<string, FaultKind> = new Map<string, FaultKind>([
  ['ERR_INTERNET_DISCONNECTED', 'offline'],
  ['ERR_NAME_NOT_RESOLVED', 'name-not-found'],
  ['ERR_NAME_RESOLUTION_FAILED', 'name-not-found'],
  ['ERR_DNS_TIMED_OUT', 'name-not-found'],
  ['ERR_DNS_SERVER_FAILED', 'name-not-found'],
  ['ERR_ICANN_NAME_COLLISION', 'name-not-found'],
  ['ERR_CONNECTION_REFUSED', 'connection-refused'],
  ['ERR_CONNECTION_FAILED', 'connection-refused'],
  ['ERR_ADDRESS_UNREACHABLE', 'connection-refused'],
  ['ERR_ADDRESS_INVALID', 'connection-refused'],
  ['ERR_NETWORK_ACCESS_DENIED', 'connection-refused'],
  ['ERR_UNSAFE_PORT', 'connection-refused'],
  ['ERR_CONNECTION_TIMED_OUT', 'timed-out'],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
  ['ERR_NO_SUPPORTED_PROXIES', 'proxy'],
  ['ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'proxy'],
  ['ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT', 'proxy'],
  ['ERR_UNABLE_TO_REUSE_CONNECTION_FOR_PROXY_AUTH', 'proxy'],
  ['ERR_CERT_DATE_INVALID', 'tls-date'],
  ['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'tls'],
  ['ERR_SSL_OBSOLETE_VERSION', 'tls'],
])

/** Error families that occur before the request is sent: proxies, PAC scripts, certificates. */
const FAMILIES: readonly (readonly [RegExp, FaultKind])[] = [
  [/^ERR_(PROXY|SOCKS|PAC)_/, 'proxy'],
  [/^ERR_CERT_/, 'tls'],
]

/** Classifies a Chromium network error. Source: Chromium, `net/base/net_error_list.h`. */
export function meaningOf(code: string): ErrorMeaning {
  const kind = MEANINGS.get(code) ?? FAMILIES.find(([family]) => family.test(code))?.[1]
  if (kind !== undefined) return { kind, neverSent: true }
  // A TLS alert can also arrive after the request was sent.
  return { kind: /^ERR_(BAD_)?SSL_/.test(code) ? 'tls' : 'interrupted', neverSent: false }
}
