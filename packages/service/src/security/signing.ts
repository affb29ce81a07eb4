import type { KeyObject } from 'node:crypto'
import { createSigningKeyPair, formatPublicKeys, privateKeyOf } from '@latchkey/protocol'
import type { Clock, MonotonicClock } from '../clock.ts'
import type { Origin } from '../domain/events.ts'
import { chooseSigningKey, isUsed, newSigningKey, type SigningKey } from '../domain/signing-keys.ts'
import type { Storage } from '../storage/storage.ts'

/** A key of a project, ready to sign. */
export interface ProjectSigner extends Pick<SigningKey, 'id' | 'usedUntil'> {
  readonly privateKey: KeyObject
}

/** The signing keys of a project, newest first. */
export type ProjectSigners = readonly ProjectSigner[]

export interface Signing {
  /**
   * The keys that sign for a project. It gets its first one here if it is older than signing. Not a
   * promise if they were read lately, because key checks wait for it. Empty for an unknown project.
   */
  signersOf(appName: string): ProjectSigners | Promise<ProjectSigners>
  /** Chooses a key for an app that has the keys of these IDs. */
  choose(signers: ProjectSigners, known: readonly string[]): ProjectSigner | undefined
}

/** A rotation at another node is used here within this time. */
const READ_EVERY_SECONDS = 10
/** More than the projects that one service has in use. */
const MOST_REMEMBERED = 10_000

interface Remembered {
  readonly signers: ProjectSigners
  readAt: number
}

export function createSigning({
  storage,
  clock,
  monotonic,
}: {
  readonly storage: KeyStorage
  readonly clock: Clock
  readonly monotonic: MonotonicClock
}): Signing {
  const remembered = new Map<string, Remembered>()

  async function read(appName: string): Promise<ProjectSigners> {
    const signers = await projectSigners(storage, appName, clock())
    if (signers.length === 0) return signers
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    remembered.set(appName, { signers, readAt: monotonic() })
    return signers
  }

  return {
    signersOf(appName) {
      const known = remembered.get(appName)
      if (known === undefined) return read(appName)
      if (monotonic() - known.readAt > READ_EVERY_SECONDS) {
        known.readAt = monotonic()
        // Nobody waits for it: if the database is lost, the next check notices that.
        read(appName).catch(() => undefined)
      }
      return known.signers
    },
    choose: (signers, known) => chooseSigningKey(signers, known, clock()),
  }
}

type KeyStorage = Pick<Storage, 'signingKeys' | 'addSigningKey'>

/** Reads the keys of a project, and makes its first one. */
export async function signingKeysOf(storage: KeyStorage, appName: string, now: number) {
  const keys = await storage.signingKeys(appName)
  if (keys.length > 0) return keys
  const added = await storage.addSigningKey(appName, newSigningKey(createSigningKeyPair(), now))
  // Another node may have added one at the same moment.
  return added === 'no-such-project' ? [] : storage.signingKeys(appName)
}

/** The same, ready to sign. */
export const projectSigners = async (
  storage: KeyStorage,
  appName: string,
  now: number,
): Promise<ProjectSigners> =>
  (await signingKeysOf(storage, appName, now)).map((key) => ({
    id: key.id,
    usedUntil: key.usedUntil,
    privateKey: privateKeyOf(key),
  }))

/** The setting of an app for the keys that sign now. */
export const publicKeysOf = async (storage: KeyStorage, appName: string, now: number): Promise<string> =>
  formatPublicKeys((await signingKeysOf(storage, appName, now)).filter((key) => isUsed(key, now)))

/** Adds the next signing key. The earlier ones are used until the second `keptUntil`. */
export const rotateSigningKey = (
  storage: Pick<Storage, 'addSigningKey'>,
  appName: string,
  keptUntil: number,
  now: number,
  by: Origin,
) => storage.addSigningKey(appName, newSigningKey(createSigningKeyPair(), now), keptUntil, by)
