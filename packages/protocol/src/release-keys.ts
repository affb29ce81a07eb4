import { sign, verify } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { AnswerSigner } from './signed-answer.ts'
import { formatPublicKeys, type PublicKeys, parsePublicKeys, type SigningKeyPair } from './signing-keys.ts'

// The two keys of an app for releases. The first signs releases. The second is kept offline, and
// replaces the first when that is lost or stolen: apps that are installed already go on.

/** The keys that are built into an app. The order of the setting matters. */
export interface ReleaseKeys {
  readonly first: PublicKeys
  readonly second: PublicKeys
}

/** Reads `LATCHKEY_RELEASE_KEYS`: `ID=KEY,ID=KEY`, the second one kept offline. */
export function parseReleaseKeys(text: string): ReleaseKeys | undefined {
  const keys = parsePublicKeys(text)
  if (keys?.size !== 2) return undefined
  const [first = [], second = []] = [...keys].map((entry) => [entry])
  return { first: new Map(first), second: new Map(second) }
}

/** The end of a first key, with the key in its place, signed by the second key. */
export const SignedRotation = Type.Object({
  project: Type.String({ pattern: '^[^\\p{Cc}\\p{Zl}\\p{Zp}]{1,200}$' }),
  /** The ID of the key that ends. */
  ended: Type.String({ pattern: '^[\\w.-]{1,64}$' }),
  /** `ID=KEY`. */
  successor: Type.String({ maxLength: 120 }),
  /** The ID of the second key. */
  key_id: Type.String({ pattern: '^[\\w.-]{1,64}$' }),
  /** Base64 of the Ed25519 signature. */
  signature: Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$' }),
})
export type SignedRotation = Type.Static<typeof SignedRotation>

/** Whether a value has the form of a rotation. Its signature is not verified. */
export const isSignedRotation = (value: unknown): value is SignedRotation => Check(SignedRotation, value)

/** How many rotations an app follows. */
export const MOST_ROTATIONS = 16

const rotationText = ({ project, ended, successor }: Omit<SignedRotation, 'key_id' | 'signature'>): string =>
  ['latchkey-release-key-v1', project, ended, successor, ''].join('\n')

/** Signs the end of a first key. `second`: the key that is kept offline. */
export function signRotation(
  { project, ended }: { readonly project: string; readonly ended: string },
  successor: Pick<SigningKeyPair, 'id' | 'publicKey'>,
  second: AnswerSigner,
): SignedRotation {
  const rotation = { project, ended, successor: formatPublicKeys([successor]) }
  const signature = sign(null, Buffer.from(rotationText(rotation)), second.privateKey)
  return { ...rotation, key_id: second.keyId, signature: signature.toString('base64') }
}

/** The rotations of any origin that the second key of this app has signed for it. */
export const verifiedRotations = (
  rotations: readonly unknown[],
  project: string,
  { second }: ReleaseKeys,
): SignedRotation[] =>
  rotations.filter((one): one is SignedRotation => {
    if (!Check(SignedRotation, one) || one.project !== project) return false
    const key = second.get(one.key_id)
    const isKey = parsePublicKeys(one.successor)?.size === 1
    if (key === undefined || !isKey) return false
    return verify(null, Buffer.from(rotationText(one)), key, Buffer.from(one.signature, 'base64'))
  })

/**
 * The keys whose releases an app accepts: the second, and the first or its latest successor.
 * SECURITY: a key that has ended stays ended, also if a later rotation names it as a successor.
 * @param rotations verified ones: what the app remembers, and what the feed has
 */
export function trustedKeys(
  { first, second }: ReleaseKeys,
  rotations: readonly SignedRotation[],
): PublicKeys {
  const ended = new Set(rotations.map((rotation) => rotation.ended))
  let trusted = first
  for (const _ of rotations) {
    const [id] = [...trusted.keys()]
    const next = rotations.filter((rotation) => rotation.ended === id).at(-1)
    trusted = (next && parsePublicKeys(next.successor)) ?? trusted
  }
  return new Map([...[...trusted].filter(([id]) => !ended.has(id)), ...second])
}
