import type { SigningKeyPair } from '@latchkey/protocol'

/** A key that signs the answers of one project. No copy of an app has its private part. */
export interface SigningKey extends SigningKeyPair {
  readonly createdAt: number
  /** The last second at which the key is used. A rotation sets it; before that, it is `IN_USE`. */
  readonly usedUntil: number
}

/** The `usedUntil` of the newest key. */
export const IN_USE = -1

export const newSigningKey = (pair: SigningKeyPair, now: number): SigningKey => ({
  ...pair,
  createdAt: now,
  usedUntil: IN_USE,
})

export const isUsed = ({ usedUntil }: Pick<SigningKey, 'usedUntil'>, now: number): boolean =>
  usedUntil === IN_USE || now <= usedUntil

/**
 * Chooses the key that signs an answer: the newest of those that the app has, otherwise the newest.
 * One answer has one signature: with two, an attacker could add one, and each verifier would have
 * to choose.
 * @param keys of the project, newest first
 * @param known IDs of the keys that the app has
 */
export const chooseSigningKey = <Key extends Pick<SigningKey, 'id' | 'usedUntil'>>(
  keys: readonly Key[],
  known: readonly string[],
  now: number,
): Key | undefined => keys.find((key) => known.includes(key.id) && isUsed(key, now)) ?? keys[0]
