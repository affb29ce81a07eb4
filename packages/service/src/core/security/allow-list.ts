import { BlockList, isIP } from 'node:net'

const CIDR = /^([0-9a-fA-F.:]+)(?:\/(\d{1,3}))?$/

interface Entry {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
  readonly prefix: number
}

function parseEntry(text: string): Entry | undefined {
  const [, address = '', prefixText] = CIDR.exec(text) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const longest = version === 4 ? 32 : 128
  const prefix = prefixText === undefined ? longest : Number(prefixText)
  return prefix > longest ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix }
}

/** An IPv4 or IPv6 address, or a range of either in CIDR notation. */
export const isAllowListEntry = (text: string): boolean => parseEntry(text) !== undefined

/** Whether an address is on the list. An empty list allows every address; an invalid entry none. */
export function isOnAllowList(address: string, allowList: readonly string[]): boolean {
  if (allowList.length === 0) return true
  const version = isIP(address)
  if (version === 0) return false
  const allowed = new BlockList()
  for (const entry of allowList.map(parseEntry)) {
    if (entry !== undefined) allowed.addSubnet(entry.address, entry.prefix, entry.family)
  }
  // The rules for IPv4 apply to an IPv4 address in IPv6 notation (::ffff:192.0.2.1), too.
  return allowed.check(address, version === 4 ? 'ipv4' : 'ipv6')
}
