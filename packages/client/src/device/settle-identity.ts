import type { DeviceId } from '@latchkey/protocol'
import {
  DERIVATION_VERSION,
  deriveDeviceId,
  deviceIdFromRandom,
  type FactHashes,
  hashFacts,
  kindsOf,
} from './derive-device-id.ts'
import type { DeviceFiles } from './device-files.ts'
import type { DeviceFactView, DeviceReason, DeviceStrength } from './device-view.ts'
import { type JudgedFact, judgeFacts } from './judge-facts.ts'
import type { MachineReading } from './machine-reading.ts'
import { createRandomSecret, readRandomSecret, writeRandomSecret } from './random-store.ts'
import {
  type KeptIdentity,
  mayOpenAnotherDay,
  openIdentity,
  type RandomBytes,
  sealIdentity,
} from './sealed-store.ts'
import { assess } from './strength.ts'

export interface DeviceIdentity {
  readonly id: DeviceId
  /** Of the derivation that made the ID. */
  readonly version: number
  readonly strength: DeviceStrength
  /** Why it is not stronger. Empty when it is strong. */
  readonly reasons: readonly DeviceReason[]
  readonly facts: readonly DeviceFactView[]
  /**
   * Another ID is kept on this computer, and the facts that would confirm it could not be read this time.
   * The service may take a check with this one for another device's; the next start may be better.
   */
  readonly provisional: boolean
}

export interface Settled {
  readonly identity: DeviceIdentity
  readonly masterKey: Uint8Array
  /** Adds what the machine said too late for this start to what the next one may know it by. */
  learn(late: MachineReading): Promise<void>
  /** The same machine once more, as if no other ID were kept on it. */
  adopt(): Promise<Settled>
}

export interface SettleParts {
  readonly appName: string
  readonly files: DeviceFiles
  readonly random: RandomBytes
}

interface Decision {
  readonly kept: KeptIdentity
  readonly provisional: boolean
  /** False when a file had to be written and could not be. */
  readonly saved: boolean
}

/** Decides on the ID of the machine that was read: the one that `stored` keeps for it, or a new one. */
export async function settleIdentity(
  reading: MachineReading,
  stored: string | undefined,
  parts: SettleParts,
): Promise<Settled> {
  const facts = judgeFacts(reading)
  const hashes = hashCounted(parts.appName, facts)
  const decision = await decide(hashes, stored, parts)
  const { kept, provisional } = decision
  return {
    identity: describe(reading, facts, hashes, decision),
    masterKey: kept.masterKey,
    async learn(late) {
      // A file that could not be opened belongs to the ID that is kept, not to this one.
      if (!provisional) await remember(kept, hashCounted(parts.appName, judgeFacts(late)), parts)
    },
    async adopt() {
      // Where nothing was read, no new file takes the old one's place: it would be found again at the next start.
      if (kindsOf(hashes).length === 0) await parts.files.sealed.write('')
      return settleIdentity(reading, undefined, parts)
    },
  }
}

const hashCounted = (appName: string, facts: readonly JudgedFact[]): FactHashes =>
  hashFacts(
    appName,
    facts.filter((fact) => fact.counted),
  )

async function decide(hashes: FactHashes, stored: string | undefined, parts: SettleParts): Promise<Decision> {
  const { appName, random } = parts
  const kept = stored === undefined ? undefined : openIdentity(stored, hashes)
  if (kept !== undefined) return { kept, provisional: false, saved: await remember(kept, hashes, parts) }

  const isUndecided = stored !== undefined && mayOpenAnotherDay(stored, hashes)
  const isKnown = kindsOf(hashes).length > 0

  if (isKnown && !isUndecided) {
    const derived = {
      id: deriveDeviceId(appName, hashes),
      version: DERIVATION_VERSION,
      masterKey: random(32),
      facts: {},
    }
    return { kept: derived, provisional: false, saved: await remember(derived, hashes, parts) }
  }

  const { secret, saved } = await keepRandomSecret(parts)
  return {
    kept: {
      id: isKnown ? deriveDeviceId(appName, hashes) : deviceIdFromRandom(appName, secret),
      version: DERIVATION_VERSION,
      masterKey: Buffer.from(secret, 'hex'),
      facts: {},
    },
    provisional: isUndecided,
    saved,
  }
}

/**
 * Locks the ID to the facts of today. When one is merely missing the file stays as it is, and keeps knowing it.
 * False when something had to be written and could not be.
 */
async function remember(kept: KeptIdentity, present: FactHashes, parts: SettleParts): Promise<boolean> {
  if (kindsOf(present).every((kind) => present[kind] === kept.facts[kind])) return true
  return parts.files.sealed.write(sealIdentity({ ...kept, facts: present }, parts.random))
}

async function keepRandomSecret({ files, random }: SettleParts): Promise<{ secret: string; saved: boolean }> {
  const text = await files.random.read()
  const known = text === undefined ? undefined : readRandomSecret(text)
  if (known !== undefined) return { secret: known, saved: true }
  const secret = createRandomSecret(random)
  return { secret, saved: await files.random.write(writeRandomSecret(secret)) }
}

function describe(
  reading: MachineReading,
  facts: readonly JudgedFact[],
  hashes: FactHashes,
  { kept, provisional, saved }: Decision,
): DeviceIdentity {
  const { strength, reasons } = assess(reading, facts)
  const more: DeviceReason[] = []
  if (provisional) more.push({ code: 'another-id-kept' })
  if (!saved) more.push({ code: 'not-written' })
  const changed = (kind: JudgedFact['kind']): boolean =>
    kept.facts[kind] !== undefined && hashes[kind] !== undefined && kept.facts[kind] !== hashes[kind]
  return {
    id: kept.id,
    version: kept.version,
    strength: strength === 'strong' && more.length > 0 ? 'medium' : strength,
    reasons: [...reasons, ...more],
    facts: facts.map(({ kind, name, source, counted, reason }) => ({
      name,
      source,
      counted,
      reason,
      changed: changed(kind),
    })),
    provisional,
  }
}
