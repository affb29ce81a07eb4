import { opaqueDeviceId } from '@latchkey/management'
import {
  DEVICE_NAMED,
  DEVICE_RELEASED,
  DEVICES_LISTED,
  type DeviceRecord,
  type RequestUse,
} from '@latchkey/protocol'
import {
  factsOf,
  hasDevices,
  isLinked,
  leastRecent,
  limitsOf,
  linkedDevices,
  nameDevice,
} from '../core/license/devices.ts'
import type { DeviceEvent, License } from '../core/license/license.ts'
import { type Refusal, refusal } from '../core/license/refusals.ts'
import {
  dataOf,
  decideLicense,
  decideState,
  type KnownKey,
  type LicenseDecision,
  NO_DATA,
} from './decide-license.ts'
import { moveTo, refusalOfMove, releaseByUser } from './moves.ts'

/** A request of an app about a key. */
export interface DeviceRequest {
  /** The kind of request. Default: a check. */
  readonly use?: RequestUse
  readonly deviceId: string
  /** The `opaqueDeviceId`, for a release. */
  readonly device?: string
  /** The new name, for naming a device. */
  readonly name?: string
}

/** The decision about a request. `listed`: the code of an answer with the list of devices. */
export interface UseDecision extends LicenseDecision {
  readonly event?: DeviceEvent
  readonly listed?: keyof typeof LISTED
}

/** Links a device in the place of another one. A key check would refuse this device as locked. */
export function decideMove(known: KnownKey, deviceId: string, now: number): UseDecision {
  const decision = decideLicense({ ...known, isByHand: true }, deviceId, now)
  if (decision.refusal?.code !== 'KEY_HWID_LOCKED') return decision
  const license = decision.license ?? known.license
  const refused = refusalOfMove(license, known.limits, leastRecent(license), now)
  if (refused !== undefined) return { ...decision, refusal: refused }
  const moved = moveTo(license, deviceId, known.limits, now)
  return { refusal: undefined, data: dataOf(moved), license: moved, event: 'moved' }
}

/** Lists, releases or names devices. No device is linked, so no countdown starts. */
export function decideDevices(
  { use, deviceId, device, name = '' }: DeviceRequest & { use: Exclude<RequestUse, 'check' | 'move'> },
  known: KnownKey,
  now: number,
): UseDecision {
  const { license, refusal: refused } = decideState(known, now)
  const decided = (after: License, more: Partial<UseDecision>): UseDecision => ({
    refusal: undefined,
    data: NO_DATA,
    license: after === known.license ? undefined : after,
    ...more,
  })
  const refuse = (reason: Refusal): UseDecision => decided(license, { refusal: reason })

  if (refused !== undefined) return refuse(refused)
  if (!hasDevices(limitsOf(known.limits, license))) return refuse(refusal('MOVE_DISABLED'))
  switch (use) {
    case 'devices':
      return decided(license, { listed: DEVICES_LISTED })
    case 'name':
      return isLinked(license, deviceId)
        ? decided(nameDevice(license, deviceId, name), { listed: DEVICE_NAMED })
        : refuse(refusal('DEVICE_NOT_FOUND'))
    case 'release': {
      const released = findDevice(license, device)
      const notYet = refusalOfMove(license, known.limits, released ?? '', now)
      if (notYet?.code === 'MOVE_DISABLED') return refuse(notYet)
      if (released === undefined) return refuse(refusal('DEVICE_NOT_FOUND'))
      if (notYet !== undefined) return refuse(notYet)
      const after = releaseByUser(license, released, deviceId, now)
      return decided(after, { listed: DEVICE_RELEASED, event: 'released' })
    }
  }
}

/** Finds the linked device with this `opaqueDeviceId`. */
export const findDevice = (license: License, id: string | undefined): string | undefined =>
  linkedDevices(license).find((device) => opaqueDeviceId(license.key, device) === id)

/** The messages of answers that have a list. */
export const LISTED = {
  [DEVICES_LISTED]: 'These devices are linked to the license key.',
  [DEVICE_RELEASED]: 'The device was released.',
  [DEVICE_NAMED]: 'The name of this device was changed.',
} as const

/** The linked devices, as their user sees them. */
export const deviceRecords = (license: License, deviceId: string): DeviceRecord[] =>
  linkedDevices(license).map((device) => {
    const { name, linkedAt, usedAt } = factsOf(license, device)
    return {
      id: opaqueDeviceId(license.key, device),
      name,
      linked_at: linkedAt,
      used_at: usedAt,
      is_this: device === deviceId,
    }
  })
