import { describeFact, deviceTexts } from './device-texts.ts'
import type { DeviceStrength, DeviceView } from './device-view.ts'
import type { DeviceIdentity } from './resolve-identity.ts'

/** The part of a device identity that is sent to a window. */
export const toDeviceView = ({ id, version, strength, reasons, facts }: DeviceIdentity): DeviceView => ({
  id,
  version,
  strength,
  reasons,
  facts: facts.map(({ source: _, ...fact }) => fact),
})

export interface ReportedApp {
  readonly productName: string
  readonly version: string
  readonly platform: string
  /** The last letters of the license key: enough for support to find it, not enough to use it. */
  readonly keyEnding?: string | undefined
}

/** A device identity for terminals and support requests: a `DeviceView` with English sentences. */
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
  reasons: reasons.map(deviceTexts.describeReason),
  facts: facts.map(({ name, source, counted, ...fact }) => ({
    name,
    source,
    counted,
    why: describeFact(fact, deviceTexts),
  })),
})

/** A text for a support request. Contains the device ID, but no raw value of the machine. */
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
