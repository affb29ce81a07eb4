import type { DeviceStrength } from '../../device-view.ts'
import type { LinuxFiles } from '../../machine-environment.ts'
import type { SystemInformation } from '../../machine-reader.ts'
import type { FactKind } from '../../machine-reading.ts'

type Answer<Call extends 'uuid' | 'baseboard' | 'system'> = Awaited<ReturnType<SystemInformation[Call]>>

/**
 * The answers of systeminformation on one machine, including volatile fields, and the expected
 * result. The serial numbers and IDs are invented, in the format of real ones.
 */
export interface Recording {
  readonly name: string
  readonly platform: NodeJS.Platform
  readonly uuid: Answer<'uuid'> & { readonly macs: readonly string[] }
  readonly baseboard: Answer<'baseboard'> & Readonly<Record<string, unknown>>
  readonly system?: Answer<'system'> & Readonly<Record<string, unknown>>
  /** Text files by path. Those of `/sys` that only root may read are left out for other users. */
  readonly files?: Readonly<Record<string, string>>
  readonly expected: {
    readonly counted: readonly FactKind[]
    readonly strength: DeviceStrength
    /** One pattern per reason, in order. */
    readonly reasons: readonly RegExp[]
  }
}

export const ONE_FACT = /^One fact alone/
export const TWO_FACTS = /^Two facts/
export const NO_FACT = /^Nothing that identifies/
export const CONTAINER = /^This is a container/
export const virtualMachine = (product: string): RegExp =>
  new RegExp(`^This is a virtual machine \\(${product}\\)`)

export const playBack = (recording: Recording): SystemInformation => ({
  uuid: async () => recording.uuid,
  baseboard: async () => recording.baseboard,
  system: async () => {
    if (recording.system === undefined) throw new Error(`system() was not recorded on ${recording.name}`)
    return recording.system
  },
  powerShellStart: () => {},
  powerShellRelease: () => {},
})

export const filesOf = ({ files = {} }: Recording): LinuxFiles => ({
  read: async (path) => files[path] ?? '',
  isReadable: async (path) => path in files,
})
