import type { DeviceReason, DeviceStrength } from './device-view.ts'
import type { JudgedFact } from './judge-facts.ts'
import type { MachineReading } from './machine-reading.ts'

export interface Assessment {
  readonly strength: DeviceStrength
  /** Why it is not stronger. Empty when it is strong. */
  readonly reasons: readonly DeviceReason[]
}

/** A Mac has no ID of the installation, and Apple never gives two Macs the same UUID or serial number. */
const factsOfStrongDevice = (platform: NodeJS.Platform): number => (platform === 'darwin' ? 2 : 3)

/** How far a device ID can be trusted to be this machine's alone, and to stay. Pure. */
export function assess(reading: MachineReading, facts: readonly JudgedFact[]): Assessment {
  const counted = facts.filter((fact) => fact.counted)
  const names = counted.map((fact) => fact.name)
  const reasons: DeviceReason[] = []
  let strength: DeviceStrength = 'strong'

  if (counted.length === 0) {
    strength = 'weak'
    reasons.push({ code: 'nothing-known' })
  } else if (counted.length === 1) {
    strength = 'weak'
    reasons.push({ code: 'one-fact', facts: names })
  } else if (counted.length < factsOfStrongDevice(reading.platform)) {
    strength = 'medium'
    reasons.push({ code: 'two-facts', facts: names })
  }

  if (reading.environment.kind === 'container') {
    strength = 'weak'
    reasons.push({ code: 'container' })
  } else if (reading.environment.kind === 'virtual-machine') {
    if (strength === 'strong') strength = 'medium'
    reasons.push({ code: 'virtual-machine', product: reading.environment.product })
  }

  const timedOut = facts.filter((fact) => !fact.counted && fact.timedOut)
  if (timedOut.length > 0) {
    // Never of a strong device: a fact that was cut off is one too few.
    reasons.push({ code: 'timed-out', facts: timedOut.map((fact) => fact.name) })
  }
  return { strength, reasons }
}
