import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { DeviceId } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { type FactHashes, kindsOf } from './derive-device-id.ts'
import { FACT_KINDS, type FactKind } from './machine-reading.ts'

/**
 * The file that keeps a device ID while a quorum of the facts it was made of still matches.
 *
 * A random master key is locked once for every set of facts that makes a quorum; the ID and the facts' hashes
 * are encrypted under the master key, with the whole rest of the file as associated data. So a machine without
 * a quorum cannot open it, and a file of which one byte was changed opens nowhere.
 */
const FORMAT_VERSION = 1

export interface KeptIdentity {
  readonly id: DeviceId
  /** Of the derivation that made the ID. */
  readonly version: number
  /** 32 bytes, random, made with the ID. */
  readonly masterKey: Uint8Array
  readonly facts: FactHashes
}

export type RandomBytes = (size: number) => Uint8Array

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

// Lower-case hex only: a second spelling of the same bytes would be an edit that nobody notices.
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

/** More than half: both of two, two of three. One of one, which is all such a machine has. */
const quorumOf = (facts: number): number => Math.floor(facts / 2) + 1

/** Every set of facts that is just a quorum. */
function quorums(kinds: readonly FactKind[]): FactKind[][] {
  if (quorumOf(kinds.length) === kinds.length) return [[...kinds]]
  return kinds.map((left) => kinds.filter((kind) => kind !== left))
}

/** The text of the file. Different every time, as every key and nonce in it is. */
export function sealIdentity(kept: KeptIdentity, random: RandomBytes): string {
  const salt = random(KEY_BYTES)
  const locks = quorums(kindsOf(kept.facts)).map((facts) => ({
    facts,
    box: toHex(encrypt(lockKey(kept.facts, facts, salt), kept.masterKey, '', random)),
  }))
  const header = { version: FORMAT_VERSION, salt: toHex(salt), locks } as const
  const payload = JSON.stringify({ id: kept.id, version: kept.version, facts: kept.facts })
  const sealed = encrypt(payloadKey(kept.masterKey), Buffer.from(payload), JSON.stringify(header), random)
  return serialise({ ...header, sealed: toHex(sealed) })
}

/** What a file keeps for the machine with these facts; undefined when it keeps nothing for it, or was edited. */
export function openIdentity(text: string, present: FactHashes): KeptIdentity | undefined {
  const file = parse(text)
  if (file === undefined) return undefined
  const { sealed, ...header } = file
  for (const { facts, box } of file.locks) {
    if (facts.some((kind) => present[kind] === undefined)) continue
    const masterKey = decrypt(lockKey(present, facts, fromHex(file.salt)), fromHex(box), '')
    if (masterKey === undefined) continue
    const payload = decrypt(payloadKey(masterKey), fromHex(sealed), JSON.stringify(header))
    const kept: unknown = payload && JSON.parse(Buffer.from(payload).toString())
    if (!Check(Payload, kept)) return undefined
    return { id: kept.id as DeviceId, version: kept.version, masterKey, facts: kept.facts }
  }
  return undefined
}

/**
 * Whether a file that does not open today may on another day: when too few of its facts are there to say no.
 * An antivirus that blocks a query for a day must not cost the machine its ID. Where enough facts are there and
 * the file does not open, it is another machine's, or this one's before it was rebuilt.
 */
export function mayOpenAnotherDay(text: string, present: FactHashes): boolean {
  const file = parse(text)
  if (file === undefined) return false
  // Not authenticated, which is good enough: the answer decides only whether the file is overwritten.
  const recorded = FACT_KINDS.filter((kind) => file.locks.some(({ facts }) => facts.includes(kind)))
  return recorded.filter((kind) => present[kind] !== undefined).length < quorumOf(recorded.length)
}

const serialise = (file: StoreFile): string => `${JSON.stringify(file)}\n`

/** Only the one spelling that `sealIdentity` writes: white space or an order of its own is an edit. */
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

/** A key for one purpose out of the master key. */
export const purposeKey = (masterKey: Uint8Array, purpose: string): Uint8Array =>
  derive(masterKey, new Uint8Array(), `latchkey sealing key 1: ${purpose}`)

const derive = (secret: Uint8Array, salt: Uint8Array, info: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, salt, info, KEY_BYTES))

/** AES-256-GCM: nonce, ciphertext, tag. */
function encrypt(key: Uint8Array, plain: Uint8Array, associated: string, random: RandomBytes): Uint8Array {
  const nonce = random(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(associated))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Undefined when the key is another or a byte was changed. */
function decrypt(key: Uint8Array, box: Uint8Array, associated: string): Uint8Array | undefined {
  const nonce = box.subarray(0, NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(associated)).setAuthTag(box.subarray(-TAG_BYTES))
  try {
    return new Uint8Array(
      Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]),
    )
  } catch {
    return undefined
  }
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const fromHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex')
