import { BlockList } from 'node:net'

const MAX_NODES = 16
const MAX_ADDRESS_LENGTH = 255
const LOOPBACK_NAME = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** A name without a dot, and the endings that no public name has. RFC 6762, RFC 8375, RFC 6761. */
const INTERNAL_NAME = /^[^.]+\.?$|\.(localhost|local|internal|lan|home\.arpa)\.?$/

/** Addresses that no public service has. A hostile node list could otherwise aim the app at the user's network. */
const INTERNAL = new BlockList()
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
  INTERNAL.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['::', 127],
  // IPv4 addresses in IPv6 clothes; no honest list writes them so.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  INTERNAL.addSubnet(network, bits, 'ipv6')
}

export interface AddressRules {
  /** A service on this machine may be spoken to without TLS. Never in a packaged app. */
  readonly allowLoopbackHttp: boolean
}

/**
 * The base URL, ending in a slash, when `text` is an address that a check may be sent to; undefined otherwise.
 * https alone (or http on this machine, where allowed), no credentials, no query, no fragment.
 */
export function vetAddress(text: string, rules: AddressRules): URL | undefined {
  // The URL parser repairs what it is given (tabs, back slashes, missing slashes); an honest list needs no repair.
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
 * The usable base URLs of a node list, each once, in the list's order. The rest is left out without a word.
 * An internal address counts only when it is the host that this copy was set up with.
 */
export function vetNodes(nodes: readonly string[], syncUrl: URL, rules: AddressRules): string[] {
  const usable = nodes
    .slice(0, MAX_NODES)
    .map((node) => vetAddress(node, rules))
    .filter((url) => url !== undefined)
    .filter((url) => !isInternal(url, rules) || url.hostname === syncUrl.hostname)
  return [...new Set(usable.map((url) => url.href))]
}

function isInternal({ hostname }: URL, { allowLoopbackHttp }: AddressRules): boolean {
  if (LOOPBACK_NAME.test(hostname)) return !allowLoopbackHttp
  if (hostname.startsWith('[')) return INTERNAL.check(hostname.slice(1, -1), 'ipv6')
  if (INTERNAL_NAME.test(hostname)) return true
  return /^[\d.]+$/.test(hostname) && INTERNAL.check(hostname, 'ipv4')
}
