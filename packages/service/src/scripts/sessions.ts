import { createServiceKey, SERVICE_KEY_BYTES } from '../security/seal.ts'

/** Who runs which script. */
export interface Session {
  readonly scriptId: string
  /** Empty: nobody in particular, which Free for All allows. */
  readonly key: string
  readonly deviceId: string
}

/**
 * A session is kept by whoever runs the script, sealed: the service keeps nothing of it, and every service with the
 * same session key can read it.
 */
export interface Sessions {
  issue(session: Session): string
  /** Undefined: not one of ours. */
  read(token: string): Session | undefined
  /** Stands in the protected script, and in what answers its heartbeats. */
  beatSecretOf(scriptId: string): string
}

export const SESSION_KEY_BYTES = SERVICE_KEY_BYTES
const CONTEXT = 'session of a script'
const BEAT_SECRET_BYTES = 16

export function createSessions(sessionKey: Uint8Array): Sessions {
  const key = createServiceKey(sessionKey)
  return {
    issue: ({ scriptId, key: licenseKey, deviceId }) =>
      Buffer.from(key.seal(JSON.stringify([scriptId, licenseKey, deviceId]), CONTEXT)).toString('base64url'),
    read(token) {
      try {
        const [scriptId, licenseKey, deviceId] = JSON.parse(
          key.open(Buffer.from(token, 'base64url'), CONTEXT),
        )
        return { scriptId, key: licenseKey, deviceId }
      } catch {
        return undefined
      }
    },
    beatSecretOf: (scriptId) =>
      Buffer.from(key.derive(`heartbeat of script ${scriptId}`, BEAT_SECRET_BYTES)).toString('hex'),
  }
}
