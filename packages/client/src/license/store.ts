import { createHash, timingSafeEqual } from 'node:crypto'
import { isLicenseKey, type LicenseKey } from '@latchkey/protocol'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { Kept } from './gate-values.ts'
import type { KeptBy } from './license-view.ts'
import { mayHoldKey } from './may-hold-key.ts'
import type { Sealer } from './sealer.ts'
import type { TimeMark } from './trusted-clock.ts'

/** Raised when an older app could not read what a newer one writes. The key's own form never changes. */
export const STORE_VERSION = 1

export type RememberPolicy = 'remember' | 'ask-every-time'

/** One small file. `write` replaces the whole of it or nothing of it, whatever happens meanwhile. */
export interface LicenseFile {
  /** What is in it, or undefined. Never throws. */
  read(): unknown
  /** Throws when the disk refuses. */
  write(content: Readonly<Record<string, unknown>>): void
}

export interface Opened {
  readonly kept: Kept | undefined
  /** What had sealed the key. */
  readonly keptBy?: KeptBy
  readonly time: TimeMark | undefined
  /** There was a key, and it could not be opened: damaged, another device's, or sealed by a keyring that is gone. */
  readonly isUnreadable: boolean
}

export interface LicenseStore {
  /** Cheap, for the first picture of the window: whether `open` may find a key. */
  mayHoldKey(): boolean
  /** Where a key that is saved now would rest. */
  keptBy(): KeptBy
  /** Never rejects and never believes what it cannot verify. */
  open(): Promise<Opened>
  /** Says where the key rests now: `nothing` when it is not to be kept, or could not be. Never rejects. */
  save(kept: Kept, time: TimeMark): Promise<KeptBy>
  /**
   * Stores the time beside the key that is there, and leaves the key as it is sealed. False when the disk refuses: then
   * a later start cannot know the time that was seen. True also when nothing is to be kept. Never rejects.
   */
  saveTime(kept: Kept, time: TimeMark): Promise<boolean>
  erase(): Promise<void>
  policy(): RememberPolicy
  /** `ask-every-time` erases what is kept at once. */
  setPolicy(policy: RememberPolicy): Promise<void>
}

export interface LicenseStoreParts {
  readonly file: LicenseFile
  readonly keyring: Sealer
  /** Seals the proof, always, and the key where there is no keyring. */
  readonly device: Sealer
}

const Base64 = Type.String({ maxLength: 8192, pattern: '^[A-Za-z0-9+/]+=*$' })
const StoredKey = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  sealedBy: Type.Union([Type.Literal('keyring'), Type.Literal('device')]),
  key: Base64,
})
const StoredProof = Type.Object({ version: Type.Literal(STORE_VERSION), proof: Base64 })
const StoredPolicy = Type.Object({ policy: Type.Literal('ask-every-time') })

const Seconds = Type.Number({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** What the device seals beside the key. */
const Proven = Type.Object({
  /** Of the key that it belongs to. */
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
    }),
  ),
  reminded: Type.Optional(
    Type.Object({
      expiresAt: Seconds,
      days: Type.Union([Type.Literal(7), Type.Literal(3), Type.Literal(1)]),
    }),
  ),
})
type Proven = Type.Static<typeof Proven>

/**
 * Keeps the key and the last verified outcome between two starts, each sealed by itself: the key by the keyring
 * where there is one; the proof by this device, so that it opens nothing on another, even for the same user.
 */
export function createLicenseStore({ file, keyring, device }: LicenseStoreParts): LicenseStore {
  /** Writes follow one another, so that the last wish wins. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }

  const policy = (): RememberPolicy => (Check(StoredPolicy, file.read()) ? 'ask-every-time' : 'remember')
  const sealer = (): Sealer => (keyring.isAvailable() ? keyring : device)
  const emptyContent = (): Record<string, unknown> =>
    policy() === 'remember' ? {} : { policy: 'ask-every-time' }

  async function open(): Promise<Opened> {
    const content = file.read()
    if (!Check(StoredKey, content)) {
      return { kept: undefined, time: undefined, isUnreadable: mayHoldKey(content) }
    }
    const key = await openWith(content.sealedBy === 'keyring' ? keyring : device, content.key)
    if (key === undefined || !isLicenseKey(key)) {
      return { kept: undefined, time: undefined, isUnreadable: true }
    }
    const proven = Check(StoredProof, content)
      ? parseProven(await openWith(device, content.proof), key)
      : undefined
    const { proof, reminded } = proven ?? {}
    return {
      kept: { key, ...(proof && { proof }), ...(reminded && { reminded }) },
      keptBy: content.sealedBy,
      time: proven?.time,
      isUnreadable: false,
    }
  }

  async function save(kept: Kept, time: TimeMark): Promise<KeptBy> {
    if (policy() === 'ask-every-time') return 'nothing'
    const sealKey = sealer()
    try {
      const [key, proof] = await Promise.all([sealKey.seal(kept.key), sealProof(kept, time)])
      file.write({ version: STORE_VERSION, sealedBy: sealKey.kind, key: toBase64(key), proof })
      return sealKey.kind
    } catch {
      return 'nothing'
    }
  }

  async function saveTime(kept: Kept, time: TimeMark): Promise<boolean> {
    if (policy() === 'ask-every-time') return true
    const content = file.read()
    // An earlier save failed: this is the next try.
    if (!Check(StoredKey, content)) return (await save(kept, time)) !== 'nothing'
    try {
      const { sealedBy, key } = content
      file.write({ version: STORE_VERSION, sealedBy, key, proof: await sealProof(kept, time) })
      return true
    } catch {
      return false
    }
  }

  async function sealProof({ key, ...rest }: Kept, time: TimeMark): Promise<string> {
    const proven: Proven = { keyHash: hashOf(key), time, ...rest }
    return toBase64(await device.seal(JSON.stringify(proven)))
  }

  return {
    mayHoldKey: () => mayHoldKey(file.read()),
    keptBy: () => (policy() === 'ask-every-time' ? 'nothing' : sealer().kind),
    open: () => inTurn(open),
    save: (kept, time) => inTurn(() => save(kept, time)),
    saveTime: (kept, time) => inTurn(() => saveTime(kept, time)),
    erase: () => inTurn(async () => writeQuietly(file, emptyContent())),
    policy,
    setPolicy: (wanted) =>
      inTurn(async () => {
        if (wanted === 'ask-every-time') writeQuietly(file, { policy: wanted })
        else if (policy() === 'ask-every-time') writeQuietly(file, {})
      }),
  }
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

async function openWith(sealer: Sealer, sealed: string): Promise<string | undefined> {
  try {
    return await sealer.open(Buffer.from(sealed, 'base64'))
  } catch {
    return undefined
  }
}

/** Stands for the key beside it: 32 random letters cannot be found from their hash. */
const hashOf = (key: LicenseKey): string =>
  createHash('sha256').update(`latchkey kept key ${key}`).digest('hex')

function parseProven(text: string | undefined, key: LicenseKey): Proven | undefined {
  if (text === undefined) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Check(Proven, value)) return undefined
  // A proof that was earned by another key is no proof.
  const [expected, given] = [Buffer.from(hashOf(key)), Buffer.from(value.keyHash)]
  return expected.length === given.length && timingSafeEqual(expected, given) ? value : undefined
}

function writeQuietly(file: LicenseFile, content: Readonly<Record<string, unknown>>): void {
  try {
    file.write(content)
  } catch {
    // The disk refuses; the next start finds what it found before, and checks it.
  }
}
