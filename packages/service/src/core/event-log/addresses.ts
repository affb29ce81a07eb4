/** Rules for IP addresses, as texts from a socket or a proxy. */

const IPV4 = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.(\d+)$/i
const GROUPS = 8

/** An IPv4 address, without the prefix that it has as an IPv4-mapped IPv6 address. */
export function ipv4Of(address: string): string | undefined {
  const [, network, host] = IPV4.exec(address) ?? []
  return network && `${network}.${host}`
}

/** The network of an IPv6 address: its first groups of 16 bits. */
export function ipv6Network(address: string, groupCount: number): string {
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '')
  const zeros = Array<string>(Math.max(0, GROUPS - groups(head).length - groups(tail).length)).fill('0')
  const kept = [...groups(head), ...zeros, ...groups(tail)].slice(0, groupCount)
  return `${kept.join(':')}::/${16 * groupCount}`
}

/**
 * SECURITY: the form of an address that may be stored. It names the network of many subscribers:
 * the /24 of IPv4, the /48 of IPv6. Empty for a text that is no address.
 */
export function shortAddress(address: string): string {
  const [, network] = IPV4.exec(address) ?? []
  if (network !== undefined) return `${network}.0/24`
  return /^[\da-f]*:[\da-f:]*(%\w+)?$/i.test(address) ? ipv6Network(address, 3) : ''
}
