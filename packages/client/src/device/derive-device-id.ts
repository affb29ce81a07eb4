import { createHmac } from 'node:crypto'
import type { DeviceId } from '@latchkey/protocol'
import { FACT_KINDS, type FactKind } from './machine-reading.ts'

/** Of the derivation below. A change that gives any machine another ID needs a new number. */
export const DERIVATION_VERSION = 1

/** Keyed hashes of the facts that count. No raw value goes further than this. */
export type FactHashes = Partial<Readonly<Record<FactKind, string>>>

const hmacHex = (key: string | Uint8Array, message: string): string =>
  createHmac('sha256', key).update(message, 'utf8').digest('hex')

/** SECURITY: everything below is under the app's name, so that two apps cannot compare their devices. */
const appKey = (appName: string): string => hmacHex(`latchkey device id ${DERIVATION_VERSION}`, appName)

/** JSON frames the parts, so that no two lists of them read the same. */
const keyedHash = (appName: string, ...parts: readonly string[]): string =>
  hmacHex(appKey(appName), JSON.stringify(parts))

export function hashFacts(
  appName: string,
  facts: readonly { readonly kind: FactKind; readonly value: string }[],
): FactHashes {
  return Object.fromEntries(
    facts.map(({ kind, value }) => [kind, keyedHash(appName, 'fact', kind, value)] as const),
  )
}

/** The kinds that have a hash, always in the same order. */
export const kindsOf = (hashes: FactHashes): FactKind[] =>
  FACT_KINDS.filter((kind) => hashes[kind] !== undefined)

/**
 * The device ID of a machine that has kept none: 64 lowercase hex characters (HMAC-SHA-256).
 * Made of every fact that counts, so that boards which share a UUID and images which share a machine ID differ.
 * @throws when there is no fact: the hash of nothing would be every such machine's ID.
 */
export function deriveDeviceId(appName: string, hashes: FactHashes): DeviceId {
  const kinds = kindsOf(hashes)
  if (kinds.length === 0) throw new Error('A device ID cannot be derived from no facts')
  const parts = kinds.flatMap((kind) => [kind, hashes[kind] ?? ''])
  return keyedHash(appName, 'device', ...parts) as DeviceId
}

/** The device ID of a machine that nothing identifies, in the same form. */
export const deviceIdFromRandom = (appName: string, secretHex: string): DeviceId =>
  keyedHash(appName, 'random', secretHex) as DeviceId
