const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Who counts as one caller: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber is given a whole /64 to choose addresses from.
 */
export function callerOf(address: string): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = (text: string): string[] => text.split(':').filter((group) => group !== '')
  const zeros = Array<string>(Math.max(0, GROUPS - groups(head).length - groups(tail).length)).fill('0')
  return `${[...groups(head), ...zeros, ...groups(tail)].slice(0, NETWORK_GROUPS).join(':')}::/64`
}
