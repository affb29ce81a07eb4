import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'

/** The public keys of a project, by key ID. Empty: the app accepts unsigned answers. */
export type PublicKeys = ReadonlyMap<string, KeyObject>

const OKP = { kty: 'OKP', crv: 'Ed25519' } as const
const PUBLIC_KEY_BYTES = 32
/** An app without public keys must say `none`, so that a release without them is a decision. */
const NO_PUBLIC_KEYS = 'none'
const KEY_ID = /^[\w.-]{1,64}$/
const BASE64_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/

/** An Ed25519 key pair of a project. */
export interface SigningKeyPair {
  /** The SHA-256 thumbprint of the public key. Source: RFC 7638, 3 and RFC 8037, 2. */
  readonly id: string
  /** The 32 bytes in base64. */
  readonly publicKey: string
  /** SECURITY: never stored or sent unsealed. The 32 bytes in base64. */
  readonly privateKey: string
}

const base64 = (base64url: string | undefined): string =>
  Buffer.from(base64url ?? '', 'base64url').toString('base64')
const base64url = (text: string): string => Buffer.from(text, 'base64').toString('base64url')

/** The pair of a private Ed25519 key. */
export const pairOf = (key: KeyObject): SigningKeyPair => {
  const { x, d } = key.export({ format: 'jwk' })
  const thumbprint = `{"crv":"Ed25519","kty":"OKP","x":"${x}"}`
  const id = createHash('sha256').update(thumbprint).digest('base64url')
  return { id, publicKey: base64(x), privateKey: base64(d) }
}

/** Makes a new Ed25519 key. */
export const createSigningKeyPair = (): SigningKeyPair => pairOf(generateKeyPairSync('ed25519').privateKey)

/** The start of PKCS #8 before the 32 bytes of a private key. Source: RFC 8410, 7. */
const PKCS8_START = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Makes the pair of these 32 secret bytes, for keys that have to be the same at every start. */
export const signingKeyPairOf = (secret: Uint8Array): SigningKeyPair =>
  pairOf(createPrivateKey({ key: Buffer.concat([PKCS8_START, secret]), format: 'der', type: 'pkcs8' }))

/** The private key in the form with which Node signs. */
export const privateKeyOf = ({ publicKey, privateKey }: SigningKeyPair): KeyObject => {
  const key: JsonWebKey = { ...OKP, x: base64url(publicKey), d: base64url(privateKey) }
  return createPrivateKey({ key, format: 'jwk' })
}

/** Writes the setting of an app: `ID=BASE64,ID=BASE64`. */
export const formatPublicKeys = (keys: readonly Pick<SigningKeyPair, 'id' | 'publicKey'>[]): string =>
  keys.map(({ id, publicKey }) => `${id}=${publicKey}`).join(',')

/** Reads the setting of an app. `none` gives no keys. Undefined if the text is anything else. */
export function parsePublicKeys(text: string): PublicKeys | undefined {
  const keys = new Map<string, KeyObject>()
  if (text.trim() === NO_PUBLIC_KEYS) return keys
  for (const entry of text.split(',')) {
    const [, id = '', key = ''] = /^([^=]*)=(.*)$/.exec(entry.trim()) ?? []
    if (!KEY_ID.test(id) || !BASE64_OF_32_BYTES.test(key) || keys.has(id)) return undefined
    const x = base64url(key)
    if (Buffer.from(x, 'base64url').length !== PUBLIC_KEY_BYTES) return undefined
    try {
      keys.set(id, createPublicKey({ key: { ...OKP, x }, format: 'jwk' }))
    } catch {
      return undefined
    }
  }
  return keys
}
