import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { RandomBytes } from '../encryption.ts'

/**
 * The file with the random secret of a machine without usable facts. SECURITY: the file is not
 * encrypted, because there is no machine-bound key. A copy of the file is a copy of the secret, so
 * the device ID derived from it is rated weak. `check` detects damage, not forgery.
 */
const FORMAT_VERSION = 1
const SECRET_BYTES = 32

const RandomFile = Type.Object(
  {
    version: Type.Literal(FORMAT_VERSION),
    secret: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    check: Type.String(),
  },
  { additionalProperties: false },
)

export const createRandomSecret = (random: RandomBytes): string =>
  Buffer.from(random(SECRET_BYTES)).toString('hex')

export function writeRandomSecret(secret: string): string {
  const check = createHash('sha256').update(`latchkey random device 1: ${secret}`).digest('hex')
  return `${JSON.stringify({ version: FORMAT_VERSION, secret, check })}\n`
}

/** Undefined when the file is damaged or has another version. */
export function readRandomSecret(text: string): string | undefined {
  try {
    const file: unknown = JSON.parse(text)
    if (!Check(RandomFile, file)) return undefined
    return writeRandomSecret(file.secret) === text ? file.secret : undefined
  } catch {
    return undefined
  }
}
