import { type DeviceId, isLicenseKey, type LicenseKey } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { SmallFile } from '../profile.ts'
import type { ExchangeSettings } from './exchange-settings.ts'
import type { OfflineProof, Proof, StoredLicense } from './gate-types.ts'
import { hashOfKey, type LicenseHistory, parseHistory } from './license-history.ts'
import type { StoredBy } from './license-view.ts'
import type { OfflineLicensing } from './offline-license.ts'
import { historyOf, type ProofRecord, parseProofRecord } from './proof-record.ts'
import type { Sealer } from './sealer.ts'
import { openSignedAnswer, requiredKeys } from './signed-answer.ts'

/**
 * Version of the sealed proof. Increase it when older apps cannot read the new format. The format
 * of the key must never change.
 */
const STORE_VERSION = 1

export type RememberPolicy = 'remember' | 'ask-every-time'

export interface OpenedStore {
  readonly stored: StoredLicense | undefined
  /** What encrypted the key. */
  readonly storedBy?: StoredBy
  readonly history: LicenseHistory | undefined
  /** The key cannot be decrypted: damaged, sealed on another device, or its keyring is missing. */
  readonly isUnreadable: boolean
}

/**
 * SECURITY: the history is sealed apart from the license, and outlives it. No operation deletes it.
 */
export interface LicenseStore {
  /** Whether `open` may find a key. Decrypts nothing, so it is fast enough for the first paint. */
  mayHaveKey(): boolean
  /** What would encrypt a key that is saved now. */
  storedBy(): StoredBy
  /** Loads the license. Returns only data that could be decrypted and verified. Never rejects. */
  open(): Promise<OpenedStore>
  /** Loads the history alone. Never rejects. */
  history(): Promise<LicenseHistory | undefined>
  /** Resolves to what encrypted the key, or `nothing` if it was not stored. Never rejects. */
  save(stored: StoredLicense, history: LicenseHistory): Promise<StoredBy>
  /**
   * Updates the proof and the history, and keeps the sealed key as it is. Resolves to false when the
   * write failed, so that the next start would not know this time. Resolves to true when the policy
   * forbids storing. Never rejects.
   */
  saveProof(stored: StoredLicense, history: LicenseHistory): Promise<boolean>
  /** Keeps the license as it is. Never rejects. */
  saveHistory(history: LicenseHistory): Promise<void>
  /**
   * Deletes the license. `history`: undefined while the present one is unknown, which is kept.
   * Resolves to false when the license is still there. Never rejects.
   */
  erase(history: LicenseHistory | undefined): Promise<boolean>
  policy(): RememberPolicy
  /** `ask-every-time` deletes the stored license at once. */
  setPolicy(policy: RememberPolicy): Promise<void>
}

export interface LicenseStoreParts {
  readonly file: Pick<SmallFile, 'read' | 'write'>
  readonly keyring: Sealer
  /** Seals the proof, and also the key when there is no keyring. */
  readonly device: Sealer
  /** If the settings have public keys, only a proof with a right signature is loaded. */
  readonly settings?: ExchangeSettings | undefined
  /** The device ID that a signed answer must be for. */
  readonly identify?: () => Promise<{ readonly id: DeviceId }>
  /** Verifies a stored license file. Without it, none is loaded. */
  readonly offline?: OfflineLicensing | undefined
}

const base64 = (maxLength: number) => Type.String({ maxLength, pattern: '^[A-Za-z0-9+/]+=*$' })
/** Letters of a sealed proof in base64. It has the service's answer, which is below 64 KiB. */
const MAX_PROOF_LENGTH = 262_144
const StoredKey = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  sealedBy: Type.Union([Type.Literal('keyring'), Type.Literal('device')]),
  key: base64(8192),
})
const StoredProof = Type.Object({ version: Type.Literal(STORE_VERSION), proof: base64(MAX_PROOF_LENGTH) })
const StoredPolicy = Type.Object({ policy: Type.Literal('ask-every-time') })
/** The maximum is for a sealed history whose list is full, which has some 11 KiB. */
const StoredHistory = Type.Object({ history: base64(32_768) })

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

  /** The content of the file, whatever it is. */
  function read(): unknown {
    try {
      return JSON.parse(file.read() ?? '')
    } catch {
      return undefined
    }
  }

  /** False when something could not be sealed or written: the file is as before. */
  async function write(seal: () => Promise<object>): Promise<boolean> {
    try {
      return await file.write(JSON.stringify(await seal(), undefined, '\t'))
    } catch {
      return false
    }
  }

  const policy = (): RememberPolicy => (Check(StoredPolicy, read()) ? 'ask-every-time' : 'remember')
  const sealer = (): Sealer => (keyring.isAvailable() ? keyring : device)

  async function open(): Promise<OpenedStore> {
    const content = read()
    const history = await openHistory(content)
    if (!Check(StoredKey, content)) {
      return { stored: undefined, history, isUnreadable: mayHaveKey(content) }
    }
    const key = await openWith(content.sealedBy === 'keyring' ? keyring : device, content.key)
    if (key === undefined || !isLicenseKey(key)) {
      return { stored: undefined, history, isUnreadable: true }
    }
    const record = Check(StoredProof, content)
      ? parseProofRecord(await openWith(device, content.proof), key)
      : undefined
    const { reminded, isTrial } = record ?? {}
    const proof = await verifyProof(record?.proof, key)
    const offline = await verifyFile(record?.offline?.file, key)
    return {
      stored: {
        key,
        ...(proof && { proof }),
        ...(offline && { offline }),
        ...(reminded && { reminded }),
        ...(isTrial && { isTrial }),
      },
      storedBy: content.sealedBy,
      history: latest(history ?? (record && historyOf(record, key)), [
        record?.time.highestSeconds,
        // It cannot be earlier than the service's signature.
        proof?.checkedAt,
      ]),
      isUnreadable: false,
    }
  }

  async function openHistory(content: unknown): Promise<LicenseHistory | undefined> {
    return Check(StoredHistory, content) ? parseHistory(await openWith(device, content.history)) : undefined
  }

  const sealHistory = async (history: LicenseHistory): Promise<string> =>
    toBase64(await device.seal(JSON.stringify(history)))

  /** The policy and the history alone, without a license. */
  async function withoutLicense(policy: RememberPolicy, history?: LicenseHistory): Promise<object> {
    const content = read()
    const sealed = Check(StoredHistory, content) ? content.history : undefined
    // SECURITY: one that cannot be opened now is kept. The computer may be recognised later.
    const isKept = history === undefined || (sealed !== undefined && !(await openHistory(content)))
    const next = isKept ? sealed : await sealHistory(history)
    return {
      ...(policy === 'ask-every-time' && { policy }),
      ...(next !== undefined && { history: next }),
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

  async function save(stored: StoredLicense, history: LicenseHistory): Promise<StoredBy> {
    if (policy() === 'ask-every-time') {
      await saveHistory(history)
      return 'nothing'
    }
    const sealKey = sealer()
    const isSaved = await write(async () => {
      const [key, sealed] = await Promise.all([sealKey.seal(stored.key), sealRecords(stored, history)])
      return { version: STORE_VERSION, sealedBy: sealKey.kind, key: toBase64(key), ...sealed }
    })
    return isSaved ? sealKey.kind : 'nothing'
  }

  async function saveProof(stored: StoredLicense, history: LicenseHistory): Promise<boolean> {
    if (policy() === 'ask-every-time') {
      await saveHistory(history)
      return true
    }
    const content = read()
    // An earlier save failed. Try again.
    if (!Check(StoredKey, content)) return (await save(stored, history)) !== 'nothing'
    const { sealedBy, key } = content
    return write(async () => ({
      ...{ version: STORE_VERSION, sealedBy, key },
      ...(await sealRecords(stored, history)),
    }))
  }

  async function saveHistory(history: LicenseHistory): Promise<void> {
    const content = read()
    const license = policy() === 'remember' && Check(StoredKey, content) ? content : undefined
    await write(async () => ({ ...license, ...(await withoutLicense(policy(), history)) }))
  }

  async function sealRecords({ key, offline: own, ...rest }: StoredLicense, history: LicenseHistory) {
    const record: ProofRecord = {
      keyHash: hashOfKey(key),
      time: history.time,
      ...rest,
      ...(own && { offline: { file: own.file } }),
    }
    const [proof, sealed] = await Promise.all([device.seal(JSON.stringify(record)), sealHistory(history)])
    return { proof: toBase64(proof), history: sealed }
  }

  return {
    mayHaveKey: () => mayHaveKey(read()),
    storedBy: () => (policy() === 'ask-every-time' ? 'nothing' : sealer().kind),
    open: () => enqueue(open),
    history: () => enqueue(() => openHistory(read())),
    save: (stored, history) => enqueue(() => save(stored, history)),
    saveProof: (stored, history) => enqueue(() => saveProof(stored, history)),
    saveHistory: (history) => enqueue(() => saveHistory(history)),
    erase: (history) => enqueue(() => write(() => withoutLicense(policy(), history))),
    policy,
    setPolicy: (wanted) =>
      enqueue(async () => {
        if (wanted === 'remember' && policy() === 'remember') return
        await write(() => withoutLicense(wanted))
      }),
  }
}

/** The history, which is at least as late as these times. */
const latest = (
  history: LicenseHistory | undefined,
  times: readonly (number | undefined)[],
): LicenseHistory | undefined => {
  if (history === undefined) return undefined
  const highestSeconds = Math.max(history.time.highestSeconds, ...times.map((each) => each ?? 0))
  return { ...history, time: { ...history.time, highestSeconds } }
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
