import {
  DEVICE_NAME_LENGTH,
  DEVICE_NAMED,
  DEVICE_RELEASED,
  DEVICES_LISTED,
  DeviceListRecord,
  type RequestUse,
} from '@latchkey/protocol'
import { Check } from 'typebox/value'
import { cleanText } from './clean-text.ts'
import type { LinkedDevice } from './license-view.ts'
import { parseRefusal, type Verdict } from './verify-answer.ts'

/** What a request about the computers of a key is for. */
export type DeviceUse = Exclude<RequestUse, 'check' | 'move'>

const GRANTED: Readonly<Record<DeviceUse, string>> = {
  devices: DEVICES_LISTED,
  release: DEVICE_RELEASED,
  name: DEVICE_NAMED,
}

/** The linked computers, as the answer to such a request has them. */
export interface DeviceList {
  readonly devices: readonly LinkedDevice[]
}

/** Verifies the body of the answer to a request about computers. Its signature covers all of it. */
export function verifyDeviceList(body: unknown, use: DeviceUse): Verdict<DeviceList> {
  if (!Check(DeviceListRecord, body)) return { kind: 'malformed', why: 'not a list of devices' }
  if (body.code !== GRANTED[use]) return parseRefusal(body)
  if (body.devices === undefined) return { kind: 'malformed', why: 'no devices' }
  return {
    kind: 'valid',
    devices: body.devices.map(({ id, name, linked_at, used_at, is_this }) => ({
      id,
      // SECURITY: another computer of the key chose the name.
      name: cleanText(name, DEVICE_NAME_LENGTH),
      ...(linked_at > 0 && { linkedAt: linked_at }),
      ...(used_at > 0 && { usedAt: used_at }),
      isThis: is_this,
    })),
  }
}
