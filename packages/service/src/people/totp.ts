import { generateSecret, generateURI, verifySync } from 'otplib'

/** RFC 6238 with the values that every authenticator app accepts: SHA-1, six digits, 30 seconds. */
const PERIOD_SECONDS = 30
/**
 * The tolerance is for a clock that is wrong, and for a code that was typed at the end of its time.
 */
const TOLERANCE_SECONDS = 30

/** Creates a secret of 160 random bits, in Base32. */
export const createTotpSecret = (): string => generateSecret()

/** Makes the text of the QR code that an authenticator app reads. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'Latchkey', label: email, secret })

/** Finds the time step of a right code; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (secret === '') return undefined
  const answer = verifySync({ secret, token: code, epoch: now, epochTolerance: TOLERANCE_SECONDS })
  return answer.valid && 'epoch' in answer ? Math.floor(answer.epoch / PERIOD_SECONDS) : undefined
}
