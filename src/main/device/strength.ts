import type { DeviceStrength } from '../../shared/device-view.ts'
import type { JudgedFact } from './judge-facts.ts'
import type { MachineReading } from './machine-reading.ts'

export interface Assessment {
  readonly strength: DeviceStrength
  /** Plain sentences: why it is not stronger. Empty when it is strong. */
  readonly reasons: readonly string[]
}

/** A Mac has no ID of the installation, and Apple never gives two Macs the same UUID or serial number. */
const factsOfStrongDevice = (platform: NodeJS.Platform): number => (platform === 'darwin' ? 2 : 3)

/** How far a device ID can be trusted to be this machine's alone, and to stay. Pure. */
export function assess(reading: MachineReading, facts: readonly JudgedFact[]): Assessment {
  const counted = facts.filter((fact) => fact.counted)
  const reasons: string[] = []
  let strength: DeviceStrength = 'strong'

  if (counted.length === 0) {
    strength = 'weak'
    reasons.push(
      'Nothing that identifies this computer could be read. The device ID is a random number in a file, and only as good as that file.',
    )
  } else if (counted.length === 1) {
    strength = 'weak'
    reasons.push(
      `One fact alone identifies this computer (${counted[0]?.name}). When it changes, so does the device ID.`,
    )
  } else if (counted.length < factsOfStrongDevice(reading.platform)) {
    strength = 'medium'
    reasons.push(
      `Two facts identify this computer (${counted.map((fact) => fact.name).join(', ')}). When either changes, so does the device ID.`,
    )
  }

  if (reading.environment.kind === 'container') {
    strength = 'weak'
    reasons.push('This is a container: what identifies it belongs to its image or its host, and is shared.')
  } else if (reading.environment.kind === 'virtual-machine') {
    if (strength === 'strong') strength = 'medium'
    const { product } = reading.environment
    reasons.push(
      `This is a virtual machine${product === '' ? '' : ` (${product})`}: it can be copied with all that identifies it.`,
    )
  }

  const timedOut = facts.filter((fact) => !fact.counted && fact.timedOut)
  if (timedOut.length > 0) {
    // Never of a strong device: a fact that was cut off is one too few.
    reasons.push(
      `This computer did not say in time what identifies it (${timedOut.map((fact) => fact.name).join(', ')}).`,
    )
  }
  return { strength, reasons }
}
