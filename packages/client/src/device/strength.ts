import type { CheckedFact } from './check-facts.ts'
import type { DeviceReason, DeviceStrength } from './device-view.ts'
import type { MachineReading } from './machine-reading.ts'

export interface Assessment {
  readonly strength: DeviceStrength
  /** Why the strength is reduced. Empty when it is `strong`. */
  readonly reasons: readonly DeviceReason[]
}

/** macOS has no installation ID, but Apple's UUIDs and serial numbers are always unique. */
const factsOfStrongDevice = (platform: NodeJS.Platform): number => (platform === 'darwin' ? 2 : 3)

/** Rates how likely a device ID is unique to this machine and stays the same. Pure. */
export function assessStrength(reading: MachineReading, facts: readonly CheckedFact[]): Assessment {
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
    // The strength is reduced already: a fact that timed out was not counted above.
    reasons.push({ code: 'timed-out', facts: timedOut.map((fact) => fact.name) })
  }
  return { strength, reasons }
}
