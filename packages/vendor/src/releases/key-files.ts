import { createPrivateKey, type KeyObject } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { UsageError } from '@latchkey/command-line'
import {
  type AnswerSigner,
  createSigningKeyPair,
  pairOf,
  privateKeyOf,
  type SigningKeyPair,
} from '@latchkey/protocol'
import { readTextFile } from '../command-line/files.ts'

// The keys for releases stay with the vendor, in files that only a passphrase opens.

/** What everybody may know of a key. */
export type PublicPart = Pick<SigningKeyPair, 'id' | 'publicKey'>

const LEAST_CHARACTERS = 8

/** Makes a key, and writes it to a new file. @throws UsageError if the file exists */
export async function createKeyFile(path: string, passphrase: string): Promise<PublicPart> {
  if (passphrase.length < LEAST_CHARACTERS) {
    throw new UsageError(`The passphrase must have at least ${LEAST_CHARACTERS} characters.`)
  }
  const pair = createSigningKeyPair()
  const pem = privateKeyOf(pair).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  try {
    // SECURITY: a key that apps trust must never be replaced by mistake.
    await writeFile(path, pem, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw new UsageError(
      isThere ? `${path} exists already. Apps may trust it.` : `${path} cannot be written.`,
    )
  }
  return { id: pair.id, publicKey: pair.publicKey }
}

/** Opens a file that `createKeyFile` has written. @throws UsageError */
export async function readKeyFile(path: string, passphrase: string): Promise<AnswerSigner & PublicPart> {
  const privateKey = openKey(path, await readTextFile(path), passphrase)
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new UsageError(`${path} is no key for releases.`)
  const { id, publicKey } = pairOf(privateKey)
  return { keyId: id, privateKey, id, publicKey }
}

function openKey(path: string, pem: string, passphrase: string): KeyObject {
  if (!pem.startsWith('-----BEGIN ')) throw new UsageError(`${path} is no key for releases.`)
  try {
    return createPrivateKey({ key: pem, passphrase })
  } catch {
    throw new UsageError(`${path} cannot be opened: the passphrase is another one, or the file is damaged.`)
  }
}
