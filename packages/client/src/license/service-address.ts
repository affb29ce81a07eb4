import { BlockList } from 'node:net'

const MAX_NODES = 16
const MAX_ADDRESS_LENGTH = 255
const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Names without a dot, and reserved suffixes of local networks. RFC 6761, RFC 6762, RFC 8375. */
const INTERNAL_NAME = /^[^.]+\.?$|\.(localhost|local|internal|lan|home\.arpa)\.?$/

/**
 * SECURITY: a hostile node list could otherwise send requests to the user's own network. Two lists,
 * because a list that contains IPv4-mapped addresses matches every IPv4 address.
 */
const INTERNAL_IPV4 = new BlockList()
const INTERNAL_IPV6 = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  INTERNAL_IPV4.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 127],
  // IPv4-mapped IPv6 addresses.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  INTERNAL_IPV6.addSubnet(network, bits, 'ipv6')
}

export interface AddressRules {
  /** Allows http: to a service on this computer. Must be false in a packaged app. */
  readonly allowLoopbackHttp: boolean
}

/**
 * Parses the address of a service. Returns its base URL with a slash at the end, or undefined when
 * checks must not be sent to it: only https: is allowed (or http: to this computer, see `rules`),
 * without credentials, query and fragment.
 */
export function parseServiceUrl(text: string, rules: AddressRules): URL | undefined {
  // SECURITY: the URL parser accepts tabs, backslashes and missing slashes. Such an address is
  // refused, because another parser may read another host from it.
  if (
    text.length > MAX_ADDRESS_LENGTH ||
    !/^https?:\/\/(?!\/)[\x21-\x7e]+$/i.test(text) ||
    /[\\@?#]/.test(text)
  ) {
    return undefined
  }
  const url = URL.parse(text)
  if (url === null || url.hostname === '' || url.hostname.includes('..') || url.port === '0') return undefined
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  const isLoopback = LOOPBACK_NAME.test(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback && rules.allowLoopbackHttp)) {
    return undefined
  }
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

/**
 * The base URLs of a node list that can be used, without duplicates, in the order of the list.
 * An internal address is used only when its host is the host of the configured sync URL.
 */
export function selectNodes(nodes: readonly string[], syncUrl: URL, rules: AddressRules): string[] {
  const usable = nodes
    .slice(0, MAX_NODES)
    .map((node) => parseServiceUrl(node, rules))
    .filter((url) => url !== undefined)
    .filter((url) => !isInternal(url, rules) || url.hostname === syncUrl.hostname)
  return [...new Set(usable.map((url) => url.href))]
}

function isInternal({ hostname }: URL, { allowLoopbackHttp }: AddressRules): boolean {
  if (LOOPBACK_NAME.test(hostname)) return !allowLoopbackHttp
  if (hostname.startsWith('[')) return INTERNAL_IPV6.check(hostname.slice(1, -1), 'ipv6')
  if (INTERNAL_NAME.test(hostname)) return true
  return /^[\d.]+$/.test(hostname) && INTERNAL_IPV4.check(hostname, 'ipv4')
}
