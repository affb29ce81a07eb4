import { createHmac } from 'node:crypto'
import type { DeviceId } from '@latchkey/protocol'
import { FACT_KINDS, type FactKind } from './machine-reading.ts'

/**
 * Version of the derivation below. Increase it with every change that alters the ID of any machine.
 */
export const DERIVATION_VERSION = 1

/** Keyed hashes of the counted facts. Raw values are not used beyond this point. */
export type FactHashes = Partial<Readonly<Record<FactKind, string>>>

const hmacHex = (key: string | Uint8Array, message: string): string =>
  createHmac('sha256', key).update(message, 'utf8').digest('hex')

/** SECURITY: hashes are keyed with the app's name, so that apps cannot correlate their devices. */
const appKey = (appName: string): string => hmacHex(`latchkey device id ${DERIVATION_VERSION}`, appName)

/** JSON delimits the parts, so that two different lists never produce the same message. */
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

/** The kinds that have a hash, in the order of `FACT_KINDS`. */
export const kindsOf = (hashes: FactHashes): FactKind[] =>
  FACT_KINDS.filter((kind) => hashes[kind] !== undefined)

/**
 * Derives the device ID of a machine without a stored one: 64 lowercase hex characters
 * (HMAC-SHA-256). Uses all counted facts, so that boards with the same UUID or images with the same
 * machine ID differ.
 * @throws when there is no fact: all machines without facts would get the same ID.
 */
export function deriveDeviceId(appName: string, hashes: FactHashes): DeviceId {
  const kinds = kindsOf(hashes)
  if (kinds.length === 0) throw new Error('A device ID cannot be derived from no facts')
  const parts = kinds.flatMap((kind) => [kind, hashes[kind] ?? ''])
  return keyedHash(appName, 'device', ...parts) as DeviceId
}

/** The device ID of a machine without usable facts, in the same format. */
export const deviceIdFromRandom = (appName: string, secretHex: string): DeviceId =>
  keyedHash(appName, 'random', secretHex) as DeviceId
