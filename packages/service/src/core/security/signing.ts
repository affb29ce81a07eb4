import type { KeyObject } from 'node:crypto'
import { createSigningKeyPair, formatPublicKeys, privateKeyOf } from '@latchkey/protocol'
import { isUsed, newSigningKey, type SigningKey } from '../accounts/signing-keys.ts'
import type { Origin } from '../event-log/events.ts'
import type { CoreStorage } from '../storage/storage.ts'

/** A key of a project, ready to sign. */
export interface ProjectSigner extends Pick<SigningKey, 'id' | 'usedUntil'> {
  readonly privateKey: KeyObject
}

/** The signing keys of a project, newest first. */
export type ProjectSigners = readonly ProjectSigner[]

export type KeyStorage = Pick<CoreStorage, 'signingKeys' | 'addSigningKey'>

/** Reads the keys of a project, and makes its first one. */
export async function signingKeysOf(storage: KeyStorage, appName: string, now: number) {
  const keys = await storage.signingKeys(appName)
  if (keys.length > 0) return keys
  const added = await storage.addSigningKey(appName, newSigningKey(createSigningKeyPair(), now))
  // Another node may have added a key at the same moment.
  return added === 'no-such-project' ? [] : storage.signingKeys(appName)
}

/** Reads the keys of a project in the form with which Node signs. */
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

/** The setting of an app with the keys that sign now. */
export const publicKeysOf = async (storage: KeyStorage, appName: string, now: number): Promise<string> =>
  formatPublicKeys((await signingKeysOf(storage, appName, now)).filter((key) => isUsed(key, now)))

/** Adds a new signing key. The earlier ones are used until the second `keptUntil`. */
export const rotateSigningKey = (
  storage: Pick<CoreStorage, 'addSigningKey'>,
  appName: string,
  keptUntil: number,
  now: number,
  by: Origin,
) => storage.addSigningKey(appName, newSigningKey(createSigningKeyPair(), now), keptUntil, by)
