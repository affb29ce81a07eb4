import { createHash } from 'node:crypto'
import type { UpdateToken } from '@latchkey/protocol'
import { createServiceKey } from '../core/security/seal.ts'

/** The license and the device to which a token was given. */
export interface UpdateTokenOwner {
  /** The license key. */
  readonly key: string
  /** See `deviceHashOf`. */
  readonly deviceHash: string
}

const UPDATE_TOKEN_SECONDS = 3_600

/** The form of a device ID in a token, which is short for every ID. */
export const deviceHashOf = (deviceId: string): string =>
  createHash('sha256').update(deviceId).digest('base64url')

export type UpdateTokens = ReturnType<typeof createUpdateTokens>

/**
 * Tokens with which an app reads the feed of updates and its files. They say who asks, and not what
 * the license covers: that is decided at each request. The service does not store them, and every
 * service with the same key can read them.
 */
export function createUpdateTokens(sessionKey: Uint8Array) {
  const key = createServiceKey(sessionKey)
  // SECURITY: sealed for one app, so a token of another project does not open.
  const contextOf = (appName: string): string => `update token of ${appName}`
  return {
    issue(appName: string, licenseKey: string, deviceId: string, now: number): UpdateToken {
      const until = now + UPDATE_TOKEN_SECONDS
      const text = JSON.stringify([licenseKey, deviceHashOf(deviceId), until])
      return { token: Buffer.from(key.seal(text, contextOf(appName))).toString('base64url'), until }
    },
    read(appName: string, token: string, now: number): UpdateTokenOwner | 'wrong' | 'expired' {
      try {
        const text = key.open(Buffer.from(token, 'base64url'), contextOf(appName))
        const [licenseKey, deviceHash, until] = JSON.parse(text) as [string, string, number]
        return now < until ? { key: licenseKey, deviceHash } : 'expired'
      } catch {
        return 'wrong'
      }
    },
  }
}
