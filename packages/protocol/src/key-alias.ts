import { createHash } from 'node:crypto'
import { isLicenseKey, type LicenseKey, licenseKeyOf } from './formats.ts'

/** Makes these hashes differ from all other hashes of the same text. */
const DOMAIN = 'latchkey key alias 1\n'
/** Left out: spaces, dashes, the minus sign, and invisible marks of mail programs and web pages. */
const LEFT_OUT = /[\s\p{Pd}\p{Cf}\u2212]/gu

/** The length of a key of another licensing system, after its spaces and dashes are removed. */
export const OTHER_KEY_LIMITS = { shortest: 6, longest: 128 } as const

/**
 * The license key that stands for a key of another form: 32 letters that the service stores, and
 * that an app derives from the text that its user types. The text is normalised first (NFKC, upper
 * case, no spaces and dashes), so that `abcd-1234` and `ABCD 1234` have one alias.
 * SECURITY: SHA-256 without a secret, because each app must be able to compute it. An alias is as
 * hard to guess as the text: that of a short or a numbered key is easy to guess.
 */
export function keyAlias(text: string): LicenseKey {
  const hash = createHash('sha256').update(DOMAIN).update(canonical(text).toUpperCase()).digest('hex')
  return licenseKeyOf(BigInt(`0x${hash}`))
}

/**
 * The license key of a text that may have another form: the text itself, without spaces and dashes,
 * when it then has 32 letters; otherwise its alias. Undefined when it is shorter or longer than
 * `OTHER_KEY_LIMITS`. The service imports keys by this rule, and apps with other keys follow it.
 */
export function readAnyKey(
  text: string,
): { readonly key: LicenseKey; readonly isAlias: boolean } | undefined {
  const joined = canonical(text)
  if (isLicenseKey(joined)) return { key: joined, isAlias: false }
  const { shortest, longest } = OTHER_KEY_LIMITS
  if (joined.length < shortest || joined.length > longest) return undefined
  return { key: keyAlias(joined), isAlias: true }
}

const canonical = (text: string): string => text.normalize('NFKC').replace(LEFT_OUT, '')
