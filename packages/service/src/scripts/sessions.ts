import { createServiceKey, SERVICE_KEY_BYTES } from '../core/security/seal.ts'

/** A run of a script by a user. */
export interface Session {
  readonly scriptId: string
  /** The license key. Empty for a script that is free for all. */
  readonly key: string
  readonly deviceId: string
}

export const SESSION_KEY_BYTES = SERVICE_KEY_BYTES
const CONTEXT = 'session of a script'
const BEAT_SECRET_BYTES = 16

/**
 * The program that runs the script stores the session, sealed. The service does not store it, and
 * every service with the same session key can read it.
 */
export function createSessions(sessionKey: Uint8Array) {
  const key = createServiceKey(sessionKey)
  return {
    issue: ({ scriptId, key: licenseKey, deviceId }: Session): string =>
      Buffer.from(key.seal(JSON.stringify([scriptId, licenseKey, deviceId]), CONTEXT)).toString('base64url'),
    /** Reads a token. Undefined: it is not a token of this service. */
    read(token: string): Session | undefined {
      try {
        const [scriptId, licenseKey, deviceId] = JSON.parse(
          key.open(Buffer.from(token, 'base64url'), CONTEXT),
        )
        return { scriptId, key: licenseKey, deviceId }
      } catch {
        return undefined
      }
    },
    /** The secret in the protected script, which proves the answers to its heartbeats. */
    beatSecretOf: (scriptId: string): string =>
      Buffer.from(key.derive(`heartbeat of script ${scriptId}`, BEAT_SECRET_BYTES)).toString('hex'),
  }
}

export type Sessions = ReturnType<typeof createSessions>
