import {
  createNonce,
  type DeviceId,
  formatActivationRequest,
  type LicenseKey,
  type OfflineLicense,
  type OfflineLicenseVerdict,
  type RandomBelow,
  verifyOfflineLicense,
} from '@latchkey/protocol'
import type { ExchangeSettings } from './exchange-settings.ts'
import type { OfflineProof } from './gate-types.ts'
import { requiredKeys } from './signed-answer.ts'
import { toLicense } from './verify-answer.ts'

export type OfflineVerdict =
  | { readonly kind: 'valid'; readonly offline: OfflineProof }
  | { readonly kind: Exclude<OfflineLicenseVerdict['kind'], 'valid'>; readonly offline?: OfflineProof }

export interface OfflineLicensing {
  /** The text that asks for a license file. `time`: Unix seconds of the computer. */
  request(key: LicenseKey, deviceId: DeviceId, time: number): string
  /** Verifies a license file for this app, key and device. `now`: Unix seconds. */
  verify(file: string, key: LicenseKey, deviceId: DeviceId, now: number): Promise<OfflineVerdict>
}

/** Undefined in an app without public keys: it cannot verify a license file. */
export function createOfflineLicensing(
  settings: ExchangeSettings | undefined,
  random: RandomBelow,
): OfflineLicensing | undefined {
  const publicKeys = settings && requiredKeys(settings)
  if (settings === undefined || publicKeys === undefined) return undefined
  const { appName, secrets } = settings
  return {
    request(key, deviceId, time) {
      const keyIds = [...publicKeys.keys()]
      const nonce = createNonce(random)
      return formatActivationRequest({ appName, key, deviceId, nonce, time, keyIds }, secrets)
    },
    async verify(file, key, deviceId, now) {
      const verdict = await verifyOfflineLicense(file, { appName, key, deviceId, now, publicKeys })
      return 'license' in verdict
        ? { kind: verdict.kind, offline: proofOf(file, verdict.license) }
        : { kind: verdict.kind }
    },
  }
}

const proofOf = (file: string, license: OfflineLicense): OfflineProof => ({
  file,
  notBefore: license.notBefore,
  until: license.expiresAt,
  proof: {
    license: toLicense(
      { note: license.note, total_executions: license.executions, auth_expire: license.keyExpiresAt },
      license,
    ),
    checkedAt: license.issuedAt,
  },
})
