import { createHash } from 'node:crypto'

const FINGERPRINT_LENGTH = 16

/** Identifies a license key or token without revealing it: it has too many bits to be guessed. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(secret, 'utf8').digest('hex').slice(0, FINGERPRINT_LENGTH)
