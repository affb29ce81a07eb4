import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/**
 * Argon2id (RFC 9106) with the least memory that OWASP recommends. It takes about 40 ms on one
 * thread of Node's pool, and not on the thread that answers key checks.
 */
const MEMORY_KIB = 19_456
const PASSES = 2
const SALT_BYTES = 16
const TAG_BYTES = 32

/** The most passwords that may wait. More are refused: each would wait for the others. */
const MOST_WAITING = 20

const derive = promisify(argon2)

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([\w+/]+)\$([\w+/]+)$/

/** Hashes one password at a time, so that the other threads of the pool stay free. */
export function createPasswords() {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = async <T>(work: () => Promise<T>): Promise<T | 'busy'> => {
    if (waiting >= MOST_WAITING) return 'busy'
    waiting += 1
    const done = last.then(work, work).finally(() => {
      waiting -= 1
    })
    last = done.catch(() => undefined)
    return done
  }
  const tagOf = async (
    password: string,
    salt: Uint8Array,
    memory = MEMORY_KIB,
    passes = PASSES,
  ): Promise<Buffer> =>
    derive('argon2id', {
      // The same text may be typed in several Unicode forms.
      message: password.normalize('NFC'),
      nonce: salt,
      parallelism: 1,
      tagLength: TAG_BYTES,
      memory,
      passes,
    })

  return {
    /** Makes the stored form, in the PHC string format. */
    hash: (password: string) =>
      inTurn(async () => {
        const salt = randomBytes(SALT_BYTES)
        const tag = await tagOf(password, salt)
        return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${base64(salt)}$${base64(tag)}`
      }),
    /**
     * Verifies a password. It takes the same time for an empty `stored`, which no password matches.
     */
    isRight: (password: string, stored: string) =>
      inTurn(async () => {
        const [, memory, passes, salt = '', tag = ''] = STORED.exec(stored) ?? []
        // SECURITY: without a stored password the work is the same, so the time reveals nothing.
        if (tag === '') return (await tagOf(password, Buffer.alloc(SALT_BYTES))).length === 0
        const given = await tagOf(password, Buffer.from(salt, 'base64'), Number(memory), Number(passes))
        return timingSafeEqual(given, Buffer.from(tag, 'base64'))
      }),
  }
}

export type Passwords = ReturnType<typeof createPasswords>

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')
