import { randomInt } from 'node:crypto'
import { hashToken } from '../core/security/credentials.ts'

/** The letters of RFC 8628, section 6.1: no vowels, so no words. Eight of them have 34 bits. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const LENGTH = 8

/** Makes a code as it is written in a mail, such as `WDJB-MJHT`. */
export function createCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/**
 * The hash of a code for the browser that has asked for it. SECURITY: the token of the browser is in
 * its cookie alone, so nobody finds the code from its hash, and no other browser can use it.
 */
export const hashCode = (code: string, browser: string): Uint8Array =>
  hashToken(`${code.toUpperCase().replaceAll(/[^A-Z]/g, '')} ${browser}`)
