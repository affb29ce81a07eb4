import { ipv4Of, ipv6Network } from '../event-log/addresses.ts'

const NETWORK_GROUPS = 4

/**
 * The text by which a caller is counted: an IPv4 address, or the /64 network of an IPv6 address,
 * because one subscriber gets a whole /64.
 */
export function callerOf(address: string): string {
  if (!address.includes(':')) return address
  return ipv4Of(address) ?? ipv6Network(address, NETWORK_GROUPS)
}
