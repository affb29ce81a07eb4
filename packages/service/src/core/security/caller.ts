import { ipv4Of, ipv6Network } from '../event-log/addresses.ts'

const NETWORK_GROUPS = 4

/**
 * Who counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber is given a whole /64 to choose addresses from.
 */
export function callerOf(address: string): string {
  if (!address.includes(':')) return address
  return ipv4Of(address) ?? ipv6Network(address, NETWORK_GROUPS)
}
