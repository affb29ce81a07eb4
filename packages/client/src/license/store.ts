import { createHash, timingSafeEqual } from 'node:crypto'
import { type DeviceId, isLicenseKey, type LicenseKey } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { ExchangeSettings } from './exchange-settings.ts'
import type { OfflineProof, Proof, StoredLicense } from './gate-types.ts'
import type { StoredBy } from './license-view.ts'
import type { OfflineLicensing } from './offline-license.ts'
import type { Sealer } from './sealer.ts'
import { openSignedAnswer, requiredKeys, SignedAnswer } from './signed-answer.ts'
import type { TimeMark } from './trusted-clock.ts'

/**
 * Version of the sealed proof. Increase it when older apps cannot read the new format. The format
 * of the key must never change.
 */
const STORE_VERSION = 1

export type RememberPolicy = 'remember' | 'ask-every-time'

export type LicenseContent = Readonly<Record<string, unknown>>

/** One small JSON file. It is replaced atomically, also when the process is killed. */
export interface LicenseFile {
  /** The content, or undefined when it cannot be read. Never throws. */
  read(): unknown
  /** Rejects when the file cannot be written. */
  write(content: LicenseContent): Promise<void>
  /** As `write`, when only the proof and the time change: also before the first paint. */
  writeTime(content: LicenseContent): Promise<void>
}

export interface OpenedStore {
  readonly stored: StoredLicense | undefined
  /** What encrypted the key. */
  readonly storedBy?: StoredBy
  readonly time: TimeMark | undefined
  /** The key cannot be decrypted: damaged, sealed on another device, or its keyring is missing. */
  readonly isUnreadable: boolean
}

export interface LicenseStore {
  /** Whether `open` may find a key. Decrypts nothing, so it is fast enough for the first paint. */
  mayHaveKey(): boolean
  /** What would encrypt a key that is saved now. */
  storedBy(): StoredBy
  /** Loads the license. Returns only data that could be decrypted and verified. Never rejects. */
  open(): Promise<OpenedStore>
  /** Resolves to what encrypted the key, or `nothing` if it was not stored. Never rejects. */
  save(stored: StoredLicense, time: TimeMark): Promise<StoredBy>
  /**
   * Updates the proof and the time, and keeps the sealed key as it is. Resolves to false when the
   * write failed, so that the next start would not know this time. Resolves to true when the policy
   * forbids storing. Never rejects.
   */
  saveTime(stored: StoredLicense, time: TimeMark): Promise<boolean>
  erase(): Promise<void>
  policy(): RememberPolicy
  /** `ask-every-time` deletes the stored license at once. */
  setPolicy(policy: RememberPolicy): Promise<void>
}

export interface LicenseStoreParts {
  readonly file: LicenseFile
  readonly keyring: Sealer
  /** Seals the proof, and also the key when there is no keyring. */
  readonly device: Sealer
  /** With public keys in them, only a proof with a right signature is loaded. */
  readonly settings?: ExchangeSettings | undefined
  /** The device ID that a signed answer must be for. */
  readonly identify?: () => Promise<{ readonly id: DeviceId }>
  /** Verifies a stored license file. Without it, none is loaded. */
  readonly offline?: OfflineLicensing | undefined
}

const base64 = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9+/]+=*$' })
/** Of a sealed proof. It has the answer of the service, which has less than 64 KiB. */
const MAX_PROOF_LENGTH = 262_144
const StoredKey = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  sealedBy: Type.Union([Type.Literal('keyring'), Type.Literal('device')]),
  key: base64(8192),
})
const StoredProof = Type.Object({ version: Type.Literal(STORE_VERSION), proof: base64(MAX_PROOF_LENGTH) })
const StoredPolicy = Type.Object({ policy: Type.Literal('ask-every-time') })

const Seconds = Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** The content of the sealed field `proof`. */
const ProofRecord = Type.Object({
  /** Hash of the key that the proof belongs to. */
  keyHash: Type.String(),
  time: Type.Object({
    offsetSeconds: Type.Number({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }),
    highestSeconds: Seconds,
    reservedUntilSeconds: Type.Optional(Seconds),
  }),
  proof: Type.Optional(
    Type.Object({
      checkedAt: Seconds,
      license: Type.Object({
        note: Type.String(),
        executions: Type.Integer({ minimum: 0 }),
        expiresAt: Type.Union([Type.Literal('never'), Seconds]),
      }),
      signed: Type.Optional(SignedAnswer),
    }),
  ),
  offline: Type.Optional(Type.Object({ file: Type.String({ maxLength: 16_384 }) })),
  offlineEndedAt: Type.Optional(Seconds),
  isTrial: Type.Optional(Type.Literal(true)),
  reminded: Type.Optional(
    Type.Object({
      expiresAt: Seconds,
      days: Type.Union([Type.Literal(7), Type.Literal(3), Type.Literal(1)]),
    }),
  ),
})
type ProofRecord = Type.Static<typeof ProofRecord>

/**
 * Stores the key and the last verified answer between two starts, sealed separately. The keyring
 * seals the key when there is one. The device always seals the proof, so that it is useless on
 * another device, also when a keyring is synchronised between the devices of a user.
 */
export function createLicenseStore(parts: LicenseStoreParts): LicenseStore {
  const { file, keyring, device, settings, identify, offline } = parts
  /** Operations run one after another, so that the last call wins. */
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  const policy = (): RememberPolicy => (Check(StoredPolicy, file.read()) ? 'ask-every-time' : 'remember')
  const sealer = (): Sealer => (keyring.isAvailable() ? keyring : device)
  const emptyContent = (): Record<string, unknown> =>
    policy() === 'remember' ? {} : { policy: 'ask-every-time' }

  async function open(): Promise<OpenedStore> {
    const content = file.read()
    if (!Check(StoredKey, content)) {
      return { stored: undefined, time: undefined, isUnreadable: mayHaveKey(content) }
    }
    const key = await openWith(content.sealedBy === 'keyring' ? keyring : device, content.key)
    if (key === undefined || !isLicenseKey(key)) {
      return { stored: undefined, time: undefined, isUnreadable: true }
    }
    const record = Check(StoredProof, content)
      ? parseProofRecord(await openWith(device, content.proof), key)
      : undefined
    const { reminded, time, offlineEndedAt, isTrial } = record ?? {}
    const proof = await verifyProof(record?.proof, key)
    const offline = await verifyFile(record?.offline?.file, key)
    return {
      stored: {
        key,
        ...(proof && { proof }),
        ...(offline && { offline }),
        ...(offlineEndedAt !== undefined && { offlineEndedAt }),
        ...(reminded && { reminded }),
        ...(isTrial && { isTrial }),
      },
      storedBy: content.sealedBy,
      // It cannot be earlier than the service's signature.
      time: time && { ...time, highestSeconds: Math.max(time.highestSeconds, proof?.checkedAt ?? 0) },
      isUnreadable: false,
    }
  }

  /**
   * SECURITY: anyone who reads the code of this app can write a sealed proof. In an app with public
   * keys, the license is read from the answer that the service signed. In any other, it has no
   * features, whatever the record has.
   */
  async function verifyProof(proof: ProofRecord['proof'], key: LicenseKey): Promise<Proof | undefined> {
    if (proof === undefined) return undefined
    if (settings === undefined || requiredKeys(settings) === undefined) {
      const { note, executions, expiresAt } = proof.license
      return { ...proof, license: { note, executions, expiresAt } }
    }
    if (proof.signed === undefined || identify === undefined) return undefined
    const { id: deviceId } = await identify()
    return openSignedAnswer(proof.signed, { key, deviceId }, settings)
  }

  /** Whether the file is in force is decided later, when the time is known. */
  async function verifyFile(text: string | undefined, key: LicenseKey): Promise<OfflineProof | undefined> {
    if (text === undefined || offline === undefined || identify === undefined) return undefined
    const { id: deviceId } = await identify()
    const verdict = await offline.verify(text, key, deviceId, 0)
    return STILL_GENUINE.has(verdict.kind) ? verdict.offline : undefined
  }

  async function save(stored: StoredLicense, time: TimeMark): Promise<StoredBy> {
    if (policy() === 'ask-every-time') return 'nothing'
    const sealKey = sealer()
    try {
      const [key, proof] = await Promise.all([sealKey.seal(stored.key), sealProof(stored, time)])
      await file.write({ version: STORE_VERSION, sealedBy: sealKey.kind, key: toBase64(key), proof })
      return sealKey.kind
    } catch {
      return 'nothing'
    }
  }

  async function saveTime(stored: StoredLicense, time: TimeMark): Promise<boolean> {
    if (policy() === 'ask-every-time') return true
    const content = file.read()
    // An earlier save failed. Try again.
    if (!Check(StoredKey, content)) return (await save(stored, time)) !== 'nothing'
    try {
      const { sealedBy, key } = content
      const proof = await sealProof(stored, time)
      await file.writeTime({ version: STORE_VERSION, sealedBy, key, proof })
      return true
    } catch {
      return false
    }
  }

  async function sealProof({ key, offline: own, ...rest }: StoredLicense, time: TimeMark): Promise<string> {
    const record: ProofRecord = {
      keyHash: hashOf(key),
      time,
      ...rest,
      ...(own && { offline: { file: own.file } }),
    }
    return toBase64(await device.seal(JSON.stringify(record)))
  }

  return {
    mayHaveKey: () => mayHaveKey(file.read()),
    storedBy: () => (policy() === 'ask-every-time' ? 'nothing' : sealer().kind),
    open: () => enqueue(open),
    save: (stored, time) => enqueue(() => save(stored, time)),
    saveTime: (stored, time) => enqueue(() => saveTime(stored, time)),
    erase: () => enqueue(() => writeQuietly(file, emptyContent())),
    policy,
    setPolicy: (wanted) =>
      enqueue(async () => {
        if (wanted === 'ask-every-time') await writeQuietly(file, { policy: wanted })
        else if (policy() === 'ask-every-time') await writeQuietly(file, {})
      }),
  }
}

/** Verdicts about a file for this app, key and device. */
const STILL_GENUINE: ReadonlySet<string> = new Set(['valid', 'expired', 'not-yet-valid'])

const mayHaveKey = (content: unknown): boolean =>
  typeof content === 'object' && content !== null && Object.hasOwn(content, 'key')

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

async function openWith(sealer: Sealer, sealed: string): Promise<string | undefined> {
  try {
    return await sealer.open(Buffer.from(sealed, 'base64'))
  } catch {
    return undefined
  }
}

/**
 * Links a proof to its key. A plain hash is enough: a key of 32 random letters cannot be guessed.
 * The prefix is part of the file format.
 */
const hashOf = (key: LicenseKey): string =>
  createHash('sha256').update(`latchkey kept key ${key}`).digest('hex')

function parseProofRecord(text: string | undefined, key: LicenseKey): ProofRecord | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Check(ProofRecord, value)) return undefined
  // SECURITY: refuse the proof of another key.
  const [expected, given] = [Buffer.from(hashOf(key)), Buffer.from(value.keyHash)]
  return expected.length === given.length && timingSafeEqual(expected, given) ? value : undefined
}

async function writeQuietly(file: LicenseFile, content: LicenseContent): Promise<void> {
  try {
    await file.write(content)
  } catch {
    // The next start reads the previous content and checks that key online.
  }
}
