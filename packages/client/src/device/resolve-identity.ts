import type { DeviceId } from '@latchkey/protocol'
import type { RandomBytes } from '../encryption.ts'
import type { DeviceFiles } from '../profile.ts'
import { type CheckedFact, checkFacts } from './check-facts.ts'
import {
  DERIVATION_VERSION,
  deriveDeviceId,
  deviceIdFromRandom,
  type FactHashes,
  hashFacts,
  kindsOf,
} from './derive-device-id.ts'
import type { DeviceFactView, DeviceReason, DeviceStrength } from './device-view.ts'
import type { MachineReading } from './machine-reading.ts'
import { createRandomSecret, readRandomSecret, writeRandomSecret } from './random-store.ts'
import { mayOpenLater, openIdentity, type StoredIdentity, sealIdentity } from './sealed-store.ts'
import { assessStrength } from './strength.ts'

export interface DeviceIdentity {
  readonly id: DeviceId
  /** Version of the derivation that produced the ID. */
  readonly version: number
  readonly strength: DeviceStrength
  /** Why the strength is reduced. Empty when it is `strong`. */
  readonly reasons: readonly DeviceReason[]
  /** `source`: the systeminformation call and field, such as `uuid().os`. */
  readonly facts: readonly (DeviceFactView & { readonly source: string })[]
  /**
   * Another ID is stored on this computer, but too few facts could be read to confirm it. The
   * service would treat a check with this ID as a check of another device. The next start may
   * confirm the stored ID.
   */
  readonly provisional: boolean
}

export interface ResolvedIdentity {
  readonly identity: DeviceIdentity
  readonly masterKey: Uint8Array
  /** Stores facts that arrived after the time limit, so that the next start can use them. */
  addLateFacts(late: MachineReading): Promise<void>
  /** Resolves the same reading again, ignoring the stored ID. */
  adopt(): Promise<ResolvedIdentity>
}

export interface ResolveParts {
  readonly appName: string
  readonly files: DeviceFiles
  readonly random: RandomBytes
}

interface Decision {
  readonly device: StoredIdentity
  readonly provisional: boolean
  /** False when a file could not be written. */
  readonly saved: boolean
}

/**
 * Determines the ID of the machine: the one in `stored`, if this machine can open it, or a new one.
 */
export async function resolveIdentity(
  reading: MachineReading,
  stored: string | undefined,
  parts: ResolveParts,
): Promise<ResolvedIdentity> {
  const facts = checkFacts(reading)
  const hashes = hashCounted(parts.appName, facts)
  const decision = await decide(hashes, stored, parts)
  const { device, provisional } = decision
  return {
    identity: describe(reading, facts, hashes, decision),
    masterKey: device.masterKey,
    async addLateFacts(late) {
      // While the ID is provisional, the file belongs to the other, stored ID and must not be
      // overwritten.
      if (!provisional) await store(device, hashCounted(parts.appName, checkFacts(late)), parts)
    },
    async adopt() {
      // Without facts no new file is written, so the old one has to be erased explicitly.
      if (kindsOf(hashes).length === 0) await parts.files.sealed.write('')
      return resolveIdentity(reading, undefined, parts)
    },
  }
}

const hashCounted = (appName: string, facts: readonly CheckedFact[]): FactHashes =>
  hashFacts(
    appName,
    facts.filter((fact) => fact.counted),
  )

async function decide(
  hashes: FactHashes,
  stored: string | undefined,
  parts: ResolveParts,
): Promise<Decision> {
  const { appName, random } = parts
  const opened = stored === undefined ? undefined : openIdentity(stored, hashes)
  if (opened !== undefined) {
    return { device: opened, provisional: false, saved: await store(opened, hashes, parts) }
  }

  const provisional = stored !== undefined && mayOpenLater(stored, hashes)
  const hasFacts = kindsOf(hashes).length > 0

  if (hasFacts && !provisional) {
    const device = {
      id: deriveDeviceId(appName, hashes),
      version: DERIVATION_VERSION,
      masterKey: random(32),
      facts: {},
    }
    return { device, provisional, saved: await store(device, hashes, parts) }
  }

  const { secret, saved } = await readOrCreateSecret(parts)
  const device = {
    id: hasFacts ? deriveDeviceId(appName, hashes) : deviceIdFromRandom(appName, secret),
    version: DERIVATION_VERSION,
    masterKey: Buffer.from(secret, 'hex'),
    facts: {},
  }
  return { device, provisional, saved }
}

/**
 * Seals the ID with the present facts. If facts are missing but none differs, the file stays as it
 * is, so that the missing facts still count when they return.
 * @returns false when the file could not be written.
 */
async function store(device: StoredIdentity, present: FactHashes, parts: ResolveParts): Promise<boolean> {
  if (kindsOf(present).every((kind) => present[kind] === device.facts[kind])) return true
  return parts.files.sealed.write(sealIdentity({ ...device, facts: present }, parts.random))
}

async function readOrCreateSecret({
  files,
  random,
}: ResolveParts): Promise<{ secret: string; saved: boolean }> {
  const text = files.random.read()
  const known = text === undefined ? undefined : readRandomSecret(text)
  if (known !== undefined) return { secret: known, saved: true }
  const secret = createRandomSecret(random)
  return { secret, saved: await files.random.write(writeRandomSecret(secret)) }
}

function describe(
  reading: MachineReading,
  facts: readonly CheckedFact[],
  hashes: FactHashes,
  { device, provisional, saved }: Decision,
): DeviceIdentity {
  const { strength, reasons } = assessStrength(reading, facts)
  const more: DeviceReason[] = []
  if (provisional) more.push({ code: 'another-id-stored' })
  if (!saved) more.push({ code: 'not-written' })
  const changed = (kind: CheckedFact['kind']): boolean =>
    device.facts[kind] !== undefined && hashes[kind] !== undefined && device.facts[kind] !== hashes[kind]
  return {
    id: device.id,
    version: device.version,
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
