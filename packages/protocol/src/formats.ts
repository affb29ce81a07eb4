import { randomInt } from 'node:crypto'

/**
 * The texts of the key check, branded so that they cannot be mixed up.
 * Source: interface, "External key check, step 2: check" and "Limits".
 */
export type LicenseKey = string & { readonly brand: 'LicenseKey' }
export type DeviceId = string & { readonly brand: 'DeviceId' }
export type Nonce = string & { readonly brand: 'Nonce' }

const LICENSE_KEY = /^[a-zA-Z]{32}$/
const NONCE = /^[a-zA-Z0-9]{16}$/
/** Visible ASCII, because it travels in a header. Shorter than 16 characters cannot tell devices apart. */
const DEVICE_ID = /^[\x21-\x7e]{16,256}$/
const SIGNATURE = /^[0-9a-f]{40}$/

/**
 * How every API key of the service begins; 43 characters of base64url follow. A fixed prefix lets secret scanners
 * recognise a key that was committed or packaged by mistake.
 */
export const API_KEY_PREFIX = 'latchkey_'

export const LICENSE_KEY_LENGTH = 32
export const NONCE_LENGTH = 16

export const isLicenseKey = (text: string): text is LicenseKey => LICENSE_KEY.test(text)
export const isNonce = (text: string): text is Nonce => NONCE.test(text)
export const isDeviceId = (text: string): text is DeviceId => DEVICE_ID.test(text)
export const isSignature = (text: string): boolean => SIGNATURE.test(text)

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`

/** A uniform random integer from 0 up to, and not including, `below`. */
export type RandomBelow = (below: number) => number

const randomText = (length: number, alphabet: string, randomBelow: RandomBelow): string =>
  Array.from({ length }, () => alphabet.charAt(randomBelow(alphabet.length))).join('')

export const createNonce = (randomBelow: RandomBelow = randomInt): Nonce =>
  randomText(NONCE_LENGTH, LETTERS_AND_DIGITS, randomBelow) as Nonce

export const createLicenseKey = (randomBelow: RandomBelow = randomInt): LicenseKey =>
  randomText(LICENSE_KEY_LENGTH, LETTERS, randomBelow) as LicenseKey
