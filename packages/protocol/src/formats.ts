import { randomInt } from 'node:crypto'

/**
 * The strings of the key check, branded so that the compiler rejects one in place of another.
 * Source: interface, "External key check, step 2: check" and "Limits".
 */
export type LicenseKey = string & { readonly brand: 'LicenseKey' }
/** The HWID of the interface: identifies a computer. Visible ASCII, 16 characters or more. */
export type DeviceId = string & { readonly brand: 'DeviceId' }
/** A random value of one request: 16 letters and digits. */
export type Nonce = string & { readonly brand: 'Nonce' }

const LICENSE_KEY = /^[a-zA-Z]{32}$/
const NONCE = /^[a-zA-Z0-9]{16}$/
/**
 * Visible ASCII, because it is sent in a header. At least 16 characters, to be unique per device.
 */
const DEVICE_ID = /^[\x21-\x7e]{16,256}$/
const SIGNATURE = /^[0-9a-f]{40}$/

/**
 * The prefix of every API key; 43 characters of base64url follow. The fixed prefix lets secret
 * scanners detect a key that was committed or packaged by mistake.
 */
export const API_KEY_PREFIX = 'latchkey_'

/** The prefix of the demo project's app name and secrets. The release check rejects it. */
export const DEMO_MARK = 'latchkey-demo'

const LICENSE_KEY_LENGTH = 32
const NONCE_LENGTH = 16

/** Whether the text has the format of a license key: 32 letters. */
export const isLicenseKey = (text: string): text is LicenseKey => LICENSE_KEY.test(text)
/** Whether the text has the format of a nonce. */
export const isNonce = (text: string): text is Nonce => NONCE.test(text)
/** Whether the text has the format of a device ID. */
export const isDeviceId = (text: string): text is DeviceId => DEVICE_ID.test(text)
/** Whether the text has the format of a signature: 40 lowercase hex. */
export const isSignature = (text: string): boolean => SIGNATURE.test(text)

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`

/** Returns a uniformly distributed random integer from 0 (inclusive) to `below` (exclusive). */
export type RandomBelow = (below: number) => number

const randomText = (length: number, alphabet: string, randomBelow: RandomBelow): string =>
  Array.from({ length }, () => alphabet.charAt(randomBelow(alphabet.length))).join('')

/** Returns a random nonce. */
export const createNonce = (randomBelow: RandomBelow = randomInt): Nonce =>
  randomText(NONCE_LENGTH, LETTERS_AND_DIGITS, randomBelow) as Nonce

/** Returns a random license key. */
export const createLicenseKey = (randomBelow: RandomBelow = randomInt): LicenseKey =>
  randomText(LICENSE_KEY_LENGTH, LETTERS, randomBelow) as LicenseKey

/**
 * The license key of a number: its digits to the base of 52 letters, the last one first. A random
 * number of 256 bits gives evenly distributed letters.
 */
export function licenseKeyOf(number: bigint): LicenseKey {
  let rest = number
  const letters = Array.from({ length: LICENSE_KEY_LENGTH }, () => {
    const letter = LETTERS.charAt(Number(rest % BigInt(LETTERS.length)))
    rest /= BigInt(LETTERS.length)
    return letter
  })
  return letters.join('') as LicenseKey
}
