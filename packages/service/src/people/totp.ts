import { generateSecret, generateURI, verifySync } from 'otplib'

/** RFC 6238 with the values that every authenticator app takes: SHA-1, six digits, 30 seconds. */
const PERIOD_SECONDS = 30
/** For a clock that is wrong, and a code that was typed at its end. */
const TOLERANCE_SECONDS = 30

/** 160 random bits, in Base32. */
export const createTotpSecret = (): string => generateSecret()

/** What an authenticator app reads from a QR code. */
export const totpUri = (secret: string, email: string): string =>
  generateURI({ issuer: 'Latchkey', label: email, secret })

/** The time step of a right code; undefined for a wrong one. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  if (secret === '') return undefined
  const answer = verifySync({ secret, token: code, epoch: now, epochTolerance: TOLERANCE_SECONDS })
  return answer.valid && 'epoch' in answer ? Math.floor(answer.epoch / PERIOD_SECONDS) : undefined
}
