import { sign, verify } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { AnswerSigner } from './signed-answer.ts'
import type { PublicKeys } from './signing-keys.ts'

// What a vendor signs of each file of a release, with a key that the service does not have.

/** The operating systems of releases, as Node names them. */
export const RELEASE_PLATFORMS = ['win32', 'darwin', 'linux'] as const
/** The processors of releases. `universal`: the file runs on each. */
export const RELEASE_ARCHITECTURES = ['x64', 'arm64', 'ia32', 'universal'] as const

/** One file name, without a folder. SECURITY: the app joins it to the name of a folder. */
const FILE_NAME = '^(?!\\.)[\\w .()+-]{1,200}$'
/** Source: semver.org. */
const NUMBER = '(?:0|[1-9]\\d{0,8})'
const VERSION = `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-[\\dA-Za-z.-]{1,64})?$`
const SHA512 = '^[A-Za-z0-9+/]{86}==$'
const SIGNATURE = SHA512
const KEY_ID = '^[\\w.-]{1,64}$'
const LINE = '^[^\\p{Cc}\\p{Zl}\\p{Zp}]{1,200}$'

/** One file of a release. */
export const ReleaseRecord = Type.Object({
  /** The name of the app, as in `by` of a key check. */
  project: Type.String({ pattern: LINE }),
  version: Type.String({ pattern: VERSION }),
  platform: Type.Enum([...RELEASE_PLATFORMS]),
  arch: Type.Enum([...RELEASE_ARCHITECTURES]),
  file: Type.String({ pattern: FILE_NAME }),
  /** Base64 of the whole file's SHA-512. */
  sha512: Type.String({ pattern: SHA512 }),
  size: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /**
   * Unix seconds. A license covers the version if its updates end at this time or later. The app
   * compares with the same date, which was built into it.
   */
  covered_since: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  /** It may be installed without a license, so that a broken gate can be repaired. */
  is_security_fix: Type.Boolean(),
})
export type ReleaseRecord = Type.Static<typeof ReleaseRecord>

/** A record with its signature, as it is uploaded and as feeds have it. */
export const SignedRelease = Type.Object({
  ...ReleaseRecord.properties,
  key_id: Type.String({ pattern: KEY_ID }),
  /** Base64 of the Ed25519 signature of `releaseText`. */
  signature: Type.String({ pattern: SIGNATURE }),
})
export type SignedRelease = Type.Static<typeof SignedRelease>

/**
 * The signed text of a record: a name of the format, then each field in its order, a line each.
 * No field can have a line break, so no two records have the same text.
 */
export const releaseText = (record: ReleaseRecord): string =>
  [
    'latchkey-release-v1',
    record.project,
    record.version,
    record.platform,
    record.arch,
    record.file,
    record.sha512,
    record.size,
    record.covered_since,
    record.is_security_fix ? 1 : 0,
    '',
  ].join('\n')

/**
 * Signs one file of a release.
 * @throws Error if a field has another form
 */
export function signRelease(record: ReleaseRecord, { keyId, privateKey }: AnswerSigner): SignedRelease {
  const { file, version } = record
  if (!Check(ReleaseRecord, record)) throw new Error(`${file} ${version} cannot be signed.`)
  const signature = sign(null, Buffer.from(releaseText(record)), privateKey).toString('base64')
  return { ...record, key_id: keyId, signature }
}

/** Whether a record is signed by one of the keys; `why` is for a log. */
export type ReleaseVerdict =
  | { readonly kind: 'authentic'; readonly record: ReleaseRecord }
  | { readonly kind: 'not-authentic'; readonly why: string }

/** Verifies a record of any origin. */
export function verifyRelease(signed: unknown, keys: PublicKeys): ReleaseVerdict {
  if (!Check(SignedRelease, signed)) return { kind: 'not-authentic', why: 'not a signed release' }
  const { key_id: keyId, signature, ...record } = signed
  const key = keys.get(keyId)
  if (key === undefined) return { kind: 'not-authentic', why: 'key unknown to this app' }
  const isRight = verify(null, Buffer.from(releaseText(record)), key, Buffer.from(signature, 'base64'))
  return isRight ? { kind: 'authentic', record } : { kind: 'not-authentic', why: 'wrong signature' }
}
