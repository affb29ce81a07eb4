import { hash } from 'node:crypto'
import {
  type Item,
  parseDictionary,
  serializeBareItem,
  serializeDictionary,
  serializeInnerList,
  serializeItem,
} from 'structured-headers'

/** The components that a signature covers, in this order. Source: RFC 9421, 2.1 and 2.2. */
export interface Coverage {
  /** Each name with its parameters, as in the signature base: `"@path";req`. */
  readonly identifiers: readonly string[]
  /** All identifiers, as the inner list of `Signature-Input`. */
  readonly list: string
}

/** The parameters of a signature, in this order. Source: RFC 9421, 2.3. */
export type SignatureParameters = readonly (readonly [name: string, value: string | number])[]

/** The component `name` of the message itself. */
export const component = (name: string): Item => [name, new Map()]
/** The component `name` of the request that the signed response answers. RFC 9421, 2.4. */
export const requestComponent = (name: string): Item => [name, new Map([['req', true]])]

/** The components of a signature, serialized once for all messages. */
export const coverageOf = (components: readonly Item[]): Coverage => ({
  identifiers: components.map((one) => serializeItem(one)),
  list: serializeInnerList([[...components], new Map()]),
})

/** The value of `Signature-Input` for one signature, without its label. */
export const signatureInput = ({ list }: Coverage, parameters: SignatureParameters): string =>
  list + parameters.map(([name, value]) => `;${name}=${serializeBareItem(value)}`).join('')

/** A value in a signature base: one line of ASCII, without spaces around it. */
const COMPONENT_VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/

/**
 * The text that is signed. Source: RFC 9421, 2.5.
 * @param values of the covered components, in their order
 * @returns undefined if a value cannot be in it. SECURITY: a line break would add a component.
 */
export function signatureBase(
  { identifiers }: Coverage,
  values: readonly string[],
  input: string,
): string | undefined {
  let base = ''
  for (const [index, identifier] of identifiers.entries()) {
    const value = values[index]
    if (value === undefined || !COMPONENT_VALUE.test(value)) return undefined
    base += `${identifier}: ${value}\n`
  }
  return `${base}"@signature-params": ${input}`
}

/** The header `Content-Digest` of a body. Source: RFC 9530, 2. */
export const contentDigest = (body: Uint8Array | string): string =>
  `sha-256=:${hash('sha256', body, 'base64')}:`

/** Longer headers are refused before they are parsed. Those of a service have about 300 bytes. */
const MAX_HEADER_LENGTH = 2_048

/**
 * Reads a dictionary with one member (RFC 9651, 3.2). SECURITY: only in its canonical form, so that
 * no other reader can understand it differently: no repeated name, no other base64.
 * @returns undefined if it is anything else
 */
export function readOnlyMember(header: string, label: string) {
  if (header.length > MAX_HEADER_LENGTH) return undefined
  try {
    const members = parseDictionary(header)
    const member = members.get(label)
    return members.size === 1 && serializeDictionary(members) === header ? member : undefined
  } catch {
    return undefined
  }
}
