import { randomInt } from 'node:crypto'

/**
 * The strings of the key check, branded so that the compiler rejects one in place of another.
 * Source: interface, "External key check, step 2: check" and "Limits".
 */
export type LicenseKey = string & { readonly brand: 'LicenseKey' }
export type DeviceId = string & { readonly brand: 'DeviceId' }
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

const LICENSE_KEY_LENGTH = 32
const NONCE_LENGTH = 16

export const isLicenseKey = (text: string): text is LicenseKey => LICENSE_KEY.test(text)
export const isNonce = (text: string): text is Nonce => NONCE.test(text)
export const isDeviceId = (text: string): text is DeviceId => DEVICE_ID.test(text)
export const isSignature = (text: string): boolean => SIGNATURE.test(text)

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`

/** Returns a uniformly distributed random integer from 0 (inclusive) to `below` (exclusive). */
export type RandomBelow = (below: number) => number

const randomText = (length: number, alphabet: string, randomBelow: RandomBelow): string =>
  Array.from({ length }, () => alphabet.charAt(randomBelow(alphabet.length))).join('')

export const createNonce = (randomBelow: RandomBelow = randomInt): Nonce =>
  randomText(NONCE_LENGTH, LETTERS_AND_DIGITS, randomBelow) as Nonce

export const createLicenseKey = (randomBelow: RandomBelow = randomInt): LicenseKey =>
  randomText(LICENSE_KEY_LENGTH, LETTERS, randomBelow) as LicenseKey
