import { sayReason, sayWhy } from './device-sentences.ts'
import type { DeviceStrength, DeviceView } from './device-view.ts'
import type { DeviceIdentity } from './settle-identity.ts'

/** What a window may see of a device identity. */
export const toDeviceView = ({ id, version, strength, reasons, facts }: DeviceIdentity): DeviceView => ({
  id,
  version,
  strength,
  reasons,
  facts,
})

export interface ReportedApp {
  readonly productName: string
  readonly version: string
  readonly platform: string
  /** The last letters of the license key: enough to find it by, and no use to who reads along. */
  readonly keyEnding?: string | undefined
}

/** What a terminal or a support request may see: the same, in English sentences. */
export interface DeviceReport {
  readonly id: string
  readonly version: number
  readonly strength: DeviceStrength
  readonly reasons: readonly string[]
  readonly facts: readonly {
    readonly name: string
    readonly source: string
    readonly counted: boolean
    readonly why: string
  }[]
}

export const toDeviceReport = ({ id, version, strength, reasons, facts }: DeviceIdentity): DeviceReport => ({
  id,
  version,
  strength,
  reasons: reasons.map(sayReason),
  facts: facts.map(({ name, source, counted, ...fact }) => ({ name, source, counted, why: sayWhy(fact) })),
})

/** A text for a support request. Holds the device ID and no raw value of the machine. */
export function supportReport(identity: DeviceIdentity, app: ReportedApp): string {
  return `${[
    `${app.productName} ${app.version} on ${app.platform}`,
    ...(app.keyEnding === undefined ? [] : [`License key: ends in ${app.keyEnding}`]),
    ...deviceLines(toDeviceReport(identity)),
  ].join('\n')}\n`
}

export const deviceLines = ({ id, version, strength, reasons, facts }: DeviceReport): string[] => [
  `Device ID: ${id} (derivation ${version})`,
  `Strength: ${strength}`,
  ...reasons.map((reason) => `  - ${reason}`),
  'Facts:',
  ...facts.map(
    ({ name, source, counted, why }) => `  ${counted ? '+' : '-'} ${name}, from ${source}: ${why}`,
  ),
]
