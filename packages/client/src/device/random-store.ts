import { createHash } from 'node:crypto'
import { Type } from 'typebox'
import { Check } from 'typebox/value'
import type { RandomBytes } from './sealed-store.ts'

/**
 * The file that keeps the secret of a machine that nothing identifies. There is nothing to lock it with: whoever
 * has the file has the secret, and the device ID made of it is called weak. The check finds damage, not a forger.
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

/** Undefined when the file is damaged or not of this version. */
export function readRandomSecret(text: string): string | undefined {
  try {
    const file: unknown = JSON.parse(text)
    if (!Check(RandomFile, file)) return undefined
    return writeRandomSecret(file.secret) === text ? file.secret : undefined
  } catch {
    return undefined
  }
}
