import { DEVICE_NAME_LENGTH, type LicenseKey, parseLicenseFields } from '@latchkey/protocol'
import { assertNever } from '../assert-never.ts'
import { cleanText } from './clean-text.ts'
import type { DeviceList, DeviceUse } from './device-list.ts'
import { failed } from './failures.ts'
import type { Identified } from './gate-parts.ts'
import type { KeyExchange } from './key-exchange.ts'
import type { DevicesView } from './license-view.ts'
import type { Answer } from './send-request.ts'

export interface LinkedDevicesParts {
  readonly exchange: Pick<KeyExchange, 'manage'>
  readonly identify: () => Promise<Identified>
  /** The key of the license in use, or the refused one. */
  readonly currentKey: () => LicenseKey | undefined
}

/** Sends the requests about the computers of a key. */
export function createLinkedDevices({ exchange, identify, currentKey }: LinkedDevicesParts) {
  /** The ID of this computer in the last list. */
  let ownId: string | undefined

  async function send(
    use: DeviceUse,
    more: { readonly device?: string; readonly name?: string } = {},
  ): Promise<DevicesView> {
    const key = currentKey()
    const { id: deviceId, provisional } = await identify()
    if (provisional) return toDevicesView(failed('device-unsure', []))
    if (key === undefined) return toDevicesView(failed('not-configured', []))
    const answer = await exchange.manage({ use, key, deviceId, ...more })
    if (answer.kind === 'valid') ownId = answer.devices.find(({ isThis }) => isThis)?.id
    return toDevicesView(answer)
  }

  return {
    list: () => send('devices'),
    release: (id: string) => send('release', { device: id }),
    nameThis: (text: string) => send('name', { name: toDeviceName(text) }),
    isThis: (id: string) => id === ownId,
  }
}

/** The text as the service takes it: `isDeviceName`. Joiners are invisible, so no name has them. */
export const toDeviceName = (text: string): string =>
  cleanText(text.replaceAll(/[\u200c\u200d]/g, ''), DEVICE_NAME_LENGTH)

function toDevicesView(answer: Answer<DeviceList>): DevicesView {
  switch (answer.kind) {
    case 'valid': {
      const { devices: counts, move } = parseLicenseFields(answer.signed?.license ?? '')
      const { devices } = answer
      return { kind: 'devices', devices, most: counts?.most ?? devices.length, ...(move && { move }) }
    }
    case 'refused': {
      const { serviceTime: _, ...refusal } = answer
      return refusal
    }
    case 'failed':
      return { kind: 'unreachable', failure: answer.failure }
    default:
      return assertNever(answer)
  }
}
