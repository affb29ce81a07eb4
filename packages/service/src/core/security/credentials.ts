import { createHash, randomBytes } from 'node:crypto'
import { API_KEY_PREFIX, type SharedSecrets } from '@latchkey/protocol'

/** Returns uniform random bytes. */
export type RandomBytes = (length: number) => Uint8Array

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const SECRET_BYTES = 32
const ID_BYTES = 16

/** Creates an API key with 256 random bits. */
export const createApiKey = (random: RandomBytes): string =>
  `${API_KEY_PREFIX}${base64url(random(SECRET_BYTES))}`

/**
 * The stored form of an API key. One round of SHA-256 is enough: slow password hashes protect
 * passwords that people choose, while 256 random bits cannot be guessed at any speed.
 */
export const hashApiKey = (apiKey: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(apiKey, 'utf8').digest())

/** Creates a token with 256 random bits. */
export const createToken = (): string => randomBytes(SECRET_BYTES).toString('base64url')
/** The stored form of the token of a session or a link, which is hashed as an API key is. */
export const hashToken = (token: string): Uint8Array => hashApiKey(token)

export const createId = (random: RandomBytes): string => hex(random(ID_BYTES))

export const createSecrets = (random: RandomBytes): SharedSecrets => [
  hex(random(SECRET_BYTES)),
  hex(random(SECRET_BYTES)),
  hex(random(SECRET_BYTES)),
]
