import type { DeviceId, LicenseKey, UpdateToken } from '@latchkey/protocol'
import type { Clock } from './clock.ts'

/** What an app may read the feed of updates with. Neither: the license is not linked to this device. */
export interface UpdateAccess {
  readonly token?: string
  /** The device of the token, which is sent with it. */
  readonly deviceId?: DeviceId
  /** Why there is no token: a `FailureKind`, or the code of a refusal. */
  readonly problem?: string
}

/** A token that ends sooner is renewed first. A download that has begun goes on after its end. */
const LEAST_SECONDS = 30

/**
 * Remembers the last token. It is never stored. Its end is compared with the time since it came, so
 * a wrong clock of this computer does not matter.
 */
export function createUpdateAccess(clock: Clock) {
  let last: { readonly token: string; readonly key: LicenseKey; readonly endsAtMs: number } | undefined
  return {
    remember({ token, until }: UpdateToken, key: LicenseKey, serviceTime: number): void {
      last = { token, key, endsAtMs: clock.monotonicMs() + (until - serviceTime - LEAST_SECONDS) * 1000 }
    },
    tokenOf: (key: LicenseKey): string | undefined =>
      last !== undefined && last.key === key && clock.monotonicMs() < last.endsAtMs ? last.token : undefined,
    forget(): void {
      last = undefined
    },
  }
}
