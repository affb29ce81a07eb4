import { type DeviceList, LinkedDevice, opaqueDeviceId } from '@latchkey/management'
import type { Project } from '../core/accounts/projects.ts'
import { done } from '../core/http/endpoint.ts'
import { recordsOf } from '../core/http/records.ts'
import { factsOf, leastRecent, limitsOf, linkedDevices } from '../core/license/devices.ts'
import type { License } from '../core/license/license.ts'
import { moveField } from './moves.ts'

const linkedDevice = recordsOf(LinkedDevice)
export function toDeviceList(license: License, project: Project, now: number): DeviceList {
  const { maxDevices, movesPerYear } = limitsOf(project, license)
  const linked = linkedDevices(license)
  // If a place is free, a move replaces no device.
  const replaced = linked.length < maxDevices ? '' : leastRecent(license)
  const move = moveField(license, project, replaced, now)
  return {
    ...done('The devices of the key.'),
    devices: linked.map((identifier) =>
      linkedDevice({
        ...factsOf(license, identifier),
        id: opaqueDeviceId(license.key, identifier),
        identifier,
      }),
    ),
    max_devices: maxDevices,
    moves_per_year: movesPerYear,
    moves_left: move?.left ?? 0,
    move_from: move?.wait?.until ?? 0,
    move_waits: move?.wait?.for ?? '',
  }
}
