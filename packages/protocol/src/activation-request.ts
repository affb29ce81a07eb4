import { createHmac, timingSafeEqual } from 'node:crypto'
import { type DeviceId, isDeviceId, isLicenseKey, isNonce, type LicenseKey, type Nonce } from './formats.ts'
import type { SharedSecrets } from './signatures.ts'

// The request for an offline license: a text that people send by mail or photograph as a QR code.

/** What a computer without a network asks for. */
export interface ActivationRequest {
  readonly appName: string
  readonly key: LicenseKey
  readonly deviceId: DeviceId
  readonly nonce: Nonce
  /** Unix seconds of the computer's clock, which may be wrong. */
  readonly time: number
  /** The app's public keys, each by the first characters of its ID; see `hasKeyId`. */
  readonly keyIds: readonly string[]
}

/** What a text holds. The signature of a `request` is not verified yet. */
export type ActivationRequestReading =
  | {
      readonly kind: 'request'
      readonly request: ActivationRequest
      readonly isSignedWith: (secrets: SharedSecrets) => boolean
    }
  | { readonly kind: 'not-a-request' | 'several-requests' | 'damaged-request' | 'newer-request' }

const LABEL = 'LATCHKEY ACTIVATION REQUEST'
const HEAD = `-----BEGIN ${LABEL}-----`
const FOOT = `-----END ${LABEL}-----`
const LINE_LENGTH = 64
const FORMAT = 'latchkey-activation-request'
const VERSION = '1'
const MOST_CHARACTERS = 65_536
const MAC_BYTES = 32
/**
 * The characters of a key ID in a request: they tell the keys of one project apart, and fit into a
 * QR code.
 */
const KEY_ID_LENGTH = 8
const KEY_IDS = /^(?:[\w.-]{1,8}(?:,[\w.-]{1,8}){0,15})?$/

/**
 * Mail programs wrap lines, quote them with `>` or `|`, add spaces, also invisible ones, and make
 * long dashes of short ones. Base64 has none of these characters.
 */
const NOISE = /[\s>|\u200b\u2060\ufeff\u2010-\u2015-]/g
const withoutNoise = (text: string): string => text.replaceAll(NOISE, '')

/**
 * Signs a request with HMAC-SHA-256, and with the secrets as one key. SECURITY: `signRequest` is
 * not used, because a request that somebody reads in a mail must not be usable as a key check.
 */
const macOf = (content: string, secrets: SharedSecrets): Buffer =>
  createHmac('sha256', JSON.stringify(secrets)).update(content).digest()

const shortId = (keyId: string): string => keyId.slice(0, KEY_ID_LENGTH)

/** Whether the app that wrote the request has the public key of this ID. */
export const hasKeyId = ({ keyIds }: Pick<ActivationRequest, 'keyIds'>, keyId: string): boolean =>
  keyIds.includes(shortId(keyId))

/** The form of RFC 7468: base64 between a head and a foot. Ends with a line feed. */
export function formatActivationRequest(request: ActivationRequest, secrets: SharedSecrets): string {
  const { appName, key, deviceId, nonce, time } = request
  const keyIds = request.keyIds.map(shortId).join(',')
  const content = [FORMAT, VERSION, appName, key, deviceId, nonce, time, keyIds].join('\n')
  const body = Buffer.from(`${content}\n${macOf(content, secrets).toString('base64')}`).toString('base64')
  const lines = body.match(new RegExp(`.{1,${LINE_LENGTH}}`, 'g')) ?? []
  return `${[HEAD, ...lines, FOOT].join('\n')}\n`
}

/** Reads a request in any text around it. SECURITY: nothing in it is verified but its form. */
export function parseActivationRequest(text: string): ActivationRequestReading {
  if (text.length > MOST_CHARACTERS) return { kind: 'not-a-request' }
  const [, ...begun] = withoutNoise(text).split(withoutNoise(HEAD))
  const bodies = begun.map((rest) => rest.split(withoutNoise(FOOT))).filter(({ length }) => length > 1)
  // A mail with an attachment may have the same request twice, which counts as one.
  const [body, another] = new Set(bodies.map(([body]) => body))
  if (body === undefined) return { kind: 'not-a-request' }
  if (another !== undefined) return { kind: 'several-requests' }

  const bytes = Buffer.from(body, 'base64')
  const decoded = bytes.toString('utf8')
  if (Buffer.from(decoded).toString('base64') !== body) return { kind: 'damaged-request' }
  const [format, version, ...lines] = decoded.split('\n')
  const [appName = '', key = '', deviceId = '', nonce = '', time = '', keyIds = '', mac = ''] = lines
  if (format !== FORMAT) return { kind: 'damaged-request' }
  if (version !== VERSION) return { kind: 'newer-request' }
  const isWhole = appName !== '' && isLicenseKey(key) && isDeviceId(deviceId) && isNonce(nonce)
  const given = Buffer.from(mac, 'base64')
  if (!isWhole || !/^(0|[1-9]\d{0,11})$/.test(time) || !KEY_IDS.test(keyIds) || lines.length !== 7) {
    return { kind: 'damaged-request' }
  }
  if (given.length !== MAC_BYTES || given.toString('base64') !== mac) return { kind: 'damaged-request' }
  const content = decoded.slice(0, -mac.length - 1)
  return {
    kind: 'request',
    request: {
      appName,
      key,
      deviceId,
      nonce,
      time: Number(time),
      keyIds: keyIds === '' ? [] : keyIds.split(','),
    },
    isSignedWith: (secrets) => timingSafeEqual(macOf(content, secrets), given),
  }
}
