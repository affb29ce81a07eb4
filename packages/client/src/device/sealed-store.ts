import { hkdfSync } from 'node:crypto'
import type { DeviceId } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { decrypt, encrypt, NONCE_BYTES, type RandomBytes, TAG_BYTES } from '../encryption.ts'
import { type FactHashes, kindsOf } from './derive-device-id.ts'
import { FACT_KINDS, type FactKind } from './machine-reading.ts'

/**
 * The file with the device ID, which can be opened while a quorum of the machine's facts still
 * matches.
 *
 * A random master key is encrypted once for every set of facts that forms a quorum (`locks`). The
 * ID and the hashes of the facts are encrypted with the master key, and the rest of the file is
 * their associated data. A machine without a quorum therefore cannot open the file, and a modified
 * file cannot be opened at all.
 */
const FORMAT_VERSION = 1

export interface StoredIdentity {
  readonly id: DeviceId
  /** Version of the derivation that produced the ID. */
  readonly version: number
  /** 32 random bytes, generated together with the ID. */
  readonly masterKey: Uint8Array
  readonly facts: FactHashes
}

const KEY_BYTES = 32

// Lower case only: upper-case digits for the same bytes would be a modification that is not
// detected.
const Hex = (minBytes: number, maxBytes: number) =>
  Type.String({ pattern: `^(?:[0-9a-f]{2}){${minBytes},${maxBytes}}$` })
const Kind = Type.Enum([...FACT_KINDS])

const StoreFile = Type.Object(
  {
    version: Type.Literal(FORMAT_VERSION),
    salt: Hex(KEY_BYTES, KEY_BYTES),
    locks: Type.Array(
      Type.Object(
        { facts: Type.Array(Kind, { minItems: 1, maxItems: 2 }), box: Hex(60, 60) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: FACT_KINDS.length },
    ),
    sealed: Hex(NONCE_BYTES + TAG_BYTES, 2048),
  },
  { additionalProperties: false },
)
type StoreFile = Type.Static<typeof StoreFile>

const Payload = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  version: Type.Integer({ minimum: 1 }),
  facts: Type.Partial(Type.Record(Kind, Type.String())),
})

/** More than half: one of one, two of two, two of three. */
const quorumOf = (facts: number): number => Math.floor(facts / 2) + 1

/** Every smallest set of facts that forms a quorum. */
function quorums(kinds: readonly FactKind[]): FactKind[][] {
  if (quorumOf(kinds.length) === kinds.length) return [[...kinds]]
  return kinds.map((omitted) => kinds.filter((kind) => kind !== omitted))
}

/** Returns the text of the file, different at every call because of random salt and nonces. */
export function sealIdentity({ id, version, masterKey, facts }: StoredIdentity, random: RandomBytes): string {
  const salt = random(KEY_BYTES)
  const locks = quorums(kindsOf(facts)).map((kinds) => ({
    facts: kinds,
    box: toHex(encrypt(lockKey(facts, kinds, salt), masterKey, random)),
  }))
  const header = { version: FORMAT_VERSION, salt: toHex(salt), locks } as const
  const payload = JSON.stringify({ id, version, facts })
  const sealed = encrypt(payloadKey(masterKey), Buffer.from(payload), random, JSON.stringify(header))
  return serialise({ ...header, sealed: toHex(sealed) })
}

/** Opens the file with these facts. Undefined without a quorum, or if the file was modified. */
export function openIdentity(text: string, present: FactHashes): StoredIdentity | undefined {
  const file = parse(text)
  if (file === undefined) return undefined
  const { sealed, ...header } = file
  for (const { facts, box } of file.locks) {
    if (facts.some((kind) => present[kind] === undefined)) continue
    const masterKey = decrypt(lockKey(present, facts, fromHex(file.salt)), fromHex(box))
    if (masterKey === undefined) continue
    const payload = decrypt(payloadKey(masterKey), fromHex(sealed), JSON.stringify(header))
    const stored: unknown = payload && JSON.parse(Buffer.from(payload).toString())
    if (!Check(Payload, stored)) return undefined
    return { id: stored.id as DeviceId, version: stored.version, masterKey, facts: stored.facts }
  }
  return undefined
}

/**
 * Whether a file that cannot be opened now may be opened later, because too few of its facts could
 * be read. An antivirus that blocks a query for a day must not make the machine lose its ID. If
 * enough facts were read, the file belongs to another machine, or to this one before its hardware
 * was replaced.
 */
export function mayOpenLater(text: string, present: FactHashes): boolean {
  const file = parse(text)
  if (file === undefined) return false
  // `locks` is not authenticated here. That is sufficient: the result only decides whether to
  // overwrite the file.
  const recorded = FACT_KINDS.filter((kind) => file.locks.some(({ facts }) => facts.includes(kind)))
  return recorded.filter((kind) => present[kind] !== undefined).length < quorumOf(recorded.length)
}

const serialise = (file: StoreFile): string => `${JSON.stringify(file)}\n`

/** Accepts only the exact text of `sealIdentity`, including white space and key order. */
function parse(text: string): StoreFile | undefined {
  try {
    const file: unknown = JSON.parse(text)
    return Check(StoreFile, file) && serialise(file) === text ? file : undefined
  } catch {
    return undefined
  }
}

function lockKey(hashes: FactHashes, kinds: readonly FactKind[], salt: Uint8Array): Uint8Array {
  const facts = kinds.map((kind) => [kind, hashes[kind]])
  return derive(Buffer.from(JSON.stringify(facts)), salt, 'latchkey device store 1: lock')
}

const payloadKey = (masterKey: Uint8Array): Uint8Array =>
  derive(masterKey, new Uint8Array(), 'latchkey device store 1: identity')

/** Derives the key for one purpose from the master key. */
export const purposeKey = (masterKey: Uint8Array, purpose: string): Uint8Array =>
  derive(masterKey, new Uint8Array(), `latchkey sealing key 1: ${purpose}`)

const derive = (secret: Uint8Array, salt: Uint8Array, info: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, KEY_BYTES))

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const fromHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
