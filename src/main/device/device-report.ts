import type { DeviceView } from '../../shared/device-view.ts'
import type { AppInfo } from '../../shared/ipc-contract.ts'
import type { DeviceIdentity } from './settle-identity.ts'

/** What a window, or a developer's terminal, may see of a device identity. */
export const toDeviceView = ({ id, version, strength, reasons, facts }: DeviceIdentity): DeviceView => ({
  id,
  version,
  strength,
  reasons,
  facts,
})

export interface ReportedApp extends Pick<AppInfo, 'productName' | 'version' | 'platform'> {
  /** The last letters of the license key: enough to find it by, and no use to who reads along. */
  readonly keyEnding?: string | undefined
}

/** A text for a support request. Holds the device ID and no raw value of the machine. */
export function supportReport(identity: DeviceIdentity, app: ReportedApp): string {
  return `${[
    `${app.productName} ${app.version} on ${app.platform}`,
    ...(app.keyEnding === undefined ? [] : [`License key: ends in ${app.keyEnding}`]),
    ...deviceLines(toDeviceView(identity)),
  ].join('\n')}\n`
}

export const deviceLines = ({ id, version, strength, reasons, facts }: DeviceView): string[] => [
  `Device ID: ${id} (derivation ${version})`,
  `Strength: ${strength}`,
  ...reasons.map((reason) => `  - ${reason}`),
  'Facts:',
  ...facts.map(
    ({ name, source, counted, why }) => `  ${counted ? '+' : '-'} ${name}, from ${source}: ${why}`,
  ),
]
